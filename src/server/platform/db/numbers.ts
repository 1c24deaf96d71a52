/** Numbers as the database gives them. Ids and amounts stay below 2^53, so that JSON numbers are exact. */

/** In a row, in JSON, or as digits. */
export type Num = bigint | number | string;

/** The number as the rules have it. */
export const big = (value: Num | null): bigint | null => (value === null ? null : BigInt(value));
