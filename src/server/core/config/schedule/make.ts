/** Scheduling a change of the configuration, and taking it away again. */
import { DAY_MS } from "../../../../contract/time.ts";
import type * as z from "zod";
import { NEVER_SCHEDULED, SCHEDULE_MOST_DAYS } from "../../../../contract/config.ts";
import type { ConfigScheduleItem, configSchedule, configScheduleCancel } from "../../../../contract/config.schema.ts";
import { transition } from "../../../../contract/life-cycles.ts";
import type { Answer } from "../../../platform/answer.ts";
import { audit, changed } from "../../../platform/audit.ts";
import type { UserCtx } from "../../../platform/context.ts";
import { toJson, type Tx } from "../../../platform/db/pool.ts";
import { Refused, refusedField } from "../../../platform/refusal.ts";
import { askFor, type Difference, lockConfig, peopleOf, refuseBad } from "../change.ts";
import { crossErrors, formErrors, otherCurrency, type Values } from "../judge.ts";
import { dropEnd } from "./hold.ts";
import { beginNow } from "./begin.ts";
import { expectedAt, scheduleOut, type Stored } from "./stored.ts";

/** Null: a change may be scheduled for this moment. */
function refuseMoment(ctx: UserCtx, at: Date): Refused | null {
  const ahead = at.getTime() - ctx.app.now();
  if (ahead <= 0) return refusedField("at", "too_small");
  return ahead > SCHEDULE_MOST_DAYS * DAY_MS ? refusedField("at", "too_large") : null;
}

/** True when a change makes all that was asked for, of the values that stood there when it was shown. */
const isShown = (difference: Difference, given: Values, shown: Values): boolean =>
  Object.keys(given).every((key) => key in difference.after) && Object.keys(changed(shown, difference.before).after).length === 0;

function tellScreens(ctx: UserCtx, { id, version }: Stored): void {
  ctx.emit({ kind: "config", objectId: BigInt(id), version, change: "changed", merchantId: null });
}

/** Ends one that waits, is held or was refused. Refuses `not_found`, `wrong_state`, `conflict` */
async function endSchedule(ctx: UserCtx, tx: Tx, id: number, version: number | null): Promise<Stored | Refused> {
  const plan = await tx.one<Stored>("select * from config_schedules where id = $1 for update", [id]);
  if (plan === null) return new Refused("not_found");
  if (plan.status === "applied" || plan.status === "cancelled") return new Refused("wrong_state", { details: { status: plan.status } });
  if (version !== null && plan.version !== version) return new Refused("conflict", { details: { version: plan.version, status: plan.status } });
  const now = new Date(ctx.app.now());
  const ended = await tx.one<Stored>(
    "update config_schedules set status = $2, ended_at = $3, cancelled_by = $4, version = version + 1 where id = $1 returning *",
    [id, transition("config_schedules", plan.status, "cancel"), now, version === null ? null : ctx.actor.id],
  );
  if (plan.status === "waiting") await dropEnd(tx, id, now);
  await audit(ctx, tx, {
    action: "config.schedule-cancel",
    objectType: "config",
    objectId: null,
    before: { status: plan.status },
    after: { status: "cancelled", valid_from: plan.due_at.toISOString(), maker: plan.maker_account },
  });
  return ended ?? new Refused("not_found");
}

/**
 * Null: what stood before may return at this moment. Then it is what will stand there, as far as anybody knows now, and it is allowed.
 * @param except one that is replaced
 */
async function refuseEnd(
  ctx: UserCtx,
  tx: Tx,
  locked: Values,
  plan: { at: Date; until: Date; except: number | null; difference: Difference },
): Promise<Refused | null> {
  const { at, until, except, difference } = plan;
  if (until.getTime() <= at.getTime()) return refusedField("until", "too_small");
  if (until.getTime() - ctx.app.now() > SCHEDULE_MOST_DAYS * DAY_MS) return refusedField("until", "too_large");
  const then = await expectedAt(tx, locked, until, except);
  const { before } = difference;
  const keysOf = (keys: readonly string[]): Refused => new Refused("validation_failed", { fields: { until: "not_allowed" }, details: { keys } });
  // Something else that waits changes the same settings before the end.
  const between = Object.keys(before).filter((key) => Object.keys(changed({ [key]: before[key] }, { [key]: then[key] }).after).length > 0);
  if (between.length > 0) return keysOf(between);
  const form = formErrors(before);
  const fields = Object.keys(form).length > 0 ? form : { ...crossErrors(before, { ...then, ...before }), ...(await otherCurrency(tx, before)) };
  return Object.keys(fields).length > 0 ? keysOf([...new Set(Object.keys(fields).map((field) => field.split(".")[0] ?? field))]) : null;
}

/**
 * Null: at this moment no change with an end stands on any of these settings. That end would find another value and leave all as it is.
 * @param except one that is replaced
 */
async function refuseInside(tx: Tx, at: Date, except: number | null, keys: readonly string[]): Promise<Refused | null> {
  const end = await tx.one<{ due_at: Date; keys: string[] }>(
    `select e.due_at, o.keys from config_schedules e join config_schedules s on s.id = e.ends
       cross join lateral (select array_agg(c ->> 'key') as keys from jsonb_array_elements(e.changes) c where c ->> 'key' = any ($3)) o
     where e.status = 'waiting' and e.due_at > $1 and s.due_at <= $1 and s.status in ('waiting', 'applied') and o.keys is not null
       and e.id is distinct from $2 and s.id is distinct from $2 order by e.due_at, e.id limit 1`,
    [at, except, keys],
  );
  if (end === null) return null;
  return new Refused("validation_failed", { fields: { at: "not_allowed" }, details: { keys: end.keys, until: end.due_at.toISOString() } });
}

interface Kept {
  readonly dueAt: Date;
  readonly side: Difference;
  readonly reason: string | undefined;
  readonly people: Awaited<ReturnType<typeof peopleOf>>;
  readonly ends: number | null;
}

/** Writes one that waits. */
async function keep(ctx: UserCtx, tx: Tx, { dueAt, side, reason, people, ends }: Kept): Promise<Stored> {
  const changes = Object.keys(side.after).map((key) => ({ key, before: side.before[key] ?? null, after: side.after[key] ?? null }));
  const kept = await tx.one<Stored>(
    `insert into config_schedules (due_at, changes, reason, maker, maker_account, checker, checker_account, created_at, ends)
     values ($due_at, $changes, $reason, $maker, $maker_account, $checker, $checker_account, $created_at, $ends) returning *`,
    {
      due_at: dueAt,
      changes: toJson(changes),
      reason: reason ?? null,
      maker: people.id,
      maker_account: people.account,
      checker: people.checkerId,
      checker_account: people.checker,
      created_at: new Date(ctx.app.now()),
      ends,
    },
  );
  if (kept === null) throw new Error("A scheduled change was not kept.");
  return kept;
}

/**
 * Keeps a change until its moment, and its end where it has one. It is checked, asked for and approved as a change by hand is, now; and looked at again then.
 * @param shown as a granted request: what the checker saw standing there; with another difference by now nobody has decided on it
 * Refuses `conflict`, `validation_failed`, `recheck_required`, and for what it replaces `not_found`, `wrong_state`
 */
export async function scheduleConfig(ctx: UserCtx, body: z.output<typeof configSchedule>, shown?: Values): Promise<Answer<ConfigScheduleItem>> {
  const { version, at: moment, until: end, reason, replaces, ...given } = body;
  const atOnce = moment === undefined;
  const at = new Date(moment ?? ctx.app.now());
  const until = end === undefined ? null : new Date(end);
  const never = NEVER_SCHEDULED.find((key) => key in given);
  if (never !== undefined) return refusedField(never, "not_allowed");
  // What counts at once and has no end is a change by hand.
  if (atOnce && until === null) return refusedField("until", "required");
  const done = await ctx.tx(async (tx) => {
    const locked = await lockConfig(tx);
    if (locked.version !== version) return new Refused("conflict");
    const early = atOnce ? null : refuseMoment(ctx, at);
    if (early) return early;
    const replaced = replaces === undefined ? null : await endSchedule(ctx, tx, replaces, null);
    if (replaced instanceof Refused) return replaced;
    const expected = atOnce ? locked.values : await expectedAt(tx, locked.values, at, replaces ?? null);
    const difference = changed(expected, given);
    if (shown !== undefined && !isShown(difference, given, shown)) return new Refused("conflict");
    const [first] = Object.keys(given);
    if (Object.keys(difference.after).length === 0) return refusedField(first ?? "at", first === undefined ? "required" : "not_allowed");
    const against = await refuseBad(ctx, tx, given, { ...expected, ...given }, difference.after);
    if (against) return against;
    const inside = await refuseInside(tx, at, replaces ?? null, Object.keys(difference.after));
    if (inside) return inside;
    const endless = until === null ? null : await refuseEnd(ctx, tx, locked.values, { at, until, except: replaces ?? null, difference });
    if (endless) return endless;
    const waiting = await askFor(ctx, tx, difference, {
      action: "schedule",
      version: locked.version,
      payload: { version, at: moment, until: end, reason, replaces, ...difference.after, expected: difference.before },
      shown: {
        ...(atOnce ? {} : { valid_from: at.toISOString() }),
        ...(until === null ? {} : { until: until.toISOString() }),
        ...(replaces === undefined ? {} : { replaces_schedule: `#${replaces}` }),
      },
    });
    if (waiting) return waiting;
    const people = await peopleOf(ctx, tx);
    const made = await keep(ctx, tx, { dueAt: at, side: difference, reason, people, ends: null });
    const kept = atOnce ? await beginNow(ctx, tx, locked, { plan: made, difference, people }) : made;
    if (until !== null) await keep(ctx, tx, { dueAt: until, side: { before: difference.after, after: difference.before }, reason, people, ends: kept.id });
    await audit(ctx, tx, {
      action: "config.schedule",
      objectType: "config",
      objectId: null,
      before: difference.before,
      after: {
        ...difference.after,
        valid_from: at.toISOString(),
        ...(until === null ? {} : { until: until.toISOString() }),
        ...(reason === undefined ? {} : { reason }),
      },
    });
    tellScreens(ctx, kept);
    return scheduleOut({ ...kept, until_at: until });
  });
  if (atOnce) await ctx.app.config.reload();
  return done;
}

/** Takes away one that waits, or that was held or refused. Refuses `not_found`, `wrong_state`, `conflict` */
export function cancelSchedule(ctx: UserCtx, id: number, { version }: z.output<typeof configScheduleCancel>): Promise<Answer<ConfigScheduleItem>> {
  return ctx.tx(async (tx) => {
    // Before the change's own lock, as whoever applies it does.
    await lockConfig(tx);
    const ended = await endSchedule(ctx, tx, id, version);
    if (ended instanceof Refused) return ended;
    tellScreens(ctx, ended);
    return scheduleOut(ended);
  });
}
