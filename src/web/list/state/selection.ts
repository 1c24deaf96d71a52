/** Rows chosen for a bulk action. They stay chosen while paging; a new question (filters) clears them. */
import { formatAmount, parseAmount } from "../../../contract/money.ts";

/** The server takes this many items in one bulk call (contract/bulk.schema.ts). */
export const BULK_MAX = 200;
export type Selection<Row> = ReadonlyMap<string, Row>;

/** No row at all, of any kind. */
export const NOTHING = new Map<string, never>();

/** Puts a row in or out; beyond {@link BULK_MAX} nothing is added. */
export function toggled<Row extends { readonly id: string }>(selection: Selection<Row>, row: Row): Selection<Row> {
  const next = new Map(selection);
  if (!next.delete(row.id) && next.size < BULK_MAX) next.set(row.id, row);
  return next;
}

/** All rows of a page in, or, when all are in, out. */
export function toggledAll<Row extends { readonly id: string }>(selection: Selection<Row>, rows: readonly Row[]): Selection<Row> {
  const next = new Map(selection);
  const all = rows.every((row) => next.has(row.id));
  for (const row of rows) {
    if (all) next.delete(row.id);
    else if (next.size < BULK_MAX) next.set(row.id, row);
  }
  return next;
}

/** Everything between two rows of the page, both included, is chosen (shift and click). */
export function withRange<Row extends { readonly id: string }>(selection: Selection<Row>, rows: readonly Row[], fromId: string, toId: string): Selection<Row> {
  const ends = [rows.findIndex((row) => row.id === fromId), rows.findIndex((row) => row.id === toId)].sort((a, b) => a - b);
  const [first, last] = ends as [number, number]; // two elements in, two out
  if (first < 0) return selection;
  const next = new Map(selection);
  for (const row of rows.slice(first, last + 1)) if (next.size < BULK_MAX) next.set(row.id, row);
  return next;
}

/** Chosen rows in their present version: a row that changed since is taken anew, others stay as chosen. */
export function refreshed<Row extends { readonly id: string }>(selection: Selection<Row>, rows: readonly Row[]): Selection<Row> {
  const changed = rows.filter((row) => selection.has(row.id) && selection.get(row.id) !== row);
  if (changed.length === 0) return selection;
  const next = new Map(selection);
  for (const row of changed) next.set(row.id, row);
  return next;
}

/** Which of all page rows are chosen: none, some or all (the box in the head). */
export function coverage<Row extends { readonly id: string }>(selection: Selection<Row>, rows: readonly Row[]): "none" | "some" | "all" {
  const count = rows.filter((row) => selection.has(row.id)).length;
  return count === 0 ? "none" : count === rows.length ? "all" : "some";
}

/** Sum of decimal strings, exact; absent or unreadable amounts count as nothing. */
export function sumOf(amounts: Iterable<string | null>): string {
  let total = 0n;
  for (const amount of amounts) {
    if (amount === null) continue;
    const minus = amount.startsWith("-");
    const minor = parseAmount(minus ? amount.slice(1) : amount) ?? 0n;
    total += minus ? -minor : minor;
  }
  return formatAmount(total);
}

const negated = (amount: string): string => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`);

/** What `amount` is more than `other`, exact; negative where it is less. */
export function difference(amount: string, other: string): string {
  return sumOf([amount, negated(other)]);
}
