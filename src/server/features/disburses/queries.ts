/** The payouts list as data, and its rows. */
import {
  DISBURSE_ACTION_PERMISSIONS,
  DISBURSE_ACTION_STATES,
  DISBURSE_STATUSES,
  merchantStatus,
  type AttemptStatus,
  type DisburseAction,
  type DisburseStatus,
} from "../../../contract/disburses.ts";
import type { DisburseAttempt, DisburseQuery, DisburseRow } from "../../../contract/disburses.schema.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import type { ApiType, Operator } from "../../../contract/operators.ts";
import type { NotifyStatus } from "../../../contract/payments.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { atLeast, atMost, byId, byOrderNumber, byNotify, byPhone, byTrx, idOf, is, oneOf, paidIn, walletOf } from "../../platform/lists/filters.ts";
import { amounts, orderNumbers, phones, servedTails, usedTrxIds, walkedOnly } from "../../platform/lists/finds.ts";
import { phoneFor, phonesIn } from "../../platform/lists/mask.ts";
import { loadRow } from "../../platform/lists/page.ts";
import { isStaff, offered } from "../../platform/lists/scope.ts";
import type { BaseQuery, Filter, ListSpec, Viewer } from "../../platform/lists/spec.ts";
import { raw, sql, type Sql } from "../../platform/lists/sql.ts";
import type { StoredNote } from "../../core/staff/notes.ts";
import type { Refused } from "../../platform/refusal.ts";

interface AttemptRaw {
  readonly no: number;
  readonly wallet_id: string;
  readonly wallet_name: string | null;
  readonly rail: ApiType;
  readonly status: AttemptStatus;
  readonly reference: string;
  readonly operator_reference: string | null;
  readonly trx_id: string | null;
  readonly claimed_trx_id: string | null;
  readonly cost: string | null;
  readonly error: string | null;
  readonly started_at: string;
  readonly acknowledged_at: string | null;
  readonly ended_at: string | null;
}

/** A payout as the list's statement answers it: its own columns, names, and its attempts. */
export interface DisburseRaw {
  readonly id: bigint;
  readonly merchant_id: bigint;
  readonly merchant_order_id: string;
  readonly operator: string;
  readonly wallet_id: bigint | null;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly cost: bigint | null;
  readonly trx_id: string | null;
  readonly customer: string;
  readonly user_ref: string | null;
  readonly status: DisburseStatus;
  readonly reason: string | null;
  readonly paid_at: Date | null;
  readonly returned_at: Date | null;
  readonly disputed_at: Date | null;
  readonly remote_ip: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly staff: readonly string[];
  readonly notes: readonly StoredNote[];
  readonly attempt_count: number;
  readonly queued_at: Date | null;
  readonly notify_status: string;
  readonly notify_attempts: number;
  readonly notify_last_code: number | null;
  readonly notify_next_at: Date | null;
  readonly version: number;
  readonly merchant_name: string | null;
  readonly wallet_name: string | null;
  readonly attempts: readonly AttemptRaw[] | null;
  /** Its money was said to have left, and no message has proven it yet. */
  readonly unreported: boolean;
}

const COLUMNS = `t.id, t.merchant_id, t.merchant_order_id, t.operator, t.wallet_id, t.amount, t.fee, t.cost, t.trx_id, t.customer, t.user_ref, t.status, t.reason, t.paid_at, t.returned_at, t.disputed_at,
  t.remote_ip, t.metadata, t.staff, t.notes, t.attempt_count, t.queued_at, t.notify_status, t.notify_attempts, t.notify_last_code, t.notify_next_at, t.version`;

const ATTEMPTS = `left join lateral (
  select jsonb_agg(jsonb_build_object('no', a.no, 'wallet_id', a.wallet_id::text, 'wallet_name', aw.name, 'rail', a.rail, 'status', a.status, 'reference', a.reference,
    'operator_reference', a.operator_reference, 'trx_id', a.trx_id, 'claimed_trx_id', a.claimed_trx_id, 'cost', a.cost::text, 'error', a.error, 'started_at', a.started_at, 'acknowledged_at', a.acknowledged_at,
    'ended_at', a.ended_at) order by a.no) as attempts
  from disburse_attempts a left join wallets aw on aw.id = a.wallet_id where a.disburse_id = u.id) tries on true`;

/** What the index `disburses_open` holds. */
const OPEN = DISBURSE_STATUSES.filter((status) => status !== "completed");
const byStatus = oneOf("t.status", OPEN);
/** What stands behind a status that a merchant is told. */
function ownStatus(status: string): Sql[] {
  if (status === "attempt_failed" || status === "unknown") return [raw("false")];
  if (status === "pending" || status === "approved") return [sql`t.status = ${status} and t.attempt_count = 0`];
  if (status !== "processing") return [sql`t.status = ${status}`];
  return [
    ...["processing", "attempt_failed", "unknown"].map((one) => sql`t.status = ${one}`),
    ...["pending", "approved"].map((one) => sql`t.status = ${one} and t.attempt_count > 0`),
  ];
}
const statusFilter: Filter = (value, tools) => {
  if (tools.merchantId === null) return byStatus(value, tools);
  const statuses = [...new Set(value.split(","))];
  return { each: statuses.flatMap(ownStatus), walked: statuses.includes("completed") };
};

/** The payouts list. */
export const DISBURSE_LIST: ListSpec<DisburseQuery & BaseQuery, DisburseRaw, DisburseRow> = {
  name: "disburses",
  kind: "disburse",
  sources: [{ from: "disburses t", columns: COLUMNS }],
  scope: "t.merchant_id",
  filters: {
    status: statusFilter,
    merchant_id: idOf("merchant", "t.merchant_id"),
    wallet_id: walletOf("t.wallet_id"),
    operator: is("t.operator"),
    min_amount: atLeast("t.amount"),
    max_amount: atMost("t.amount"),
    notify: byNotify("t.notify_status"),
    paid_at: paidIn,
  },
  search: [
    byId("disburse"),
    byOrderNumber("disburse"),
    byTrx("t.trx_key"),
    byPhone("t.customer"),
    ...servedTails(orderNumbers("disburse"), usedTrxIds("disburse"), phones("t.customer")),
  ],
  forgiving: [...walkedOnly(phones("t.customer")), amounts("t.amount")],
  sums: { columns: { amount: "t.amount", fee: "t.fee", cost: "t.cost" }, ofStaff: ["cost"] },
  outer: {
    select: "m.name as merchant_name, w.name as wallet_name, tries.attempts, u.status = 'completed' and is_unreported('disburse', u.id) as unreported",
    joins: `left join merchants m on m.id = u.merchant_id left join wallets w on w.id = u.wallet_id ${ATTEMPTS}`,
  },
  rows: (app, raws, viewer) => raws.map((row) => disburseRowOf(app, row, viewer)),
};

const iso = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString());

/** An attempt as staff see it. */
function attemptOf(app: Pick<App, "publicIds">, item: AttemptRaw): DisburseAttempt {
  return {
    no: item.no,
    wallet_id: app.publicIds.encode("wallet", BigInt(item.wallet_id)),
    wallet_name: item.wallet_name ?? "",
    way: item.rail,
    status: item.status,
    reference: item.reference,
    operator_reference: item.operator_reference,
    trx_id: item.trx_id,
    claimed_trx_id: item.claimed_trx_id,
    cost: formatAmountOrNull(item.cost === null ? null : BigInt(item.cost)),
    error: item.error,
    started_at: new Date(item.started_at).toISOString(),
    acknowledged_at: iso(item.acknowledged_at),
    ended_at: iso(item.ended_at),
  };
}

/** What the viewer may do with a payout now. */
export function actionsOf(row: { status: DisburseStatus; attempts: number; rail: string | null; unreported: boolean }, viewer: Viewer): DisburseAction[] {
  return offered(DISBURSE_ACTION_STATES, DISBURSE_ACTION_PERMISSIONS, row.status, viewer).filter((action) => {
    if (action === "correct") return row.unreported;
    if (action === "fail" && row.status === "processing") return row.rail === "manual";
    return !((action === "recheck" || action === "complete") && row.attempts === 0);
  });
}

/** A row of the contract. Merchants' users are not told which wallet pays, what it costs, what failed, nor who of the staff acted. */
export function disburseRowOf(app: Pick<App, "publicIds">, row: DisburseRaw, viewer: Viewer): DisburseRow {
  const staff = isStaff(viewer);
  const attempts = row.attempts ?? [];
  const rail = attempts.at(-1)?.rail ?? null;
  const told = row.status === "failed" || row.status === "rejected";
  return {
    id: app.publicIds.encode("disburse", row.id),
    merchant_id: app.publicIds.encode("merchant", row.merchant_id),
    merchant_name: row.merchant_name ?? "",
    merchant_order_id: row.merchant_order_id,
    // Operators are bounded by the registry.
    operator: row.operator as Operator,
    wallet_id: staff && row.wallet_id !== null ? app.publicIds.encode("wallet", row.wallet_id) : null,
    wallet_name: staff ? row.wallet_name : null,
    way: staff ? rail : null,
    amount: formatAmount(row.amount),
    fee: formatAmount(row.fee),
    cost: staff ? formatAmountOrNull(row.cost) : null,
    trx_id: row.trx_id,
    customer: phoneFor(viewer, row.customer),
    status: staff ? row.status : merchantStatus(row.status, row.attempt_count),
    reason: staff || told ? phoneFor(viewer, row.reason) : null,
    created_at: idIso(row.id),
    paid_at: row.paid_at?.toISOString() ?? null,
    returned_at: row.returned_at?.toISOString() ?? null,
    disputed_at: staff ? (row.disputed_at?.toISOString() ?? null) : null,
    remote_ip: row.remote_ip,
    user_id: phoneFor(viewer, row.user_ref),
    operators: staff ? [...row.staff] : [],
    notes: staff
      ? phonesIn(
          viewer,
          row.notes.map((note) => ({ ...note })),
        )
      : [],
    attempts: staff
      ? phonesIn(
          viewer,
          attempts.map((item) => attemptOf(app, item)),
        )
      : [],
    notify: {
      status: row.notify_status as NotifyStatus,
      attempts: row.notify_attempts,
      last_code: row.notify_last_code,
      next_at: row.notify_next_at?.toISOString() ?? null,
    },
    version: row.version,
    actions: actionsOf({ status: row.status, attempts: row.attempt_count, rail, unreported: row.unreported }, viewer),
  };
}

/** The row of one payout inside the viewer's scope. Refuses not_found */
export function loadDisburseRow(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<DisburseRow | Refused> {
  return loadRow(app, q, DISBURSE_LIST, id, viewer);
}
