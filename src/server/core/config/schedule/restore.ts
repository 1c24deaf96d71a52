/** Brings back a scheduled change that was just taken away: the very one that its people decided on, with its end. */
import { MINUTE_MS } from "../../../../contract/time.ts";
import type * as z from "zod";
import { SAFEGUARDS, SCHEDULE_RESTORE_MINUTES } from "../../../../contract/config.ts";
import type { ConfigScheduleItem, configScheduleRestore } from "../../../../contract/config.schema.ts";
import { transition } from "../../../../contract/life-cycles.ts";
import type { Answer } from "../../../platform/answer.ts";
import { audit, changed } from "../../../platform/audit.ts";
import type { UserCtx } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db/pool.ts";
import { Refused } from "../../../platform/refusal.ts";
import { raiseAlert } from "../../alerts/raise.ts";
import { requireRecheck } from "../../session/recheck.ts";
import { lockConfig } from "../change.ts";
import type { Values } from "../judge.ts";
import { expectedAt, scheduleOut, sideOf, type Stored } from "./stored.ts";

/** What it was when it was taken away. */
function eventOf({ problem }: Stored): "restore" | "restore_held" | "restore_refused" {
  if (problem === null) return "restore";
  return problem.code === "changed" ? "restore_held" : "restore_refused";
}

/** Null: it can wait again, since nothing that it stands on has moved. */
async function refuseWaiting(ctx: UserCtx, tx: Tx, now: Values, plan: Stored): Promise<Refused | null> {
  if (plan.due_at.getTime() <= ctx.app.now()) return new Refused("wrong_state", { details: { status: plan.status } });
  const main = plan.ends === null ? null : await tx.one<Stored>("select * from config_schedules where id = $1", [plan.ends]);
  if (main !== null && main.status !== "waiting" && main.status !== "applied") return new Refused("wrong_state", { details: { status: main.status } });
  const moved = changed(await expectedAt(tx, now, plan.due_at, null), sideOf(plan, "before"));
  if (Object.keys(moved.after).length > 0) return new Refused("conflict", { details: { version: plan.version, status: plan.status } });
  if (SAFEGUARDS.some((key) => key in sideOf(plan, "after"))) await requireRecheck(ctx);
  return null;
}

/**
 * As it was before it was taken away, within {@link SCHEDULE_RESTORE_MINUTES} of that and before its moment.
 * Refuses `not_found`, `wrong_state`, `forbidden` (somebody else took it away, or another one took its place), `conflict` (it, or the values that it was decided on, have changed since), `recheck_required`
 */
export function restoreSchedule(ctx: UserCtx, id: number, { version }: z.output<typeof configScheduleRestore>): Promise<Answer<ConfigScheduleItem>> {
  return ctx.tx(async (tx) => {
    const locked = await lockConfig(tx);
    const plan = await tx.one<Stored>("select * from config_schedules where id = $1 for update", [id]);
    if (plan === null) return new Refused("not_found");
    const endedMs = plan.ended_at?.getTime() ?? 0;
    if (plan.status !== "cancelled" || ctx.app.now() - endedMs > SCHEDULE_RESTORE_MINUTES * MINUTE_MS)
      return new Refused("wrong_state", { details: { status: plan.status } });
    // Whose change somebody else has stopped does not set it going again.
    if (plan.cancelled_by !== ctx.actor.id) return new Refused("forbidden");
    if (plan.version !== version) return new Refused("conflict", { details: { version: plan.version, status: plan.status } });
    const event = eventOf(plan);
    const against = event === "restore" ? await refuseWaiting(ctx, tx, locked.values, plan) : null;
    if (against) return against;
    const status = transition("config_schedules", "cancelled", event);
    const back = await tx.one<Stored>(
      "update config_schedules set status = $2, ended_at = $3, cancelled_by = null, version = version + 1 where id = $1 returning *",
      [id, status, event === "restore" ? null : plan.ended_at],
    );
    if (back === null) return new Refused("not_found");
    const until = event === "restore" ? await restoreEnd(tx, plan) : null;
    await audit(ctx, tx, {
      action: "config.schedule-restore",
      objectType: "config",
      objectId: null,
      before: { status: "cancelled" },
      after: { status, valid_from: plan.due_at.toISOString(), maker: plan.maker_account },
    });
    if (event !== "restore")
      await raiseAlert(ctx.app, tx, {
        kind: "config_schedule",
        object: { type: "config", id: null },
        data: { schedule: id, status, code: plan.problem?.code ?? "" },
      });
    ctx.emit({ kind: "config", objectId: BigInt(id), version: back.version, change: "changed", merchantId: null });
    return scheduleOut({ ...back, until_at: until });
  });
}

/** Its end, which went at the same moment. @returns when that is due */
async function restoreEnd(tx: Tx, plan: Stored): Promise<Date | null> {
  const end = await tx.one<{ due_at: Date }>(
    "update config_schedules set status = $3, ended_at = null, version = version + 1 where ends = $1 and status = 'cancelled' and ended_at = $2 returning due_at",
    [plan.id, plan.ended_at, transition("config_schedules", "cancelled", "restore")],
  );
  return end?.due_at ?? null;
}
