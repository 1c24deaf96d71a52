/** The acts that several payouts can share, and what such an act would do before it is done. */
import { can } from "../../../contract/permissions.ts";
import { DISBURSE_ACTION_PERMISSIONS, type DisburseBulkAction, type DisburseStatus } from "../../../contract/disburses.ts";
import type { DisburseBulkPreview, DisburseRow } from "../../../contract/disburses.schema.ts";
import type { ErrorCode } from "../../../contract/errors.ts";
import { formatAmount, parseAmount } from "../../../contract/money.ts";
import type { Answer } from "../../platform/answer.ts";
import type { BulkItem } from "../../platform/bulk.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { approveDisburse } from "./approve.ts";
import { noteDisburse } from "./note.ts";
import { notifyDisburse } from "./notify.ts";
import { actionsOf } from "./queries.ts";
import { recheckDisburse } from "./recheck.ts";
import { rejectDisburse } from "./reject.ts";

/** What goes with the action. */
export interface BulkExtra {
  readonly reason?: string | undefined;
  readonly text?: string | undefined;
}

/** Refuses the whole call where it cannot be meant: forbidden, validation_failed. Null: it can. */
export function checkBulk(ctx: UserCtx, action: DisburseBulkAction, extra: BulkExtra): Refused | null {
  if (!can(ctx.actor, DISBURSE_ACTION_PERMISSIONS[action])) return new Refused("forbidden");
  if (action === "reject" && extra.reason === undefined) return refusedField("reason", "required");
  return action === "note" && extra.text === undefined ? refusedField("text", "required") : null;
}

/** Runs one act on one payout of a bulk call. */
export async function bulkAct(ctx: UserCtx, action: DisburseBulkAction, item: BulkItem, extra: BulkExtra): Promise<Answer<DisburseRow>> {
  const version = { version: item.version };
  switch (action) {
    case "approve":
      return approveDisburse(ctx, item.id, version);
    case "reject":
      return extra.reason === undefined ? refusedField("reason", "required") : rejectDisburse(ctx, item.id, { ...version, reason: extra.reason });
    case "recheck":
      return recheckDisburse(ctx, item.id, version);
    case "notify":
      return notifyDisburse(ctx, item.id, version);
    case "note":
      return extra.text === undefined ? refusedField("text", "required") : noteDisburse(ctx, item.id, { ...version, text: extra.text });
  }
}

interface Row {
  readonly id: bigint;
  readonly merchant_order_id: string;
  readonly status: DisburseStatus;
  readonly amount: bigint;
  readonly version: number;
  readonly attempt_count: number;
  readonly rail: string | null;
  readonly deliveries: boolean;
}

/** Why the act would be refused on this row; null: it would be done. */
function blockedBy(ctx: UserCtx, action: DisburseBulkAction, item: BulkItem, row: Row | undefined): ErrorCode | null {
  if (!row) return "not_found";
  if (row.version !== item.version) return "conflict";
  // Correcting a TrxID is an act on one payout.
  if (!actionsOf({ status: row.status, attempts: row.attempt_count, rail: row.rail, unreported: false }, ctx.actor).includes(action)) return "wrong_state";
  if (action === "notify" && !row.deliveries) return "wrong_state";
  const limit = parseAmount(ctx.app.config.current.operator_approve_limit) ?? 0n;
  return (action === "approve" || action === "reject") && ctx.actor.userType === "operator" && row.amount > limit ? "forbidden" : null;
}

/** Counts and adds up what the act can be done to, and names the rest with the reason. Changes nothing. */
export async function previewBulk(ctx: UserCtx, action: DisburseBulkAction, items: readonly BulkItem[]): Promise<DisburseBulkPreview | Refused> {
  if (!can(ctx.actor, DISBURSE_ACTION_PERMISSIONS[action])) return new Refused("forbidden");
  const { app } = ctx;
  const ids = items.map((item) => app.publicIds.decode("disburse", item.id));
  const rows = await app.db.rows<Row>(
    `select d.id, d.merchant_order_id, d.status, d.amount, d.version, d.attempt_count, a.rail,
       exists (select from outbox o where o.object_id = d.id and o.object_type = 'disburse' and o.status <> 'none') or exists (select from deliveries v where v.object_id = d.id and v.object_type = 'disburse') as deliveries
     from disburses d left join disburse_attempts a on a.disburse_id = d.id and a.no = d.attempt_count
     where d.id = any ($1) and ($2::bigint is null or d.merchant_id = $2)`,
    [ids.filter((id) => id !== null), ctx.actor.merchantId],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const blocked: DisburseBulkPreview["blocked"] = [];
  const seen = new Set<bigint>();
  let sum = 0n;
  items.forEach((item, index) => {
    const id = ids[index] ?? null;
    const row = id === null ? undefined : byId.get(id);
    // The same order twice in one call: the second time its version has moved on.
    const code = row && seen.has(row.id) ? "conflict" : blockedBy(ctx, action, item, row);
    if (row) seen.add(row.id);
    if (code !== null) blocked.push({ id: item.id, merchant_order_id: row?.merchant_order_id ?? null, status: row?.status ?? null, code });
    else sum += row?.amount ?? 0n;
  });
  return { action, count: items.length - blocked.length, sum: formatAmount(sum), blocked };
}
