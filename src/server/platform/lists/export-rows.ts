/** Rows as COPY writes them become rows of a file: each raw cell is written (`export-cells.ts`), every other one passes as it comes, quotes and all. */
import type { PublicIds } from "../db/ids.ts";
import { cellWriters, LONGEST_CELL, type RawCell, type WriteCell } from "./export-cells.ts";

/** How the rows of a file are written. */
export interface RowForm {
  /** The most bytes that a row of so many may become. */
  room(length: number): number;
  /**
   * Writes the row that stands in `bytes` from `start` up to `end`, its line feed included, to `out` from `to` on; answers where it ends.
   * @throws Error when it has not the cells that it should have
   */
  write(bytes: Uint8Array, start: number, end: number, out: Uint8Array, to: number): number;
}

const LINE = 10;
const QUOTE = 34;
const COMMA = 44;
/** From so many bytes on they are copied by the system instead of one by one. */
const MANY = 96;

export const fewCells = (): Error => new Error("a row of the export has fewer cells than columns");

/** Rows of CSV. */
export class CsvRows implements RowForm {
  /** Each raw cell, and how many finished ones stand before it. */
  private readonly steps: readonly { readonly passed: number; readonly write: WriteCell }[];

  /** @param cells how COPY gives each column */
  constructor(cells: readonly RawCell[], ids: PublicIds) {
    const steps: { passed: number; write: WriteCell }[] = [];
    let passed = 0;
    for (const write of cellWriters(cells, ids)) {
      if (write === null) passed += 1;
      else {
        steps.push({ passed, write });
        passed = 0;
      }
    }
    this.steps = steps;
  }

  room(length: number): number {
    return length + this.steps.length * LONGEST_CELL;
  }

  write(bytes: Uint8Array, start: number, end: number, out: Uint8Array, begin: number): number {
    let at = start;
    let to = begin;
    for (const { passed, write } of this.steps) {
      let left = passed;
      while (left > 0 && at < end) {
        const byte = bytes[at++] as number;
        out[to++] = byte;
        if (byte === COMMA) left -= 1;
        else if (byte === QUOTE) {
          // Up to the quote that closes: a doubled one closes and opens again, which comes to the same.
          let inside = 0;
          while (inside !== QUOTE && at < end) out[to++] = inside = bytes[at++] as number;
        }
      }
      const first = at;
      while (at < end && bytes[at] !== COMMA && bytes[at] !== LINE) at += 1;
      if (left > 0 || at >= end) throw fewCells();
      if (at > first) to = write(bytes, first, at, out, to);
      out[to++] = bytes[at++] as number;
    }
    if (end - at > MANY) out.set(bytes.subarray(at, end), to);
    else for (let index = at; index < end; index += 1) out[to + index - at] = bytes[index] as number;
    return to + end - at;
  }
}

/** Where the row that begins at `start` ends: the index of its line feed outside quotes; -1: not in this text. */
export function rowEnd(text: string, start: number): number {
  let from = start;
  for (;;) {
    const end = text.indexOf("\n", from);
    if (end < 0) return -1;
    let quote = text.indexOf('"', from);
    if (quote < 0 || quote > end) return end;
    // Inside quotes: a doubled quote closes and opens again, which comes to the same.
    quote = text.indexOf('"', quote + 1);
    if (quote < 0) return -1;
    from = quote + 1;
  }
}

/** Splits one row (without its line feed) into cells; null: an empty cell without quotes. */
export function cellsOf(row: string): (string | null)[] {
  const cells: (string | null)[] = [];
  for (let at = 0; at <= row.length; ) {
    if (row[at] === '"') {
      let text = "";
      for (;;) {
        const quote = row.indexOf('"', at + 1);
        if (quote < 0) throw new Error("a quoted cell has no end");
        text += row.slice(at + 1, quote);
        at = quote + 1;
        if (row[at] !== '"') break;
        text += '"';
      }
      cells.push(text);
      at += 1;
    } else {
      const comma = row.indexOf(",", at);
      const end = comma < 0 ? row.length : comma;
      cells.push(end === at ? null : row.slice(at, end));
      at = end + 1;
    }
  }
  return cells;
}
