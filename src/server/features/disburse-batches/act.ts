/** Stopping a batch, and taking up again what was left. */
import type { BatchRow } from "../../../contract/disburse-batches.schema.ts";
import type { BatchStatus } from "../../../contract/disburse-batches.ts";
import { transition } from "../../../contract/life-cycles.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { readId } from "../../platform/lists/page.ts";
import { loadMerchant } from "../../core/parties/merchants.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { Refused } from "../../platform/refusal.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { batchById } from "./queries.ts";
import { leaveRows, lockForChange, tellProgress } from "./store.ts";

/** Locks a batch of the actor's own merchant. Refuses not_found, conflict */
async function lockBatch(ctx: UserCtx, tx: Tx, id: bigint, version: number): Promise<{ status: BatchStatus } | Refused> {
  const row = await tx.one<{ status: BatchStatus; version: number }>(
    "select status, version from disburse_batches where id = $1 and merchant_id = $2 for no key update",
    [id, ctx.actor.merchantId],
  );
  if (!row) return new Refused("not_found");
  if (row.version !== version) return new Refused("conflict", { details: { version: row.version, status: row.status } });
  return row;
}

async function told(ctx: UserCtx, tx: Tx, id: bigint, action: "batches.stop" | "batches.retry"): Promise<BatchRow | Refused> {
  const event = await tellProgress(ctx.app, tx, id);
  if (event) ctx.emit(event);
  await auditAct(ctx, tx, action, id);
  return batchById(ctx.app, tx, id, ctx.actor);
}

/** Leaves every row that has no order yet. Refuses not_found, conflict, wrong_state */
export async function stopBatch(ctx: UserCtx, publicId: string, version: number): Promise<Answer<BatchRow>> {
  const id = readId(ctx.app, "batch", publicId);
  if (id instanceof Refused) return id;
  return ctx.tx(async (tx) => {
    await lockForChange(tx, id);
    const batch = await lockBatch(ctx, tx, id, version);
    if (batch instanceof Refused) return batch;
    if (batch.status !== "running") return new Refused("wrong_state", { details: { status: batch.status } });
    await leaveRows(ctx.app, tx, id, "by_person");
    return told(ctx, tx, id, "batches.stop");
  });
}

/** Takes up again what failed or was left, where a row can become an order at all; from here on in the actor's name. Refuses not_found, conflict, wrong_state, recheck_required */
export async function retryBatch(ctx: UserCtx, publicId: string, version: number): Promise<Answer<BatchRow>> {
  const id = readId(ctx.app, "batch", publicId);
  if (id instanceof Refused) return id;
  // Whether the batch is his own comes first: nobody proves who he is to learn that something is not there.
  const own = await batchById(ctx.app, ctx.app.db, id, ctx.actor);
  if (own instanceof Refused) return own;
  const merchant = ctx.actor.merchantId === null ? null : await loadMerchant(ctx.app, ctx.actor.merchantId);
  if (!merchant?.enabled) return new Refused("merchant_disabled");
  await requireRecheck(ctx);
  return ctx.tx(async (tx) => {
    const batch = await lockBatch(ctx, tx, id, version);
    if (batch instanceof Refused) return batch;
    if (batch.status === "running") return new Refused("wrong_state", { details: { status: batch.status } });
    const again = await tx.run(
      "update disburse_batch_rows set status = $2, code = null, field = null where batch_id = $1 and status in ('failed', 'stopped') and amount is not null",
      [id, transition("disburse_batch_rows", ["failed", "stopped"], "retry")],
    );
    if (again === 0) return new Refused("wrong_state", { details: { status: batch.status } });
    await tx.run(
      "update disburse_batches set status = $2, stop_reason = null, finished_at = null, maker = $3, session_id = $4, remote_ip = $5, started_at = $6 where id = $1",
      [id, transition("disburse_batches", batch.status, "retry"), ctx.actor.id, ctx.actor.sessionId, ctx.ip, new Date(ctx.app.now())],
    );
    return told(ctx, tx, id, "batches.retry");
  });
}
