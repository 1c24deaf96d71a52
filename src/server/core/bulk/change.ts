/** What people do with a job: start it, pause it, go on, cancel it, and repeat what failed as a new one. */
import type * as z from "zod";
import { BULK_ACTION_STATES, BULK_MAX, BULK_OBJECTS, bulkAct, bulkObjectOf, type BulkAction, type BulkStatus } from "../../../contract/bulk.ts";
import type { BulkJobDetail, bulkStart } from "../../../contract/bulk.schema.ts";
import { transition } from "../../../contract/life-cycles.ts";
import { formatAmount, parseAmount } from "../../../contract/money.ts";
import { can } from "../../../contract/permissions.ts";
import { isOther, type Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { requireRecheck } from "../session/recheck.ts";
import { bulkActOf, type BulkTarget } from "./acts.ts";
import { bulkDetail } from "./detail.ts";
import { refusedByGuard } from "./guard.ts";
import { prepareBulk } from "./prepare.ts";
import { bulkById, hasAmounts } from "./queries.ts";
import { cancelRows, jobEvent, lockJob, readJob, targetOf, type BulkJob } from "./store.ts";

type Change = Exclude<BulkAction, "again">;

/** A job that this person may change now, under its lock. Refuses not_found, forbidden, conflict, wrong_state */
async function lockFor(ctx: UserCtx, tx: Tx, id: bigint, version: number, action: Change): Promise<BulkJob | Refused> {
  const row = await bulkById(ctx.app, tx, id, ctx.actor);
  if (row instanceof Refused) return row;
  const job = await lockJob(tx, id);
  if (!job) return new Refused("not_found");
  if (!can(ctx.actor, bulkAct(job.act).by)) return new Refused("forbidden");
  // What it does, it does as its maker: nobody else sets it going.
  if ((action === "start" || action === "resume") && job.maker !== ctx.actor.id) return new Refused("forbidden");
  if (!(BULK_ACTION_STATES[action] as readonly BulkStatus[]).includes(job.status)) return new Refused("wrong_state", { details: { status: job.status } });
  // A running job counts on by itself: to stop it or to go on, nobody has to have seen the last figure.
  if (action === "start" && job.version !== version) return new Refused("conflict", { details: { version: job.version, status: job.status } });
  return job;
}

async function record(ctx: UserCtx, tx: Tx, before: BulkJob, action: Change): Promise<void> {
  const after = await readJob(tx, before.id);
  const target = targetOf(before);
  const name = target === null ? null : await bulkActOf(ctx.app, before.act).puts?.name(tx, target);
  await audit(ctx, tx, {
    action: `bulk.${action}`,
    objectType: "bulk",
    objectId: ctx.app.publicIds.encode("bulk", before.id),
    merchantId: before.merchant_id,
    before: { status: before.status },
    after: {
      status: after?.status ?? null,
      act: before.act,
      count: before.item_count,
      amount: hasAmounts(before.act) ? formatAmount(before.amount) : null,
      ...(target === null ? {} : { template: name ?? null, edition: target.edition }),
      ...(after === null || after.reason === null ? {} : { reason: after.reason }),
    },
  });
}

/** Runs a change of a job and answers it as it is then. */
async function changing(
  ctx: UserCtx,
  id: bigint,
  version: number,
  action: Change,
  change: (tx: Tx, job: BulkJob) => Promise<Refused | null>,
): Promise<Answer<BulkJobDetail>> {
  const done = await ctx.tx(async (tx) => {
    const job = await lockFor(ctx, tx, id, version, action);
    if (job instanceof Refused) return job;
    const against = await change(tx, job);
    if (against) return against;
    await record(ctx, tx, job, action);
    const now = await readJob(tx, id);
    ctx.emit(jobEvent(job, now?.version ?? job.version));
    return {};
  });
  return isOther(done) ? done : bulkDetail(ctx, id);
}

const setRunning = (ctx: UserCtx, tx: Tx, job: BulkJob, status: string, reason: string | null): Promise<number> =>
  tx.run(
    `update bulk_jobs set status = $2, pause_reason = null, session_id = $3, remote_ip = $4, started_at = coalesce(started_at, $5), reason = $6, version = version + 1
     where id = $1`,
    [job.id, status, ctx.actor.sessionId, ctx.ip, new Date(ctx.app.now()), reason],
  );

/** What the person says he saw against what is there; null: it is the same. */
function notAsSeen(job: BulkJob, input: z.output<typeof bulkStart>): Refused | null {
  const money = hasAmounts(job.act);
  const seen = input.sum === undefined ? null : parseAmount(input.sum);
  if (money && seen === null) return refusedField("sum", "required");
  if (input.count !== job.waiting || (money && seen !== job.amount))
    return new Refused("conflict", { details: { version: job.version, status: job.status, count: job.waiting } });
  return null;
}

/**
 * The maker's yes. Refuses not_found, forbidden (also above what he may decide alone, the sum counts), wrong_state, conflict,
 * validation_failed on what was typed, recheck_required
 */
export async function startBulk(ctx: UserCtx, id: bigint, input: z.output<typeof bulkStart>): Promise<Answer<BulkJobDetail>> {
  // Who may not see it proves nothing first.
  const seen = await bulkById(ctx.app, ctx.app.db, id, ctx.actor);
  if (seen instanceof Refused) return seen;
  if (bulkAct(seen.act).recheck && seen.mine) await requireRecheck(ctx);
  return changing(ctx, id, input.version, "start", async (tx, job) => {
    const against = notAsSeen(job, input) ?? refusedByGuard(ctx, job.act, job.amount, input);
    if (against) return against;
    await setRunning(ctx, tx, job, transition("bulk_jobs", "draft", "start"), input.reason ?? null);
    return null;
  });
}

/** Stops it between two items. Refuses not_found, forbidden, wrong_state */
export function pauseBulk(ctx: UserCtx, id: bigint, version: number): Promise<Answer<BulkJobDetail>> {
  return changing(ctx, id, version, "pause", async (tx, job) => {
    await tx.run("update bulk_jobs set status = $2, pause_reason = 'by_person', version = version + 1 where id = $1", [
      job.id,
      transition("bulk_jobs", "running", "pause"),
    ]);
    return null;
  });
}

/** Goes on with what waits, in the session of this call. Refuses not_found, forbidden, wrong_state, recheck_required */
export async function resumeBulk(ctx: UserCtx, id: bigint, version: number): Promise<Answer<BulkJobDetail>> {
  const seen = await bulkById(ctx.app, ctx.app.db, id, ctx.actor);
  if (seen instanceof Refused) return seen;
  if (bulkAct(seen.act).recheck && seen.mine) await requireRecheck(ctx);
  return changing(ctx, id, version, "resume", async (tx, job) => {
    await setRunning(ctx, tx, job, transition("bulk_jobs", "paused", "resume"), job.reason);
    return null;
  });
}

/** Leaves out whatever has had no turn. Refuses not_found, forbidden, wrong_state */
export function cancelBulk(ctx: UserCtx, id: bigint, version: number): Promise<Answer<BulkJobDetail>> {
  return changing(ctx, id, version, "cancel", async (tx, job) => {
    await cancelRows(ctx.app, tx, job);
    return null;
  });
}

/** What the job put on its objects, as it is now; where that is gone, what it was: preparing says so. */
async function targetNow({ app }: UserCtx, job: BulkJob | null): Promise<BulkTarget | null> {
  const target = job === null ? null : targetOf(job);
  if (job === null || target === null) return null;
  return (await bulkActOf(app, job.act).puts?.newest(app.db, target)) ?? target;
}

/** A new job of the items that failed or had no turn, on their objects and with its target as they are now. Refuses not_found, forbidden, wrong_state */
export async function repeatBulk(ctx: UserCtx, id: bigint): Promise<Answer<BulkJobDetail>> {
  const { app } = ctx;
  const row = await bulkById(app, app.db, id, ctx.actor);
  if (row instanceof Refused) return row;
  if (!row.actions.includes("again")) return new Refused(row.mine ? "wrong_state" : "forbidden", { details: { status: row.status } });
  const items = await app.db.rows<{ object_id: bigint; reference: string | null }>(
    "select object_id, reference from bulk_items where job_id = $1 and status in ('failed', 'skipped') order by position limit $2",
    [id, BULK_MAX],
  );
  const { kind } = BULK_OBJECTS[bulkObjectOf(row.act)];
  const target = await targetNow(ctx, await readJob(app.db, id));
  return prepareBulk(ctx, {
    act: row.act,
    ...(target === null ? {} : { target: { id: String(target.id), edition: target.edition } }),
    items: items.map((item) => ({ id: app.publicIds.encode(kind, item.object_id), ...(item.reference === null ? {} : { reference: item.reference }) })),
  });
}
