/**
 * Makes the orders of running batches, one row after another. A row and its order are one transaction, so a row that is
 * taken up again after a crash finds either both or none.
 */
import type { MakerProblem } from "../../../contract/bulk.ts";
import { disburseCreate } from "../../../contract/disburses.schema.ts";
import { transition } from "../../../contract/life-cycles.ts";
import type { App, OutgoingEvent, UserActor } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { readPayout, takePayout } from "../disburses/index.ts";
import { loadMerchant } from "../../core/parties/merchants.ts";
import { makerOf } from "../../core/session/maker.ts";
import { answerOfVerb, Refused } from "../../platform/refusal.ts";
import { bodyOf } from "./check.ts";
import { leaveRows, lockForChange, tellProgress } from "./store.ts";

/** Rows of one batch that are made before its progress is told and the next batch has its turn. */
const CHUNK = 50;
const BATCHES_AT_ONCE = 20;

interface Batch {
  readonly id: bigint;
  readonly merchant_id: bigint;
  readonly maker: bigint;
  readonly session_id: bigint;
  readonly started_at: Date;
  readonly remote_ip: string | null;
}
/** A row whose turn it is, and who answers for it. */
interface Turn {
  readonly batch: Batch;
  readonly maker: UserActor;
  readonly line: number;
}
interface Waiting {
  readonly merchant_order_id: string;
  readonly operator: string;
  readonly amount_text: string;
  readonly customer: string;
  readonly user_ref: string;
}

/** Makes the order of one row inside its transaction; does nothing where the row or its batch waits no more. */
async function makeRow(app: App, tx: Tx, { batch, maker, line }: Turn, emit: (...events: OutgoingEvent[]) => void): Promise<Refused | null> {
  // Whoever stops the batch waits for this row, or this row sees that it was stopped, or that it is another person's by now.
  const open = await tx.one(
    "select 1 from disburse_batches where id = $1 and status = 'running' and session_id = $2 for share",
    [batch.id, batch.session_id],
    "batch_open",
  );
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
  const taken = await takePayout(app, tx, order, { type: "user", id: maker.id, account: maker.account }, emit);
  if (taken instanceof Refused) return taken;
  await tx.run(
    "update disburse_batch_rows set status = $3, order_id = $4, code = null, field = null where batch_id = $1 and line = $2",
    [batch.id, line, transition("disburse_batch_rows", "waiting", taken.created ? "create" : "find"), app.publicIds.decode("disburse", taken.order.id)],
    "batch_row_done",
  );
  return null;
}

/** Stops a batch in whose maker's name nothing may be done any more. What has its order keeps it; a colleague may take up the rest. */
async function standStill(app: App, batch: Batch, why: MakerProblem): Promise<void> {
  const event = await app.db.tx(async (tx) => {
    await lockForChange(tx, batch.id);
    // Somebody who may has taken it up again meanwhile: then it is his.
    const same = await tx.one("select 1 from disburse_batches where id = $1 and status = 'running' and session_id = $2", [batch.id, batch.session_id]);
    if (!same) return null;
    await leaveRows(app, tx, batch.id, why);
    return tellProgress(app, tx, batch.id);
  });
  if (event) app.events.publish([event]);
}

/** One row to its end: an order, or the reason why not. */
async function workRow(app: App, turn: Turn): Promise<void> {
  const { batch, line } = turn;
  let events: OutgoingEvent[] = [];
  const made = await answerOfVerb(() =>
    app.db.tx((tx) => {
      events = [];
      return makeRow(app, tx, turn, (...more) => events.push(...more));
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

async function workBatch(app: App, batch: Batch): Promise<void> {
  const lines = await app.db.rows<{ line: number }>(
    "select line from disburse_batch_rows where batch_id = $1 and status = 'waiting' order by line limit $2",
    [batch.id, CHUNK],
    "batch_waiting",
  );
  for (const { line } of lines) {
    // Asked anew for each: in the name of who is disabled meanwhile nothing more is ordered.
    const maker = await makerOf(app, batch, "disburses.batch");
    if (typeof maker === "string") return standStill(app, batch, maker);
    await workRow(app, { batch, maker, line });
  }
  const event = await app.db.tx((tx) => tellProgress(app, tx, batch.id));
  if (event) app.events.publish([event]);
}

/** Gives each running batch a chunk. @returns true when some may have more to do */
export async function workBatches(app: App): Promise<boolean> {
  const batches = await app.db.rows<Batch>(
    "select id, merchant_id, maker, session_id, started_at, remote_ip from disburse_batches where status = 'running' order by id limit $1",
    [BATCHES_AT_ONCE],
    "batches_running",
  );
  for (const batch of batches) await workBatch(app, batch);
  return batches.length > 0;
}
