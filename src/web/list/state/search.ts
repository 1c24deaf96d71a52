/** A page whose rows are searched for in parts: what each further answer adds to it. Pure; the hook beside it asks. */
import type { Page } from "../../../contract/envelope.ts";
import type { HasId } from "../spec/index.ts";
import { sumOf } from "./selection.ts";

/** Whether a page is still to be filled by its search. */
export function isSearched<P extends Page<unknown>>(page: P | null): page is P & { readonly search_cursor: string; readonly searched_back_to: string } {
  return typeof page?.search_cursor === "string" && typeof page.searched_back_to === "string";
}

/** True where the search goes on before the rows of the page, not behind them: it was reached backwards. */
const goesBefore = (page: Page<unknown>): boolean => page.search_cursor === page.prev_cursor;

/** True where the search of a list in this order comes from newer to older rows. */
export function goesBack(page: Page<unknown>, newestFirst: boolean): boolean {
  return newestFirst !== goesBefore(page);
}

/**
 * The page with what a further answer of its search found. On the first page everything that was found stands on it: it is
 * counted and added up here, where that reaches further than what the server had time for.
 * @param first the page begins where the list begins
 */
export function withMore<Row extends HasId>(shown: Page<Row>, more: Page<Row>, first: boolean): Page<Row> {
  const before = goesBefore(shown);
  const known = new Set(shown.items.map((row) => row.id));
  const found = more.items.filter((row) => !known.has(row.id));
  const page: Page<Row> = {
    ...shown,
    items: before ? [...found, ...shown.items] : [...shown.items, ...found],
    next_cursor: before ? shown.next_cursor : more.next_cursor,
    prev_cursor: before ? more.prev_cursor : shown.prev_cursor,
    searched_back_to: more.searched_back_to ?? null,
    search_cursor: more.search_cursor ?? null,
  };
  return first ? counted(page, shown) : page;
}

/** Total and sums of a first page, from its rows. */
function counted<Row extends HasId>(page: Page<Row>, before: Page<Row>): Page<Row> {
  const count = page.items.length;
  if (page.next_cursor === null) {
    const sums = before.sums === null && before.partial_sums ? added(page.items, before.partial_sums.values) : before.sums;
    const { partial_sums: _part, ...rest } = page;
    return { ...rest, total: { value: count, exact: true }, ...(sums === undefined ? {} : { sums }) };
  }
  // The page became full: what lies beyond is not known, and what the server counted may reach further.
  if (!isSearched(page)) return { ...page, total: { ...before.total, value: Math.max(before.total.value, count) } };
  const reached = page.searched_back_to;
  const isFurther = (other: string): boolean => ((before.searched_back_to ?? "") < reached ? reached > other : reached < other);
  const { total, partial_sums: part } = before;
  return {
    ...page,
    ...(total.searched_back_to !== undefined && isFurther(total.searched_back_to) ? { total: { value: count, exact: false, searched_back_to: reached } } : {}),
    ...(part && isFurther(part.searched_back_to) ? { partial_sums: { values: added(page.items, part.values), searched_back_to: reached } } : {}),
  };
}

/** Sums of rows: each is named like the field of the row that it adds up (held by the suite of all lists). */
function added(rows: readonly object[], names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(names).map((name) => [
      name,
      sumOf(
        rows.map((row) => {
          const value: unknown = (row as Readonly<Record<string, unknown>>)[name];
          return typeof value === "string" ? value : null;
        }),
      ),
    ]),
  );
}
