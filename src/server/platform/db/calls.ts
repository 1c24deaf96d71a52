/** Calls of the database's own functions with whole columns as parameters: what a batch reads and writes. */

/** One call, ready to be sent. Its plan is kept by the connection under the function's name. */
export interface FunctionCall {
  readonly name: string;
  readonly text: string;
  readonly values: readonly CallParam[];
}

/** A parameter as the wire takes it: text, or the binary form of {@link bigArray} and {@link textArray}. */
export type CallParam = string | Buffer | null;

/** A call of a function whose one answer is the column `answer`. The function's name may not be overloaded. @param names by which the values go */
export function callOf(name: string, values: readonly CallParam[], names: readonly string[] = []): FunctionCall {
  const params = values.map((_value, index) => (names[index] === undefined ? `$${index + 1}` : `${names[index]} => $${index + 1}`));
  return { name, text: `select ${name}(${params.join(", ")}) as answer`, values };
}

/** A PostgreSQL array of numbers, instants or names without any character that needs care. */
export function plainArray(values: readonly (bigint | number | string | null)[]): string {
  let text = "";
  for (const value of values) text += value === null ? ",NULL" : `,${value}`;
  return `{${text.slice(1)}}`;
}

/** A PostgreSQL array of texts in words, for one that is itself a text in a column. */
export function textLiteral(values: readonly (string | null)[]): string {
  let text = "";
  for (const value of values) text += value === null ? ",NULL" : `,"${/["\\]/.test(value) ? value.replace(/["\\]/g, "\\$&") : value}"`;
  return `{${text.slice(1)}}`;
}

const INT8 = 20;
const TEXT = 25;
const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
const CELL_BYTES = 12;
/** Bytes that one UTF-16 unit takes in UTF-8 at most. */
const UNIT_BYTES = 3;
const KEPT_BYTES = 1_048_576;
const kept = Buffer.allocUnsafeSlow(KEPT_BYTES);

/**
 * The binary form of a one-dimensional `text[]`: nothing in it is quoted here or read character by character there, which
 * counts for messages and notifications.
 */
export function textArray(values: readonly (string | null)[]): Buffer {
  let size = HEAD_BYTES;
  for (const value of values) size += LENGTH_BYTES + (value === null ? 0 : value.length * UNIT_BYTES);
  const bytes = size <= KEPT_BYTES ? kept : Buffer.allocUnsafeSlow(size);
  let at = HEAD_BYTES;
  let hasNull = 0;
  for (const value of values) {
    const length = value === null ? -1 : bytes.write(value, at + LENGTH_BYTES, "utf8");
    if (value === null) hasNull = 1;
    bytes.writeInt32BE(length, at);
    at += LENGTH_BYTES + Math.max(0, length);
  }
  // Dimensions (none when there is nothing), whether it holds nulls, type of the elements; length and lower bound of the one dimension.
  [values.length === 0 ? 0 : 1, hasNull, TEXT, values.length, 1].forEach((word, index) => bytes.writeInt32BE(word, index * 4));
  return Buffer.from(bytes.subarray(0, values.length === 0 ? HEAD_BYTES - 8 : at));
}

/** The binary form of a one-dimensional `bigint[]`: neither side spends time on digits. */
export function bigArray(values: readonly (bigint | null)[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + values.length * CELL_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = HEAD_BYTES;
  let hasNull = 0;
  for (const value of values) {
    if (value === null) {
      hasNull = 1;
      view.setInt32(at, -1);
      at += 4;
    } else {
      view.setInt32(at, 8);
      view.setBigInt64(at + 4, value);
      at += CELL_BYTES;
    }
  }
  // Dimensions, whether it holds nulls, type of the elements; length and lower bound of the one dimension.
  [1, hasNull, INT8, values.length, 1].forEach((word, index) => view.setInt32(index * 4, word));
  return bytes.subarray(0, at);
}

/** A column as a parameter: {@link bigArray} where it holds bigints and nulls only, else {@link plainArray}. */
export function columnParam(values: readonly (bigint | number | string | null)[]): string | Buffer {
  let bigs = 0;
  for (const value of values) {
    if (typeof value === "bigint") bigs += 1;
    else if (value !== null) return plainArray(values);
  }
  return bigs === 0 ? plainArray(values) : bigArray(values as readonly (bigint | null)[]);
}
