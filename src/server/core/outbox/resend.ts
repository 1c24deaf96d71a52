/** Sending again what was sent, given up or stopped: the same body under the same webhook id, as a new attempt (rule 30). */
import type { DeliveryQuery } from "../../../contract/deliveries.schema.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { Viewer } from "../../platform/lists/spec.ts";
import { bind, raw, sql } from "../../platform/lists/sql.ts";
import { flat, whereOf } from "../../platform/lists/where.ts";
import { DELIVERY_LIST } from "./queries.ts";
import { GIVE_UP_AFTER_MS } from "./queue.ts";
import { Refused } from "../../platform/refusal.ts";

/** Rows that one call sends again at most. */
export const RESEND_MAX = 10_000;

/** A row that is due again. */
export interface Requeued {
  readonly id: bigint;
  readonly merchant_id: bigint;
  readonly attempts: number;
  readonly object_type: string;
  readonly object_id: bigint;
}

const REVIVED = "id, merchant_id, object_type, object_id, type, url, body, status, attempts, attempt_log, last_code, next_at, by_hand, give_up_at";

/** Where notifications of orders stand beside their orders. */
const ORDERS = [
  ["payments", "payment"],
  ["disburses", "disburse"],
] as const;

/** Ids with the least and the greatest of them: partitions beside these are not looked at. */
function spanOf(ids: readonly bigint[]): [ids: readonly bigint[], low: bigint, high: bigint] {
  return [ids, ids.reduce((low, id) => (id < low ? id : low)), ids.reduce((high, id) => (id > high ? id : high))];
}

/**
 * Makes rows due now, marked by hand, with a new round of tries. Delivered ones come back out of the history. They go where
 * `outbox_address` says now; what has no address at all is left alone. A row that is being sent stays so.
 */
export async function requeue(tx: Tx, app: Pick<App, "now">, ids: readonly bigint[]): Promise<Requeued[]> {
  if (ids.length === 0) return [];
  const now = app.now();
  const rows = await tx.rows<Requeued>(
    `with told as materialized (
       select id, outbox_address(object_type, object_id, merchant_id, url) as url from outbox where id = any ($1)
       union all select id, outbox_address(object_type, object_id, merchant_id, url) from deliveries where id = any ($1) and id between $2 and $3
     ), back as (
       delete from deliveries d using told w where d.id = any ($1) and d.id between $2 and $3 and w.id = d.id and w.url is not null
       returning d.id, d.merchant_id, d.object_type, d.object_id, d.type, w.url, d.body, d.attempts, d.attempt_log, d.last_code
     ), revived as (
       insert into outbox (${REVIVED}) select b.id, b.merchant_id, b.object_type, b.object_id, b.type, b.url, b.body, 'waiting', b.attempts, b.attempt_log, b.last_code, $4, true, $5 from back b
       returning id, merchant_id, attempts, object_type, object_id
     ), marked as (
       update outbox o set status = 'waiting', by_hand = true, url = w.url, give_up_at = $5, next_at = case when o.lease_until > $4 then o.next_at else $4 end
         from told w where o.id = any ($1) and w.id = o.id and w.url is not null
         returning o.id, o.merchant_id, o.attempts, o.object_type, o.object_id
     )
     select * from revived union all select * from marked`,
    [...spanOf(ids), new Date(now), new Date(now + GIVE_UP_AFTER_MS)],
  );
  await showWaiting(tx, rows, new Date(now));
  return rows;
}

/** The orders whose newest notification is due again say so. */
async function showWaiting(tx: Tx, rows: readonly Requeued[], now: Date): Promise<void> {
  for (const [table, kind] of ORDERS) {
    const own = rows.filter((row) => row.object_type === kind);
    if (own.length === 0) continue;
    const [orders, low, high] = spanOf(own.map((row) => row.object_id));
    await tx.run(`select 1 from ${table} where id = any ($1) and id between $2 and $3 order by id for no key update`, [orders, low, high]);
    await tx.run(
      `update ${table} t set notify_status = 'waiting', notify_next_at = $3 from unnest($1::bigint[], $2::bigint[]) as x (id, delivery)
       where t.id = x.id and t.id between $4 and $5 and not exists (select 1 from outbox n where n.object_id = x.id and n.id > x.delivery) and not exists (select 1 from deliveries n where n.object_id = x.id and n.id > x.delivery)`,
      [orders, own.map((row) => row.id), now, low, high],
    );
  }
}

/**
 * Sends an object's newest notification again. After the commit the caller calls `app.wakeOutbox()`.
 * @returns 1, or 0 when there is none or it has no target
 */
export async function resendForObject(tx: Tx, app: Pick<App, "now">, objectType: string, objectId: bigint): Promise<number> {
  const newest = await tx.one<{ id: bigint }>(
    `select id from (select id from outbox where object_id = $1 and object_type = $2 union all select id from deliveries where object_id = $1 and object_type = $2) t order by id desc limit 1`,
    [objectId, objectType],
  );
  return newest ? (await requeue(tx, app, [newest.id])).length : 0;
}

/** Ids of rows that a viewer may see, by ids or by the list's filter; at most {@link RESEND_MAX}, oldest first. */
export async function visibleIds(
  tx: Tx,
  app: App,
  viewer: Viewer,
  wanted: { ids: readonly bigint[] } | { filter: DeliveryQuery },
): Promise<bigint[] | Refused> {
  const where = whereOf(app, DELIVERY_LIST, "filter" in wanted ? wanted.filter : {}, viewer);
  if (where instanceof Refused) return where;
  const given = "ids" in wanted ? sql` and t.id = any(${wanted.ids}::bigint[])` : raw("");
  const parts = DELIVERY_LIST.sources.map((source) => sql`select t.id from ${raw(source.from)} where ${flat(where, source)}${given}`);
  const [queue = raw(""), history = raw("")] = parts;
  const statement = bind(sql`select id from (${queue} union all ${history}) found order by id limit ${RESEND_MAX}`);
  return (await tx.rows<{ id: bigint }>(statement.text, statement.values)).map((row) => row.id);
}
