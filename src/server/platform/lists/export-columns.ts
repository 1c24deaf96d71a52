/** What an export is made of: its columns, each with the one of the list that it stands for. */
import type { ExportLanguage } from "../../../contract/exports.ts";
import type { IdKind } from "../../../contract/ids.ts";
import { codeSql, eachSql, reasonSql, type WordSet } from "./export-words.ts";
import { REF_LETTER_SQL } from "./refs.ts";

export type { ExportFormat, ExportLanguage } from "../../../contract/exports.ts";

/**
 * How a column is written. Numbers of these come out of the database as they are stored and are written on the way
 * (`export-cells.ts`): `id`, a public one; `amount`, minor units as a plain decimal; `time` and `made` (the id that tells
 * the moment), Shanghai time in minutes. The database writes the others: `phone` and `message`, a text, in part or not at all for some viewers; `code`,
 * a word of the platform's own that begins with a letter or a digit; `text`, anything else, which starts no formula.
 */
export type CellKind = "id" | "code" | "text" | "phone" | "message" | "amount" | "number" | "time" | "made" | "boolean";

/** One column of an export; `sql` is an expression over `u` (the cut rows) and the list's joins. */
export interface ExportColumn {
  readonly zh: string;
  readonly en: string;
  readonly kind: CellKind;
  readonly sql: string;
  /** Its codes in words, as an expression over the same rows; left out where it holds none (`export-words.ts`). */
  readonly worded?: (language: ExportLanguage) => string;
  /** The column that it stands for, by the id that the list has it under; several may stand for one. */
  readonly shows?: string;
  /** Of an `id`: its kind, or that its letter stands before it. */
  readonly of?: IdKind | "ref";
  /** Where the list adds it up by another expression over `t`. */
  readonly sum?: string;
  /** Left out for merchants' users. */
  readonly staff?: true;
  /** For merchants' users only, in place of a column of staff. */
  readonly merchants?: true;
}

/** Declares a column. @param shows the list's column that it stands for */
export const column = (kind: Exclude<CellKind, "code">, zh: string, en: string, sql: string, shows?: string): ExportColumn => ({
  kind,
  zh,
  en,
  sql,
  ...(shows === undefined ? {} : { shows }),
});
type Declared = Parameters<typeof column>;
/** Declares a column for staff only. */
export const staffColumn = (...declared: Declared): ExportColumn => ({ ...column(...declared), staff: true });
/** Declares a column for merchants' users only. */
export const merchantColumn = (...declared: Declared): ExportColumn => ({ ...column(...declared), merchants: true });

/** Declares a column of codes. @param words what says them; of several the last one that knows a code */
export const codeColumn = (words: WordSet | readonly WordSet[], zh: string, en: string, sql: string, shows?: string): ExportColumn => ({
  kind: "code",
  zh,
  en,
  sql,
  worded: (language) => codeSql(sql, language, typeof words === "string" ? [words] : words),
  ...(shows === undefined ? {} : { shows }),
});
/** A public id of a kind; `sql` is the stored one. */
export const idColumn = (zh: string, en: string, of: IdKind, sql: string, shows?: string): ExportColumn => ({ ...column("id", zh, en, sql, shows), of });
/** A public id of whatever kind the stored name of a type says. */
export const refColumn = (zh: string, en: string, type: string, sql: string, shows?: string): ExportColumn => ({
  ...column("id", zh, en, `${REF_LETTER_SQL(type)} || ${sql}`, shows),
  of: "ref",
});
/** Of a column of reasons. */
export const reasonInWords = (of: ExportColumn, set: WordSet): ExportColumn => ({ ...of, worded: (language) => reasonSql(of.sql, language, set) });
/** Of a column of several codes. @param list the expression of their array */
export const eachInWords = (of: ExportColumn, list: string, set: WordSet): ExportColumn => ({ ...of, worded: (language) => eachSql(list, language, set) });

/** When the row `u` was made, as its id tells. */
export const CREATED = column("made", "创建时间", "Created", "u.id", "created_at");
/** The merchant of the row `u`. */
export const MERCHANT_ID: readonly ExportColumn[] = [idColumn("商户号", "Merchant ID", "merchant", "u.merchant_id")];
/** Whether what the row `u` tells of is switched on. */
export const ENABLED: readonly ExportColumn[] = [column("boolean", "启用", "Enabled", "u.enabled", "state")];

/** Columns that end every export of orders. */
export const ORDER_TAIL: readonly ExportColumn[] = [
  column("text", "客户端 IP", "Remote IP", "u.remote_ip", "remote_ip"),
  column("phone", "用户 ID", "User ID", "u.user_ref", "user_id"),
  staffColumn("text", "操作员", "Staff", "array_to_string(u.staff, ' ')", "staff"),
  codeColumn("notifyStatus", "通知", "Notification", "u.notify_status", "notify"),
  column("number", "通知次数", "Attempts", "u.notify_attempts"),
  staffColumn(
    "phone",
    "备注",
    "Notes",
    "case when u.notes = '[]' then null else (select string_agg(n ->> 'text', ' | ') from jsonb_array_elements(u.notes) n) end",
    "notes",
  ),
];

/** What an export is made of. */
export interface ExportSpec {
  readonly file: { readonly zh: string; readonly en: string };
  readonly columns: readonly ExportColumn[];
}
