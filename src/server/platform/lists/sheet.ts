/** A table that is put together in the server, as CSV or a workbook: the same rules as the exports that SQL writes. */
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ExportFormat, FileFormat } from "../../../contract/exports.ts";
import { isFormula } from "../../../domain/csv.ts";
import type { FileUnderWay } from "./export-source.ts";
import { ExportTooSlow, LONGEST_MS } from "./export-stream.ts";
import { xlsxRow, xlsxStream, type XlsxCell } from "./xlsx.ts";

export interface SheetColumn {
  readonly title: string;
  readonly kind: XlsxCell;
}
/** Cells of a row; null is empty. Amounts are decimal strings. */
export type SheetRow = readonly (string | null)[];
export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: Iterable<SheetRow> | AsyncIterable<SheetRow>;
}
/** What a file is by its format. */
export const FILE_TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
} as const satisfies Record<FileFormat, string>;
export type SheetFormat = ExportFormat;

/** One CSV cell; numbers are left as they are, text can never be a formula. */
export function csvCell(cell: string | null, kind: XlsxCell): string {
  if (cell === null) return "";
  const text = kind === "text" && (isFormula(cell) || cell.startsWith("'")) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function* csvOf(sheet: Sheet): AsyncGenerator<Buffer> {
  const kinds = sheet.columns.map((column) => column.kind);
  const line = (cells: SheetRow): string => `${cells.map((cell, index) => csvCell(cell, kinds[index] ?? "text")).join(",")}\n`;
  // The byte order mark tells Excel that it is UTF-8.
  yield Buffer.from(`\uFEFF${sheet.columns.map((column) => csvCell(column.title, "text")).join(",")}\n`);
  for await (const row of sheet.rows) yield Buffer.from(line(row));
}

async function* xlsxOf(sheet: Sheet): AsyncGenerator<Buffer> {
  const kinds = sheet.columns.map((column) => column.kind);
  // The writer works on UTF-8 bytes seen as latin1.
  const bytes = (cell: string | null): string | null => (cell === null ? null : Buffer.from(cell, "utf8").toString("latin1"));
  const line = (cells: SheetRow, heading: boolean): Buffer => Buffer.from(xlsxRow(cells.map(bytes), kinds, heading), "latin1");
  yield line(
    sheet.columns.map((column) => column.title),
    true,
  );
  for await (const row of sheet.rows) yield line(row, false);
}

/** The table as a stream of bytes. */
export function sheetStream(sheet: Sheet, format: SheetFormat): Readable {
  return format === "csv" ? Readable.from(csvOf(sheet)) : xlsxStream(sheet.name, sheet.columns.length, xlsxOf(sheet));
}

/** Writes all of it. @throws ExportTooSlow when it takes longer than any file may, and what went wrong */
export async function pipeWithin(stream: Readable, target: Writable): Promise<void> {
  const signal = AbortSignal.timeout(LONGEST_MS);
  await pipeline(stream, target, { signal }).catch((error: unknown) => {
    throw signal.aborted ? new ExportTooSlow() : error;
  });
}

/** A file that is made anew for whoever takes it. @param rows how many it holds, once it is whole */
export function fileOfStream(stream: Readable, rows: () => number): FileUnderWay {
  let isWhole = false;
  return {
    get rows() {
      return isWhole ? rows() : 0;
    },
    to: async (target) => {
      await pipeWithin(stream, target);
      isWhole = true;
    },
  };
}

/** Sends the table as a file; `names` without their ending, one plain and one in the reader's language. */
export function sendSheet(
  reply: { header(name: string, value: string): unknown; send(payload: unknown): unknown },
  sheet: Sheet,
  format: SheetFormat,
  names: { readonly plain: string; readonly local: string },
): void {
  reply.header("content-type", FILE_TYPES[format]);
  reply.header("content-disposition", `attachment; filename="${names.plain}.${format}"; filename*=UTF-8''${encodeURIComponent(`${names.local}.${format}`)}`);
  reply.send(sheetStream(sheet, format));
}
