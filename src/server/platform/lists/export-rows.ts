/** Between COPY and the client: row ends, public ids, cells. Bytes pass as latin1, so that every index is a byte's. */
import { Transform, type TransformCallback } from "node:stream";
import type { PublicIds } from "../db/ids.ts";
import { ID_LETTERS, type IdKind } from "../../../contract/ids.ts";

const KIND_OF = new Map<string, IdKind>((Object.keys(ID_LETTERS) as IdKind[]).map((kind) => [ID_LETTERS[kind], kind]));
const REMEMBERED = 5000;

/** Writes public ids for `letter + stored id`; those that repeat (merchants, wallets) are remembered. */
export class IdCells {
  private readonly known = new Map<string, string>();

  constructor(private readonly publicIds: PublicIds) {}

  /** @param repeats the column holds few different ids */
  write(cell: string, repeats: boolean): string {
    if (!repeats) return this.encode(cell);
    const found = this.known.get(cell);
    if (found !== undefined) return found;
    if (this.known.size >= REMEMBERED) this.known.clear();
    const made = this.encode(cell);
    this.known.set(cell, made);
    return made;
  }

  private encode(cell: string): string {
    const kind = KIND_OF.get(cell[0] ?? "");
    const digits = cell.slice(1);
    // Headings stand in the same place and stay as they are.
    return kind === undefined || !/^\d+$/.test(digits) ? cell : this.publicIds.encode(kind, BigInt(digits));
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

/** Hands on whole rows of a CSV stream. */
export abstract class Rows extends Transform {
  private rest = "";
  private taken = 0;

  /** Chunks taken so far: stands still while the client does not read. */
  get chunks(): number {
    return this.taken;
  }

  /** @param text whole rows, each with its line feed */
  protected abstract rows(text: string): Buffer;

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.taken += 1;
    const text = this.rest + chunk.toString("latin1");
    let end = 0;
    for (let at = rowEnd(text, 0); at >= 0; at = rowEnd(text, end)) end = at + 1;
    this.rest = text.slice(end);
    done(null, end === 0 ? undefined : this.rows(text.slice(0, end)));
  }
}

/** CSV with public ids in its first columns and a byte order mark for Excel. */
export class CsvRows extends Rows {
  private begun = false;

  constructor(
    private readonly ids: IdCells,
    private readonly idColumns: number,
  ) {
    super();
  }

  protected override rows(text: string): Buffer {
    const parts: string[] = this.begun ? [] : ["\u00ef\u00bb\u00bf"];
    this.begun = true;
    for (let start = 0; start < text.length; ) {
      const end = rowEnd(text, start) + 1;
      for (let column = 0; column < this.idColumns; column += 1) {
        const comma = text.indexOf(",", start);
        const stop = comma < 0 || comma > end ? end - 1 : comma;
        parts.push(this.ids.write(text.slice(start, stop), column > 0));
        if (stop === comma) parts.push(",");
        start = stop === comma ? comma + 1 : stop;
      }
      parts.push(text.slice(start, end));
      start = end;
    }
    return Buffer.from(parts.join(""), "latin1");
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

/** Turns CSV rows into whatever `render` makes of their cells. */
export class CellRows extends Rows {
  private count = 0;

  constructor(private readonly render: (cells: readonly (string | null)[], row: number) => string) {
    super();
  }

  protected override rows(text: string): Buffer {
    const parts: string[] = [];
    for (let start = 0; start < text.length; ) {
      const end = rowEnd(text, start);
      parts.push(this.render(cellsOf(text.slice(start, end)), this.count));
      this.count += 1;
      start = end + 1;
    }
    return Buffer.from(parts.join(""), "latin1");
  }
}
