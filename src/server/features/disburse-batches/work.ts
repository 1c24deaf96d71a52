/**
 * Makes the orders of running batches, one row after another. A row and its order are one transaction, so a row that is
 * taken up again after a crash finds either both or none.
 */
import { disburseCreate } from "../../../contract/disburses.schema.ts";
import { transition } from "../../../contract/life-cycles.ts";
import type { App, OutgoingEvent } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { readPayout, takePayout } from "../disburses/index.ts";
import { loadMerchant } from "../../core/parties/merchants.ts";
import { answerOfVerb, Refused } from "../../platform/refusal.ts";
import { bodyOf } from "./check.ts";

/** Rows of one batch that are made before its progress is told and the next batch has its turn. */
const CHUNK = 50;
const BATCHES_AT_ONCE = 20;

interface Batch {
  readonly id: bigint;
  readonly merchant_id: bigint;
  readonly user_id: bigint;
  readonly account: string;
  readonly remote_ip: string | null;
}
interface Waiting {
  readonly merchant_order_id: string;
  readonly operator: string;
  readonly amount_text: string;
  readonly customer: string;
  readonly user_ref: string;
}

/** Makes the order of one row inside its transaction; does nothing where the row or its batch waits no more. */
async function makeRow(app: App, tx: Tx, batch: Batch, line: number, emit: (...events: OutgoingEvent[]) => void): Promise<Refused | null> {
  // Whoever stops the batch waits for this row, or this row sees that it was stopped.
  const open = await tx.one("select 1 from disburse_batches where id = $1 and status = 'running' for share", [batch.id], "batch_open");
  if (!open) return null;
  const row = await tx.one<Waiting>(
    "select merchant_order_id, operator, amount_text, customer, user_ref from disburse_batch_rows where batch_id = $1 and line = $2 and status = 'waiting' for update",
    [batch.id, line],
    "batch_row",
  );
  if (!row) return null;
  const merchant = await loadMerchant(app, batch.merchant_id);
  if (!merchant || merchant.deleted || !merchant.enabled) return new Refused("merchant_disabled");
  const body = bodyOf({
    merchant_order_id: row.merchant_order_id,
    operator: row.operator,
    amount: row.amount_text,
    customer: row.customer,
    user_id: row.user_ref,
  });
  // What the file says has been checked when it came; what it may do is checked again here.
  const order = await readPayout(app, batch.merchant_id, disburseCreate.parse(body), batch.remote_ip);
  if (order instanceof Refused) return order;
  const taken = await takePayout(app, tx, order, { type: "user", id: batch.user_id, account: batch.account }, emit);
  if (taken instanceof Refused) return taken;
  await tx.run(
    "update disburse_batch_rows set status = $3, order_id = $4, code = null, field = null where batch_id = $1 and line = $2",
    [batch.id, line, transition("disburse_batch_rows", "waiting", taken.created ? "create" : "find"), app.publicIds.decode("disburse", taken.order.id)],
    "batch_row_done",
  );
  return null;
}

/** One row to its end: an order, or the reason why not. */
async function workRow(app: App, batch: Batch, line: number): Promise<void> {
  let events: OutgoingEvent[] = [];
  const made = await answerOfVerb(() =>
    app.db.tx((tx) => {
      events = [];
      return makeRow(app, tx, batch, line, (...more) => events.push(...more));
    }),
  ).catch((error: unknown) => {
    app.log.error({ err: error, batch: String(batch.id), line }, "a batch row failed");
    return new Refused("internal");
  });
  if (made instanceof Refused) {
    const field = Object.keys(made.fields ?? {})[0] ?? null;
    await app.db.run("update disburse_batch_rows set status = $5, code = $3, field = $4 where batch_id = $1 and line = $2 and status = 'waiting'", [
      batch.id,
      line,
      made.code,
      field,
      transition("disburse_batch_rows", "waiting", "fail"),
    ]);
    return;
  }
  if (events.length > 0) app.events.publish(events);
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

async function workBatch(app: App, batch: Batch): Promise<void> {
  const lines = await app.db.rows<{ line: number }>(
    "select line from disburse_batch_rows where batch_id = $1 and status = 'waiting' order by line limit $2",
    [batch.id, CHUNK],
    "batch_waiting",
  );
  for (const { line } of lines) await workRow(app, batch, line);
  const event = await app.db.tx((tx) => tellProgress(app, tx, batch.id));
  if (event) app.events.publish([event]);
}

/** Gives each running batch a chunk. @returns true when some may have more to do */
export async function workBatches(app: App): Promise<boolean> {
  const batches = await app.db.rows<Batch>(
    "select id, merchant_id, user_id, account, remote_ip from disburse_batches where status = 'running' order by id limit $1",
    [BATCHES_AT_ONCE],
    "batches_running",
  );
  for (const batch of batches) await workBatch(app, batch);
  return batches.length > 0;
}
