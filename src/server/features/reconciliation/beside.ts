/** What stands beside a wallet's day and is no figure of it: the operator's own statement, and messages that are not decided. */
import type { Day } from "../../../contract/time.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { NOT_OWN, ownLines } from "./read-detail.ts";

/** Sums of one side of a day, minor units. */
export interface Side {
  readonly payment: bigint;
  readonly paymentCount: number;
  readonly disburse: bigint;
  readonly disburseCount: number;
}
const NOTHING: Side = { payment: 0n, paymentCount: 0, disburse: 0n, disburseCount: 0 };

/** Messages of a day, by the moment that they came, as the list of messages counts them. */
export interface OpenMessages {
  readonly unmatched: number;
  readonly inReview: number;
}
export interface Beside {
  /** Null where none was imported. */
  readonly statement: Side | null;
  readonly messages: OpenMessages;
}
const NONE: OpenMessages = { unmatched: 0, inReview: 0 };
/** Open messages of all days together that are looked through. */
const MOST = 100_000;

/** Sums of the imported statements by `wallet/day`: a day that lies within an import has them, if only zeros. */
async function statementSides(q: Queryable, days: readonly { walletId: bigint; day: Day }[]): Promise<Map<string, Side>> {
  if (days.length === 0) return new Map();
  const ids = [...new Set(days.map((day) => day.walletId))];
  const [from, to] = [
    days.reduce((least, { day }) => (day < least ? day : least), days[0]?.day ?? ""),
    days.reduce((most, { day }) => (day > most ? day : most), ""),
  ];
  const covered = await q.rows<{ wallet_id: bigint; from_day: Day; to_day: Day }>(
    "select wallet_id, from_day::text as from_day, to_day::text as to_day from statement_imports where wallet_id = any ($1) and replaced_by is null and to_day >= $2 and from_day <= $3",
    [ids, from, to],
  );
  const sums = await q.rows<{ wallet_id: bigint; day: Day; payment: bigint; payments: number; disburse: bigint; disburses: number }>(
    `with ${ownLines("$1")} select wallet_id, day::text as day, coalesce(sum(amount) filter (where direction = 'credit'), 0)::bigint as payment, (count(*) filter (where direction = 'credit'))::int as payments,
       coalesce(sum(amount) filter (where direction = 'debit'), 0)::bigint as disburse, (count(*) filter (where direction = 'debit'))::int as disburses
     from statement_lines l where wallet_id = any ($1) and day between $2 and $3 and ${NOT_OWN} group by wallet_id, day`,
    [ids, from, to],
  );
  const found = new Map(
    sums.map((row): [string, Side] => [
      `${row.wallet_id}/${row.day}`,
      { payment: row.payment, paymentCount: row.payments, disburse: row.disburse, disburseCount: row.disburses },
    ]),
  );
  for (const { walletId, day } of days) {
    const key = `${walletId}/${day}`;
    if (!found.has(key) && covered.some((part) => part.wallet_id === walletId && part.from_day <= day && day <= part.to_day)) found.set(key, NOTHING);
  }
  return found;
}

async function openMessages(q: Queryable, ids: readonly bigint[], from: Day, to: Day): Promise<Map<string, OpenMessages>> {
  const rows = await q.rows<{ wallet_id: bigint; day: Day; unmatched: number; in_review: number }>(
    `select wallet_id, business_day(id)::text as day, (count(*) filter (where match_status = 'unmatched'))::int as unmatched, (count(*) filter (where match_status = 'review'))::int as in_review
     from (select id, wallet_id, match_status from sms where match_status in ('unmatched', 'review') and wallet_id = any ($1) and id >= day_start($2::date) and id < day_start($3::date + 1)
       limit ${MOST}) open group by wallet_id, business_day(id)`,
    [ids, from, to],
  );
  return new Map(rows.map((row) => [`${row.wallet_id}/${row.day}`, { unmatched: row.unmatched, inReview: row.in_review }]));
}

/** Reads it for days; the answer finds it of one of them. */
export async function besideOf(q: Queryable, days: readonly { walletId: bigint; day: Day }[]): Promise<(day: { walletId: bigint; day: Day }) => Beside> {
  const [first] = days;
  if (first === undefined) return () => ({ statement: null, messages: NONE });
  const ids = [...new Set(days.map((one) => one.walletId))];
  const ends = days.reduce(({ from, to }, { day }) => ({ from: day < from ? day : from, to: day > to ? day : to }), { from: first.day, to: first.day });
  const statements = await statementSides(q, days);
  const messages = await openMessages(q, ids, ends.from, ends.to);
  return ({ walletId, day }) => {
    const key = `${walletId}/${day}`;
    return { statement: statements.get(key) ?? null, messages: messages.get(key) ?? NONE };
  };
}
