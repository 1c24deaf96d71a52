/** Scheduled changes whose values somebody has changed since are held: their people decided on other values. */
import type { ScheduleProblem } from "../../../../contract/config.ts";
import { transition } from "../../../../contract/life-cycles.ts";
import { raiseAlert } from "../../alerts/raise.ts";
import { audit } from "../../../platform/audit.ts";
import type { Ctx } from "../../../platform/context.ts";
import { toJson, type Tx } from "../../../platform/db/pool.ts";
import type { Stored } from "./stored.ts";

/** What stands against a scheduled change. */
export interface Problem {
  readonly code: ScheduleProblem;
  /** Settings it is about; empty where it is about people. */
  readonly keys: readonly string[];
}

/** The end of a change that will not come has nothing to end: it goes at the same moment. The caller holds config's lock. */
export async function dropEnd(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.run("update config_schedules set status = $2, ended_at = $3, version = version + 1 where ends = $1 and status = 'waiting'", [
    id,
    transition("config_schedules", "waiting", "cancel"),
    at,
  ]);
}

/** Takes a change that waits out of its turn, says so in the trail and calls a person. The caller holds config's lock. */
export async function takeOut(ctx: Ctx, tx: Tx, plan: Stored, problem: Problem): Promise<void> {
  const status = transition("config_schedules", "waiting", problem.code === "changed" ? "hold" : "refuse");
  const now = new Date(ctx.app.now());
  await tx.run("update config_schedules set status = $2, problem = $3, ended_at = $4, version = version + 1 where id = $1 and status = 'waiting'", [
    plan.id,
    status,
    toJson(problem),
    now,
  ]);
  await dropEnd(tx, plan.id, now);
  await audit(ctx, tx, {
    action: "config.schedule-hold",
    objectType: "config",
    objectId: null,
    before: { status: "waiting" },
    after: { status, valid_from: plan.due_at.toISOString(), maker: plan.maker_account, reason: problem.code },
  });
  await raiseAlert(ctx.app, tx, { kind: "config_schedule", object: { type: "config", id: null }, data: { schedule: plan.id, status, code: problem.code } });
}

/** Holds what waits for any of these keys. In the transaction of the change by hand. */
export async function holdTouched(ctx: Ctx, tx: Tx, keys: readonly string[]): Promise<void> {
  const touched = await tx.rows<Stored>(
    `select * from config_schedules where status = 'waiting' and exists (select 1 from jsonb_array_elements(changes) c where c ->> 'key' = any ($1)) order by id for update`,
    [keys],
  );
  const out = new Set(touched.map(({ id }) => id));
  // The end of a change goes with it.
  for (const plan of touched.filter(({ ends }) => ends === null || !out.has(ends)))
    await takeOut(ctx, tx, plan, { code: "changed", keys: plan.changes.map(({ key }) => key).filter((key) => keys.includes(key)) });
}
