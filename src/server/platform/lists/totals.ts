/** Totals and sums of a list (rule 29): exact to 10,000, sums by rollup or up to 100,000 rows; what took too long says how far it reaches. */
import { COUNT_CAP, SUM_CAP, type PartialSums, type Total } from "../../../contract/envelope.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { App } from "../context.ts";
import type { BoundedRead } from "../db/bounded.ts";
import { idIso } from "../db/ids.ts";
import { firstMs, type SearchLimits } from "./limits.ts";
import { isStaff, scopeOf } from "./scope.ts";
import type { BaseQuery, ListSpec, Sums, Viewer } from "./spec.ts";
import { allOf, bind, join, raw, sql, type Sql } from "./sql.ts";
import { walk } from "./walk.ts";
import { disjoint, toolsOf, within, type Where } from "./where.ts";

type AnySpec = ListSpec<BaseQuery, { readonly id: bigint }, unknown>;
type Columns = Sums<BaseQuery>["columns"];

/** What had to be soon and takes longer. */
export const LATE = "late";
export type Late = typeof LATE;

/** How a list's rows are counted and added up: in which order of the ids, and for how long. */
export interface Counting {
  readonly descending: boolean;
  readonly limits: SearchLimits;
  /** By one statement each or not at all: whoever asks will ask again. */
  readonly soon?: boolean;
}

/** The statement that counts rows, up to one more than `cap`, and adds up columns of theirs. */
function addedSql(spec: AnySpec, columns: Columns, where: Where, cap: number): Sql {
  const names = Object.keys(columns);
  const inner = raw(["t.id", ...names.map((name) => `${columns[name]} as ${name}`)].join(", "));
  const outer = raw(names.map((name) => `, coalesce(sum(${name}), 0)::bigint as ${name}`).join(""));
  const parts = spec.sources.flatMap((source) =>
    disjoint(where, source).map((rows) => sql`(select ${inner} from ${raw(source.from)} where ${allOf([rows, ...where.along])} limit ${cap + 1})`),
  );
  const [only] = parts;
  const all = only && parts.length === 1 ? only : sql`(select * from (${join(parts, " union all ")}) every limit ${cap + 1})`;
  return sql`select count(*)::int as "#seen"${outer} from ${all} counted`;
}

/** The statement of a count. */
export function totalSql(spec: AnySpec, where: Where): Sql {
  return addedSql(spec, {}, where, COUNT_CAP);
}

/** The statement of the sums of the rows themselves. */
export function sumsSql(spec: AnySpec, sums: Sums<BaseQuery>, where: Where): Sql {
  return addedSql(spec, sums.columns, where, SUM_CAP);
}

interface Added {
  /** More than the cap: nothing else counts. */
  readonly seen: number;
  readonly sums: Readonly<Record<string, bigint>>;
  /** The instant up to which rows were read, in the list's order; null: all of them were. */
  readonly backTo: string | null;
}

type Figures = Record<string, bigint | number | string | null>;

/** Counts and adds up within the budget: by one statement where that is quick enough, else window by window; "late": not soon. */
function added(app: App, spec: AnySpec, columns: Columns, where: Where, cap: number, { descending, limits, soon = false }: Counting): Promise<Added | Late> {
  const names = Object.keys(columns);
  let seen = 0;
  let sums = Object.fromEntries(names.map((name) => [name, 0n]));
  const take = ([row]: readonly Figures[]): void => {
    seen += Number(row?.["#seen"] ?? 0);
    sums = Object.fromEntries(names.map((name) => [name, (sums[name] ?? 0n) + BigInt(row?.[name] ?? 0)]));
  };
  const ask = (read: BoundedRead, part: Where, limitMs: number): Promise<Figures[] | null> => read(bind(addedSql(spec, columns, part, cap)), limitMs);
  return app.db.bounded.use(async (read) => {
    const begun = limits.clock();
    const triedMs = firstMs(where, limits);
    const all = triedMs > 0 ? await ask(read, where, triedMs) : null;
    if (all !== null) {
      take(all);
      return { seen, sums, backTo: null };
    }
    if (soon) return LATE;
    const start = { at: null, span: null, descending };
    const list = { sources: spec.sources, range: where.range, now: app.now() };
    const stop = await walk(read, list, start, limits, limits.clock() - begun, async (window, limitMs) => {
      const rows = await ask(read, within(where, window), limitMs);
      if (rows === null) return "cut";
      take(rows);
      return seen > cap ? "enough" : "more";
    });
    return { seen, sums, backTo: stop && idIso(stop.at) };
  });
}

/** How many rows match: stops counting one behind the cap, and where its time is over. */
export async function totalOf(app: App, spec: AnySpec, where: Where, counting: Counting): Promise<Total | Late> {
  const counted = await added(app, spec, {}, where, COUNT_CAP, counting);
  if (counted === LATE) return LATE;
  const { seen, backTo } = counted;
  if (seen > COUNT_CAP) return { value: COUNT_CAP, exact: false };
  return backTo === null ? { value: seen, exact: true } : { value: seen, exact: false, searched_back_to: backTo };
}

function asStrings(row: Readonly<Figures>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (name in row ? [[name, formatAmount(BigInt(row[name] ?? 0))]] : [])));
}

/** What the sums of a page are: all of them, none, or those of a part of the rows. */
export interface SumsOf {
  readonly sums: Readonly<Record<string, string>> | null;
  readonly partial_sums?: PartialSums;
}

/**
 * Sums over all filtered rows as decimal strings; null: too many rows, narrow the filter, or more than there was time for.
 * @returns null: the list has none
 */
export async function sumsOf(app: App, spec: AnySpec, where: Where, query: BaseQuery, viewer: Viewer, counting: Counting): Promise<SumsOf | Late | null> {
  const { sums } = spec;
  if (!sums) return null;
  const columns = isStaff(viewer) ? sums.columns : Object.fromEntries(Object.entries(sums.columns).filter(([name]) => !sums.ofStaff?.includes(name)));
  const names = Object.keys(columns);
  const scope = scopeOf(viewer);
  if ("none" in scope) return { sums: asStrings(Object.fromEntries(names.map((name) => [name, 0n])), names) };
  const rolled = sums.rollup?.(query, "merchantId" in scope ? scope.merchantId : null, where.range, toolsOf(app, viewer)) ?? null;
  const roll = async (statement: Sql): Promise<Figures | null> => {
    const rows = await app.db.bounded.use((read) => read<Figures>(bind(statement), counting.limits.budgetMs));
    return rows?.[0] ?? null;
  };
  const [figures, row] = await Promise.all([rolled && roll(rolled.statement), rolled?.complete ? null : added(app, spec, columns, where, SUM_CAP, counting)]);
  const few = row !== null && row !== LATE && row.seen <= SUM_CAP;
  if (few && row.backTo === null) return { sums: asStrings(row.sums, names) };
  if (figures) return { sums: asStrings(figures, names) };
  // What was not cut is known: too many rows.
  if (row === LATE || (counting.soon && rolled !== null)) return LATE;
  return few && row.backTo !== null ? { sums: null, partial_sums: { values: asStrings(row.sums, names), searched_back_to: row.backTo } } : { sums: null };
}
