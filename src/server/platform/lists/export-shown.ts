/** An export of exactly what somebody sees: the columns in view in their order, chosen rows alone, the line of totals. */
import * as z from "zod";
import type { FileFormat } from "../../../contract/exports.ts";
import { businessDay, parseRangeEnd, BUSINESS_OFFSET_MS } from "../../../contract/time.ts";
import type { App } from "../context.ts";
import { refusedField, type Refused } from "../refusal.ts";
import type { ExportColumn, ExportLanguage, ExportSpec } from "./export-columns.ts";
import { isStaff } from "./scope.ts";
import type { BaseQuery, ListSpec, Viewer } from "./spec.ts";

/** Most rows that are chosen one by one. */
const CHOSEN_MAX = 200;
const COLUMNS_MAX = 60;
const TOTAL = { zh: "合计", en: "Total" } as const satisfies Record<ExportLanguage, string>;

/** What a file holds of a list; all of it left out: every column of every row that the filters match. */
export interface Shown {
  /** Columns by the ids that the list has them under, in this order. */
  readonly columns: readonly string[] | null;
  /** Public ids of rows. */
  readonly ids: readonly string[] | null;
  /** A last line with the sums that the list shows. */
  readonly totals: boolean;
}
export const EVERYTHING: Shown = { columns: null, ids: null, totals: false };
/** A file of what the screen shows says codes as the screen does; one of every field is for programs and holds the codes. */
export const inWordsOf = ({ columns }: Shown): boolean => columns !== null;

const listOf = (one: RegExp, most: number) =>
  z
    .string()
    .max(41 * most)
    .transform((text) => [...new Set(text.split(","))])
    .refine((items) => items.length <= most && items.every((item) => one.test(item)))
    .optional();

/** The part of an export's query that says what is shown. */
export const shownQuery = {
  columns: listOf(/^[a-z_]{1,40}$/, COLUMNS_MAX).meta({
    description: "columns as the list names them, in this order, with codes in words; those that the file cannot hold are named in `x-left-out`",
  }),
  ids: listOf(/^[0-9A-Z]{2,40}$/, CHOSEN_MAX).meta({ description: "only these rows of those that the filters match" }),
  totals: z.literal("1").optional().meta({ description: "a last line with the sums" }),
};

/** The columns that this viewer gets at all. */
const allowed = (spec: ExportSpec, viewer: Viewer): ExportColumn[] =>
  spec.columns.filter((column) => (isStaff(viewer) ? column.merchants !== true : column.staff !== true));

/** The columns of the file. Refuses validation_failed where nothing of what was asked for can be written */
export function columnsFor(spec: ExportSpec, viewer: Viewer, { columns }: Shown = EVERYTHING): ExportColumn[] | Refused {
  const own = allowed(spec, viewer);
  if (columns === null) return own;
  const chosen = columns.flatMap((name) => own.filter(({ shows }) => shows === name));
  return chosen.length > 0 ? chosen : refusedField("columns");
}

/** The list's columns that a file for this viewer can hold. */
export function heldColumns(spec: ExportSpec, viewer: Viewer): string[] {
  return [...new Set(allowed(spec, viewer).flatMap(({ shows }) => shows ?? []))];
}

/** Columns that were asked for and that the file does not hold. */
export function leftOut(spec: ExportSpec, viewer: Viewer, { columns }: Shown): string[] {
  const held = heldColumns(spec, viewer);
  return (columns ?? []).filter((name) => !held.includes(name));
}

/** The stored ids of chosen rows. Refuses validation_failed */
export function chosenIds(app: Pick<App, "publicIds">, kind: Parameters<App["publicIds"]["decode"]>[0], { ids }: Shown): bigint[] | null | Refused {
  if (ids === null) return null;
  const stored = ids.map((id) => app.publicIds.decode(kind, id));
  return stored.every((id) => id !== null) ? stored : refusedField("ids");
}

/** An expression over `u` as the list adds it up over `t`; null: the list shows no sum of it. */
function summed<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(list: ListSpec<Q, Raw, Row>, column: ExportColumn): string | null {
  const over = column.sum ?? column.sql.replaceAll(/\bu\./g, "t.");
  return column.kind === "amount" && Object.values(list.sums?.columns ?? {}).includes(over) ? over : null;
}

/** The cells of the line of totals, as the database writes them from rows `t`: sums, and the word in the first column that holds text. */
export function totalCells<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(
  list: ListSpec<Q, Raw, Row>,
  columns: readonly ExportColumn[],
  language: ExportLanguage,
): { readonly cell: string; readonly sum: string | null }[] {
  const named = columns.findIndex(({ kind }) => kind === "text" || kind === "code" || kind === "phone" || kind === "message");
  return columns.map((column, index) => {
    const sum = summed(list, column);
    if (sum !== null) return { cell: `coalesce(sum(s${index}), 0)::bigint`, sum };
    return { cell: index === named ? `'${TOTAL[language]}'` : "null", sum: null };
  });
}

/** `20261120`: the day of one end of a range; empty where it is open. */
function dayOf(text: string | undefined, end: "from" | "to"): string {
  const ms = text === undefined ? null : parseRangeEnd(text, end);
  // The end of a day is the beginning of the next one.
  return ms === null ? "" : businessDay(end === "to" ? ms - 1 : ms).replaceAll("-", "");
}

/** Name of the file in the user's language: the list, the range of days, the minute in Shanghai. `代收_20261101-20261120_20261126-1947.csv` */
export function exportFile(
  spec: Pick<ExportSpec, "file">,
  options: { readonly format: FileFormat; readonly language: ExportLanguage },
  query: Pick<BaseQuery, "from" | "to">,
  nowMs: number,
): string {
  const [from, to] = [dayOf(query.from, "from"), dayOf(query.to, "to")];
  const range = from === "" && to === "" ? "" : from === to ? `_${from}` : `_${from}-${to}`;
  const minute = new Date(nowMs + BUSINESS_OFFSET_MS).toISOString().slice(0, 16).replaceAll(/[-:]/g, "").replace("T", "-");
  return `${spec.file[options.language]}${range}_${minute}.${options.format}`;
}
