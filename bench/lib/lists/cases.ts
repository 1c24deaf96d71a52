/** What is asked of the lists: each filter by itself, and combinations drawn at random. Values that no schema names are taken from rows. */
import type { ListFilter, MeasuredList } from "./lists.ts";

/** One of these by a number from 0 up to 1; undefined where there is none. */
function at<T>(items: readonly T[], share: number): T | undefined {
  return items[Math.floor(share * items.length)];
}

/** One question: a list, and for each filter where in its values to look (0 up to 1). A database of any size finds values of its own there. */
export interface Case {
  readonly url: string;
  readonly filters: readonly { readonly name: string; readonly place: number }[];
  readonly soon: boolean;
}

/** Values by list and filter. */
export type Pool = ReadonlyMap<string, readonly string[]>;

/** How a pool is asked. */
export const poolKey = (url: string, filter: string): string => `${url} ${filter}`;

/** Values of a filter that are tried one by one in a round; of more, so many are drawn. */
const VALUES_EACH = 8;

/** Every list as it opens, and every filter that has values: each value where they are few. */
export function singles(lists: readonly MeasuredList[], pool: Pool, random: () => number): Case[] {
  return lists.flatMap(({ url, filters, soon }) => [
    { url, soon, filters: [] },
    ...filters.flatMap(({ name }) => {
      const count = pool.get(poolKey(url, name))?.length ?? 0;
      const places =
        count <= VALUES_EACH ? Array.from({ length: count }, (_unused, index) => (index + 0.5) / count) : Array.from({ length: VALUES_EACH }, random);
      return places.map((place) => ({ url, soon, filters: [{ name, place }] }));
    }),
  ]);
}

/** Combinations of two or three filters of one list, as many as asked for. */
export function combinations(lists: readonly MeasuredList[], pool: Pool, count: number, random: () => number): Case[] {
  const able = lists
    .map(({ filters, ...list }) => ({ ...list, filters: filters.filter(({ name }) => (pool.get(poolKey(list.url, name))?.length ?? 0) > 0) }))
    .filter(({ filters }) => filters.length >= 3);
  return Array.from({ length: count }, () => {
    const list = at(able, random()) as MeasuredList;
    const left = [...list.filters];
    const wanted = random() < 0.5 ? 2 : 3;
    const chosen = Array.from({ length: wanted }, () => ({
      name: (left.splice(Math.floor(random() * left.length), 1)[0] as ListFilter).name,
      place: random(),
    }));
    return { url: list.url, soon: list.soon, filters: chosen };
  });
}

/** The address of a case in a database. Bounds that were drawn crosswise are turned: what is empty from the start says nothing. */
export function addressOf(question: Case, pool: Pool, size: number): string {
  const params = new URLSearchParams({ size: String(size) });
  for (const { name, place } of question.filters) params.set(name, at(pool.get(poolKey(question.url, name)) ?? [], place) ?? "");
  turn(params, "from", "to", (left, right) => left > right);
  turn(params, "min_amount", "max_amount", (left, right) => Number(left) > Number(right));
  if (question.soon) params.set("figures", "soon");
  return `${question.url}?${params}`;
}

function turn(params: URLSearchParams, low: string, high: string, crossed: (low: string, high: string) => boolean): void {
  const [from, to] = [params.get(low), params.get(high)];
  if (from === null || to === null || !crossed(from, to)) return;
  params.set(low, to);
  params.set(high, from);
}

type Row = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string[] => {
  if (typeof value === "number") return [String(value)];
  return typeof value === "string" && value !== "" && value.length <= 100 ? [value] : [];
};
/** Fields whose texts people type into the search box. */
const SEARCHED = /^(id|trx_id|customer|counterparty|merchant_order_id|account|name|reference)$/;

/** A field inside a field of a row. */
function inside(row: Row, field: string, name: string): string[] {
  const outer = row[field];
  return typeof outer === "object" && outer !== null ? textOf((outer as Row)[name]) : [];
}

/** Where a row shows a filter's values under another name than the filter's. */
const ELSEWHERE: Readonly<Record<string, (row: Row) => string[]>> = {
  q: (row) => Object.entries(row).flatMap(([field, value]) => (SEARCHED.test(field) ? textOf(value) : [])),
  min_amount: (row) => textOf(row["amount"]).map((amount) => amount.replace("-", "")),
  max_amount: (row) => textOf(row["amount"]).map((amount) => amount.replace("-", "")),
  from: (row) => textOf(row["created_at"] ?? row["received_at"] ?? row["at"]),
  to: (row) => textOf(row["created_at"] ?? row["received_at"] ?? row["at"]),
  reference: (row) => inside(row, "reference", "id"),
  order_id: (row) => inside(row, "object", "id"),
  object_id: (row) => inside(row, "object", "id"),
  object_type: (row) => inside(row, "object", "type"),
  user_id: (row) => inside(row, "actor", "id"),
  template: (row) => inside(row, "template", "id"),
  role: (row) => textOf(row["role_name"]),
  // A stretch of time: the day of the row's instant.
  paid_at: (row) => textOf(row["paid_at"]).map((at) => at.slice(0, 10)),
};

/** Values of a filter in a row: the field of that name, what it is a bound of, the object that it names, or the first row of a line. */
function inRow(name: string, row: Row): string[] {
  const found = ELSEWHERE[name]?.(row) ?? textOf(row[name]);
  if (found.length > 0) return found;
  if (name === "merchant_id" || name === "wallet_id") return inside(row, name.slice(0, -3), "id");
  if (name === "at") return [...inside(row, "wallet", "id"), ...inside(row, "merchant", "id")].slice(0, 1);
  return inside(row, "first", name);
}

/**
 * The values of every filter: those that schemas name, else those of rows. A filter by a merchant, wallet, person or amount whose list
 * shows none takes those of the other lists.
 */
export function poolOf(lists: readonly MeasuredList[], rows: ReadonlyMap<string, readonly Row[]>): Pool {
  const all = [...rows.values()].flat();
  return new Map(
    lists.flatMap(({ url, filters }) =>
      filters.map(({ name, values }) => {
        const own = rows.get(url) ?? [];
        const found =
          [values, own.flatMap((row) => inRow(name, row)), /_(id|amount)$/.test(name) ? all.flatMap((row) => inRow(name, row)) : []].find(
            (some) => some.length > 0,
          ) ?? [];
        return [poolKey(url, name), [...new Set(found)]] as const;
      }),
    ),
  );
}
