/** Schedules of exports: made, changed, paused, resumed, run at once, deleted and taken back, by their owners alone. */
import { nextDue, readClock, EXPORT_TELL_PERMISSION } from "../../../contract/exports.ts";
import type { ExportFileOut, ExportScheduleIn, ExportScheduleOut, ExportSchedulePatch } from "../../../contract/exports.schema.ts";
import type { AlertChannel } from "../../../contract/exceptions.ts";
import type { AuditAction, AuditFields } from "../../../contract/audit.ts";
import { can } from "../../../contract/permissions.ts";
import { transition } from "../../../contract/life-cycles.ts";
import { channelRaws } from "../../core/alerts/channels.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit, changed, changedIn } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { toJson, type Queryable, type Tx } from "../../platform/db/pool.ts";
import { isStaff } from "../../platform/lists/scope.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { lockPerson, refuseSchedule, refuseWaiting } from "./bounds.ts";
import { agreedNow } from "./owner.ts";
import { exportsEvent, fileOut, frequencyOf, lockSchedule, queueFile, scheduleById, scheduleOut, type ScheduleRow } from "./store.ts";
import { mayHave, refuseWanted } from "./wanted.ts";

/** What of a schedule a person decides. */
type Plan = Pick<
  ScheduleRow,
  "name" | "list" | "filters" | "date_range" | "columns" | "totals" | "format" | "language" | "frequency" | "on_day" | "at_minute" | "channel"
>;

/** A plan as the trail keeps it. */
const auditable = (plan: Plan): AuditFields => ({
  name: plan.name,
  list: plan.list,
  filters: plan.filters,
  range: plan.date_range,
  columns: plan.columns,
  totals: plan.totals,
  format: plan.format,
  language: plan.language,
  frequency: plan.frequency,
  on: plan.on_day,
  at: plan.at_minute,
  channel: plan.channel,
});

async function note(ctx: UserCtx, tx: Tx, action: AuditAction, id: number, sides: { before?: AuditFields; after?: AuditFields }): Promise<void> {
  await audit(ctx, tx, { action, objectType: "export-schedule", objectId: String(id), merchantId: ctx.actor.merchantId, ...sides });
}

/** Channels that this person may have told. */
export async function channelsFor(q: Queryable, ctx: Pick<UserCtx, "actor">): Promise<AlertChannel[]> {
  return isStaff(ctx.actor) && can(ctx.actor, EXPORT_TELL_PERMISSION)
    ? (await channelRaws(q)).filter(({ enabled }) => enabled).map(({ channel }) => channel)
    : [];
}

/** Null: it says when, and tells whom it may. Refuses validation_failed */
async function refusePlan(ctx: UserCtx, q: Queryable, plan: Plan, before: Plan | null): Promise<Refused | null> {
  const { frequency, on_day: on } = plan;
  if (frequency === "daily" && on !== null) return refusedField("on", "not_allowed");
  if (frequency !== "daily" && on === null) return refusedField("on", "required");
  if (frequency === "weekly" && (on ?? 0) > 7) return refusedField("on", "too_large");
  if (plan.channel !== null && plan.channel !== before?.channel && !(await channelsFor(q, ctx)).includes(plan.channel))
    return refusedField("channel", "not_allowed");
  return refuseWanted(ctx, plan);
}

const minuteOf = (text: string): number => readClock(text) ?? 0; // the schema has read it

async function answer(ctx: UserCtx, tx: Tx, id: number): Promise<ExportScheduleOut> {
  const row = await scheduleById(tx, id);
  if (row === null) throw new Error("a schedule that was just written is not there");
  ctx.emit(exportsEvent(row.merchant_id, row.version));
  return scheduleOut(row);
}

/** What of a plan may be changed, as both statements that write a schedule take it. */
function valuesOf(plan: Plan): Readonly<Record<string, unknown>> {
  const { name, filters, date_range, columns, totals, format, language, frequency, on_day, at_minute, channel } = plan;
  return { name, filters: toJson(filters), date_range, columns, totals, format, language, frequency, on_day, at_minute, channel };
}

/** A new schedule. Refuses forbidden, validation_failed, too_many_schedules */
export function createSchedule(ctx: UserCtx, body: ExportScheduleIn): Promise<Answer<ExportScheduleOut>> {
  const { app, actor } = ctx;
  const { range, lang, on, time, ...rest } = body;
  const plan: Plan = { ...rest, date_range: range, language: lang, on_day: on, at_minute: minuteOf(time) };
  return ctx.tx(async (tx) => {
    await lockPerson(tx, actor.id);
    const against = (await refusePlan(ctx, tx, plan, null)) ?? (await refuseSchedule(tx, actor.id));
    if (against) return against;
    const agreed = await agreedNow(tx, actor.id);
    const nowMs = app.now();
    const made = await tx.one<{ id: number }>(
      `insert into export_schedules (user_id, merchant_id, user_type, role_id, list, next_at, created_at, name, filters, date_range, columns, totals, format, language,
         frequency, on_day, at_minute, channel)
       values ($user_id, $merchant_id, $user_type, $role_id, $list, $next_at, $created_at, $name, $filters, $date_range, $columns, $totals, $format, $language,
         $frequency, $on_day, $at_minute, $channel) returning id`,
      {
        user_id: actor.id,
        merchant_id: actor.merchantId,
        user_type: agreed.user_type,
        role_id: agreed.role_id,
        list: plan.list,
        next_at: new Date(nextDue(frequencyOf(plan), nowMs)),
        created_at: new Date(nowMs),
        ...valuesOf(plan),
      },
    );
    if (made === null) throw new Error("a schedule was not kept");
    await note(ctx, tx, "exports.schedule", made.id, { after: auditable(plan) });
    return answer(ctx, tx, made.id);
  });
}

function withoutDays({ from: _from, to: _to, ...others }: Plan["filters"]): Plan["filters"] {
  return others;
}

/** A schedule that stands, of the version that the person saw. Refuses not_found, conflict */
async function lockOwn(ctx: UserCtx, tx: Tx, id: number, version: number): Promise<ScheduleRow | Refused> {
  const row = await lockSchedule(tx, id, ctx.actor.id);
  if (row === null || row.deleted_at !== null) return new Refused("not_found");
  return row.version === version ? row : new Refused("conflict", { details: { version: row.version, status: row.status } });
}

/**
 * Changes a schedule: who saves it says yes to it as he is now. One that had paused by itself stays paused.
 * Refuses not_found, conflict, forbidden, validation_failed
 */
export function patchSchedule(ctx: UserCtx, id: number, { version, range, lang, on, time, ...rest }: ExportSchedulePatch): Promise<Answer<ExportScheduleOut>> {
  const { app } = ctx;
  return ctx.tx(async (tx) => {
    const row = await lockOwn(ctx, tx, id, version);
    if (row instanceof Refused) return row;
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Partial<Plan>; // fields of the schema
    const plan: Plan = {
      ...row,
      ...given,
      ...(range === undefined ? {} : { date_range: range }),
      // Days that move take the place of those that stood.
      ...(range && given.filters === undefined ? { filters: withoutDays(row.filters) } : {}),
      ...(lang === undefined ? {} : { language: lang }),
      ...(on === undefined ? {} : { on_day: on }),
      ...(time === undefined ? {} : { at_minute: minuteOf(time) }),
    };
    const against = await refusePlan(ctx, tx, plan, row);
    if (against) return against;
    const moved = toJson(frequencyOf(plan)) !== toJson(frequencyOf(row));
    const agreed = { ...(await agreedNow(tx, ctx.actor.id)), merchant_id: ctx.actor.merchantId };
    if (changedIn(tx, { ...row, ...auditable(row) }, { ...agreed, ...auditable(plan) }) === null) return answer(ctx, tx, id);
    await tx.run(
      `update export_schedules set merchant_id = $merchant_id, user_type = $user_type, role_id = $role_id, next_at = $next_at, name = $name, filters = $filters,
         date_range = $date_range, columns = $columns, totals = $totals, format = $format, language = $language, frequency = $frequency, on_day = $on_day,
         at_minute = $at_minute, channel = $channel, version = version + 1 where id = $id`,
      {
        id,
        ...agreed,
        next_at: moved ? new Date(nextDue(frequencyOf(plan), app.now())) : row.next_at,
        ...valuesOf(plan),
      },
    );
    await note(ctx, tx, "exports.update", id, changed({ ...auditable(row) }, { ...auditable(plan) }));
    return answer(ctx, tx, id);
  });
}

/** Stands still until its owner goes on. Refuses not_found, conflict, wrong_state */
export function pauseSchedule(ctx: UserCtx, id: number, version: number): Promise<Answer<ExportScheduleOut>> {
  return ctx.tx(async (tx) => {
    const row = await lockOwn(ctx, tx, id, version);
    if (row instanceof Refused) return row;
    if (row.status !== "active") return new Refused("wrong_state", { details: { status: row.status } });
    await tx.run("update export_schedules set status = $2, pause_reason = 'by_person', version = version + 1 where id = $1", [
      id,
      transition("export_schedules", row.status, "pause"),
    ]);
    await note(ctx, tx, "exports.pause", id, { before: { status: row.status }, after: { status: "paused", name: row.name } });
    return answer(ctx, tx, id);
  });
}

/** Its next moment, and its owner as he is now: what passed meanwhile is not made up for. */
async function goOn(ctx: UserCtx, tx: Tx, row: ScheduleRow): Promise<void> {
  const agreed = await agreedNow(tx, ctx.actor.id);
  await tx.run(
    `update export_schedules set status = $2, pause_reason = null, merchant_id = $3, user_type = $4, role_id = $5, next_at = $6, deleted_at = null, version = version + 1
     where id = $1`,
    [
      row.id,
      row.status === "paused" ? transition("export_schedules", row.status, "resume") : row.status,
      ctx.actor.merchantId,
      agreed.user_type,
      agreed.role_id,
      new Date(nextDue(frequencyOf(row), ctx.app.now())),
    ],
  );
}

/** Goes on from its next moment. Refuses not_found, conflict, wrong_state, and as making it: forbidden, validation_failed */
export function resumeSchedule(ctx: UserCtx, id: number, version: number): Promise<Answer<ExportScheduleOut>> {
  return ctx.tx(async (tx) => {
    const row = await lockOwn(ctx, tx, id, version);
    if (row instanceof Refused) return row;
    if (row.status !== "paused") return new Refused("wrong_state", { details: { status: row.status } });
    const against = await refusePlan(ctx, tx, row, row);
    if (against) return against;
    await goOn(ctx, tx, row);
    await note(ctx, tx, "exports.resume", id, { before: { status: row.status, reason: row.pause_reason }, after: { status: "active", name: row.name } });
    return answer(ctx, tx, id);
  });
}

/** Makes its file now, beside its moments. Refuses not_found, conflict, forbidden, too_many_files, wrong_state while it is paused, export_under_way */
export function runSchedule(ctx: UserCtx, id: number, version: number): Promise<Answer<ExportFileOut>> {
  const at = new Date(ctx.app.now());
  return ctx.tx(async (tx) => {
    await lockPerson(tx, ctx.actor.id);
    const row = await lockOwn(ctx, tx, id, version);
    if (row instanceof Refused) return row;
    if (row.status !== "active") return new Refused("wrong_state", { details: { status: row.status } });
    if (!mayHave(ctx.app, row.list, ctx.actor)) return new Refused("forbidden");
    const against = await refuseWaiting(tx, ctx.actor.id);
    if (against) return against;
    const file = await queueFile(tx, { ...row, schedule_id: id, due_at: null, missed: 0, counted_from: at }, at);
    if (file === null) return new Refused("export_under_way");
    await note(ctx, tx, "exports.run", id, { after: { name: row.name, list: row.list } });
    ctx.emit(exportsEvent(row.merchant_id, row.version));
    return fileOut(file);
  });
}

/** Takes it away; for a month it can be taken back. Refuses not_found, conflict */
export function deleteSchedule(ctx: UserCtx, id: number, version: number): Promise<Answer<ExportScheduleOut>> {
  return ctx.tx(async (tx) => {
    const row = await lockOwn(ctx, tx, id, version);
    if (row instanceof Refused) return row;
    await tx.run("update export_schedules set deleted_at = $2, version = version + 1 where id = $1", [id, new Date(ctx.app.now())]);
    await note(ctx, tx, "exports.delete", id, { before: auditable(row), after: { deleted: true } });
    return answer(ctx, tx, id);
  });
}

/** Takes the deletion back. Refuses not_found, conflict, forbidden, too_many_schedules */
export function restoreSchedule(ctx: UserCtx, id: number, version: number): Promise<Answer<ExportScheduleOut>> {
  return ctx.tx(async (tx) => {
    await lockPerson(tx, ctx.actor.id);
    const row = await lockSchedule(tx, id, ctx.actor.id);
    if (row === null || row.deleted_at === null) return new Refused("not_found");
    if (row.version !== version) return new Refused("conflict", { details: { version: row.version } });
    if (!mayHave(ctx.app, row.list, ctx.actor)) return new Refused("forbidden");
    const against = await refuseSchedule(tx, ctx.actor.id);
    if (against) return against;
    // One that stood still stands still again.
    if (row.status === "active") await goOn(ctx, tx, row);
    else await tx.run("update export_schedules set deleted_at = null, version = version + 1 where id = $1", [id]);
    await note(ctx, tx, "exports.restore", id, { before: { name: row.name, deleted: true }, after: { deleted: false } });
    return answer(ctx, tx, id);
  });
}
