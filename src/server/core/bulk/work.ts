/**
 * Works off jobs: checks the items of new ones, does those of running ones, some of each job in turn. An item and its result are one
 * transaction, so what is taken up again after a crash finds either both or none.
 */
import { approvalAct } from "../../../contract/approvals.ts";
import { bulkAct, type MakerProblem } from "../../../contract/bulk.ts";
import { transition } from "../../../contract/life-cycles.ts";
import { parseAmount } from "../../../contract/money.ts";
import type { App, UserActor } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { makerOf } from "../session/maker.ts";
import { checkItem, doItem } from "./run-item.ts";
import { activeJobs, cancelRows, jobEvent, lockJob, nextItems, readJob, tellProgress, type BulkItem, type BulkJob } from "./store.ts";

/** How many items of one job are worked off before its progress is told: at least and at most, and until when more than the least. */
export interface Turn {
  readonly least: number;
  readonly most: number;
  readonly ms: number;
}
/** Before the next job has its turn. */
const CHUNK: Turn = { least: 25, most: 25, ms: 0 };
const JOBS_AT_ONCE = 20;
/** A draft that nobody starts is forgotten after this, hours: what it says has long changed. */
const DRAFT_HOURS = 24;

/** The maker, if he may do this act now. */
const actorOf = (app: App, job: BulkJob): Promise<UserActor | MakerProblem> => makerOf(app, job, bulkAct(job.act).by);

/** Stops a job whose maker may not go on. It waits until he resumes it, or somebody cancels it. */
async function standStill(app: App, job: BulkJob, why: MakerProblem): Promise<void> {
  const event = await app.db.tx(async (tx) => {
    const now = await lockJob(tx, job.id);
    if (now?.status !== "running") return null;
    await tx.run("update bulk_jobs set status = $2, pause_reason = $3, version = version + 1 where id = $1", [
      job.id,
      transition("bulk_jobs", now.status, "pause"),
      why,
    ]);
    return jobEvent(now, now.version + 1);
  });
  if (event) app.events.publish([event]);
}

/** One item of a job that is being checked. False: its maker may not act any more, so nobody can start it. */
async function checkFor(app: App, job: BulkJob, item: BulkItem): Promise<boolean> {
  const actor = await actorOf(app, job);
  if (typeof actor !== "string") {
    await checkItem(app, actor, job, item);
    return true;
  }
  const event = await app.db.tx(async (tx) => {
    const now = await lockJob(tx, job.id);
    return now?.status === "checking" ? cancelRows(app, tx, now) : null;
  });
  if (event) app.events.publish([event]);
  return false;
}

/** One item of a running job. False: the job stands still. */
async function workItem(app: App, job: BulkJob, item: BulkItem): Promise<boolean> {
  // Asked anew for each: who is disabled meanwhile does nothing more.
  const actor = await actorOf(app, job);
  if (typeof actor === "string") {
    await standStill(app, job, actor);
    return false;
  }
  await doItem(app, actor, job, item);
  return true;
}

/** Marks every item that is left in as asking, where the sum of them reaches the act's threshold. */
async function markAsking(app: App, tx: Tx, id: bigint): Promise<void> {
  const job = await readJob(tx, id);
  const threshold = job === null ? null : askingFrom(app, job);
  if (job === null || threshold === null || job.amount < threshold) return;
  await tx.run("update bulk_items set asks = true where job_id = $1 and status = 'waiting' and not asks", [id]);
}

/** The sum from which each item of the job asks for a second approval; null: the act has no such threshold, or one person runs the platform. */
function askingFrom(app: App, job: BulkJob): bigint | null {
  const { approval } = bulkAct(job.act);
  const config = app.config.current;
  const rule = approval === undefined ? null : approvalAct(approval).rule;
  return rule === null || typeof rule === "string" || !("from" in rule) || config.one_person ? null : (parseAmount(config[rule.from]) ?? 0n);
}

/** Works off some items of a job. @returns false when nothing was to be done */
export async function workChunk(app: App, job: BulkJob, turn = CHUNK): Promise<boolean> {
  const checking = job.status === "checking";
  const endMs = performance.now() + turn.ms;
  const items = await nextItems(app.db, job.id, checking ? "unchecked" : "waiting", turn.most);
  for (const [index, item] of items.entries()) {
    if (index >= turn.least && performance.now() >= endMs) break;
    if (!(checking ? await checkFor(app, job, item) : await workItem(app, job, item))) return false;
  }
  const event = await app.db.tx(async (tx) => {
    const told = await tellProgress(app, tx, job.id);
    if (checking) await markAsking(app, tx, job.id);
    return told;
  });
  if (event) app.events.publish([event]);
  return true;
}

/** Gives each job a chunk. @returns true when some may have more to do */
export async function workBulk(app: App): Promise<boolean> {
  let more = false;
  for (const job of await activeJobs(app, JOBS_AT_ONCE)) more = (await workChunk(app, job)) || more;
  return more;
}

/** Forgets drafts that nobody started. */
export async function tidyBulk(app: App): Promise<void> {
  await app.db.run("delete from bulk_jobs where started_at is null and id < $1", [idAt(app.now() - DRAFT_HOURS * 3_600_000)]);
}
