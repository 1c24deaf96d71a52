/** Writes to batches that people and the worker share. */
import type { BatchStop } from "../../../contract/disburse-batches.ts";
import { transition } from "../../../contract/life-cycles.ts";
import type { App, OutgoingEvent } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";

/**
 * Locks a batch for whoever changes what it does: the row under work has it shared, so this waits for its end.
 * It has to be the transaction's first lock of the batch.
 */
export async function lockForChange(tx: Tx, id: bigint): Promise<void> {
  await tx.one("select 1 from disburse_batches where id = $1 for update", [id]);
}

/** Stops a running batch that is locked: every row that has no order yet is left, and can be taken up again. */
export async function leaveRows(app: Pick<App, "now">, tx: Tx, id: bigint, reason: BatchStop): Promise<void> {
  const event = reason === "by_person" ? "stop" : "halt";
  await tx.run("update disburse_batches set status = $3, stop_reason = $4, finished_at = $2 where id = $1", [
    id,
    new Date(app.now()),
    transition("disburse_batches", "running", event),
    reason,
  ]);
  await tx.run("update disburse_batch_rows set status = $2 where batch_id = $1 and status = 'waiting'", [
    id,
    transition("disburse_batch_rows", "waiting", event),
  ]);
}

/** Counts what has become of a batch's rows; ends it when none waits. @returns its version, null when nothing was there to tell */
export async function tellProgress(app: App, tx: Tx, id: bigint): Promise<OutgoingEvent | null> {
  const batch = await tx.one<{ status: string; merchant_id: bigint; version: number }>(
    "select status, merchant_id, version from disburse_batches where id = $1 for no key update",
    [id],
  );
  if (!batch) return null;
  await tx.run(
    `update disburse_batches b set waiting = c.waiting, created = c.created, existing = c.existing, failed = c.failed, stopped = c.stopped, version = version + 1,
       status = case when b.status = 'running' and c.waiting = 0 then $3 else b.status end,
       finished_at = case when b.status = 'running' and c.waiting = 0 then $2 else b.finished_at end
     from (select count(*) filter (where status = 'waiting')::int as waiting, count(*) filter (where status = 'created')::int as created,
         count(*) filter (where status = 'existing')::int as existing, count(*) filter (where status = 'failed')::int as failed,
         count(*) filter (where status = 'stopped')::int as stopped
       from disburse_batch_rows where batch_id = $1) c
     where b.id = $1`,
    [id, new Date(app.now()), transition("disburse_batches", "running", "finish")],
    "batch_progress",
  );
  return { kind: "batches", objectId: id, version: batch.version + 1, change: "changed", merchantId: batch.merchant_id };
}
