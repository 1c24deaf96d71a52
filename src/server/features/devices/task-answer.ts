/**
 * Payout tasks of the native app: what became of them. The first answer stands; the same one again is answered the same,
 * another one is a conflict. Everything it does to the order goes through `core/payouts/outcome.ts`. A phone that takes its
 * word back is refused, but heard: what it says now is kept as evidence, and a person is told.
 */
import type { DeviceTaskAnswer, DeviceTaskAnswered, DeviceTaskResult } from "../../../contract/devices.schema.ts";
import { transition } from "../../../contract/life-cycles.ts";
import { trxKey } from "../../../domain/messages/index.ts";
import { completeAttempt, isTrxId, noteEvidence, type OutcomeResult, type AttemptReport } from "../../core/payouts/outcome.ts";
import { failAttempt, markUnknown } from "../../core/payouts/not-paid.ts";
import { contradict } from "../../core/payouts/report.ts";
import { lockAttempt, type Attempt, type AttemptKey, type Disburse } from "../../core/payouts/store.ts";
import { changedEvent } from "../../core/payouts/writing.ts";
import { eventActorOf } from "../../core/timeline.ts";
import { Undone } from "../../platform/db/undone.ts";
import type { Answer } from "../../platform/answer.ts";
import type { DeviceCtx } from "../../platform/context.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { networkOrNull } from "./admit.ts";
import { touch } from "./notes.ts";

interface TaskRow {
  readonly id: bigint;
  readonly disburse_id: bigint;
  readonly attempt_no: number;
  readonly status: "handed" | "answered" | "lapsed";
  readonly result: DeviceTaskResult | null;
  readonly trx_id: string | null;
  readonly reason: string | null;
  readonly answered_at: Date | null;
}

const COLUMNS = "id, disburse_id, attempt_no, status, result, trx_id, reason, answered_at";

/**
 * Takes a phone's answer.
 * Refuses not_found for a task that this phone was not given, already_answered, validation_failed
 */
export async function answerTask(ctx: DeviceCtx, publicId: string, input: DeviceTaskAnswer): Promise<Answer<DeviceTaskAnswered>> {
  if (input.result === "sent" && !isTrxId(input.trx_id)) return refusedField("trx_id");
  const id = ctx.app.publicIds.decode("task", publicId);
  const place = id === null ? null : await given(ctx, ctx.app.db, id);
  if (place === null) return new Refused("not_found");
  await touch(ctx.app, ctx.actor.deviceId, ctx.ip, networkOrNull(ctx.ip), null);
  const key = { disburseId: place.disburse_id, no: place.attempt_no };
  const row = await ctx.tx(async (tx) => {
    // Continuity row and order first, as everything that ends an attempt takes them; the order's lock covers its tasks.
    const at = await lockAttempt(tx, key);
    const task = await given(ctx, tx, place.id);
    if (task === null) return new Refused("not_found");
    if (task.result !== null) {
      if (isSame(task, input)) return task;
      await hear(ctx, tx, at, task, input);
      return null;
    }
    const outcome = await apply(ctx, tx, key, task, input);
    return keep(ctx, tx, task.id, input, outcome);
  });
  if (row instanceof Undone) return row;
  // Refused behind the commit: what was heard stays.
  if (row === null) return new Refused("already_answered");
  return {
    id: ctx.app.publicIds.encode("task", row.id),
    result: row.result ?? input.result,
    trx_id: row.trx_id,
    reason: row.reason,
    answered_at: (row.answered_at ?? new Date(ctx.app.now())).toISOString(),
  };
}

/** The task, if this phone was given it. */
function given(ctx: DeviceCtx, q: Pick<Tx, "one">, id: bigint): Promise<TaskRow | null> {
  return q.one<TaskRow>(
    `select ${COLUMNS} from device_tasks where id = $1 and device_id = $2 and handed_at is not null`,
    [id, ctx.actor.deviceId],
    "device_task",
  );
}

const keyOf = (trxId: string | null): string | null => (trxId === null ? null : trxKey(trxId));
const saidBy = (ctx: DeviceCtx, task: TaskRow, input: DeviceTaskAnswer): AttemptReport => ({
  source: "device",
  by: eventActorOf(ctx),
  data: { task: ctx.app.publicIds.encode("task", task.id), ...input },
});

/** Another answer than the one that stands. After "I do not know" it is news for the person who weighs the order, otherwise a contradiction. */
async function hear(ctx: DeviceCtx, tx: Tx, at: { order: Disburse; attempt: Attempt }, task: TaskRow, input: DeviceTaskAnswer): Promise<void> {
  // The same failure in other words is nothing new.
  if (task.result === input.result && input.result !== "sent") return;
  const said = saidBy(ctx, task, input);
  // A phone repeats what it was refused: heard once is enough.
  const heard = await tx.one("select 1 from disburse_attempts where disburse_id = $1 and no = $2 and evidence @> $3::jsonb", [
    at.order.id,
    at.attempt.no,
    toJson([{ code: "phone_differs", data: said.data }]),
  ]);
  if (heard) return;
  const details = { answered: task.result, now: input.result, trx_id: input.result === "sent" ? input.trx_id : null };
  if (task.result === "unknown") await noteEvidence(ctx.app, tx, at.attempt, said, "phone_differs");
  const against = task.result === "unknown" ? null : await contradict(ctx.app, tx, at, said, "phone_differs", details);
  ctx.emit(changedEvent(against?.order ?? at.order));
}

function isSame(task: TaskRow, input: DeviceTaskAnswer): boolean {
  return (
    task.result === input.result &&
    keyOf(task.trx_id) === keyOf(input.result === "sent" ? input.trx_id : null) &&
    task.reason === (input.result === "failed" ? input.reason : null)
  );
}

/** What the answer means for the order; answers a stable word for the person who looks at the task. */
async function apply(ctx: DeviceCtx, tx: Tx, key: AttemptKey, task: TaskRow, input: DeviceTaskAnswer): Promise<string> {
  const { app } = ctx;
  const emit: DeviceCtx["emit"] = (...events) => ctx.emit(...events);
  const said = saidBy(ctx, task, input);
  if (input.result === "unknown") return wordOf(await markUnknown(app, tx, key, { ...said, code: "phone_unsure" }, emit));
  if (input.result === "failed") {
    const failed = { ...said, code: "phone_failed", message: input.reason };
    if (task.status !== "lapsed") return wordOf(await failAttempt(app, tx, key, failed, emit));
    // The time for its word has passed and the order counts as unknown: a person weighs it, by a re-check (rule 67).
    await noteEvidence(app, tx, key, failed, "phone_failed_late", input.reason);
    return "noted";
  }
  const paid = await completeAttempt(app, tx, key, { ...said, trxId: input.trx_id, costMinor: null, atMs: app.now() }, emit);
  // It says that money left, and what it says cannot be so: nobody knows, until a person has looked.
  if (paid.kind === "conflict") await markUnknown(app, tx, key, { ...said, code: paid.why === "trx_used" ? "phone_trx_used" : "phone_differs" }, emit);
  return wordOf(paid);
}

const wordOf = (result: OutcomeResult): string => result.why ?? result.kind;

async function keep(ctx: DeviceCtx, tx: Tx, id: bigint, input: DeviceTaskAnswer, outcome: string): Promise<TaskRow> {
  const row = await tx.one<TaskRow>(
    `update device_tasks set status = $7, result = $2, trx_id = $3, reason = $4, answered_at = to_timestamp($5 / 1000.0), outcome = $6
     where id = $1 and status in ('handed', 'lapsed') and result is null returning ${COLUMNS}`,
    [
      id,
      input.result,
      input.result === "sent" ? input.trx_id : null,
      input.result === "failed" ? input.reason : null,
      ctx.app.now(),
      outcome,
      transition("device_tasks", ["handed", "lapsed"], "answer"),
    ],
  );
  if (row === null) throw new Error(`device task ${id} changed under its order's lock`);
  return row;
}
