/**
 * The cells that COPY gives as numbers (public ids, amounts, times), written as people read them. On bytes and without
 * making anything: an export passes hundreds of thousands of rows a second, and what is made for each has to be swept away.
 */
import { ID_LETTERS, toCrockford40, type IdKind } from "../../../contract/ids.ts";
import { CURRENCY_DECIMALS } from "../../../contract/money.ts";
import { BUSINESS_OFFSET_MS, formatDateTime, DAY_MS, MINUTE_MS } from "../../../contract/time.ts";
import { idTime, publicDay, type PublicIds } from "../db/ids.ts";

/**
 * How COPY gives a cell. `minor`: minor units, which become an amount; `minute`: minutes since 1970, which become a time in
 * Shanghai; a kind of id: the stored id; `ref`: the letter of a kind and the stored id; `done`: as it is to be.
 */
export type RawCell = "done" | "minor" | "minute" | "ref" | IdKind;

const LETTERS = new Set<number>(Object.values(ID_LETTERS).map((letter) => letter.charCodeAt(0)));
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
/** More bytes than any cell has that is written here. */
export const LONGEST_CELL = 32;
/** Texts that repeat (days, minutes) are remembered up to so many, then anew. */
const REMEMBERED = 4096;
/** Digits of a number that are read at once, as a small whole number, and what those before them count. */
const AT_ONCE = 8;
const BEFORE = 100_000_000;
/** The last two characters of 1,024 numbers, one behind the other. */
const PAIRS = Buffer.from(Array.from({ length: 1024 }, (_unused, value) => toCrockford40(value).slice(-2)).join(""), "latin1");

/** Writes one cell that stands in `bytes` from `start` up to `end`, which is not empty; answers where it ends in `out`. */
export type WriteCell = (bytes: Uint8Array, start: number, end: number, out: Uint8Array, to: number) => number;

function digits(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) value = value * 10 + (bytes[at] as number) - ZERO;
  return value;
}

/** A whole number, exact up to 2^53. */
function whole(bytes: Uint8Array, start: number, end: number): number {
  const negative = bytes[start] === MINUS;
  const first = negative ? start + 1 : start;
  const cut = Math.max(first, end - AT_ONCE);
  const value = digits(bytes, first, cut) * BEFORE + digits(bytes, cut, end);
  return negative ? -value : value;
}

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

function put(text: Uint8Array, out: Uint8Array, to: number): number {
  for (let index = 0; index < text.length; index += 1) out[to + index] = text[index] as number;
  return to + text.length;
}

function putPair(value: number, out: Uint8Array, to: number): number {
  out[to] = PAIRS[2 * value] as number;
  out[to + 1] = PAIRS[2 * value + 1] as number;
  return to + 2;
}

/** As `formatAmount`, on digits. */
const writeAmount: WriteCell = (bytes, start, end, out, begin) => {
  let to = begin;
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
  return to;
};

/** As `formatDateTime`. */
function minuteWriter(): WriteCell {
  const text = remembered((minute) => formatDateTime(minute * MINUTE_MS));
  return (bytes, start, end, out, to) => put(text(whole(bytes, start, end)), out, to);
}

/** As `PublicIds.encode`; `letter` is its first character. */
function idWriter(ids: PublicIds): (letter: number, id: number, out: Uint8Array, to: number) => number {
  const dayText = remembered((day) => publicDay(day * DAY_MS - BUSINESS_OFFSET_MS));
  return (letter, id, out, begin) => {
    out[begin] = letter;
    let to = put(dayText(Math.floor((idTime(id) + BUSINESS_OFFSET_MS) / DAY_MS)), out, begin + 1);
    ids.endOf(id);
    const high = ids.end[0] as number;
    const low = ids.end[1] as number;
    to = putPair(high >> 10, out, to);
    to = putPair(high & 1023, out, to);
    to = putPair(low >> 10, out, to);
    return putPair(low & 1023, out, to);
  };
}

/** What writes each cell; null: it passes as it comes. */
export function cellWriters(cells: readonly RawCell[], ids: PublicIds): (WriteCell | null)[] {
  const [writeMinute, writeId] = [minuteWriter(), idWriter(ids)];
  const writeRef: WriteCell = (bytes, start, end, out, to) => {
    const letter = bytes[start] as number;
    if (!LETTERS.has(letter)) throw new Error(`no kind of id begins with ${String.fromCharCode(letter)}`);
    return writeId(letter, whole(bytes, start + 1, end), out, to);
  };
  return cells.map((kind) => {
    if (kind === "done") return null;
    if (kind === "minor") return writeAmount;
    if (kind === "minute") return writeMinute;
    if (kind === "ref") return writeRef;
    const letter = ID_LETTERS[kind].charCodeAt(0);
    return (bytes, start, end, out, to) => writeId(letter, whole(bytes, start, end), out, to);
  });
}
