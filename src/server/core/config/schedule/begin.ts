/** A change that counts at once and ends by itself: it is applied in the very transaction in which it is made, and its end waits. */
import { transition } from "../../../../contract/life-cycles.ts";
import type { UserCtx } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/db/pool.ts";
import { type Difference, type Locked, type People, writeConfig } from "../change.ts";
import { holdTouched } from "./hold.ts";
import type { Stored } from "./stored.ts";

/** Applies what was just made, and holds what waits for the same settings, as a change by hand does. The caller keeps its end afterwards. */
export async function beginNow(
  ctx: UserCtx,
  tx: Tx,
  locked: Locked,
  { plan, difference, people }: { plan: Stored; difference: Difference; people: People },
): Promise<Stored> {
  const version = await writeConfig(ctx, tx, locked, difference, people, { action: "config.schedule-apply", reason: plan.reason, schedule: plan.id });
  const applied = await tx.one<Stored>(
    "update config_schedules set status = $2, applied_version = $3, ended_at = $4, version = version + 1 where id = $1 and status = 'waiting' returning *",
    [plan.id, transition("config_schedules", "waiting", "apply"), version, new Date(ctx.app.now())],
  );
  if (applied === null) throw new Error("A change that was just made does not wait.");
  await holdTouched(ctx, tx, Object.keys(difference.after));
  return applied;
}
