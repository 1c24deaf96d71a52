/** The month of a statement: its instants, its opening and closing, its entries in order. */
import { addDays, businessDay, businessDayStart, isDay, type Day } from "../../../contract/time.ts";
import type { App } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { cutBefore, type AccountRow, type Cut } from "../../core/ledger/moment.ts";
import { refusedField, type Refused } from "../../platform/refusal.ts";

export interface Month {
  readonly month: string;
  readonly from: Day;
  /** Last day, included. */
  readonly to: Day;
  readonly fromId: bigint;
  readonly beforeId: bigint;
  readonly complete: boolean;
}

/** An entry of a statement, minor units. */
export interface EntryOfMonth {
  readonly id: bigint;
  readonly seq: bigint;
  readonly kind: string;
  readonly amount: bigint;
  readonly ref_type: string;
  readonly ref_id: bigint;
  readonly note: string | null;
  /** The merchant's own number of the order it is of; null: of none, or not asked for. */
  readonly merchant_order_id: string | null;
}
/** Sums of one kind. */
export interface KindSum {
  readonly kind: string;
  readonly count: bigint;
  readonly credit: bigint;
  readonly debit: bigint;
}
/** Sums of one kind on one business day. */
export interface DaySum extends KindSum {
  readonly day: Day;
}
/** An account in a month: where it opens and closes, and where its entries stand. */
export interface AccountMonth {
  readonly account: AccountRow;
  readonly opening: Cut;
  readonly closing: Cut;
}

const CHUNK = 5_000;

/** Reads `YYYY-MM`. One that is no month, and one that has not begun, is refused. */
export function monthOf(app: Pick<App, "now">, unchecked: string): Month | Refused {
  const from = `${unchecked}-01`;
  if (!isDay(from)) return refusedField("month");
  const next = `${addDays(from, 31).slice(0, 7)}-01`;
  const today = businessDay(app.now());
  if (from > today || from < "2020-02-01") return refusedField("month");
  return {
    month: unchecked,
    from,
    to: addDays(next, -1),
    fromId: idAt(businessDayStart(from)),
    beforeId: idAt(businessDayStart(next)),
    complete: next <= today,
  };
}

/** Opening and closing of an account. */
export async function accountMonth(q: Queryable, account: AccountRow, month: Month): Promise<AccountMonth> {
  return { account, opening: await cutBefore(q, account, month.fromId), closing: await cutBefore(q, account, month.beforeId) };
}

const WITHIN = "account_id = $1 and seq > $2 and seq <= $3 and id >= $4 and id < $5";
const bounds = (of: AccountMonth, month: Month): unknown[] => [of.account.id, of.opening.lowSeq, of.closing.highSeq, month.fromId, month.beforeId];

const OWN_NUMBER = `case ref_type when 'payment' then (select merchant_order_id from payments where id = ref_id)
  when 'disburse' then (select merchant_order_id from disburses where id = ref_id) end`;

/** Entries of the month in the order of the account, a chunk at a time. @param ownNumbers with the merchant's own numbers of their orders */
export async function* entriesOf(q: Queryable, of: AccountMonth, month: Month, ownNumbers: boolean): AsyncGenerator<EntryOfMonth> {
  const [account, low, high, from, before] = bounds(of, month);
  for (let after = low; ; ) {
    const rows = await q.rows<EntryOfMonth>(
      `select id, seq, kind, amount, ref_type, ref_id, note, ${ownNumbers ? OWN_NUMBER : "null"} as merchant_order_id
       from entries where ${WITHIN} order by seq limit ${CHUNK}`,
      [account, after, high, from, before],
    );
    yield* rows;
    if (rows.length < CHUNK) return;
    after = (rows.at(-1) as EntryOfMonth).seq; // a full chunk has a last row
  }
}

/** Sums by kind, over the month and on each day with entries, in order: one read for both, so that they cannot differ. */
export async function sumsOf(q: Queryable, of: AccountMonth, month: Month): Promise<{ readonly kinds: readonly KindSum[]; readonly days: readonly DaySum[] }> {
  const rows = await q.rows<KindSum & { readonly day: Day | null }>(
    `select day, kind, count(*) as count, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as credit,
       coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as debit
     from (select business_day(id)::text as day, kind, amount from entries where ${WITHIN}) own
     group by grouping sets ((kind), (day, kind)) order by day, kind`,
    bounds(of, month),
  );
  return { kinds: rows.filter(({ day }) => day === null), days: rows.flatMap(({ day, ...sum }) => (day === null ? [] : [{ day, ...sum }])) };
}
