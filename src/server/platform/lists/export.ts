/** Exports as SQL (rule 28): one function builds the COPY from a list's spec and its column table. */
import { FORMULA_STARTS } from "../../../domain/csv.ts";
import type { App } from "../context.ts";
import type { RawCell } from "./export-cells.ts";
import type { ExportColumn, ExportFormat, ExportLanguage, ExportSpec } from "./export-columns.ts";
import { yesSql } from "./export-words.ts";
import { HIDDEN, maskSql, masksOf, withoutAmountsSql } from "./mask.ts";
import { chosenIds, columnsFor, EVERYTHING, inWordsOf, type Shown, totalCells } from "./export-shown.ts";
import type { BaseQuery, ListSpec, Masks, Viewer } from "./spec.ts";
import { allOf, inline, join, raw, type Sql, sql } from "./sql.ts";
import { disjoint, whereOf } from "./where.ts";
import type { XlsxCell } from "./xlsx.ts";
import { Refused } from "../refusal.ts";

/** Rows that a sheet of a workbook can hold, its headings among them. CSV has no such end. */
const SHEET_ROWS = 1_048_576;
/** Most rows of a workbook. */
const WORKBOOK_ROWS = SHEET_ROWS - 1;
/**
 * Most rows of a file.
 * @param most where the format itself has no end; null: as many as there are
 * @param besides lines that are no rows: totals, an opening and a closing
 */
export function mostRows(format: ExportFormat, most: number | null, besides: number): number | null {
  return format === "xlsx" ? Math.min(WORKBOOK_ROWS - besides, most ?? WORKBOOK_ROWS) : most;
}
/** The first characters of formulas, as the database's `ascii` numbers them; from nine on it looks one up instead of trying each. */
const FORMULA_CODES = [...FORMULA_STARTS].map((start) => start.codePointAt(0)).join(",");

/** The text, behind an apostrophe where a spreadsheet would run it: `isFormula` in SQL. */
const inert = (text: string): string => `case when ascii(${text}) = any ('{${FORMULA_CODES}}'::int[]) then '''' || (${text}) else ${text} end`;

/** The expression of a column's cells. @param masks what the viewer does not read @param words the language that codes are said in; null: codes */
export function cellSql(column: ExportColumn, format: ExportFormat, masks: Masks, words: ExportLanguage | null): string {
  const { kind } = column;
  const value = words !== null && column.worded ? column.worded(words) : column.sql;
  switch (kind) {
    case "id":
    case "code":
    case "number":
      return value;
    case "amount":
      return masks.amounts ? "null::bigint" : value;
    case "time":
      return `floor(date_part('epoch', ${value}) / 60)::bigint`;
    case "made":
      return `ms_of_id(${value}) / 60000`;
    case "boolean":
      return words === null ? `case when (${value}) then 1 else 0 end` : yesSql(value, words);
    case "message":
    case "phone":
    case "text": {
      if (kind === "message" && masks.messages) return `case when (${value}) is null then null else '${HIDDEN}' end`;
      const shown = kind !== "text" && masks.phones ? maskSql(value) : `(${value})`;
      const text = masks.amounts ? withoutAmountsSql(shown) : shown;
      // Cells of a workbook are typed as text: nothing in them is ever a formula.
      return format === "xlsx" ? text : inert(text);
    }
  }
}

/** How COPY gives a column. */
export function rawCell(column: ExportColumn): RawCell {
  if (column.kind === "id") return column.of ?? "ref";
  if (column.kind === "amount") return "minor";
  return column.kind === "time" || column.kind === "made" ? "minute" : "done";
}

/** How a workbook types a column's cells. @param words whether codes are said in words */
export function xlsxCell({ kind }: ExportColumn, words: boolean): XlsxCell {
  if (kind === "amount") return "amount";
  return kind === "number" || (kind === "boolean" && !words) ? "number" : "text";
}

/** What the database is asked for an export. */
export interface ExportSql {
  readonly columns: readonly ExportColumn[];
  /** The rows as CSV without a heading, cells as {@link rawCell} says. */
  readonly copy: string;
  /** How many rows that are. */
  readonly count: string;
}

/** The line of totals: the sums of the same rows, in columns of the same types. */
function totalsSql<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(
  list: ListSpec<Q, Raw, Row>,
  columns: readonly ExportColumn[],
  language: ExportLanguage,
  parts: readonly { readonly source: { readonly from: string }; readonly rows: Sql }[],
): Sql {
  const cells = totalCells(list, columns, language);
  const inner = ["t.id", ...cells.flatMap(({ sum }, index) => (sum === null ? [] : [`${sum} as s${index}`]))].join(", ");
  const read = parts.map(({ source, rows }) => sql`(select ${raw(inner)} from ${raw(source.from)} where ${rows})`);
  return sql`select ${raw(cells.map(({ cell }) => cell).join(", "))} from (${join(read, " union all ")}) added`;
}

/**
 * The COPY of exactly the filtered rows, newest first. The small tables of names are joined by nested loops (see
 * `export-thread.ts`), so that the order of the rows is kept without a sort.
 * Refuses as the list itself
 */
export function exportSql<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(
  app: App,
  list: ListSpec<Q, Raw, Row>,
  spec: ExportSpec,
  query: Q,
  viewer: Viewer,
  as: { readonly format: ExportFormat; readonly language: ExportLanguage },
  shown: Shown = EVERYTHING,
): ExportSql | Refused {
  const where = whereOf(app, list, query, viewer);
  if (where instanceof Refused) return where;
  const columns = columnsFor(spec, viewer, shown);
  if (columns instanceof Refused) return columns;
  const chosen = chosenIds(app, list.kind, shown);
  if (chosen instanceof Refused) return chosen;
  const only = chosen === null ? [] : [sql`t.id = any(${chosen}::bigint[])`];
  const order = raw(query.sort === "created_at" ? "asc" : "desc");
  const parts = list.sources.flatMap((source) => disjoint(where, source).map((rows) => ({ source, rows: allOf([rows, ...where.along, ...only]) })));
  const read = parts.map(({ source, rows }) => sql`(select ${raw(source.columns)} from ${raw(source.from)} where ${rows} order by t.id ${order})`);
  const merged = read.length === 1 ? (read[0] ?? raw("")) : sql`(select * from (${join(read, " union all ")}) merged order by id ${order})`;
  const masks = masksOf(viewer);
  const select = columns.map((column, index) => `${cellSql(column, as.format, masks, inWordsOf(shown) ? as.language : null)} as c${index}`);
  const body = sql`select ${raw(select.join(", "))} from ${merged} u ${raw(list.outer?.joins ?? "")} order by u.id ${order}`;
  const counts = parts.map(({ source, rows }) => sql`(select count(*) from ${raw(source.from)} where ${rows})`);
  // Sums are amounts: who reads none gets no line of them.
  const all = shown.totals && !masks.amounts ? sql`(${body}) union all (${totalsSql(list, columns, as.language, parts)})` : body;
  return { columns, copy: `copy (${inline(all)}) to stdout (format csv)`, count: inline(sql`select ${join(counts, " + ")} as rows`) };
}
