/** Tasks whose time is over: those that no phone answered, and those that no phone took. */
import type { App } from "../context.ts";
import { failAttempt, markUnknown, noteEvidence, recordOutcome } from "../disburses/outcome.ts";
import { lockAttempt, type AttemptKey } from "../disburses/store.ts";
import type { Tx } from "../db/pool.ts";
import type { Job } from "../jobs/runner.ts";

const BATCH = 100;
interface Due {
  readonly id: bigint;
  readonly disburse_id: bigint;
  readonly attempt_no: number;
}
const keyOf = (task: Due): AttemptKey => ({ disburseId: task.disburse_id, no: task.attempt_no });

/** Moves a task on under its order's lock; false when somebody else was faster. */
async function move(tx: Tx, task: Due, from: "handed" | "waiting", to: "lapsed" | "withdrawn"): Promise<boolean> {
  await lockAttempt(tx, keyOf(task));
  return (await tx.run("update device_tasks set status = $3 where id = $1 and status = $2", [task.id, from, to])) === 1;
}

/** Handed out and never answered: it may have been executed, so nobody knows (decision of a person, never a second hand-over). */
async function lapse(app: App, task: Due): Promise<void> {
  await recordOutcome(app, async (tx, emit) => {
    const at = await lockAttempt(tx, keyOf(task));
    if (!(await move(tx, task, "handed", "lapsed"))) return { kind: "same", why: null, order: at.order, details: {} };
    return markUnknown(app, tx, keyOf(task), { source: "job", code: "phone_silent", message: "The phone took the task and did not answer in time." }, emit);
  });
}

/** Waited too long, or its attempt is over: it never left and never will, which proves that the attempt did not pay. */
async function withdraw(app: App, task: Due): Promise<void> {
  await recordOutcome(app, async (tx, emit) => {
    const at = await lockAttempt(tx, keyOf(task));
    if (!(await move(tx, task, "waiting", "withdrawn"))) return { kind: "same", why: null, order: at.order, details: {} };
    const said = { source: "job", code: "not_taken", message: "No phone took the task in time." } as const;
    if (at.attempt.status === "created" || at.attempt.status === "sent") return failAttempt(app, tx, keyOf(task), said, emit);
    // An unknown attempt is now proven unpaid; that is for a re-check to say. One that is over needs no proof.
    if (at.attempt.status === "unknown") await noteEvidence(app, tx, keyOf(task), said, said.code, said.message);
    return { kind: "same", why: null, order: at.order, details: {} };
  });
}

/** One round. @returns true when there may be more */
export async function sweepTasks(app: App): Promise<boolean> {
  const nowMs = app.now();
  const silent = await app.db.rows<Due>(
    "select id, disburse_id, attempt_no from device_tasks where status = 'handed' and answer_until < to_timestamp($1 / 1000.0) order by answer_until limit $2",
    [nowMs, BATCH],
  );
  for (const task of silent) await lapse(app, task);
  const untaken = await app.db.rows<Due>(
    `select t.id, t.disburse_id, t.attempt_no from device_tasks t join disburse_attempts a on a.disburse_id = t.disburse_id and a.no = t.attempt_no
     where t.status = 'waiting' and (t.id < id_at(to_timestamp($1 / 1000.0)) or a.status in ('completed', 'failed', 'unknown')) order by t.id limit $2`,
    [nowMs - app.config.current.device_task_wait_minutes * 60_000, BATCH],
  );
  for (const task of untaken) await withdraw(app, task);
  return silent.length === BATCH || untaken.length === BATCH;
}

/** Jobs of the tasks. */
export const deviceTasksJobs: Job[] = [{ name: "devices.tasks", everyMs: 2_000, lock: 35, run: sweepTasks }];
