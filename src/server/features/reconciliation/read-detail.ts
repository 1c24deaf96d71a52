/** The three sides of one wallet's day, row by row. */
import type { ReconciliationDay } from "../../../contract/reconciliation.schema.ts";
import type { Day } from "../../../contract/time.ts";
import type { MessageSide, OrderSide, Pair, StatementSide } from "../../../domain/statements/reconcile.ts";
import { REPORTED_PAYOUTS, REPORTED_RECEIPTS } from "../../../domain/statements/wallet-days.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";

export interface MessageOfDay extends MessageSide {
  readonly at: Date;
  readonly matchStatus: string;
}
export interface OrderOfDay extends OrderSide {
  readonly type: "payment" | "disburse";
  readonly id: bigint;
  /** The ledger entry that counts it on this day. */
  readonly entryId: bigint;
}
export interface StatementOfDay extends StatementSide {
  readonly at: Date;
  readonly line: number;
}

export type DayPair = Pair<MessageOfDay, OrderOfDay, StatementOfDay>;

/** Receipts and payouts that the operator's messages of the day report. */
export async function readMessages(q: Queryable, walletId: bigint, day: Day): Promise<MessageOfDay[]> {
  const rows = await q.rows<{
    id: bigint;
    flow: "credit" | "debit";
    amount: bigint;
    at: Date;
    trx_id: string | null;
    trx_key: string | null;
    match_status: string;
    payment_id: bigint | null;
    disburse_id: bigint | null;
  }>(
    `select id, flow, amount, at, trx_id, trx_key, match_status, payment_id, disburse_id
     from wallet_messages($1, day_start($2::date), day_start($2::date + 1), $3, $4) where flow is not null`,
    [walletId, day, REPORTED_RECEIPTS, REPORTED_PAYOUTS],
  );
  return rows.map((row) => {
    const matched = row.match_status === "matched";
    const orderKey = row.payment_id !== null ? `payment/${row.payment_id}` : row.disburse_id !== null ? `disburse/${row.disburse_id}` : null;
    return {
      id: row.id,
      direction: row.flow,
      trxKey: row.trx_key,
      trxId: row.trx_id,
      amountMinor: row.amount,
      orderKey: matched ? orderKey : null,
      at: row.at,
      matchStatus: row.match_status,
    };
  });
}

/** Orders that the books completed on this wallet and day; on an official wallet the operator's answer stands for a message. */
export async function readOrders(q: Queryable, walletId: bigint, day: Day): Promise<OrderOfDay[]> {
  const rows = await q.rows<{
    type: "payment" | "disburse";
    id: bigint;
    entry_id: bigint;
    amount: bigint;
    trx_id: string | null;
    trx_key: string | null;
    sms_id: bigint | null;
    answered: boolean;
    listed_on: Day | null;
  }>(
    `select o.type, o.id, o.entry_id, o.amount, o.trx_id, o.trx_key, o.sms_id, o.answered and w.api_type = 'official' as answered,
       (select min(l.day)::text from statement_lines l where l.wallet_id = w.id and l.direction = case o.type when 'payment' then 'credit' else 'debit' end and l.trx_key = o.trx_key and l.day <> $2) as listed_on
     from wallets w cross join lateral wallet_orders(w.id, $2) o where w.id = $1`,
    [walletId, day],
  );
  return rows.map((row) => ({
    type: row.type,
    id: row.id,
    key: `${row.type}/${row.id}`,
    direction: row.type === "payment" ? "credit" : "debit",
    trxKey: row.trx_key,
    trxId: row.trx_id,
    amountMinor: row.amount,
    messageId: row.sms_id,
    answered: row.answered,
    listedOn: row.listed_on,
    entryId: row.entry_id,
  }));
}

/**
 * Lines that stand for float and withdrawals of our own, as a common table `own`: they are on the operator's statement and
 * neither receipts nor payouts. One whose amount is not ours counts as any other.
 * @param wallets placeholder of the wallets' ids
 */
export const ownLines = (wallets: string): string => `own as materialized (
    select from_wallet_id as wallet_id, 'debit' as direction, out_trx_key as trx_key, amount from transfers where out_trx_key is not null and from_wallet_id = any (${wallets})
    union all select to_wallet_id, 'credit', in_trx_key, amount from transfers where in_trx_key is not null and to_wallet_id = any (${wallets})
    union all select wallet_id, 'debit', trx_key, amount from withdrawals where trx_key is not null and wallet_id = any (${wallets}))`;
/** True for a line `l` that is none of {@link ownLines}. */
export const NOT_OWN =
  "not exists (select 1 from own o where o.wallet_id = l.wallet_id and o.direction = l.direction and o.trx_key = l.trx_key and o.amount = l.amount)";

/** Lines of the operator's own statement. */
export async function readStatement(q: Queryable, walletId: bigint, day: Day): Promise<StatementOfDay[]> {
  const rows = await q.rows<{
    direction: "credit" | "debit";
    trx_key: string;
    trx_id: string;
    amount: bigint;
    at: Date;
    line: number;
    order_key: string | null;
  }>(
    `with ${ownLines("array[$1::bigint]")} select direction, trx_key, trx_id, amount, at, line, (select u.object_type || '/' || u.object_id from trx_used u join wallets w on w.operator = u.operator
         where w.id = l.wallet_id and u.trx_key = l.trx_key and u.direction = l.direction and u.wallet_id = l.wallet_id and u.amount = l.amount and u.object_type in ('payment', 'disburse')) as order_key
       from statement_lines l where wallet_id = $1 and day = $2 and ${NOT_OWN} order by at, line`,
    [walletId, day],
  );
  return rows.map((row) => ({
    direction: row.direction,
    trxKey: row.trx_key,
    trxId: row.trx_id,
    amountMinor: row.amount,
    at: row.at,
    line: row.line,
    orderKey: row.order_key,
  }));
}

/** The business days on which orders were booked, by `type/id`; one that never was is not there. */
export async function bookedDays(q: Queryable, keys: readonly string[]): Promise<Map<string, Day>> {
  if (keys.length === 0) return new Map();
  const rows = await q.rows<{ key: string; day: Day }>(
    `select ref_type || '/' || ref_id as key, business_day(min(id))::text as day from entries
     where ref_id = any ($1) and ref_type in ('payment', 'disburse') and kind = ref_type group by ref_type, ref_id`,
    [keys.map((key) => key.slice(key.indexOf("/") + 1))],
  );
  return new Map(rows.map(({ key, day }) => [key, day]));
}

/** Files whose statement has lines of the day, and which time each covers (ms). */
export async function readImports(
  app: Pick<App, "publicIds">,
  q: Queryable,
  walletId: bigint,
  day: Day,
): Promise<{ row: ReconciliationDay["imports"][number]; span: { from: number; to: number } }[]> {
  const rows = await q.rows<{ id: bigint; file_name: string; account: string; lines: number; from_at: Date; to_at: Date }>(
    "select id, file_name, account, lines, from_at, to_at from statement_imports where wallet_id = $1 and replaced_by is null and $2::date between from_day and to_day order by id desc limit 50",
    [walletId, day],
  );
  return rows.map((row) => ({
    row: { id: app.publicIds.encode("statement", row.id), file_name: row.file_name, by: row.account, at: idIso(row.id), lines: row.lines },
    span: { from: row.from_at.getTime(), to: row.to_at.getTime() },
  }));
}
