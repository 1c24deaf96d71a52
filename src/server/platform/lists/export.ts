/** Exports as SQL (rule 28): one function builds the COPY from a list's spec and its column table. */
import { businessDay } from "../../../contract/time.ts";
import type { App } from "../context.ts";
import { maskSql, masksPhones } from "./mask.ts";
import { isStaff } from "./scope.ts";
import type { BaseQuery, ListSpec, Viewer } from "./spec.ts";
import { allOf, inline, join, raw, sql } from "./sql.ts";
import { disjoint, whereOf } from "./where.ts";

/** Most rows of one export. */
const EXPORT_ROWS = 1_000_000;
export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_LANGUAGES = ["zh", "en"] as const;
export type ExportLanguage = (typeof EXPORT_LANGUAGES)[number];

/**
 * How a column is written. `id`: SQL gives the letter and the stored id, the stream turns it into the public one;
 * `amount`: minor units become a plain decimal number; `time`: Shanghai time; `phone`: a text, in part for some viewers;
 * `code`: a word of the platform's own that begins with a letter or a digit; `text`: anything else.
 */
export type CellKind = "id" | "code" | "text" | "phone" | "amount" | "number" | "time" | "boolean";

/** One column of an export; `sql` is an expression over `u` (the cut rows) and the list's joins. */
export interface ExportColumn {
  readonly zh: string;
  readonly en: string;
  readonly kind: CellKind;
  readonly sql: string;
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

/** A public id: its letter and the stored number. */
export const idColumn = (zh: string, en: string, letter: string, sql: string): ExportColumn => column("id", zh, en, `'${letter}' || ${sql}`);
/** When the row `u` was made, as its id tells. */
export const CREATED = column("time", "创建时间", "Created", "time_of_id(u.id)");
/** The merchant of the row `u`. */
export const MERCHANT_ID: readonly ExportColumn[] = [idColumn("商户号", "Merchant ID", "M", "u.merchant_id")];
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

/** What an export is made of. Columns of kind `id` come first. */
export interface ExportSpec {
  readonly file: { readonly zh: string; readonly en: string };
  readonly columns: readonly ExportColumn[];
}

/** Text that a spreadsheet would take for a formula begins with one of these, full-width forms too. */
const FORMULA = String.raw`E'=+-@\t\r＝＋－＠'`;

function cell(column: ExportColumn, format: ExportFormat, masked: boolean): string {
  switch (column.kind) {
    case "id":
    case "code":
    case "number":
      return column.sql;
    case "amount":
      return `round((${column.sql})::numeric / 100, 2)`;
    case "time":
      return `to_char((${column.sql}) at time zone 'Asia/Shanghai', 'YYYY/MM/DD HH24:MI')`;
    case "boolean":
      return `case when (${column.sql}) then 1 else 0 end`;
    case "phone":
    case "text": {
      const text = column.kind === "phone" && masked ? maskSql(column.sql) : column.sql;
      // Cells of a workbook are typed as text: nothing in them is ever a formula.
      return format === "xlsx" ? text : `case when (${text}) <> '' and strpos(${FORMULA}, left(${text}, 1)) > 0 then '''' || (${text}) else (${text}) end`;
    }
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The columns that this viewer gets. */
export function columnsFor(spec: ExportSpec, viewer: Viewer): ExportColumn[] {
  return spec.columns.filter((column) => (isStaff(viewer) ? column.merchants !== true : column.staff !== true));
}

/**
 * The COPY of exactly the filtered rows, newest first. Rows are cut inside; the small tables of names are joined to
 * them afterwards (by nested loops, see `export-stream.ts`, so that the order of the cut is kept without a sort).
 * @throws Refusal as the list itself
 */
export function exportSql<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(
  app: App,
  list: ListSpec<Q, Raw, Row>,
  spec: ExportSpec,
  query: Q,
  viewer: Viewer,
  options: { readonly format: ExportFormat; readonly language: ExportLanguage },
): string {
  const where = whereOf(app, list, query, viewer);
  const order = raw(query.sort === "created_at" ? "asc" : "desc");
  const parts = list.sources.flatMap((source) =>
    disjoint(where, source).map(
      (rows) =>
        sql`(select ${raw(source.columns)} from ${raw(source.from)} where ${allOf([rows, ...where.along])} order by t.id ${order} limit ${EXPORT_ROWS})`,
    ),
  );
  const merged =
    parts.length === 1 ? (parts[0] ?? raw("")) : sql`(select * from (${join(parts, " union all ")}) merged order by id ${order} limit ${EXPORT_ROWS})`;
  const masked = masksPhones(viewer);
  const select = columnsFor(spec, viewer).map((column) => `${cell(column, options.format, masked)} as ${quoted(column[options.language])}`);
  const body = sql`select ${raw(select.join(", "))} from ${merged} u ${raw(list.outer?.joins ?? "")} order by u.id ${order}`;
  return `copy (${inline(body)}) to stdout (format csv, header true)`;
}

/** Name of the file in the user's language, with the business day. */
export function exportFile(spec: ExportSpec, options: { readonly format: ExportFormat; readonly language: ExportLanguage }, nowMs: number): string {
  return `${spec.file[options.language]}-${businessDay(nowMs).replaceAll("-", "")}.${options.format}`;
}
