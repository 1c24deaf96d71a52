/** The queue: a page of what needs a person, by money at risk or by age; and one exception with its history. */
import { COUNT_CAP, DEFAULT_PAGE_SIZE } from "../../../contract/envelope.ts";
import { EXCEPTION_INFO, type ExceptionKind, type ExceptionSort } from "../../../contract/exceptions.ts";
import type { ExceptionDetail, ExceptionPage, ExceptionQuery, ExceptionRow } from "../../../contract/exceptions.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { App, UserActor, UserCtx } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { hidesAmounts } from "../../platform/lists/mask.ts";
import { rowsOf } from "../../platform/lists/page.ts";
import { SEARCH_LIMITS } from "../../platform/lists/limits.ts";
import { allOf, bind, raw, sql, type Sql } from "../../platform/lists/sql.ts";
import { auditOf, happened, inOrder } from "../../platform/lists/timeline.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { beyondSql, keySql, orderSql, readQueueCursor, writeQueueCursor, type QueueCursor } from "./cursor.ts";
import { commentsOf } from "./comments.ts";
import { LIVE, queueFilter } from "./filter.ts";
import { QUEUE_COLUMNS, queueRows, visibleKinds, type QueueRaw } from "./rows.ts";
import { withSuggestions } from "./suggest.ts";
import { freshException, freshQueue } from "./sweep.ts";

type Keyed = QueueRaw & { readonly key: bigint };

/** One statement within the time of a list; null: it was ended. */
function bounded<R extends object>(app: App, statement: Sql): Promise<R[] | null> {
  return app.db.bounded.use((read) => read<R>(bind(statement), (app.searchLimits ?? SEARCH_LIMITS).budgetMs));
}

async function pageOf(app: App, where: readonly Sql[], sort: ExceptionSort, size: number, cursor: QueueCursor | null) {
  const reversed = cursor?.direction === "prev";
  const found = await bounded<Keyed>(
    app,
    sql`select ${raw(QUEUE_COLUMNS)}, ${keySql(sort)} as key from alerts al where ${allOf([...where, ...(cursor ? [beyondSql(sort, cursor)] : [])])}
      order by ${orderSql(sort, reversed)} limit ${size + 1}`,
  );
  if (found === null) return null;
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

async function totalsOf(app: App, where: readonly Sql[]): Promise<Pick<ExceptionPage, "total" | "sums">> {
  const rows = await bounded<{ count: number; amount: bigint }>(
    app,
    sql`select count(*)::int as count, coalesce(sum(abs(amount)), 0)::bigint as amount from (select al.amount from alerts al where ${allOf(where)} limit ${COUNT_CAP + 1}) counted`,
  );
  if (rows === null) return { total: { value: 0, exact: false }, sums: null };
  const [row] = rows;
  const count = row?.count ?? 0;
  const exact = count <= COUNT_CAP;
  return { total: { value: Math.min(count, COUNT_CAP), exact }, sums: exact ? { amount: formatAmount(row?.amount ?? 0n) } : null };
}

/** Counts, money and age of what is open, by kind; the longest waiting of the most urgent first. */
export async function kindsOf(app: App, viewer: UserActor): Promise<ExceptionPage["kinds"]> {
  const rows = await bounded<{ kind: ExceptionKind; count: number; amount: bigint; oldest: Date }>(
    app,
    sql`select al.kind, count(*)::int as count, coalesce(sum(abs(al.amount)), 0)::bigint as amount, min(al.since) as oldest from alerts al
      where ${LIVE} and al.kind = any (${visibleKinds(viewer)}::text[]) group by al.kind`,
  );
  const place = Object.keys(EXCEPTION_INFO);
  return (rows ?? [])
    .sort((left, right) => place.indexOf(left.kind) - place.indexOf(right.kind))
    .map((row) => ({ kind: row.kind, count: row.count, amount: formatAmount(row.amount), oldest: row.oldest.toISOString() }));
}

/** A page of single exceptions. Refuses `validation_failed` naming the field, `not_ready` where the database has no time for it */
export async function readQueue(ctx: UserCtx, query: ExceptionQuery): Promise<ExceptionPage | Refused> {
  const { app, actor } = ctx;
  const filter = queueFilter(app, query, actor);
  if (filter instanceof Refused) return filter;
  const where = [sql`al.kind = any (${filter.kinds}::text[])`, filter.state, ...filter.where];
  // The order by amount says which is more, and its cursor how much.
  const hides = hidesAmounts(actor);
  if (hides && query.sort === "-amount") return refusedField("sort", "not_allowed");
  const sort = query.sort ?? (hides ? "since" : "-amount");
  const cursor = query.cursor ? readQueueCursor(app.publicIds, sort, query.cursor) : null;
  if (cursor instanceof Refused) return cursor;
  await freshQueue(app);
  const [page, totals, kinds] = await Promise.all([
    pageOf(app, where, sort, query.size ?? DEFAULT_PAGE_SIZE, cursor),
    totalsOf(app, where),
    kindsOf(app, actor),
  ]);
  if (page === null) return new Refused("not_ready", { retryAfterSeconds: 1 });
  const { rows, ...cursors } = page;
  const { waitMs } = app.searchLimits ?? SEARCH_LIMITS;
  return { items: await withSuggestions(app, app.db, await queueRows(app, app.db, rows, actor), actor, waitMs), ...cursors, ...totals, kinds };
}

/** One exception as a row. Refuses `not_found`, also for kinds that the viewer may not see */
export async function queueRow(app: App, q: Queryable, id: bigint | null, viewer: UserActor): Promise<ExceptionRow | Refused> {
  const found = id === null ? undefined : (await rowsById(app, q, [id], viewer)).get(id);
  return found ?? new Refused("not_found");
}

/** Exceptions as rows, by their ids; those that the viewer may not see are left out. */
export async function rowsById(app: App, q: Queryable, ids: readonly bigint[], viewer: UserActor): Promise<ReadonlyMap<bigint, ExceptionRow>> {
  const raws = await rowsOf<QueueRaw>(
    q,
    sql`select ${raw(QUEUE_COLUMNS)} from alerts al where al.id = any (${ids}::bigint[]) and al.kind = any (${visibleKinds(viewer)}::text[])`,
    "queue_rows",
  );
  const rows = await queueRows(app, q, raws, viewer);
  return new Map(rows.map((row) => [app.publicIds.decode("exception", row.id) ?? 0n, row]));
}

/** One exception with suggestions and what people did with it. Refuses `not_found` */
export async function readException(ctx: UserCtx, publicId: string): Promise<ExceptionDetail | Refused> {
  const { app, actor } = ctx;
  const id = app.publicIds.decode("exception", publicId);
  if (id === null) return new Refused("not_found");
  await freshException(app, id);
  const row = await queueRow(app, app.db, id, actor);
  if (row instanceof Refused) return row;
  const [[full], audited, comments] = await Promise.all([
    withSuggestions(app, app.db, [row], actor, null),
    auditOf(app, app.db, "exception", row.id, actor),
    commentsOf(app, app.db, id, actor),
  ]);
  const ended = row.resolved_at === null ? [] : [happened(row.resolved_at, "resolved", { by: row.resolved_by ?? "" })];
  // The end stands last, also behind the act that caused it within the same millisecond.
  return { ...(full ?? row), timeline: [...inOrder([happened(row.since, "waiting"), ...audited]), ...ended], comments };
}
