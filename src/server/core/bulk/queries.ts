/** Jobs as a list, and the items of one. */
import {
  BULK_ACT_NAMES,
  BULK_ACTION_STATES,
  BULK_ACTIONS,
  BULK_OBJECTS,
  BULK_PAGE,
  bulkAct,
  bulkObjectOf,
  type BulkAction,
  type BulkActName,
  type BulkItemStatus,
  type BulkPause,
  type BulkStatus,
} from "../../../contract/bulk.ts";
import type { BulkChange, BulkItemRow, BulkJobRow, BulkQuery } from "../../../contract/bulk.schema.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { byId, oneOf } from "../../platform/lists/filters.ts";
import { phoneFor, phonesIn } from "../../platform/lists/mask.ts";
import { loadRow } from "../../platform/lists/page.ts";
import { holds } from "../../platform/lists/scope.ts";
import type { ListSpec, Viewer } from "../../platform/lists/spec.ts";
import { sql } from "../../platform/lists/sql.ts";
import type { Refused } from "../../platform/refusal.ts";
import { bulkActOf } from "./acts.ts";
import { readJob, targetOf } from "./store.ts";

/** A job as SQL gives it. Amounts are minor units. */
export interface BulkRaw {
  readonly id: bigint;
  readonly act: BulkActName;
  readonly maker: bigint;
  readonly account: string;
  readonly merchant_id: bigint | null;
  readonly filter: Readonly<Record<string, string>> | null;
  readonly more: boolean;
  readonly reason: string | null;
  readonly status: BulkStatus;
  readonly pause_reason: BulkPause | null;
  readonly item_count: number;
  readonly unchecked: number;
  readonly waiting: number;
  readonly blocked: number;
  readonly done: number;
  readonly asked: number;
  readonly failed: number;
  readonly skipped: number;
  readonly amount: bigint;
  readonly done_amount: bigint;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly version: number;
}
const COLUMNS = `t.id, t.act, t.maker, t.account, t.merchant_id, t.filter, t.more, t.reason, t.status, t.pause_reason, t.item_count, t.unchecked, t.waiting, t.blocked, t.done, t.asked, t.failed,
  t.skipped, t.amount, t.done_amount, t.started_at, t.ended_at, t.version`;

/** Whether the objects of an act carry money. */
export const hasAmounts = (act: BulkActName): boolean => !["wallets", "deliveries"].includes(bulkObjectOf(act));

/** What this viewer may do with a job: its maker everything, colleagues who may do the act stop it. */
function actionsOf(raw: BulkRaw, viewer: Viewer): BulkAction[] {
  if (viewer.type !== "user" || !holds(viewer, "bulk.run") || !holds(viewer, bulkAct(raw.act).by)) return [];
  const own = raw.maker === viewer.id;
  const possible: Record<BulkAction, boolean> = {
    start: own && raw.waiting > 0,
    pause: true,
    resume: own,
    cancel: true,
    again: own && raw.failed + raw.skipped > 0,
  };
  return BULK_ACTIONS.filter((action) => possible[action] && (BULK_ACTION_STATES[action] as readonly BulkStatus[]).includes(raw.status));
}

function toRow(app: App, raw: BulkRaw, viewer: Viewer): BulkJobRow {
  const money = hasAmounts(raw.act);
  return {
    id: app.publicIds.encode("bulk", raw.id),
    act: raw.act,
    account: raw.account,
    mine: viewer.type === "user" && viewer.id === raw.maker,
    status: raw.status,
    pause_reason: raw.pause_reason,
    filter: raw.filter && phonesIn(viewer, { ...raw.filter }),
    more: raw.more,
    reason: phoneFor(viewer, raw.reason),
    items: raw.item_count,
    unchecked: raw.unchecked,
    waiting: raw.waiting,
    blocked: raw.blocked,
    done: raw.done,
    asked: raw.asked,
    failed: raw.failed,
    skipped: raw.skipped,
    amount: money ? formatAmount(raw.amount) : null,
    done_amount: money ? formatAmount(raw.done_amount) : null,
    created_at: idIso(raw.id),
    started_at: raw.started_at?.toISOString() ?? null,
    ended_at: raw.ended_at?.toISOString() ?? null,
    version: raw.version,
    actions: actionsOf(raw, viewer),
  };
}

/**
 * The jobs that this viewer may know of: those about objects that he sees; of drafts his own alone. Merchants' people see their merchant's.
 * @param listed without drafts that were given up
 */
export function bulkList(viewer: Viewer, listed = false): ListSpec<BulkQuery, BulkRaw, BulkJobRow> {
  const seen = BULK_ACT_NAMES.filter((name) => holds(viewer, BULK_OBJECTS[bulkObjectOf(name)].see)).map((name) => `'${name}'`);
  const own = viewer.type === "user" ? String(viewer.id) : "0";
  return {
    name: "bulk",
    kind: "bulk",
    sources: [{ from: "bulk_jobs t", columns: COLUMNS }],
    scope: "t.merchant_id",
    // Names of the program and a number: nothing of a request.
    where: `t.act in (${seen.length === 0 ? "''" : seen.join(", ")}) and (t.started_at is not null or t.maker = ${own}${listed ? " and t.status <> 'cancelled'" : ""})`,
    filters: {
      status: oneOf("t.status"),
      act: oneOf("t.act"),
      mine: (value, tools) => (value === "true" ? sql`t.maker = ${tools.userId}` : { along: sql`t.maker is distinct from ${tools.userId}` }),
    },
    search: [byId("bulk")],
    rows: (app, raws, whoLooks) => raws.map((raw) => toRow(app, raw, whoLooks)),
  };
}

/** One job as a row. Refuses not_found, for one that he may not see as for none */
export const bulkById = (app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<BulkJobRow | Refused> => loadRow(app, q, bulkList(viewer), id, viewer);

/** An item as SQL gives it. */
export interface BulkItemRaw {
  readonly position: number;
  readonly object_id: bigint;
  readonly label: string | null;
  readonly merchant_name: string | null;
  readonly amount: bigint | null;
  readonly reference: string | null;
  readonly status: BulkItemStatus;
  readonly code: string | null;
  readonly state: string | null;
  readonly at: Date | null;
}

/** Items of a job in their order. @param most null: all of them */
export function itemsOf(q: Queryable, jobId: bigint, statuses: readonly string[] | null, after: number, most: number | null): Promise<BulkItemRaw[]> {
  return q.rows<BulkItemRaw>(
    `select i.position, i.object_id, i.label, m.name as merchant_name, i.amount, i.reference, i.status, i.code, i.state, i.at
     from bulk_items i left join merchants m on m.id = i.merchant_id
     where i.job_id = $1 and i.position > $2 and ($3::text[] is null or i.status = any ($3)) order by i.position limit $4`,
    [jobId, after, statuses, most],
    "bulk_items_of",
  );
}

export function itemRow(app: App, act: BulkActName, raw: BulkItemRaw, changes: BulkItemRow["changes"] = null): BulkItemRow {
  return {
    position: raw.position,
    id: app.publicIds.encode(BULK_OBJECTS[bulkObjectOf(act)].kind, raw.object_id),
    label: raw.label,
    merchant_name: raw.merchant_name,
    amount: formatAmountOrNull(raw.amount),
    reference: raw.reference,
    status: raw.status,
    code: raw.code,
    state: raw.state,
    at: raw.at?.toISOString() ?? null,
    changes,
  };
}

/** What a job would change in the items of a page; null: its act changes no fields by name. */
async function changesOf(app: App, jobId: bigint, positions: readonly number[]): Promise<ReadonlyMap<number, BulkChange[]> | null> {
  const job = await readJob(app.db, jobId);
  const target = job === null ? null : targetOf(job);
  return job === null || target === null ? null : ((await bulkActOf(app, job.act).puts?.changes(app.db, jobId, target, positions)) ?? null);
}

/** A page of items. */
export async function itemsPage(
  app: App,
  job: { readonly id: bigint; readonly act: BulkActName },
  statuses: readonly string[] | null,
  after: number,
): Promise<{ items: BulkItemRow[]; next: number | null }> {
  const raws = await itemsOf(app.db, job.id, statuses, after, BULK_PAGE + 1);
  const shown = raws.slice(0, BULK_PAGE);
  const changes = bulkAct(job.act).target
    ? await changesOf(
        app,
        job.id,
        shown.map((raw) => raw.position),
      )
    : null;
  return {
    items: shown.map((raw) => itemRow(app, job.act, raw, changes?.get(raw.position) ?? null)),
    next: raws.length > BULK_PAGE ? (shown.at(-1)?.position ?? null) : null,
  };
}
