/** A merchant's file of payouts: from text to rows, columns found by their names in either language. */
import { BATCH_COLUMNS, BATCH_HEADERS, BATCH_ROWS_MAX, type BatchColumn } from "../../contract/disburse-batches.ts";
import { OPERATOR_INFO, OPERATORS } from "../../contract/operators.ts";
import { isFormula, readCsv, type CsvRow } from "../csv.ts";

/** One row in the file's own texts, folded where spreadsheets are known to change them. */
export interface BatchFileRow {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly values: Readonly<Record<BatchColumn, string>>;
  /** The row has more cells than the head names: a separator stands inside one of them, and which cell means what is not sure. */
  readonly overfull: boolean;
}
/** Why a file cannot be read at all. */
export type BatchFileProblem =
  | { readonly reason: "open_quote"; readonly line: number }
  | { readonly reason: "no_rows" }
  | { readonly reason: "missing_columns"; readonly columns: readonly BatchColumn[] }
  | { readonly reason: "doubled_column"; readonly columns: readonly BatchColumn[] }
  | { readonly reason: "too_many_rows"; readonly rows: number };

const OPTIONAL: ReadonlySet<BatchColumn> = new Set(["user_id"]);
/** Longest text of a cell that is kept; longer ones are wrong anyway. */
const CELL_MAX = 200;

const folded = (head: string): string =>
  head
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_\-()（）*]/g, "");

function columnOf(head: string): BatchColumn | null {
  const name = folded(head);
  return BATCH_COLUMNS.find((column) => (BATCH_HEADERS[column] as readonly string[]).includes(name)) ?? null;
}

/** Spreadsheets keep a text as `'0171…`, and drop the leading zero of a number. A Bangladeshi number without it can be no other. */
function customerOf(text: string): string {
  const plain = text.normalize("NFKC").trim().replace(/^'/, "");
  return /^1[3-9]\d{8}$/.test(plain) ? `0${plain}` : plain;
}

/** Digits and points as a Chinese keyboard writes them; nothing else becomes a digit by folding (`1²` is not 12). */
const amountOf = (text: string): string =>
  text
    .replace(/[\uFF10-\uFF19\uFF0E]/g, (sign) => sign.normalize("NFKC"))
    .trim()
    .replace(/^'/, "");

/** The operator's id, also when its name was written. */
function operatorOf(text: string): string {
  const plain = text.normalize("NFKC").trim().toLowerCase();
  return OPERATORS.find((id) => id === plain || OPERATOR_INFO[id].name.toLowerCase() === plain) ?? plain;
}

const FOLD: Readonly<Record<BatchColumn, (text: string) => string>> = {
  merchant_order_id: (text) => text.trim().replace(/^'/, ""),
  operator: operatorOf,
  amount: amountOf,
  customer: customerOf,
  user_id: (text) => text.trim(),
};

function rowOf(row: CsvRow, at: ReadonlyMap<BatchColumn, number>, heads: number): BatchFileRow {
  const cell = (column: BatchColumn): string => {
    const index = at.get(column);
    return FOLD[column](index === undefined ? "" : (row.cells[index]?.text ?? ""))
      .slice(0, CELL_MAX)
      .toWellFormed();
  };
  return {
    line: row.line,
    values: {
      merchant_order_id: cell("merchant_order_id"),
      operator: cell("operator"),
      amount: cell("amount"),
      customer: cell("customer"),
      user_id: cell("user_id"),
    },
    overfull: row.cells.slice(heads).some((extra) => extra.text.trim() !== ""),
  };
}

/** Reads a file: its head names the columns, in any order; columns that nobody asked for are left out. */
export function readBatchFile(text: string): { readonly rows: readonly BatchFileRow[] } | { readonly problem: BatchFileProblem } {
  const { rows, openQuote } = readCsv(text);
  if (openQuote !== null) return { problem: { reason: "open_quote", line: openQuote } };
  const [head, ...body] = rows;
  if (!head) return { problem: { reason: "no_rows" } };
  const at = new Map<BatchColumn, number>();
  const doubled: BatchColumn[] = [];
  head.cells.forEach((cell, index) => {
    const column = columnOf(cell.text);
    if (column === null) return;
    if (at.has(column)) doubled.push(column);
    else at.set(column, index);
  });
  const missing = BATCH_COLUMNS.filter((column) => !at.has(column) && !OPTIONAL.has(column));
  if (missing.length > 0) return { problem: { reason: "missing_columns", columns: missing } };
  // Two columns for one thing: which number is paid must not depend on their order.
  if (doubled.length > 0) return { problem: { reason: "doubled_column", columns: doubled } };
  if (body.length === 0) return { problem: { reason: "no_rows" } };
  if (body.length > BATCH_ROWS_MAX) return { problem: { reason: "too_many_rows", rows: body.length } };
  return { rows: body.map((row) => rowOf(row, at, head.cells.length)) };
}

/** Texts that a spreadsheet would run as a formula are kept from it by an apostrophe; quoted where the format asks for it. */
export function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  // An apostrophe of its own gets another one, so that a reader may take one away.
  const safe = isFormula(value) || value.startsWith("'") ? `'${value}` : value;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
