/** Totals and sums of a list (rule 29): exact to 10,000, sums by rollup or up to 100,000 rows, else null. */
import { COUNT_CAP, SUM_CAP, type Total } from "../../../contract/envelope.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { App } from "../context.ts";
import type { Queryable } from "../db/pool.ts";
import { scopeOf } from "./scope.ts";
import type { BaseQuery, ListSpec, Sums, Viewer } from "./spec.ts";
import { allOf, bind, join, raw, sql, type Sql } from "./sql.ts";
import { disjoint, toolsOf, type Where } from "./where.ts";

type AnySpec = ListSpec<BaseQuery, { readonly id: bigint }, unknown>;

/** Rows that a total or a sum reads at most where a filter has no index of its own. */
const READ_CAP = SUM_CAP;

/** Whether a row fulfils the filters without an index; read as a column, so that the rows read can be counted too. */
const hit = (where: Where): Sql => (where.along.length === 0 ? raw("true") : sql`coalesce(${allOf(where.along)}, false)`);

/**
 * How many rows match: stops counting one behind the cap. With a filter that no index helps, it reads a bounded number
 * of rows and then says "at least".
 */
export async function totalOf(q: Queryable, spec: AnySpec, where: Where): Promise<Total> {
  const { text, values } = bind(totalSql(spec, where));
  const row = await q.one<{ count: number; cut: boolean }>(text, values);
  const count = row?.count ?? 0;
  return { value: Math.min(count, COUNT_CAP), exact: count <= COUNT_CAP && row?.cut !== true };
}

/** The statement of {@link totalOf}: `count`, and `cut` where more rows might count than were read. */
export function totalSql(spec: AnySpec, where: Where): Sql {
  const most = where.along.length === 0 ? COUNT_CAP : READ_CAP;
  const parts = spec.sources.flatMap((source) =>
    disjoint(where, source).map((rows) => sql`(select ${hit(where)} as hit from ${raw(source.from)} where ${rows} limit ${most + 1})`),
  );
  // The row behind the most that is read stays in as a sign; the outer limit ends the reading as soon as enough is known.
  return sql`
    select count(*) filter (where hit and place <= ${most})::int as count, coalesce(bool_or(place > ${most}), false) as cut
    from (select hit, place from (select hit, row_number() over () as place from (${join(parts, " union all ")}) every) numbered
      where hit or place > ${most} limit ${COUNT_CAP + 1}) counted`;
}

function asStrings(row: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (name in row ? [[name, formatAmount(BigInt((row[name] as string | bigint | null) ?? 0))]] : [])));
}

/** Sums of the rows themselves, up to {@link SUM_CAP} of them, and how many were seen. */
export function sumsSql(spec: AnySpec, sums: Sums<BaseQuery>, where: Where): Sql {
  const columns = Object.entries(sums.columns);
  const inner = columns.map(([name, expression]) => `${expression} as ${name}`).join(", ");
  const outer = columns.map(([name]) => `coalesce(sum(${name}) filter (where hit), 0)::bigint as ${name}`).join(", ");
  const parts = spec.sources.flatMap((source) =>
    disjoint(where, source).map((rows) => sql`(select ${hit(where)} as hit, ${raw(inner)} from ${raw(source.from)} where ${rows} limit ${SUM_CAP + 1})`),
  );
  return sql`select count(*)::int as "#seen", ${raw(outer)} from (${join(parts, " union all ")}) summed`;
}

/** Sums over all filtered rows as decimal strings; null: too many rows, narrow the filter. */
export async function sumsOf(app: App, spec: AnySpec, where: Where, query: BaseQuery, viewer: Viewer): Promise<Readonly<Record<string, string>> | null> {
  const sums = spec.sums;
  if (!sums) return null;
  const names = Object.keys(sums.columns);
  const scope = scopeOf(viewer);
  if ("none" in scope) return asStrings(Object.fromEntries(names.map((name) => [name, 0n])), names);
  const rolled = sums.rollup?.(query, "merchantId" in scope ? scope.merchantId : null, where.range, toolsOf(app, viewer)) ?? null;
  const run = (statement: Sql): Promise<Record<string, unknown> | null> => {
    const { text, values } = bind(statement);
    return app.db.one<Record<string, unknown>>(text, values);
  };
  const [figures, row] = await Promise.all([rolled && run(rolled.statement), rolled?.complete ? null : run(sumsSql(spec, sums, where))]);
  if (row && Number(row["#seen"]) <= SUM_CAP) return asStrings(row, names);
  return figures && asStrings(figures, names);
}
