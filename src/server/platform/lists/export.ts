/** Exports as SQL (rule 28): one function builds the COPY from a list's spec and its column table. */
import type { IdKind } from "../../../contract/ids.ts";
import { businessDay } from "../../../contract/time.ts";
import { FORMULA_STARTS } from "../../../domain/csv.ts";
import type { App } from "../context.ts";
import type { RawCell } from "./export-cells.ts";
import { maskSql, masksPhones } from "./mask.ts";
import { REF_LETTER_SQL } from "./refs.ts";
import { isStaff } from "./scope.ts";
import type { BaseQuery, ListSpec, Viewer } from "./spec.ts";
import { allOf, inline, join, raw, sql } from "./sql.ts";
import { disjoint, whereOf } from "./where.ts";
import type { XlsxCell } from "./xlsx.ts";
import { Refused } from "../refusal.ts";

/** Rows that a sheet of a workbook can hold, its headings among them. CSV has no such end. */
const SHEET_ROWS = 1_048_576;
/** Most rows of a workbook. */
export const WORKBOOK_ROWS = SHEET_ROWS - 1;
export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_LANGUAGES = ["zh", "en"] as const;
export type ExportLanguage = (typeof EXPORT_LANGUAGES)[number];

/**
 * How a column is written. Numbers of these come out of the database as they are stored and are written on the way
 * (`export-cells.ts`): `id`, a public one; `amount`, minor units as a plain decimal; `time` and `made` (the id that tells
 * the moment), Shanghai time in minutes. The database writes the others: `phone`, a text, in part for some viewers; `code`,
 * a word of the platform's own that begins with a letter or a digit; `text`, anything else, which starts no formula.
 */
export type CellKind = "id" | "code" | "text" | "phone" | "amount" | "number" | "time" | "made" | "boolean";

/** One column of an export; `sql` is an expression over `u` (the cut rows) and the list's joins. */
export interface ExportColumn {
  readonly zh: string;
  readonly en: string;
  readonly kind: CellKind;
  readonly sql: string;
  /** Of an `id`: its kind, or that its letter stands before it. */
  readonly of?: IdKind | "ref";
  /** Left out for merchants' users. */
  readonly staff?: true;
  /** For merchants' users only, in place of a column of staff. */
  readonly merchants?: true;
}

/** Declares a column. */
export const column = (kind: CellKind, zh: string, en: string, sql: string): ExportColumn => ({ kind, zh, en, sql });
/** Declares a column for staff only. */
export const staffColumn = (kind: CellKind, zh: string, en: string, sql: string): ExportColumn => ({ kind, zh, en, sql, staff: true });
/** Declares a column for merchants' users only. */
export const merchantColumn = (kind: CellKind, zh: string, en: string, sql: string): ExportColumn => ({ kind, zh, en, sql, merchants: true });

/** A public id of a kind; `sql` is the stored one. */
export const idColumn = (zh: string, en: string, of: IdKind, sql: string): ExportColumn => ({ ...column("id", zh, en, sql), of });
/** A public id of whatever kind the stored name of a type says. */
export const refColumn = (zh: string, en: string, type: string, sql: string): ExportColumn => ({
  ...column("id", zh, en, `${REF_LETTER_SQL(type)} || ${sql}`),
  of: "ref",
});
/** When the row `u` was made, as its id tells. */
export const CREATED = column("made", "创建时间", "Created", "u.id");
/** The merchant of the row `u`. */
export const MERCHANT_ID: readonly ExportColumn[] = [idColumn("商户号", "Merchant ID", "merchant", "u.merchant_id")];
/** Whether what the row `u` tells of is switched on. */
export const ENABLED: readonly ExportColumn[] = [column("boolean", "启用", "Enabled", "u.enabled")];

/** Columns that end every export of orders. */
export const ORDER_TAIL: readonly ExportColumn[] = [
  column("text", "客户端 IP", "Remote IP", "u.remote_ip"),
  column("text", "用户 ID", "User ID", "u.user_ref"),
  staffColumn("text", "操作员", "Staff", "array_to_string(u.staff, ' ')"),
  column("code", "通知", "Notification", "u.notify_status"),
  column("number", "通知次数", "Attempts", "u.notify_attempts"),
  staffColumn(
    "text",
    "备注",
    "Notes",
    "case when u.notes = '[]' then null else (select string_agg(n ->> 'text', ' | ') from jsonb_array_elements(u.notes) n) end",
  ),
];

/** What an export is made of. */
export interface ExportSpec {
  readonly file: { readonly zh: string; readonly en: string };
  readonly columns: readonly ExportColumn[];
}

/** The first characters of formulas, as the database's `ascii` numbers them; from nine on it looks one up instead of trying each. */
const FORMULA_CODES = [...FORMULA_STARTS].map((start) => start.codePointAt(0)).join(",");

/** The text, behind an apostrophe where a spreadsheet would run it: `isFormula` in SQL. */
const inert = (text: string): string => `case when ascii(${text}) = any ('{${FORMULA_CODES}}'::int[]) then '''' || (${text}) else ${text} end`;

/** The expression of a column's cells. @param masked the viewer reads phone numbers in part */
export function cellSql(column: ExportColumn, format: ExportFormat, masked: boolean): string {
  const { kind, sql: value } = column;
  switch (kind) {
    case "id":
    case "code":
    case "number":
    case "amount":
      return value;
    case "time":
      return `floor(date_part('epoch', ${value}) / 60)::bigint`;
    case "made":
      return `ms_of_id(${value}) / 60000`;
    case "boolean":
      return `case when (${value}) then 1 else 0 end`;
    case "phone":
    case "text": {
      const text = kind === "phone" && masked ? maskSql(value) : `(${value})`;
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

/** The columns that this viewer gets. */
export function columnsFor(spec: ExportSpec, viewer: Viewer): ExportColumn[] {
  return spec.columns.filter((column) => (isStaff(viewer) ? column.merchants !== true : column.staff !== true));
}

/** How a workbook types a column's cells. */
export function xlsxCell(column: ExportColumn): XlsxCell {
  if (column.kind === "amount") return "amount";
  return column.kind === "number" || column.kind === "boolean" ? "number" : "text";
}

/** What the database is asked for an export. */
export interface ExportSql {
  /** The rows as CSV without a heading, cells as {@link rawCell} says. */
  readonly copy: string;
  /** How many rows that are. */
  readonly count: string;
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
  format: ExportFormat,
): ExportSql | Refused {
  const where = whereOf(app, list, query, viewer);
  if (where instanceof Refused) return where;
  const order = raw(query.sort === "created_at" ? "asc" : "desc");
  const parts = list.sources.flatMap((source) => disjoint(where, source).map((rows) => ({ source, rows: allOf([rows, ...where.along]) })));
  const read = parts.map(({ source, rows }) => sql`(select ${raw(source.columns)} from ${raw(source.from)} where ${rows} order by t.id ${order})`);
  const merged = read.length === 1 ? (read[0] ?? raw("")) : sql`(select * from (${join(read, " union all ")}) merged order by id ${order})`;
  const masked = masksPhones(viewer);
  const select = columnsFor(spec, viewer).map((column, index) => `${cellSql(column, format, masked)} as c${index}`);
  const body = sql`select ${raw(select.join(", "))} from ${merged} u ${raw(list.outer?.joins ?? "")} order by u.id ${order}`;
  const counts = parts.map(({ source, rows }) => sql`(select count(*) from ${raw(source.from)} where ${rows})`);
  return { copy: `copy (${inline(body)}) to stdout (format csv)`, count: inline(sql`select ${join(counts, " + ")} as rows`) };
}

/** Name of the file in the user's language, with the business day. */
export function exportFile(spec: ExportSpec, options: { readonly format: ExportFormat; readonly language: ExportLanguage }, nowMs: number): string {
  return `${spec.file[options.language]}-${businessDay(nowMs).replaceAll("-", "")}.${options.format}`;
}
