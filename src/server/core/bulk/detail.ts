/** One job with what its maker decides on: the sum, by merchant, what is left out and why, and what has changed since it was checked. */
import { bulkAct, type BulkItemStatus } from "../../../contract/bulk.ts";
import type { BulkJobDetail } from "../../../contract/bulk.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import { bind, sql } from "../../platform/lists/sql.ts";
import { Refused } from "../../platform/refusal.ts";
import { checkOwnLimit } from "../staff/limit.ts";
import { bulkActOf } from "./acts.ts";
import { matching, readFilter } from "./freeze.ts";
import { mustType } from "./guard.ts";
import { bulkById, hasAmounts } from "./queries.ts";
import { readJob, targetOf, type BulkJob } from "./store.ts";

/** More that match than this are not counted one by one. */
const ADDED_MAX = 1_000;

async function byMerchant(app: App, job: BulkJob): Promise<BulkJobDetail["merchants"]> {
  const rows = await app.db.rows<{ merchant_id: bigint; name: string | null; count: number; amount: bigint | null }>(
    `select i.merchant_id, m.name, count(*)::int as count, sum(i.amount)::bigint as amount from bulk_items i left join merchants m on m.id = i.merchant_id
     where i.job_id = $1 and i.merchant_id is not null and i.status not in ('blocked', 'unchecked') group by i.merchant_id, m.name order by amount desc nulls last, m.name limit 200`,
    [job.id],
  );
  return rows.map((row) => ({
    merchant_id: app.publicIds.encode("merchant", row.merchant_id),
    merchant_name: row.name ?? "",
    count: row.count,
    amount: hasAmounts(job.act) ? formatAmount(row.amount ?? 0n) : null,
  }));
}

const reasonsOf = (app: App, job: BulkJob): Promise<{ status: BulkItemStatus; code: string; state: string | null; count: number }[]> =>
  app.db.rows(
    "select status, code, state, count(*)::int as count from bulk_items where job_id = $1 and code is not null group by status, code, state order by count desc, code, state",
    [job.id],
  );

/** How many items that are left in have changed since they were checked. */
async function changedSince(ctx: UserCtx, job: BulkJob): Promise<number> {
  const act = bulkActOf(ctx.app, job.act);
  const parts = act.source.list(ctx.app).sources.map(
    (source) => `select 1 from bulk_items i join ${source.from} on t.id = i.object_id
       where i.job_id = $1 and i.status = 'waiting' and i.object_version is not null and i.object_version <> ${act.source.facts.version}`,
  );
  const row = await ctx.app.db.one<{ count: number }>(`select count(*)::int as count from (${parts.join(" union all ")}) changed`, [job.id]);
  return row?.count ?? 0;
}

/** How many objects match the frozen filter now and are no items; {@link ADDED_MAX} at most. */
async function addedSince(ctx: UserCtx, job: BulkJob): Promise<number> {
  if (job.filter === null) return 0;
  const act = bulkActOf(ctx.app, job.act);
  const read = readFilter(ctx, act, job.filter);
  if (read instanceof Refused) return 0;
  const found = matching(read.list, act, read.where, read.query.sort !== "created_at");
  const { text, values } = bind(
    sql`select count(*)::int as count from (select 1 from (${found}) f where not exists (select from bulk_items i where i.job_id = ${job.id} and i.object_id = f.id) limit ${ADDED_MAX}) added`,
  );
  const row = await ctx.app.db.one<{ count: number }>(text, values);
  return row?.count ?? 0;
}

/** What is put on each, and how many would change in which field. */
async function putOf(app: App, job: BulkJob, draft: boolean): Promise<Pick<BulkJobDetail, "target" | "fields">> {
  const [target, { puts }] = [targetOf(job), bulkActOf(app, job.act)];
  if (target === null || puts === undefined) return { target: null, fields: null };
  const [name, fields] = await Promise.all([puts.name(app.db, target), draft ? puts.fields(app.db, job.id, target) : null]);
  return { target: { id: String(target.id), name: name ?? "–", edition: target.edition }, fields };
}

/** Refuses not_found */
export async function bulkDetail(ctx: UserCtx, id: bigint): Promise<BulkJobDetail | Refused> {
  const { app } = ctx;
  const row = await bulkById(app, app.db, id, ctx.actor);
  if (row instanceof Refused) return row;
  const job = await readJob(app.db, id);
  if (!job) return new Refused("not_found");
  const draft = job.status === "draft";
  const [merchants, reasons, asks, changed, added, put] = await Promise.all([
    byMerchant(app, job),
    reasonsOf(app, job),
    app.db.one<{ count: number }>("select count(*)::int as count from bulk_items where job_id = $1 and status = 'waiting' and asks", [id]),
    draft ? changedSince(ctx, job) : 0,
    draft ? addedSince(ctx, job) : 0,
    putOf(app, job, draft),
  ]);
  const over = draft && bulkAct(job.act).limit === true && checkOwnLimit(ctx, job.amount) !== null;
  return {
    ...row,
    merchants,
    reasons,
    asks: asks?.count ?? 0,
    typed: draft && mustType(app, job.act, job.amount),
    over_limit: over ? app.config.current.operator_approve_limit : null,
    changed,
    added,
    ...put,
  };
}
