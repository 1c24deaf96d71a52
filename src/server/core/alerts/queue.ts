/** The queue: a page of what needs a person, by money at risk or by age; and one exception with its history. */
import { COUNT_CAP, DEFAULT_PAGE_SIZE } from "../../../contract/envelope.ts";
import { EXCEPTION_INFO, kindsFrom, type ExceptionKind, type ExceptionSort } from "../../../contract/exceptions.ts";
import type { ExceptionDetail, ExceptionPage, ExceptionQuery, ExceptionRow } from "../../../contract/exceptions.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { App, UserActor, UserCtx } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { idOf } from "../../platform/lists/filters.ts";
import { rowsOf } from "../../platform/lists/page.ts";
import { allOf, raw, sql, type Sql } from "../../platform/lists/sql.ts";
import { auditOf, happened, inOrder } from "../../platform/lists/timeline.ts";
import { toolsOf } from "../../platform/lists/where.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { beyondSql, keySql, orderSql, readQueueCursor, writeQueueCursor, type QueueCursor } from "./cursor.ts";
import { QUEUE_COLUMNS, queueRows, visibleKinds, type QueueRaw } from "./rows.ts";
import { withSuggestions } from "./suggest.ts";
import { freshQueue } from "./sweep.ts";

const LIVE = raw("al.status in ('open', 'claimed')");

function whereOf(app: App, query: ExceptionQuery, viewer: UserActor): Sql[] | Refused {
  const least = query.severity === undefined ? null : new Set<string>(kindsFrom(query.severity));
  const asked = query.kind === undefined || query.kind === "" ? null : new Set(query.kind.split(","));
  const kinds = visibleKinds(viewer).filter((kind) => (least === null || least.has(kind)) && (asked === null || asked.has(kind)));
  const named: Sql[] = [];
  for (const kind of ["merchant", "wallet"] as const) {
    const value = query[`${kind}_id`] ?? "";
    const made = value === "" ? null : idOf(kind, `al.${kind}_id`)(value, toolsOf(app, viewer));
    if (made && "unfit" in made) return refusedField(`${kind}_id`, made.unfit);
    if (made) named.push(made);
  }
  return [
    sql`al.kind = any (${kinds}::text[])`,
    query.status === undefined || query.status === "" ? LIVE : sql`al.status = any (${query.status.split(",")}::text[])`,
    ...(query.assignee === "me" ? [sql`al.status = 'claimed' and al.claimed_by = ${viewer.id}`] : []),
    ...(query.assignee === "none" ? [raw("al.status <> 'claimed'")] : []),
    ...named,
  ];
}

type Keyed = QueueRaw & { readonly key: bigint };

async function pageOf(app: App, where: readonly Sql[], sort: ExceptionSort, size: number, cursor: QueueCursor | null) {
  const reversed = cursor?.direction === "prev";
  const found = await rowsOf<Keyed>(
    app.db,
    sql`select ${raw(QUEUE_COLUMNS)}, ${keySql(sort)} as key from alerts al where ${allOf([...where, ...(cursor ? [beyondSql(sort, cursor)] : [])])}
      order by ${orderSql(sort, reversed)} limit ${size + 1}`,
  );
  const more = found.length > size;
  const rows = found.slice(0, size);
  if (reversed) rows.reverse();
  const at = (row: Keyed | undefined, direction: "next" | "prev", there: boolean): string | null =>
    row && there ? writeQueueCursor(app.publicIds, sort, { direction, key: row.key, id: row.id }) : null;
  return {
    rows,
    next_cursor: at(rows.at(-1), "next", reversed || more),
    prev_cursor: at(rows[0], "prev", reversed ? more : cursor !== null),
  };
}

async function totalsOf(q: Queryable, where: readonly Sql[]): Promise<Pick<ExceptionPage, "total" | "sums">> {
  const [row] = await rowsOf<{ count: number; amount: bigint }>(
    q,
    sql`select count(*)::int as count, coalesce(sum(abs(amount)), 0)::bigint as amount from (select al.amount from alerts al where ${allOf(where)} limit ${COUNT_CAP + 1}) counted`,
  );
  const count = row?.count ?? 0;
  const exact = count <= COUNT_CAP;
  return { total: { value: Math.min(count, COUNT_CAP), exact }, sums: exact ? { amount: formatAmount(row?.amount ?? 0n) } : null };
}

/** Counts, money and age of what is open, by kind; the longest waiting of the most urgent first. */
async function kindsOf(q: Queryable, viewer: UserActor): Promise<ExceptionPage["kinds"]> {
  const rows = await rowsOf<{ kind: ExceptionKind; count: number; amount: bigint; oldest: Date }>(
    q,
    sql`select al.kind, count(*)::int as count, coalesce(sum(abs(al.amount)), 0)::bigint as amount, min(al.since) as oldest from alerts al
      where ${LIVE} and al.kind = any (${visibleKinds(viewer)}::text[]) group by al.kind`,
  );
  const place = Object.keys(EXCEPTION_INFO);
  return rows
    .sort((left, right) => place.indexOf(left.kind) - place.indexOf(right.kind))
    .map((row) => ({ kind: row.kind, count: row.count, amount: formatAmount(row.amount), oldest: row.oldest.toISOString() }));
}

/** A page of the queue. Refuses `validation_failed` naming the field */
export async function readQueue(ctx: UserCtx, query: ExceptionQuery): Promise<ExceptionPage | Refused> {
  const { app, actor } = ctx;
  const where = whereOf(app, query, actor);
  if (where instanceof Refused) return where;
  const sort = query.sort ?? "-amount";
  const cursor = query.cursor ? readQueueCursor(app.publicIds, sort, query.cursor) : null;
  if (cursor instanceof Refused) return cursor;
  await freshQueue(app);
  const [page, totals, kinds] = await Promise.all([
    pageOf(app, where, sort, query.size ?? DEFAULT_PAGE_SIZE, cursor),
    totalsOf(app.db, where),
    kindsOf(app.db, actor),
  ]);
  const { rows, ...cursors } = page;
  return { items: await withSuggestions(app, app.db, await queueRows(app, app.db, rows, actor), actor), ...cursors, ...totals, kinds };
}

/** What home shows of the queue: the most urgent, then the most money, then the longest waiting. */
export async function queueTop(app: App, viewer: UserActor, count: number): Promise<ExceptionRow[]> {
  const rows = await rowsOf<QueueRaw>(
    app.db,
    sql`select ${raw(QUEUE_COLUMNS)} from alerts al where ${LIVE} and al.kind = any (${visibleKinds(viewer)}::text[])
      order by al.kind = any (${kindsFrom("urgent")}::text[]) desc, al.kind = any (${kindsFrom("warning")}::text[]) desc, coalesce(abs(al.amount), -1) desc, al.id limit ${count}`,
  );
  return queueRows(app, app.db, rows, viewer);
}

/** One exception as a row. Refuses `not_found`, also for kinds that the viewer may not see */
export async function queueRow(app: App, q: Queryable, id: bigint | null, viewer: UserActor): Promise<ExceptionRow | Refused> {
  if (id === null) return new Refused("not_found");
  const raws = await rowsOf<QueueRaw>(
    q,
    sql`select ${raw(QUEUE_COLUMNS)} from alerts al where al.id = ${id} and al.kind = any (${visibleKinds(viewer)}::text[])`,
  );
  const [row] = await queueRows(app, q, raws, viewer);
  return row ?? new Refused("not_found");
}

/** One exception with suggestions and what people did with it. Refuses `not_found` */
export async function readException(ctx: UserCtx, publicId: string): Promise<ExceptionDetail | Refused> {
  const { app, actor } = ctx;
  const row = await queueRow(app, app.db, app.publicIds.decode("exception", publicId), actor);
  if (row instanceof Refused) return row;
  const [[full], audited] = await Promise.all([withSuggestions(app, app.db, [row], actor), auditOf(app, app.db, "exception", row.id)]);
  const ended = row.resolved_at === null ? [] : [happened(row.resolved_at, "resolved", { by: row.resolved_by ?? "" })];
  // The end stands last, also behind the act that caused it within the same millisecond.
  return { ...(full ?? row), timeline: [...inOrder([happened(row.since, "waiting"), ...audited]), ...ended] };
}
