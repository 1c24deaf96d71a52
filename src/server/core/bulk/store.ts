/** Rows of jobs and of their items. */
import { BULK_ACTION_STATES, type BulkActName, type BulkStatus } from "../../../contract/bulk.ts";
import { transition, type EventOf } from "../../../contract/life-cycles.ts";
import type { App, OutgoingEvent } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import type { BulkTarget } from "./acts.ts";

/** A job as its worker needs it. Amounts are minor units. */
export interface BulkJob {
  readonly id: bigint;
  readonly act: BulkActName;
  readonly maker: bigint;
  readonly session_id: bigint;
  readonly merchant_id: bigint | null;
  readonly remote_ip: string | null;
  readonly reason: string | null;
  readonly filter: Readonly<Record<string, string>> | null;
  readonly target_id: bigint | null;
  readonly target_edition: number | null;
  readonly status: BulkStatus;
  readonly amount: bigint;
  readonly item_count: number;
  readonly waiting: number;
  readonly asked: number;
  readonly started_at: Date | null;
  readonly version: number;
}
const JOB =
  "id, act, maker, session_id, merchant_id, remote_ip, reason, filter, target_id, target_edition, status, amount, item_count, waiting, asked, started_at, version";

/** What a job puts on each of its objects; null: its act names nothing. */
export function targetOf(job: Pick<BulkJob, "target_id" | "target_edition">): BulkTarget | null {
  return job.target_id === null || job.target_edition === null ? null : { id: Number(job.target_id), edition: job.target_edition };
}

/** The call that makes a job checks its first items itself; so long the worker leaves it alone, ms. */
const OWN_CHECK_MS = 1_000;

/** Jobs that a worker has something to do for, the oldest first. */
export function activeJobs(app: Pick<App, "db" | "now">, most: number): Promise<BulkJob[]> {
  return app.db.rows<BulkJob>(
    `select ${JOB} from bulk_jobs where status in ('checking', 'running') and (status = 'running' or id < $2) order by id limit $1`,
    [most, idAt(app.now() - OWN_CHECK_MS)],
    "bulk_active",
  );
}

/** One job, locked for whoever changes its state: items under way have it shared, so this waits for their end. */
export function lockJob(tx: Tx, id: bigint): Promise<BulkJob | null> {
  return tx.one<BulkJob>(`select ${JOB} from bulk_jobs where id = $1 for update`, [id]);
}

export const readJob = (q: Queryable, id: bigint): Promise<BulkJob | null> => q.one<BulkJob>(`select ${JOB} from bulk_jobs where id = $1`, [id]);

/** An item as its worker needs it. */
export interface BulkItem {
  readonly position: number;
  readonly object_id: bigint;
  readonly object_version: number | null;
  readonly reference: string | null;
}

/** The next items of a status. */
export function nextItems(q: Queryable, jobId: bigint, status: "unchecked" | "waiting", most: number): Promise<BulkItem[]> {
  return q.rows<BulkItem>(
    "select position, object_id, object_version, reference from bulk_items where job_id = $1 and status in ('unchecked', 'waiting') and status = $2 order by position limit $3",
    [jobId, status, most],
    "bulk_next",
  );
}

/** Takes an item inside the transaction that acts on it. False: its job does not run, or somebody else has brought it to its end. */
export async function takeItem(tx: Tx, jobId: bigint, position: number): Promise<boolean> {
  // Whoever pauses or cancels waits for this item, or this item sees that it was done.
  const runs = await tx.one("select 1 from bulk_jobs where id = $1 and status = 'running' for share", [jobId], "bulk_runs");
  if (!runs) return false;
  const item = await tx.one("select 1 from bulk_items where job_id = $1 and position = $2 and status = 'waiting' for update", [jobId, position], "bulk_take");
  return item !== null;
}

/** How an item ended. */
export interface ItemEnd {
  readonly from: "unchecked" | "waiting";
  readonly event: EventOf<"bulk_items">;
  readonly code?: string | null;
  readonly state?: string | null;
  readonly asks?: boolean;
}

/** Writes an item's end, once. */
export function endItem(q: Queryable, jobId: bigint, position: number, end: ItemEnd, at: Date): Promise<number> {
  return q.run(
    "update bulk_items set status = $4, code = $5, state = $6, asks = $7, at = $8 where job_id = $1 and position = $2 and status = $3",
    [jobId, position, end.from, transition("bulk_items", end.from, end.event), end.code ?? null, end.state ?? null, end.asks ?? false, at],
    "bulk_end",
  );
}

/** The live event of a job. */
export const jobEvent = (job: Pick<BulkJob, "id" | "merchant_id">, version: number): OutgoingEvent => ({
  kind: "bulk",
  objectId: job.id,
  version,
  change: version === 1 ? "created" : "changed",
  merchantId: job.merchant_id,
});

/**
 * Counts what has become of a job's items, and moves it on where nothing is left to do: from its check to a draft, from its run to its
 * end. What its maker said yes to (`amount`) is fixed by the check. @returns what to tell, null when the job is gone
 */
export async function tellProgress(app: Pick<App, "now">, tx: Tx, id: bigint): Promise<OutgoingEvent | null> {
  const job = await lockJob(tx, id);
  // Another worker has told it: whoever looks at a draft sees it as it stays.
  if (!job || job.status === "draft" || job.status === "done") return null;
  await tx.run(
    `update bulk_jobs j set unchecked = c.unchecked, waiting = c.waiting, blocked = c.blocked, done = c.done, asked = c.asked, failed = c.failed, skipped = c.skipped,
       amount = case when j.started_at is null then c.left_in else j.amount end, done_amount = c.done_amount, version = version + 1,
       status = case when j.status = 'checking' and c.unchecked = 0 then $3 when j.status = 'running' and c.waiting = 0 then $4 else j.status end,
       ended_at = case when j.status = 'running' and c.waiting = 0 then $2 else j.ended_at end
     from (select count(*) filter (where status = 'unchecked')::int as unchecked, count(*) filter (where status = 'waiting')::int as waiting,
         count(*) filter (where status = 'blocked')::int as blocked, count(*) filter (where status = 'done')::int as done,
         count(*) filter (where status = 'asked')::int as asked, count(*) filter (where status = 'failed')::int as failed,
         count(*) filter (where status = 'skipped')::int as skipped, coalesce(sum(amount) filter (where status not in ('unchecked', 'blocked')), 0)::bigint as left_in,
         coalesce(sum(amount) filter (where status = 'done'), 0)::bigint as done_amount
       from bulk_items where job_id = $1) c
     where j.id = $1`,
    [id, new Date(app.now()), transition("bulk_jobs", "checking", "ready"), transition("bulk_jobs", "running", "finish")],
    "bulk_progress",
  );
  return jobEvent(job, job.version + 1);
}

/** Statuses that a job can be cancelled in. */
type Open = (typeof BULK_ACTION_STATES)["cancel"][number];
export const isOpen = (status: BulkStatus): status is Open => (BULK_ACTION_STATES.cancel as readonly string[]).includes(status);

/** Ends a locked job that is open: whatever has had no turn is left out. */
export async function cancelRows(app: Pick<App, "now">, tx: Tx, job: BulkJob): Promise<OutgoingEvent | null> {
  const open = job.status;
  if (!isOpen(open)) throw new Error("a job that has ended is not cancelled");
  await tx.run("update bulk_items set status = $2 where job_id = $1 and status in ('unchecked', 'waiting')", [
    job.id,
    transition("bulk_items", ["unchecked", "waiting"], "skip"),
  ]);
  await tx.run("update bulk_jobs set status = $2, pause_reason = null, ended_at = $3 where id = $1", [
    job.id,
    transition("bulk_jobs", open, "cancel"),
    new Date(app.now()),
  ]);
  return tellProgress(app, tx, job.id);
}
