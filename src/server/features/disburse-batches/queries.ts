/** Batches as a list, and one with what came of it. */
import type { BatchDetail, BatchLine, BatchQuery, BatchRow } from "../../../contract/disburse-batches.schema.ts";
import type { BatchAction, BatchRowStatus, BatchStatus, BatchStop } from "../../../contract/disburse-batches.ts";
import { merchantStatus, type DisburseStatus } from "../../../contract/disburses.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { byId, byPart, idOf, oneOf } from "../../platform/lists/filters.ts";
import { phoneFor } from "../../platform/lists/mask.ts";
import { loadRow } from "../../platform/lists/page.ts";
import { holds, isStaff } from "../../platform/lists/scope.ts";
import type { ListSpec, Viewer } from "../../platform/lists/spec.ts";
import { Refused } from "../../platform/refusal.ts";

/** A batch as SQL gives it. Amounts are minor units. */
export interface BatchRaw {
  readonly id: bigint;
  readonly merchant_id: bigint;
  readonly account: string;
  readonly file_name: string;
  readonly status: BatchStatus;
  readonly stop_reason: BatchStop | null;
  readonly row_count: number;
  readonly waiting: number;
  readonly created: number;
  readonly existing: number;
  readonly failed: number;
  readonly stopped: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly finished_at: Date | null;
  readonly version: number;
  readonly merchant_name: string | null;
  readonly retryable: boolean;
}

/** Rows of a detail that have no order, at most. */
const PROBLEMS_MAX = 200;
const COLUMNS =
  "t.id, t.merchant_id, t.account, t.file_name, t.status, t.stop_reason, t.row_count, t.waiting, t.created, t.existing, t.failed, t.stopped, t.amount, t.fee, t.finished_at, t.version";

function actionsOf(raw: BatchRaw, viewer: Viewer): BatchAction[] {
  if (!holds(viewer, "disburses.batch")) return [];
  if (raw.status === "running") return ["stop"];
  return raw.retryable ? ["retry"] : [];
}

function toRow(app: App, raw: BatchRaw, viewer: Viewer): BatchRow {
  return {
    id: app.publicIds.encode("batch", raw.id),
    merchant_id: app.publicIds.encode("merchant", raw.merchant_id),
    merchant_name: raw.merchant_name ?? "",
    file_name: raw.file_name,
    account: raw.account,
    status: raw.status,
    stop_reason: raw.stop_reason,
    rows: raw.row_count,
    waiting: raw.waiting,
    created: raw.created,
    existing: raw.existing,
    failed: raw.failed,
    stopped: raw.stopped,
    amount: formatAmount(raw.amount),
    fee: formatAmount(raw.fee),
    created_at: idIso(raw.id),
    finished_at: raw.finished_at?.toISOString() ?? null,
    version: raw.version,
    actions: actionsOf(raw, viewer),
  };
}

/** The list of batches; a merchant's people see their own. */
export const BATCH_LIST: ListSpec<BatchQuery, BatchRaw, BatchRow> = {
  name: "batches",
  kind: "batch",
  sources: [{ from: "disburse_batches t", columns: COLUMNS }],
  scope: "t.merchant_id",
  filters: { status: oneOf("t.status"), merchant_id: idOf("merchant", "t.merchant_id") },
  search: [byId("batch"), byPart("t.file_name")],
  sums: { columns: { amount: "t.amount", fee: "t.fee" } },
  outer: {
    select: `m.name as merchant_name,
      exists (select from disburse_batch_rows r where r.batch_id = u.id and r.status in ('failed', 'stopped') and r.amount is not null) as retryable`,
    joins: "left join merchants m on m.id = u.merchant_id",
  },
  rows: (app, raws, viewer) => raws.map((raw) => toRow(app, raw, viewer)),
};

/** One batch as a row. Refuses not_found, for another merchant's as for none */
export function batchById(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<BatchRow | Refused> {
  return loadRow(app, q, BATCH_LIST, id, viewer);
}

/** A row of a batch as SQL gives it. */
export interface LineRaw {
  readonly line: number;
  readonly merchant_order_id: string;
  readonly operator: string;
  readonly amount_text: string;
  readonly customer: string;
  readonly user_ref: string;
  readonly status: BatchRowStatus;
  readonly field: string | null;
  readonly code: string | null;
  readonly order_id: bigint | null;
  readonly order_status: DisburseStatus | null;
  readonly attempt_count: number | null;
  readonly trx_id: string | null;
  readonly fee: bigint | null;
}

/** Rows of a batch with the order that each has become. */
export function linesOf(q: Queryable, batchId: bigint, only: "all" | "problems"): Promise<LineRaw[]> {
  const where = only === "all" ? "" : "and r.status in ('failed', 'stopped')";
  return q.rows<LineRaw>(
    `select r.line, r.merchant_order_id, r.operator, r.amount_text, r.customer, r.user_ref, r.status, r.field, r.code, r.order_id, d.status as order_status, d.attempt_count, d.trx_id, d.fee
     from disburse_batch_rows r left join disburses d on d.id = r.order_id where r.batch_id = $1 ${where} order by r.line ${only === "all" ? "" : `limit ${PROBLEMS_MAX}`}`,
    [batchId],
  );
}

/** The state of an order as this viewer is told of it. */
export function statusFor(viewer: Viewer, status: DisburseStatus, attempts: number): DisburseStatus {
  return isStaff(viewer) ? status : merchantStatus(status, attempts);
}

function toLine(app: App, raw: LineRaw, viewer: Viewer): BatchLine {
  return {
    line: raw.line,
    merchant_order_id: raw.merchant_order_id,
    operator: raw.operator,
    amount: raw.amount_text,
    customer: phoneFor(viewer, raw.customer) ?? "",
    user_id: raw.user_ref === "" ? null : phoneFor(viewer, raw.user_ref),
    status: raw.status,
    field: raw.field,
    code: raw.code,
    order_id: app.publicIds.encodeOrNull("disburse", raw.order_id),
    order_status: raw.order_status === null ? null : statusFor(viewer, raw.order_status, raw.attempt_count ?? 0),
  };
}

async function ordersOf(q: Queryable, batchId: bigint, viewer: Viewer): Promise<BatchDetail["orders"]> {
  const rows = await q.rows<{ status: DisburseStatus; tried: boolean; count: number; amount: bigint }>(
    `select d.status, d.attempt_count > 0 as tried, count(*)::int as count, sum(d.amount)::bigint as amount
     from disburse_batch_rows r join disburses d on d.id = r.order_id where r.batch_id = $1 group by 1, 2`,
    [batchId],
  );
  const sums = new Map<DisburseStatus, { count: number; amount: bigint }>();
  for (const row of rows) {
    const status = statusFor(viewer, row.status, row.tried ? 1 : 0);
    const sum = sums.get(status) ?? { count: 0, amount: 0n };
    sums.set(status, { count: sum.count + row.count, amount: sum.amount + row.amount });
  }
  return [...sums].map(([status, sum]) => ({ status, count: sum.count, amount: formatAmount(sum.amount) }));
}

/** One batch with how its orders stand and which rows have none. Refuses not_found */
export async function batchDetail(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<BatchDetail | Refused> {
  const row = await batchById(app, q, id, viewer);
  if (row instanceof Refused) return row;
  const [orders, problems] = await Promise.all([ordersOf(q, id, viewer), linesOf(q, id, "problems")]);
  return { ...row, orders, problems: problems.map((raw) => toLine(app, raw, viewer)) };
}
