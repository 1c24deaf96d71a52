/**
 * What COPY writes becomes what people read: public ids, amounts, times. Every other cell passes as it comes, quotes and
 * all. It works on bytes, because an export passes hundreds of thousands of rows a second.
 */
import { ID_LETTERS, type IdKind } from "../../../contract/ids.ts";
import { CURRENCY_DECIMALS } from "../../../contract/money.ts";
import { formatDateTime } from "../../../contract/time.ts";
import type { PublicIds } from "../db/ids.ts";

/**
 * How COPY gives a cell. `minor`: minor units, which become an amount; `minute`: minutes since 1970, which become a time in
 * Shanghai; a kind of id: the stored id; `ref`: the letter of a kind and the stored id; `done`: as it is to be.
 */
export type RawCell = "done" | "minor" | "minute" | "ref" | IdKind;

const KIND_OF = new Map<string, IdKind>((Object.keys(ID_LETTERS) as IdKind[]).map((kind) => [ID_LETTERS[kind], kind]));
const [LINE, QUOTE, COMMA, MINUS, POINT, ZERO] = [10, 34, 44, 45, 46, 48] as const;
/** More bytes than any cell has that is written here. */
const LONGEST = 32;
/** Texts that repeat (minutes, merchants, wallets) are remembered up to so many, then anew. */
const REMEMBERED = 4096;
const MINUTE_MS = 60_000;
/** Rows are handed on in pieces of about this size. */
export const BLOCK_BYTES = 256 * 1024;

/** Texts of numbers as bytes, each made once while it repeats. */
function remembered(make: (value: number) => string): (value: number) => Uint8Array {
  const known = new Map<number, Uint8Array>();
  return (value) => {
    let text = known.get(value);
    if (text === undefined) {
      if (known.size >= REMEMBERED) known.clear();
      known.set(value, (text = Buffer.from(make(value), "latin1")));
    }
    return text;
  };
}

/** A raw cell and how many finished ones stand before it. `text` writes its number; null: an amount, or an id with its letter. */
interface Step {
  readonly passed: number;
  readonly isAmount: boolean;
  readonly text: ((value: number) => Uint8Array) | null;
}

function stepsOf(cells: readonly RawCell[], ids: PublicIds): { steps: Step[]; behind: number } {
  const steps: Step[] = [];
  const minuteText = remembered((minute) => formatDateTime(minute * MINUTE_MS));
  let passed = 0;
  for (const [index, kind] of cells.entries()) {
    if (kind === "done") {
      passed += 1;
      continue;
    }
    const idText = (value: number): string => ids.encode(kind as IdKind, value);
    // The first id is the row's own; those behind it are of few merchants and wallets.
    const ownId = (value: number): Uint8Array => Buffer.from(idText(value), "latin1");
    const text = kind === "minor" || kind === "ref" ? null : kind === "minute" ? minuteText : index === 0 ? ownId : remembered(idText);
    steps.push({ passed, isAmount: kind === "minor", text });
    passed = 0;
  }
  return { steps, behind: passed };
}

/** Turns the rows of a COPY, cut anywhere, into finished CSV rows. */
export class RawRows {
  private readonly steps: readonly Step[];
  /** Finished cells behind the last raw one. */
  private readonly behind: number;
  private rest: Buffer = Buffer.alloc(0);
  private out: Buffer = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  /** Where the next byte is written; the row under way may turn out not to be whole. */
  private used = 0;
  private whole = 0;

  /** @param cells how COPY gives each column */
  constructor(
    cells: readonly RawCell[],
    private readonly ids: PublicIds,
  ) {
    ({ steps: this.steps, behind: this.behind } = stepsOf(cells, ids));
  }

  /** Bytes that are ready. */
  get ready(): number {
    return this.whole;
  }

  /** True where the last row has not ended. */
  get inRow(): boolean {
    return this.rest.length > 0;
  }

  /** Takes the next bytes of the COPY; answers how many rows they have ended. */
  take(chunk: Buffer): number {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let start = 0;
    let rows = 0;
    for (let end = this.row(bytes, 0); end > 0; end = this.row(bytes, start)) {
      start = end;
      this.whole = this.used;
      rows += 1;
    }
    this.used = this.whole;
    this.rest = bytes.subarray(start);
    return rows;
  }

  /** The finished rows since the last time, in memory of their own. */
  release(): Buffer {
    const done = this.out.subarray(0, this.whole);
    this.out = Buffer.allocUnsafeSlow(this.out.length);
    this.used = this.whole = 0;
    return done;
  }

  /** Writes the row that begins at `start`; answers where the next one begins, 0: the row is not whole. */
  private row(bytes: Buffer, start: number): number {
    // What is passed is no longer than what there is to read.
    this.room(bytes.length - start + (this.steps.length + 1) * LONGEST);
    let at = start;
    for (const step of this.steps) {
      if (step.passed > 0 && (at = this.pass(bytes, at, step.passed)) === 0) return 0;
      if ((at = this.cell(bytes, at, step)) === 0) return 0;
    }
    return this.behind > 0 ? this.pass(bytes, at, this.behind) : at;
  }

  private room(more: number): void {
    if (this.used + more <= this.out.length) return;
    const wider = Buffer.allocUnsafeSlow(this.used + 2 * more);
    this.out.copy(wider, 0, 0, this.whole);
    this.out = wider;
  }

  /** Passes finished cells with what ends each; answers the index behind them, 0: they are not whole. */
  private pass(bytes: Buffer, start: number, count: number): number {
    const { out } = this;
    const { length } = bytes;
    let to = this.used;
    let left = count;
    let quoted = false;
    for (let at = start; at < length; at += 1) {
      const byte = bytes[at] as number;
      out[to] = byte;
      to += 1;
      // Inside quotes: a doubled quote closes and opens again, which comes to the same.
      if (byte === QUOTE) quoted = !quoted;
      else if ((byte === COMMA || byte === LINE) && !quoted) {
        left -= 1;
        if (left === 0) {
          this.used = to;
          return at + 1;
        }
      }
    }
    return 0;
  }

  /** Writes one raw cell and what ends it; answers the index behind it, 0: it is not whole. */
  private cell(bytes: Buffer, start: number, step: Step): number {
    const negative = bytes[start] === MINUS;
    let value = 0;
    let end = negative ? start + 1 : start;
    let byte = 0;
    for (; end < bytes.length; end += 1) {
      byte = bytes[end] as number;
      if (byte === COMMA || byte === LINE) break;
      value = value * 10 + byte - ZERO;
    }
    if (end >= bytes.length) return 0;
    if (end > start) {
      if (step.text !== null) this.write(step.text(negative ? -value : value));
      else if (step.isAmount) this.amount(bytes, start, end);
      else this.reference(bytes.toString("latin1", start, end));
    }
    this.out[this.used] = byte;
    this.used += 1;
    return end + 1;
  }

  private write(text: Uint8Array): void {
    const { out, used } = this;
    for (let index = 0; index < text.length; index += 1) out[used + index] = text[index] as number;
    this.used = used + text.length;
  }

  /** As `formatAmount`, on digits. */
  private amount(bytes: Buffer, start: number, end: number): void {
    const { out } = this;
    let to = this.used;
    let at = start;
    if (bytes[at] === MINUS) {
      out[to++] = MINUS;
      at += 1;
    }
    const point = end - CURRENCY_DECIMALS;
    if (at >= point) out[to++] = ZERO;
    for (; at < point; at += 1) out[to++] = bytes[at] as number;
    out[to++] = POINT;
    for (at = point; at < end; at += 1) {
      const digit = bytes[at] as number;
      out[to++] = at < start || digit === MINUS ? ZERO : digit;
    }
    this.used = to;
  }

  private reference(text: string): void {
    const kind = KIND_OF.get(text[0] ?? "");
    if (kind === undefined) throw new Error(`no kind of id begins with ${text[0]}`);
    this.write(Buffer.from(this.ids.encode(kind, Number(text.slice(1))), "latin1"));
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
