/** Rows as COPY writes them become rows of a workbook's sheet, as `xlsxRow` writes them, on bytes. */
import type { PublicIds } from "../db/ids.ts";
import { cellWriters, LONGEST_CELL, type RawCell, type WriteCell } from "./export-cells.ts";
import { fewCells, type RowForm } from "./export-rows.ts";
import type { XlsxCell } from "./xlsx.ts";

const LINE = 10;
const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
/** U+FFFE and U+FFFF, which XML cannot hold, are these bytes and one of the two last. */
const NONE = [0xef, 0xbf, 0xbe, 0xbf] as const;

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
const ROW = bytesOf("<row>");
const ROW_END = bytesOf("</row>");
const EMPTY = bytesOf("<c/>");
const TEXT = bytesOf('<c t="inlineStr"><is><t xml:space="preserve">');
const TEXT_END = bytesOf("</t></is></c>");
const NUMBER = bytesOf("<c><v>");
const AMOUNT = bytesOf('<c s="1"><v>');
const VALUE_END = bytesOf("</v></c>");
/** What a byte becomes where it does not stand for itself: nothing, or an escape. */
const INSTEAD: readonly (Uint8Array | undefined)[] = Array.from({ length: 128 }, (_unused, byte) => {
  const character = String.fromCharCode(byte);
  const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  if (byte < 32 && !"\t\n\r".includes(character)) return bytesOf("");
  return escapes[character] === undefined ? undefined : bytesOf(escapes[character]);
});
/** An escape is so many times as long as its character, at most. */
const WIDER = 5;
/** Digits before the point that a spreadsheet keeps. */
const DIGITS = 15;

function put(text: Uint8Array, out: Uint8Array, to: number): number {
  for (let index = 0; index < text.length; index += 1) out[to + index] = text[index] as number;
  return to + text.length;
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;

/** True where the bytes are `-?\d{1,15}(\.\d+)?`. */
function isNumber(bytes: Uint8Array, start: number, end: number): boolean {
  let at = bytes[start] === MINUS ? start + 1 : start;
  const first = at;
  while (at < end && isDigit(bytes[at])) at += 1;
  if (at === first || at - first > DIGITS) return false;
  if (at === end) return true;
  if (bytes[at] !== POINT || at + 1 === end) return false;
  for (at += 1; at < end; at += 1) if (!isDigit(bytes[at])) return false;
  return true;
}

/** A column: what writes its raw cells, how its numbers begin; null: it has none. */
interface Column {
  readonly write: WriteCell | null;
  readonly number: Uint8Array | null;
}

/** Rows of a sheet. */
export class SheetRows implements RowForm {
  private readonly columns: readonly Column[];
  /** Raw cells are written here first, finished ones without their quotes. */
  private cell: Uint8Array = new Uint8Array(LONGEST_CELL);

  /** @param cells how COPY gives each column, and how the sheet types it */
  constructor(cells: readonly { readonly raw: RawCell; readonly xlsx: XlsxCell }[], ids: PublicIds) {
    const writers = cellWriters(
      cells.map(({ raw }) => raw),
      ids,
    );
    this.columns = cells.map(({ xlsx }, index) => ({ write: writers[index] ?? null, number: xlsx === "text" ? null : xlsx === "amount" ? AMOUNT : NUMBER }));
  }

  room(length: number): number {
    return length * WIDER + ROW.length + ROW_END.length + this.columns.length * (TEXT.length + TEXT_END.length + LONGEST_CELL);
  }

  write(bytes: Uint8Array, start: number, end: number, out: Uint8Array, begin: number): number {
    if (this.cell.length < end - start) this.cell = new Uint8Array(2 * (end - start));
    const { cell } = this;
    let to = put(ROW, out, begin);
    let at = start;
    for (const column of this.columns) {
      if (at >= end) throw fewCells();
      let length = 0;
      if (bytes[at] === QUOTE) {
        for (at += 1; ; at += 1) {
          if (at >= end) throw fewCells();
          // A doubled quote is one; a single one closes.
          if (bytes[at] === QUOTE && bytes[++at] !== QUOTE) break;
          cell[length++] = bytes[at] as number;
        }
      } else for (; at < end && bytes[at] !== COMMA && bytes[at] !== LINE; at += 1) cell[length++] = bytes[at] as number;
      at += 1;
      if (length === 0) to = put(EMPTY, out, to);
      else if (column.write === null) to = this.value(cell, length, column, out, to);
      else to = this.value(RAW, column.write(cell, 0, length, RAW, 0), column, out, to);
    }
    return put(ROW_END, out, to);
  }

  private value(cell: Uint8Array, length: number, { number }: Column, out: Uint8Array, begin: number): number {
    if (number !== null && isNumber(cell, 0, length)) {
      const from = put(number, out, begin);
      for (let index = 0; index < length; index += 1) out[from + index] = cell[index] as number;
      return put(VALUE_END, out, from + length);
    }
    let to = put(TEXT, out, begin);
    for (let index = 0; index < length; index += 1) {
      const byte = cell[index] as number;
      const instead = byte < 128 ? INSTEAD[byte] : undefined;
      if (instead !== undefined) to = put(instead, out, to);
      else if (byte === NONE[0] && cell[index + 1] === NONE[1] && (cell[index + 2] === NONE[2] || cell[index + 2] === NONE[3])) index += 2;
      else out[to++] = byte;
    }
    return put(TEXT_END, out, to);
  }
}

/** A raw cell as it is written. */
const RAW = new Uint8Array(LONGEST_CELL);
