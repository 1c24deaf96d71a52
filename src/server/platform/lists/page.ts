/** One page of a list, by keyset, with its total and sums beside it; and one row by its id. */
import { DEFAULT_PAGE_SIZE, type Page } from "../../../contract/envelope.ts";
import type { App } from "../context.ts";
import type { Queryable } from "../db/pool.ts";
import { refuse } from "../refusal.ts";
import { readCursor, writeCursor, type Cursor, type Sort } from "./cursor.ts";
import { scopePredicate } from "./scope.ts";
import type { BaseQuery, ListSpec, Source, Viewer } from "./spec.ts";
import { allOf, bind, join, raw, sql, type Sql } from "./sql.ts";
import { sumsOf, totalOf } from "./totals.ts";
import { whereOf, type Where } from "./where.ts";

type AnySpec = ListSpec<BaseQuery, { readonly id: bigint }, unknown>;

/** The newest (or oldest) ids of one source under the predicates: each branch walks its own index, then they merge. */
function cut(source: Source, where: Where, position: Sql | null, order: Sql, limit: number): Sql {
  const all = [...where.all, ...where.along, ...(position ? [position] : [])];
  const columns = raw(source.columns);
  const from = raw(source.from);
  if (where.branches.length === 0) return sql`select ${columns} from ${from} where ${allOf(all)} order by t.id ${order} limit ${limit}`;
  const parts = where.branches.map((branch) => sql`(select t.id from ${from} where ${allOf([...all, branch])} order by t.id ${order} limit ${limit})`);
  const merged = join(parts, where.overlapping ? " union " : " union all ");
  return sql`select ${columns} from ${from} where t.id = any(array(select id from (${merged}) merged order by id ${order} limit ${limit}))`;
}

/** The page's statement: sources merged, cut, and only then joined with names. */
export function pageSql(spec: AnySpec, where: Where, position: Sql | null, descending: boolean, limit: number): Sql {
  const order = raw(descending ? "desc" : "asc");
  const parts = spec.sources.map((source) => cut(source, where, position, order, limit));
  const merged =
    parts.length === 1
      ? (parts[0] as Sql)
      : sql`select * from (${join(
          parts.map((part) => sql`(${part})`),
          " union all ",
        )}) merged order by id ${order} limit ${limit}`;
  const outer = spec.outer ?? { select: "", joins: "" };
  return sql`select u.*${raw(outer.select === "" ? "" : `, ${outer.select}`)} from (${merged}) u ${raw(outer.joins)} order by u.id ${order}`;
}

/** Runs a fragment. `name`: keeps its plan with the connection; a name stands for one text. */
export function rowsOf<R extends object>(q: Queryable, statement: Sql, name?: string): Promise<R[]> {
  const { text, values } = bind(statement);
  return q.rows<R>(text, values, name);
}

interface Cursors {
  readonly next: Cursor | null;
  readonly prev: Cursor | null;
}

/** Positions around the page. `more`: rows exist beyond the page in the direction that was read. */
function around<R extends { readonly id: bigint }>(rows: readonly R[], cursor: Cursor | null, more: boolean, descending: boolean): Cursors {
  const first = rows[0];
  const last = rows[rows.length - 1];
  if (!first || !last) {
    if (!cursor) return { next: null, prev: null };
    // Everything beyond the position is gone: back to the row that the position was taken from, itself included.
    const step = (cursor.direction === "next") === descending ? -1n : 1n;
    const back = { direction: cursor.direction === "next" ? "prev" : "next", id: cursor.id + step } as const;
    return cursor.direction === "next" ? { next: null, prev: back } : { next: back, prev: null };
  }
  const forward = cursor?.direction !== "prev";
  return {
    next: forward && !more ? null : { direction: "next", id: last.id },
    prev: forward ? (cursor ? { direction: "prev", id: first.id } : null) : more ? { direction: "prev", id: first.id } : null,
  };
}

/**
 * Answers a list: `items, next_cursor, prev_cursor, total, sums`.
 * Page, count and sums run side by side, each as one statement outside any transaction.
 * @throws Refusal 422 with the field for a bad cursor, date or value
 */
export async function listPage<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(
  app: App,
  spec: ListSpec<Q, Raw, Row>,
  query: Q,
  viewer: Viewer,
): Promise<Page<Row>> {
  const size = query.size ?? DEFAULT_PAGE_SIZE;
  const sort: Sort = query.sort ?? "-created_at";
  const cursor = query.cursor === undefined || query.cursor === "" ? null : readCursor(app.publicIds, spec.kind, sort, query.cursor);
  const where = whereOf(app, spec, query, viewer);
  const reversed = cursor?.direction === "prev";
  const descending = (sort === "-created_at") !== reversed;
  const position = cursor === null ? null : descending ? sql`t.id < ${cursor.id}` : sql`t.id > ${cursor.id}`;
  // The list's own types stay outside: building SQL needs only the names.
  const plain = spec as unknown as AnySpec;
  const [found, total, sums] = await Promise.all([
    rowsOf<Raw>(app.db, pageSql(plain, where, position, descending, size + 1)),
    totalOf(app.db, plain, where),
    spec.sums ? sumsOf(app, plain, where, query, viewer) : undefined,
  ]);
  const more = found.length > size;
  const kept = more ? found.slice(0, size) : found;
  if (reversed) kept.reverse();
  const at = around(kept, cursor, more, sort === "-created_at");
  return {
    items: await spec.rows(app, kept, viewer),
    next_cursor: at.next && writeCursor(app.publicIds, spec.kind, sort, at.next),
    prev_cursor: at.prev && writeCursor(app.publicIds, spec.kind, sort, at.prev),
    total,
    ...(sums === undefined ? {} : { sums }),
  };
}

/** One row as SQL gives it, inside the viewer's scope; null when there is none for them. */
export async function findRaw<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(
  q: Queryable,
  spec: ListSpec<Q, Raw, Row>,
  id: bigint,
  viewer: Viewer | null,
): Promise<Raw | null> {
  const scope = viewer === null ? null : scopePredicate(viewer, spec.scope);
  const all = [sql`t.id = ${id}`, ...(scope ? [scope] : []), ...(spec.where ? [raw(spec.where)] : [])];
  const where: Where = { all, along: [], branches: [], overlapping: false, range: { from: null, before: null } };
  const rows = await rowsOf<Raw>(q, pageSql(spec as unknown as AnySpec, where, null, true, 1));
  return rows[0] ?? null;
}

/**
 * One row of the list by its stored id. `viewer` null: no scope, for jobs and verbs that have fetched it already.
 * @throws Refusal not_found, the same for a missing row and for another merchant's
 */
export async function loadRow<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(
  app: App,
  q: Queryable,
  spec: ListSpec<Q, Raw, Row>,
  id: bigint,
  viewer: Viewer,
): Promise<Row> {
  const found = await findRaw(q, spec, id, viewer);
  if (!found) return refuse("not_found");
  const [row] = await spec.rows(app, [found], viewer);
  return row ?? refuse("not_found");
}

/** Reads a public id of a path; what cannot be one answers like a missing object. */
export function readId(app: App, kind: AnySpec["kind"], unchecked: string): bigint {
  return app.publicIds.decode(kind, unchecked) ?? refuse("not_found");
}
