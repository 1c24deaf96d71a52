/** Tasks whose time is over: those that no phone answered, and those that no phone took. */
import { transition } from "../../../contract/life-cycles.ts";
import type { Operator } from "../../../contract/operators.ts";
import type { App } from "../../platform/context.ts";
import { failAttempt, markUnknown } from "../../core/payouts/not-paid.ts";
import { noteEvidence, recordOutcome, type OutcomeResult } from "../../core/payouts/outcome.ts";
import type { Emit } from "../../core/payouts/writing.ts";
import { lockAttempt, type Attempt, type AttemptKey } from "../../core/payouts/store.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { Job } from "../../platform/jobs/runner.ts";
import { closedFor } from "../../core/switches/closed.ts";

const BATCH = 100;
interface Due {
  readonly id: bigint;
  readonly disburse_id: bigint;
  readonly attempt_no: number;
}
const keyOf = (task: Due): AttemptKey => ({ disburseId: task.disburse_id, no: task.attempt_no });

/**
 * Ends a task under its order's lock, unless somebody else was faster.
 * @param follow what it means for the attempt; null: nothing
 */
async function end(
  app: App,
  task: Due,
  [from, event]: readonly ["handed" | "waiting", "lapse" | "withdraw"],
  follow: (tx: Tx, attempt: Attempt, emit: Emit) => Promise<OutcomeResult | null>,
): Promise<void> {
  await recordOutcome(app, async (tx, emit) => {
    const { order, attempt } = await lockAttempt(tx, keyOf(task));
    const moved = await tx.run("update device_tasks set status = $3 where id = $1 and status = $2", [task.id, from, transition("device_tasks", from, event)]);
    const followed = moved === 1 ? await follow(tx, attempt, emit) : null;
    return followed ?? { kind: "same", why: null, order, details: {} };
  });
}

/** Handed out and never answered: it may have been executed, so nobody knows (decision of a person, never a second hand-over). */
function lapse(app: App, task: Due): Promise<void> {
  const said = { source: "job", code: "phone_silent", message: "The phone took the task and did not answer in time." } as const;
  return end(app, task, ["handed", "lapse"], (tx, attempt, emit) => markUnknown(app, tx, attempt, said, emit));
}

/** Waited too long, or its attempt is over: it never left and never will, which proves that the attempt did not pay. */
function withdraw(app: App, task: Due): Promise<void> {
  const said = { source: "job", code: "not_taken", message: "No phone took the task in time." } as const;
  return end(app, task, ["waiting", "withdraw"], async (tx, attempt, emit) => {
    if (attempt.status === "created" || attempt.status === "sent") return failAttempt(app, tx, attempt, said, emit);
    // An unknown attempt is now proven unpaid; that is for a re-check to say. One that is over needs no proof.
    if (attempt.status === "unknown") await noteEvidence(app, tx, attempt, said, said.code, said.message);
    return null;
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
  await withdrawUntaken(app, nowMs - app.config.current.device_task_wait_minutes * 60_000);
  return silent.length === BATCH;
}

interface Untaken extends Due {
  readonly over: boolean;
  readonly wallet_id: bigint;
  readonly merchant_id: bigint;
  readonly operator: Operator;
}

/**
 * Tasks that wait since before `sinceMs`, and those whose attempt is over. One whose way is closed goes on waiting, and
 * has its whole time again once a switch is opened: nobody could take it meanwhile.
 */
async function withdrawUntaken(app: App, sinceMs: number): Promise<void> {
  for (let after = 0n; ; ) {
    const page = await app.db.rows<Untaken>(
      `select * from (
         select t.id, t.disburse_id, t.attempt_no, t.wallet_id, o.merchant_id, w.operator, a.status in ('completed', 'failed', 'unknown') as over
         from device_tasks t join disburse_attempts a on a.disburse_id = t.disburse_id and a.no = t.attempt_no join disburses o on o.id = t.disburse_id join wallets w on w.id = t.wallet_id
         where t.status = 'waiting' and t.id > $3) x
       where over or (id < id_at(to_timestamp($1 / 1000.0)) and not exists (
         select 1 from switches s where s.direction <> 'in' and (s.opened_at is null or s.opened_at > to_timestamp($1 / 1000.0))
           and (s.scope = 'platform' or s.operator = x.operator or s.merchant_id = x.merchant_id or s.wallet_id = x.wallet_id)))
       order by id limit $2`,
      [sinceMs, BATCH, after],
      "tasks_untaken",
    );
    for (const task of page) {
      const way = { direction: "out", operator: task.operator, merchantId: task.merchant_id, walletId: task.wallet_id } as const;
      if (task.over || (await closedFor(app, way)) === null) await withdraw(app, task);
    }
    const last = page.at(-1);
    if (page.length < BATCH || last === undefined) return;
    after = last.id;
  }
}

/** Jobs of the tasks. */
export const deviceTasksJobs: Job[] = [{ name: "devices.tasks", everyMs: 2_000, lock: 35, run: sweepTasks }];
