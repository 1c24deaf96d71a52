/** The payments list as data, and its rows. */
import type { Operator } from "../../../contract/operators.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import { PAYMENT_ACTION_PERMISSIONS, PAYMENT_ACTION_STATES, type NotifyStatus, type PaymentStatus } from "../../../contract/payments.ts";
import type { PaymentQuery, PaymentRow } from "../../../contract/payments.schema.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { anyState, atLeast, atMost, byId, byOrderNumber, byPhone, byUsedTrx, idOf, is, paidIn, walletOf } from "../../platform/lists/filters.ts";
import { amounts, orderNumbers, phones, servedTails, usedTrxIds, walkedOnly } from "../../platform/lists/finds.ts";
import type { StoredNote } from "../../core/staff/notes.ts";
import { phoneFor, phonesIn } from "../../platform/lists/mask.ts";
import { loadRow } from "../../platform/lists/page.ts";
import { isStaff, offered } from "../../platform/lists/scope.ts";
import { PAGING, type BaseQuery, type Filter, type IdRange, type ListSpec, type Tools, type Viewer } from "../../platform/lists/spec.ts";
import { allOf, raw, sql, type Sql } from "../../platform/lists/sql.ts";
import type { MerchantPaymentRaw } from "../../core/orders/payment-view.ts";
import type { Refused } from "../../platform/refusal.ts";

/** A payment as the list's statement answers it: its own columns and the names of merchant and wallet. */
export interface PaymentRaw extends MerchantPaymentRaw {
  readonly merchant_id: bigint;
  readonly wallet_id: bigint;
  readonly reason: string | null;
  readonly remote_ip: string | null;
  readonly staff: readonly string[];
  readonly notes: readonly StoredNote[];
  readonly disputed_at: Date | null;
  readonly notify_status: string;
  readonly notify_attempts: number;
  readonly notify_last_code: number | null;
  readonly notify_next_at: Date | null;
  readonly version: number;
  readonly merchant_name: string | null;
  readonly wallet_name: string | null;
  readonly message_amount: bigint | null;
  readonly claimed_trx: string | null;
  /** Its money was said, and no message has proven it yet. */
  readonly unreported: boolean;
}

const COLUMNS = `t.id, t.merchant_id, t.merchant_order_id, t.operator, t.wallet_id, t.amount, t.received_amount, t.fee, t.trx_id, t.customer, t.user_ref, t.status, t.reason,
  t.expires_at, t.paid_at, t.remote_ip, t.payment_url, t.metadata, t.staff, t.notes, t.disputed_at, t.reversed_at, t.notify_status, t.notify_attempts, t.notify_last_code,
  t.notify_next_at, t.message_id, t.version`;

const HOUR_IDS = 3_600_000n << 12n;
/** The epoch of the ids is a full hour, so an id range is made of whole hours when both ends divide. */
const wholeHours = (range: IdRange): boolean => (range.from ?? 0n) % HOUR_IDS === 0n && (range.before ?? 0n) % HOUR_IDS === 0n;

/** Filters that the hourly figures know, and what is no filter. */
const ROLLED = new Set<string>(["from", "to", "merchant_id", "operator", ...PAGING]);

/**
 * Sums from the hourly figures, folded or not. Without a date range they hold all three; with one they know the ordered
 * amount only, since money and fees are counted in the hour in which they came.
 */
function rollup(query: PaymentQuery, scope: bigint | null, range: IdRange, tools: Tools): { statement: Sql; complete: boolean } | null {
  const narrowed = Object.entries(query).some(([name, value]) => value !== undefined && value !== "" && !ROLLED.has(name));
  if (narrowed || !wholeHours(range)) return null;
  const ranged = range.from !== null || range.before !== null;
  const all: Sql[] = [];
  if (scope !== null) all.push(sql`merchant_id = ${scope}`);
  // What is no id has been refused with the list's own filter.
  const merchant = query.merchant_id ? idOf("merchant", "merchant_id")(query.merchant_id, tools) : null;
  if (merchant !== null && !("unfit" in merchant)) all.push(merchant);
  if (query.operator) all.push(sql`operator = ${query.operator}`);
  if (range.from !== null) all.push(sql`hour >= time_of_id(${range.from})`);
  if (range.before !== null) all.push(sql`hour < time_of_id(${range.before})`);
  const figures = (table: string): Sql => sql`select created_amount, completed_amount, fees from ${raw(table)} where ${allOf(all)}`;
  const money = ", coalesce(sum(completed_amount), 0)::bigint as received_amount, coalesce(sum(fees), 0)::bigint as fee";
  const statement = sql`select coalesce(sum(created_amount), 0)::bigint as amount${raw(ranged ? "" : money)} from (${figures("stats_hourly")} union all ${figures("stats_recent")}) figures`;
  return { statement, complete: !ranged };
}

/** Orders that a small table names, and none older than the oldest of them; `+ 0` keeps the search for it from walking the ids of all rows. */
const among = (id: string, rows: string): string =>
  `t.id in (select ${id} from ${rows}) and t.id >= (select coalesce(min(${id} + 0), 9223372036854775807) from ${rows})`;
const PENDING = `t.status = 'pending' and ${among("o.payment_id", "open_payments o where o.expired_at is null")}`;
const WAITING = `t.notify_status = 'waiting' and ${among("o.object_id", "outbox o where o.status = 'waiting' and o.object_type = 'payment'")}`;

/**
 * Any of some statuses. No index of the orders holds what changes when one is completed (docs/decisions/0025): pending ones are
 * found by their rows among the open ones, those off the usual way by a column of their own.
 */
const byStatus: Filter = (value) => {
  const statuses = [...new Set(value.split(","))];
  if (statuses.length === 1 && statuses[0] === "completed") return { along: raw("t.status = 'completed'") };
  return {
    each: statuses.map((status) => (status === "completed" ? raw("t.status = 'completed'") : status === "pending" ? raw(PENDING) : sql`t.aside = ${status}`)),
    walked: statuses.includes("completed"),
  };
};

const undelivered = (state: string): Sql => (state === "waiting" ? raw(WAITING) : sql`t.undelivered = ${state}`);
/** Any of some states of an order's notification. What waits is found through the outbox, what needs somebody by a column of its own. */
const byNotify: Filter = anyState(undelivered, "t.notify_status");

/** The payments list. */
export const PAYMENT_LIST: ListSpec<PaymentQuery & BaseQuery, PaymentRaw, PaymentRow> = {
  name: "payments",
  kind: "payment",
  sources: [{ from: "payments t", columns: COLUMNS }],
  scope: "t.merchant_id",
  filters: {
    status: byStatus,
    merchant_id: idOf("merchant", "t.merchant_id"),
    wallet_id: walletOf("t.wallet_id"),
    operator: is("t.operator"),
    min_amount: atLeast("t.amount"),
    max_amount: atMost("t.amount"),
    notify: byNotify,
    paid_at: paidIn,
  },
  search: [
    byId("payment"),
    byOrderNumber("payment"),
    byUsedTrx(),
    byPhone("t.customer"),
    ...servedTails(orderNumbers("payment"), usedTrxIds("payment"), phones("t.customer")),
  ],
  forgiving: [...walkedOnly(phones("t.customer")), amounts("t.amount", "t.received_amount")],
  sums: { columns: { amount: "t.amount", received_amount: "t.received_amount", fee: "t.fee" }, rollup },
  outer: {
    select: `m.name as merchant_name, w.name as wallet_name, w.account as wallet_account, w.wallet_type,
      u.status = 'completed' and is_unreported('payment', u.id) as unreported,
      case when u.status = 'review' then (select s.amount from sms s where s.id = u.message_id) end as message_amount,
      case when u.status <> 'completed' then coalesce(
        case when u.status = 'review' then (select s.trx_id from sms s where s.id = u.message_id) end,
        (select x.trx_id from order_trx x where x.payment_id = u.id order by x.at desc limit 1)) end as claimed_trx`,
    joins: "left join merchants m on m.id = u.merchant_id left join wallets w on w.id = u.wallet_id",
  },
  rows: (app, raws, viewer) => raws.map((row) => paymentRowOf(app, row, viewer)),
};

/** A row of the contract. Merchants' users are not told which wallet served them, nor who of the staff acted. */
export function paymentRowOf(app: Pick<App, "publicIds">, row: PaymentRaw, viewer: Viewer): PaymentRow {
  const staff = isStaff(viewer);
  // Statuses and operators are bounded by checks of the database.
  const status = row.status as PaymentStatus;
  return {
    id: app.publicIds.encode("payment", row.id),
    merchant_id: app.publicIds.encode("merchant", row.merchant_id),
    merchant_name: row.merchant_name ?? "",
    merchant_order_id: row.merchant_order_id,
    operator: row.operator as Operator,
    wallet_id: staff ? app.publicIds.encode("wallet", row.wallet_id) : null,
    wallet_name: staff ? row.wallet_name : null,
    receiving_account: row.wallet_account,
    amount: formatAmount(row.amount),
    received_amount: formatAmountOrNull(row.received_amount),
    fee: formatAmountOrNull(row.fee),
    trx_id: row.trx_id,
    customer: phoneFor(viewer, row.customer),
    status,
    reason: phoneFor(viewer, row.reason),
    claimed_trx: staff ? row.claimed_trx : null,
    message_amount: staff ? formatAmountOrNull(row.message_amount) : null,
    created_at: idIso(row.id),
    expires_at: row.expires_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    remote_ip: row.remote_ip,
    user_id: phoneFor(viewer, row.user_ref),
    operators: staff ? [...row.staff] : [],
    notes: staff
      ? phonesIn(
          viewer,
          row.notes.map((note) => ({ ...note })),
        )
      : [],
    notify: {
      status: row.notify_status as NotifyStatus,
      attempts: row.notify_attempts,
      last_code: row.notify_last_code,
      next_at: row.notify_next_at?.toISOString() ?? null,
    },
    disputed_at: row.disputed_at?.toISOString() ?? null,
    reversed_at: row.reversed_at?.toISOString() ?? null,
    version: row.version,
    actions: offered(PAYMENT_ACTION_STATES, PAYMENT_ACTION_PERMISSIONS, status, viewer).filter((action) => action !== "correct" || row.unreported),
  };
}

/** The row of one payment inside the viewer's scope. Refuses not_found */
export function loadPaymentRow(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<PaymentRow | Refused> {
  return loadRow(app, q, PAYMENT_LIST, id, viewer);
}
