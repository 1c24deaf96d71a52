/** Calls of the database's own functions with whole columns as parameters: what a batch reads and writes. */

/** One call, ready to be sent. Its plan is kept by the connection under the function's name. */
export interface FunctionCall {
  readonly name: string;
  readonly text: string;
  readonly values: readonly CallParam[];
}

/** A parameter as the wire takes it: text, or the binary form of {@link bigArray}. */
export type CallParam = string | Buffer | null;

/** A call of a function whose one answer is the column `answer`. The function's name may not be overloaded. */
export function callOf(name: string, values: readonly CallParam[]): FunctionCall {
  return { name, text: `select ${name}(${values.map((_value, index) => `$${index + 1}`).join(", ")}) as answer`, values };
}

/** A PostgreSQL array of numbers, instants or names without any character that needs care. */
export function plainArray(values: readonly (bigint | number | string | null)[]): string {
  let text = "";
  for (const value of values) text += value === null ? ",NULL" : `,${value}`;
  return `{${text.slice(1)}}`;
}

/** A PostgreSQL array of texts. */
export function textArray(values: readonly (string | null)[]): string {
  let text = "";
  for (const value of values) text += value === null ? ",NULL" : `,"${/["\\]/.test(value) ? value.replace(/["\\]/g, "\\$&") : value}"`;
  return `{${text.slice(1)}}`;
}

const INT8 = 20;
const HEAD_BYTES = 20;
const CELL_BYTES = 12;

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
