/** At its moment a scheduled change is looked at again, under the locks that a change by hand takes, and applied once, or held, or refused. */
import { FEE_KEYS, NEVER_SCHEDULED } from "../../../../contract/config.ts";
import { transition } from "../../../../contract/life-cycles.ts";
import { requireActiveChecker, requireActiveMaker } from "../../approvals/maker.ts";
import { doneOf } from "../../../platform/answer.ts";
import { changed } from "../../../platform/audit.ts";
import type { App } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db/pool.ts";
import { makeCtx } from "../../../platform/http/call.ts";
import type { Job } from "../../../platform/jobs/runner.ts";
import { type Locked, lockConfig, writeConfig } from "../change.ts";
import { crossErrors, formErrors, otherCurrency } from "../judge.ts";
import { type Problem, takeOut } from "./hold.ts";
import { sideOf, type Stored } from "./stored.ts";

const BATCH = 20;
const NAME = "config.schedule";

/** Applies what is due. @returns whether there may be more */
export async function applyDue(app: App): Promise<boolean> {
  const due = await app.db.rows<{ id: number }>("select id from config_schedules where status = 'waiting' and due_at <= $1 order by due_at, id limit $2", [
    new Date(app.now()),
    BATCH,
  ]);
  for (const { id } of due) await applyOne(app, id);
  if (due.length > 0) await app.config.reload();
  return due.length === BATCH;
}

/** Applies one, once: whoever comes second finds that it does not wait any more. */
async function applyOne(app: App, id: number): Promise<void> {
  const ctx = makeCtx(app, { type: "job", name: NAME }, { ip: null, requestId: "job", background: true, idempotency: null });
  const done = await ctx.tx(async (tx) => {
    const locked = await lockConfig(tx);
    const plan = await tx.one<Stored>("select * from config_schedules where id = $1 and status = 'waiting' and due_at <= $2 for update", [
      id,
      new Date(app.now()),
    ]);
    if (plan === null) return;
    const problem = await problemOf(tx, locked, plan);
    if (problem !== null) await takeOut(ctx, tx, plan, problem);
    else {
      const by = { id: plan.maker, account: plan.maker_account, checker: plan.checker_account };
      const cause = { action: "config.schedule-apply", reason: plan.reason, schedule: id } as const;
      const version = await writeConfig(ctx, tx, locked, changed(locked.values, sideOf(plan, "after")), by, cause);
      await tx.run("update config_schedules set status = $2, applied_version = $3, ended_at = $4, version = version + 1 where id = $1 and status = 'waiting'", [
        id,
        transition("config_schedules", "waiting", "apply"),
        version,
        new Date(app.now()),
      ]);
    }
    ctx.emit({ kind: "config", objectId: BigInt(id), version: plan.version + 1, change: "changed", merchantId: null });
  });
  doneOf(done);
}

/** What stands against it by now; null: it is what was decided on, by people who may still decide it. */
async function problemOf(tx: Tx, { values }: Locked, plan: Stored): Promise<Problem | null> {
  // An end was decided with the change it ends: what was loosened for a while does not stay loose because its people have left.
  if (plan.ends === null && (await requireActiveMaker(tx, plan.maker, "config.edit"))) return { code: "maker_inactive", keys: [] };
  if (plan.ends === null && plan.checker !== null && (await requireActiveChecker(tx, plan.checker, "config.edit")))
    return { code: "checker_inactive", keys: [] };
  const moved = Object.keys(changed(values, sideOf(plan, "before")).after);
  if (moved.length > 0) return { code: "changed", keys: moved };
  const after = sideOf(plan, "after");
  const never = NEVER_SCHEDULED.filter((key) => key in after);
  if (never.length > 0) return { code: "invalid", keys: never };
  const form = formErrors(after);
  const fields = Object.keys(form).length > 0 ? form : { ...crossErrors(after, { ...values, ...after }), ...(await otherCurrency(tx, after)) };
  if (Object.keys(fields).length > 0) return { code: "invalid", keys: [...new Set(Object.keys(fields).map((field) => field.split(".")[0] ?? field))] };
  const fees = FEE_KEYS.filter((key) => key in after);
  const asks = plan.ends === null && fees.length > 0 && values["second_person_fees"] === true && values["one_person"] !== true;
  // One's own yes, given while one person ran the platform, is no second one.
  return asks && (plan.checker === null || plan.checker === plan.maker) ? { code: "approval_required", keys: fees } : null;
}

export const scheduleJobs: Job[] = [{ name: NAME, everyMs: 1000, lock: 50, run: applyDue }];
