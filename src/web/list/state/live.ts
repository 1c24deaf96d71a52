/** What live events do to the rows on the screen: rows change in place, new ones are counted, nothing jumps. */
import type { Page } from "../../../contract/envelope.ts";
import { isSearched } from "./search.ts";
import type { HasId } from "../spec/index.ts";

/** More changed rows than this on one screen are fetched as a page, fewer one by one. */
export const ONE_BY_ONE_MAX = 5;
/** Events are gathered for this long before anything is fetched. */
export const GATHER_MS = 250;
/** The first page is asked for new rows at most this often. */
export const PROBE_EVERY_MS = 2_000;

/** The page with one row exchanged; the same object when the row is not on it. */
export function withRow<Row extends HasId>(page: Page<Row>, row: Row): Page<Row> {
  const at = page.items.findIndex((item) => item.id === row.id);
  if (at < 0) return page;
  const items = [...page.items];
  items[at] = row;
  return { ...page, items };
}

/** The page without a row that no longer belongs to its question, and with a total of one less; the same object when the row is not on it. */
export function withoutRow<Row extends HasId>(page: Page<Row>, id: string): Page<Row> {
  const items = page.items.filter((item) => item.id !== id);
  if (items.length === page.items.length) return page;
  const { total } = page;
  return { ...page, items, ...(total ? { total: { ...total, value: Math.max(0, total.value - 1) } } : {}) };
}

/** True of a row that lists leave out: deleted, unless they are asked for such ones; or there again, where only deleted ones are. */
export function isLeftOut(row: object, deletedFilter: string | undefined): boolean {
  if (!("deleted" in row) || typeof row.deleted !== "boolean") return false;
  return row.deleted ? deletedFilter === undefined : deletedFilter === "only";
}

/**
 * The rows on the screen brought up to date from a newly fetched page of the same question: every row keeps its
 * place, rows that the fresh page no longer holds stay as they were, and rows that only the fresh page holds are
 * counted, not shown. Total and sums are the fresh ones, where they are of all rows.
 */
export function mergeInPlace<Row extends HasId>(shown: Page<Row>, fresh: Page<Row>, same: (a: Row, b: Row) => boolean): { page: Page<Row>; unseen: number } {
  const byId = new Map(fresh.items.map((row) => [row.id, row]));
  const here = new Set(shown.items.map((row) => row.id));
  const items = shown.items.map((row) => {
    const now = byId.get(row.id);
    return now === undefined || same(row, now) ? row : now;
  });
  // A page that is searched for in parts has come further than a first answer does: its own total and sums reach further too.
  const figures = isSearched(fresh)
    ? {}
    : {
        total: fresh.total,
        ...(fresh.sums === undefined ? {} : { sums: fresh.sums }),
        ...(shown.partial_sums || fresh.partial_sums ? { partial_sums: fresh.partial_sums } : {}),
        ...(shown.figures_late ? { figures_late: fresh.figures_late } : {}),
      };
  const changed = items.some((row, index) => row !== shown.items[index]);
  return {
    page: { ...shown, items: changed ? items : shown.items, ...figures },
    unseen: fresh.items.filter((row) => !here.has(row.id)).length,
  };
}

/** What gathered events ask for. */
export interface Wanted {
  /** Rows on the screen to fetch one by one. */
  readonly rows: readonly string[];
  /** The page itself is to be fetched and merged: too many rows changed, or rows may have come in. */
  readonly page: boolean;
}

/**
 * Decides what to fetch after a batch of events.
 * @param shown ids on the screen with their versions (null: rows of this list have none)
 * @param firstPage only the first page, newest first, can show that something new has come
 */
export function wanted(
  events: readonly { id: string; version: number; change: "created" | "changed" }[],
  shown: ReadonlyMap<string, number | null>,
  firstPage: boolean,
): Wanted {
  const rows = new Set<string>();
  let elsewhere = false;
  for (const event of events) {
    const version = shown.get(event.id);
    if (version === undefined) elsewhere = true;
    else if (version !== null && version <= event.version) rows.add(event.id); // equal too: a wallet's figures move without its version
  }
  if (rows.size > ONE_BY_ONE_MAX) return { rows: [], page: true };
  return { rows: [...rows], page: elsewhere && firstPage };
}
