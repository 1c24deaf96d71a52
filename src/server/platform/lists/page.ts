/** One page of a list, by keyset and within its time, with its total and sums beside it; and one row by its id. */
import { DEFAULT_PAGE_SIZE, type Page, type Total } from "../../../contract/envelope.ts";
import type { App } from "../context.ts";
import type { BoundedRead } from "../db/bounded.ts";
import { idIso } from "../db/ids.ts";
import type { Queryable } from "../db/pool.ts";
import { Refused } from "../refusal.ts";
import { readCursor, writeCursor, type Cursor, type Sort } from "./cursor.ts";
import { countLimits, firstMs, SEARCH_LIMITS, type SearchLimits, soonLimits } from "./limits.ts";
import { scopePredicate } from "./scope.ts";
import type { BaseQuery, ListSpec, Source, Viewer } from "./spec.ts";
import { allOf, bind, join, raw, sql, type Sql } from "./sql.ts";
import { LATE, type Late, type SumsOf, sumsOf, totalOf } from "./totals.ts";
import { behind, walk, type Place } from "./walk.ts";
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

/** What was read of a page, in the order of the reading. */
interface Read<R> {
  /** One more than there is room for where rows exist beyond. */
  readonly rows: readonly R[];
  /** Where a search that is not over goes on. */
  readonly stop: Place | null;
  /** How wide the last window was, where the rows had to be searched for. */
  readonly span: bigint | null;
}

/** Reads up to `room` rows and one more, within the budget: by one statement where that is quick enough, else window by window. */
function readRows<R extends { readonly id: bigint }>(
  app: App,
  spec: AnySpec,
  where: Where,
  start: { readonly at: bigint | null; readonly span: bigint | null; readonly descending: boolean },
  room: number,
  limits: SearchLimits,
): Promise<Read<R>> {
  const { descending } = start;
  const ask = (read: BoundedRead, position: Sql | null, most: number, limitMs: number): Promise<R[] | null> =>
    read<R>(bind(pageSql(spec, where, position, descending, most)), limitMs);
  return app.db.bounded.use(async (read) => {
    const begun = limits.clock();
    // Whoever goes on with a search knows already that one statement takes too long.
    const triedMs = start.span === null ? firstMs(where, limits) : 0;
    const all = triedMs > 0 ? await ask(read, behind(start.at, descending), room + 1, triedMs) : null;
    if (all !== null) return { rows: all, stop: null, span: null };
    const rows: R[] = [];
    const list = { sources: spec.sources, range: where.range, now: app.now() };
    const stop = await walk(read, list, start, limits, limits.clock() - begun, async (window, limitMs) => {
      const found = await ask(read, window, room + 1 - rows.length, limitMs);
      if (found === null) return "cut";
      rows.push(...found);
      return rows.length >= room ? "enough" : "more";
    });
    return { rows, stop, span: stop?.span ?? limits.firstSpan };
  });
}

interface Cursors {
  /** In the direction of the reading. */
  readonly onward: Cursor | null;
  readonly back: Cursor | null;
  /** The page is not full, and `onward` goes on with the search for its rows. */
  readonly searching: boolean;
}

/** A width as the next answer is told it: the nearest power of two, so that slow growth is not lost between answers. */
const bits = (span: bigint): number => Math.round(Math.log2(Number(span)));

/** Positions around what was read. @param room how many rows the page still takes */
function around<R extends { readonly id: bigint }>({ rows, stop, span }: Read<R>, cursor: Cursor | null, room: number, newestFirst: boolean): Cursors {
  const direction = cursor?.direction ?? "next";
  const opposite = direction === "next" ? "prev" : "next";
  const kept = rows.slice(0, room);
  const [first] = kept;
  const last = kept.at(-1);
  const searching = stop !== null && kept.length < room;
  // Beyond a position with nothing behind it: back to the row that the position was taken from, itself included.
  const step = (direction === "next") === newestFirst ? -1n : 1n;
  const back = cursor && ({ direction: opposite, id: first?.id ?? cursor.id + step } as const);
  if (last && rows.length > room) return { onward: { direction, id: last.id, ...(span === null ? {} : { span: bits(span) }) }, back, searching };
  if (stop === null) return { onward: null, back, searching };
  const filled = (cursor?.filled ?? 0) + kept.length;
  return { onward: { direction, id: stop.at, span: bits(stop.span), ...(searching ? { filled } : {}) }, back, searching };
}

/** Where a reading begins, and how many rows its page still takes. */
function startOf(cursor: Cursor | null, size: number, newestFirst: boolean) {
  const descending = newestFirst !== (cursor?.direction === "prev");
  const span = cursor?.span === undefined ? null : 1n << BigInt(cursor.span);
  const filled = cursor?.filled ?? 0;
  return { start: { at: cursor?.id ?? null, span, descending }, room: filled < size ? size - filled : size };
}

/**
 * Answers a list: `items, next_cursor, prev_cursor, total, sums`, and how far it reaches where its time was over before
 * the page was full. Page, count and sums run side by side, each within the budget. A call that goes on with a search
 * fills the page of the call before it, and counts nothing anew. Where only the total is asked for, or only the figures, nothing else
 * is read. `figures=soon`: total and sums that take longer than the rows are left out, and the answer says so.
 * Refuses validation_failed with the field for a bad cursor, date or value
 */
export async function listPage<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(
  app: App,
  spec: ListSpec<Q, Raw, Row>,
  query: Q,
  viewer: Viewer,
  limits: SearchLimits = app.searchLimits ?? SEARCH_LIMITS,
): Promise<Page<Row> | Refused> {
  const sort: Sort = query.sort ?? "-created_at";
  const newestFirst = sort === "-created_at";
  const cursor = query.cursor === undefined || query.cursor === "" ? null : readCursor(app.publicIds, spec.kind, sort, query.cursor);
  if (cursor instanceof Refused) return cursor;
  const where = whereOf(app, spec, query, viewer);
  if (where instanceof Refused) return where;
  if (query.only !== undefined) return figuresOnly(app, spec as unknown as AnySpec, where, query, viewer, limits);
  const { start, room } = startOf(cursor, query.size ?? DEFAULT_PAGE_SIZE, newestFirst);
  // The list's own types stay outside: building SQL needs only the names.
  const plain = spec as unknown as AnySpec;
  const goesOn = cursor?.filled !== undefined;
  const soon = query.figures === "soon";
  const counting = { descending: newestFirst, limits: soon ? soonLimits(limits) : limits, soon };
  const [read, counted, sums] = await Promise.all([
    readRows<Raw>(app, plain, where, start, room, limits),
    goesOn ? null : totalOf(app, plain, where, counting),
    goesOn ? null : sumsOf(app, plain, where, query, viewer, counting),
  ]);
  const kept = read.rows.slice(0, room);
  // Where all that was counted stands on the first page, a search has nothing left to find.
  const isAll = cursor === null && counted !== null && counted !== LATE && counted.exact && counted.value <= kept.length;
  const { onward, back, searching } = around(isAll ? { ...read, stop: null } : read, cursor, room, newestFirst);
  const write = (at: Cursor | null): string | null => at && writeCursor(app.publicIds, spec.kind, sort, at);
  const isForward = cursor?.direction !== "prev";
  // All rows stand on this page: they are counted.
  const whole = cursor === null && onward === null;
  const late = sums === LATE || (counted === LATE && !whole);
  return {
    items: await spec.rows(app, isForward ? kept : kept.toReversed(), viewer),
    next_cursor: write(isForward ? onward : back),
    prev_cursor: write(isForward ? back : onward),
    ...(searching && onward ? { searched_back_to: idIso(onward.id), search_cursor: write(onward) } : {}),
    total: whole ? { value: kept.length, exact: true } : totalOrSeen(counted, (cursor?.filled ?? 0) + kept.length),
    ...sumsOrNull(sums),
    ...(late ? { figures_late: true } : {}),
  };
}

/** What was not counted is at least what was seen. */
const totalOrSeen = (counted: Total | Late | null, seen: number): Total => (counted === null || counted === LATE ? { value: seen, exact: false } : counted);
const sumsOrNull = (sums: SumsOf | Late | null): SumsOf | null => (sums === LATE ? { sums: null } : sums);

const NO_ROWS = { items: [], next_cursor: null, prev_cursor: null } as const;

/** Total alone, or total and sums, of a list's rows. */
async function figuresOnly(app: App, spec: AnySpec, where: Where, query: BaseQuery, viewer: Viewer, limits: SearchLimits): Promise<Page<never>> {
  const counting = { descending: (query.sort ?? "-created_at") === "-created_at", limits };
  if (query.only === "total") return { ...NO_ROWS, total: totalOrSeen(await totalOf(app, spec, where, { ...counting, limits: countLimits(limits) }), 0) };
  const [total, sums] = await Promise.all([totalOf(app, spec, where, counting), sumsOf(app, spec, where, query, viewer, counting)]);
  return { ...NO_ROWS, total: totalOrSeen(total, 0), ...sumsOrNull(sums) };
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
  const where: Where = { all, along: [], branches: [], overlapping: false, range: { from: null, before: null }, served: true };
  const rows = await rowsOf<Raw>(q, pageSql(spec as unknown as AnySpec, where, null, true, 1));
  return rows[0] ?? null;
}

/**
 * One row of the list by its stored id. `viewer` null: no scope, for jobs and verbs that have fetched it already.
 * Refuses not_found, the same for a missing row and for another merchant's
 */
export async function loadRow<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(
  app: App,
  q: Queryable,
  spec: ListSpec<Q, Raw, Row>,
  id: bigint,
  viewer: Viewer,
): Promise<Row | Refused> {
  const found = await findRaw(q, spec, id, viewer);
  const [row] = found ? await spec.rows(app, [found], viewer) : [];
  return row ?? new Refused("not_found");
}

/** Reads a public id of a path. Refuses not_found for what cannot be one, like a missing object */
export function readId(app: App, kind: AnySpec["kind"], unchecked: string): bigint | Refused {
  return app.publicIds.decode(kind, unchecked) ?? new Refused("not_found");
}

/** Runs what needs the id that a path names. Refuses as {@link readId} */
export async function withId<T>(app: App, kind: AnySpec["kind"], unchecked: string, work: (id: bigint) => T | Promise<T>): Promise<T | Refused> {
  const id = readId(app, kind, unchecked);
  return id instanceof Refused ? id : work(id);
}
