/**
 * A search that never stalls: windows of ids, one behind the other, as many as the budget allows. A window is read as a
 * whole or not at all, and the next one begins exactly where it ended, so no row is lost or met twice.
 */
import type { BoundedRead } from "../db/bounded.ts";
import { idAt } from "../db/ids.ts";
import type { SearchLimits } from "./limits.ts";
import type { IdRange, Source } from "./spec.ts";
import { bind, join, raw, sql, type Sql } from "./sql.ts";

/** A window grows by this at most, and shrinks by it when it was cut. */
const STEP = 8;
/** A window should cost so many times what a statement that reads next to nothing costs. */
const BESIDE = 4;
/** No window takes less than this, ms: what is quicker is not told apart. */
const QUICK_MS = 0.25;
const WIDEST = 1n << 53n;

/** A place in the ids: everything before it, in the order of the search, has been searched. */
export interface Place {
  /** The first id not searched lies behind this one (before it, in rising order). */
  readonly at: bigint;
  /** How wide the next window should be, in ids. */
  readonly span: bigint;
}

/** Where a search begins; `at` null: at the end of the list where its order begins. */
export interface Start {
  readonly at: bigint | null;
  readonly span: bigint | null;
  readonly descending: boolean;
}

/**
 * Reads one window.
 * @param window predicate over `t.id`; null: everything there is
 * @returns "cut": it was ended and nothing of it counts; "enough": no further window is wanted
 */
export type Visit = (window: Sql | null, limitMs: number) => Promise<"cut" | "enough" | "more">;

/** The ids behind a position. */
export function behind(at: bigint | null, descending: boolean): Sql | null {
  if (at === null) return null;
  return descending ? sql`t.id < ${at}` : sql`t.id > ${at}`;
}

/** What is searched. */
export interface Searched {
  readonly sources: readonly Source[];
  readonly range: IdRange;
  /** The clock that ids are made by, ms. */
  readonly now: number;
}

/** First and last id of a list, inside its date range; null: it has no rows there. */
async function edgesOf(read: BoundedRead, { sources, range, now }: Searched, limitMs: number): Promise<{ first: bigint; last: bigint } | null> {
  const ends = sources.flatMap((source) =>
    ["asc", "desc"].map((order) => {
      const from = range.from === null ? raw("") : sql` and t.id >= ${range.from}`;
      const before = range.before === null ? raw("") : sql` and t.id < ${range.before}`;
      return sql`(select t.id from ${raw(source.from)} where true${from}${before} order by t.id ${raw(order)} limit 1)`;
    }),
  );
  const rows = await read<{ first: bigint | null; last: bigint | null }>(
    bind(sql`select min(id) as first, max(id) as last from (${join(ends, " union all ")}) ends`),
    limitMs,
  );
  // Cut: all that ids can be until now. The search is slower to find its first row then, and finds the same; its first window has no end.
  if (rows === null) return { first: range.from ?? 0n, last: range.before ?? idAt(now) };
  const [row] = rows;
  return row?.first === null || row?.last === null || row === undefined ? null : { first: row.first, last: row.last };
}

/**
 * Searches window by window until nothing is left, enough was found or the budget is spent.
 * @param spentMs what was spent of the budget before
 * @returns where to go on; null: everything has been searched
 */
export async function walk(read: BoundedRead, list: Searched, start: Start, limits: SearchLimits, spentMs: number, visit: Visit): Promise<Place | null> {
  const { descending } = start;
  const began = limits.clock() - spentMs;
  const left = (): number => limits.budgetMs - (limits.clock() - began);
  const edges = await edgesOf(read, list, Math.max(limits.windowMs, left()));
  // What any statement costs now, on a busy database much: a window must not become narrow for that.
  const wantedMs = Math.max(limits.windowMs, BESIDE * (limits.clock() - began - spentMs));
  if (edges === null) return null;
  const edge = descending ? edges.last + 1n : edges.first - 1n;
  // Nothing lies between a position beyond the edge and the edge.
  let at = start.at === null || (descending ? start.at > edge : start.at < edge) ? edge : start.at;
  let open = at === edge;
  let span = start.span ?? limits.firstSpan;
  for (let windows = 0; windows === 0 || left() >= wantedMs; windows += 1) {
    const end = descending ? at - span : at + span;
    const isLast = descending ? end <= edges.first : end >= edges.last;
    const begun = limits.clock();
    const found = await visit(windowOf(open ? start.at : at, isLast ? null : end, descending), limitOf(left(), wantedMs, limits));
    if (found === "cut") {
      span = span / BigInt(STEP) || 1n;
      continue;
    }
    if (isLast) return null;
    at = end;
    open = false;
    span = nextSpan(span, limits.clock() - begun, wantedMs);
    if (found === "enough") break;
  }
  return { at: at < 0n ? 0n : at, span };
}

/**
 * Half of what is left, so that a window that is far too wide does not take everything; but enough for one as wide as it should be,
 * and for the one window of an answer whose time is over never so little that it must be cut.
 */
function limitOf(leftMs: number, wantedMs: number, { windowMs }: SearchLimits): number {
  return Math.max(windowMs, leftMs / 2, Math.min(leftMs, 2 * wantedMs));
}

/** The next window costs what one should, as far as the last one tells. */
function nextSpan(span: bigint, costMs: number, wantedMs: number): bigint {
  const factor = Math.min(STEP, Math.max(1 / STEP, wantedMs / Math.max(QUICK_MS, costMs)));
  const next = (span * BigInt(Math.round(factor * 1024))) / 1024n || 1n;
  return next > WIDEST ? WIDEST : next;
}

function windowOf(at: bigint | null, end: bigint | null, descending: boolean): Sql | null {
  const from = behind(at, descending);
  if (end === null) return from;
  const to = descending ? sql`t.id >= ${end}` : sql`t.id <= ${end}`;
  return from === null ? to : sql`${from} and ${to}`;
}
