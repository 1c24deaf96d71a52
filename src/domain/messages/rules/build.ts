/** Turns the tables of this folder into rules. */
import type { Field, MessageOperator, MessageRule } from "../types.ts";

/** A row of a layout table: text class without the operator, how it begins, how it may end. */
export interface LayoutRow {
  readonly name: string;
  /** Part of the rule's id where one class needs several rows. */
  readonly part?: string;
  readonly version?: number;
  readonly heads: readonly string[];
  /** Default: {@link STANDARD_TAILS}. */
  readonly tails?: readonly string[];
  readonly needsOne?: readonly Field[];
  readonly unsaid?: true;
  readonly examples: readonly string[];
}

/** With a TrxID first (promotion may follow); without one the layout must end the text. */
export const STANDARD_TAILS = [" @LAST", " @TAIL", " @BARE"] as const;
/** The same for money that goes out. */
export const DEBIT_TAILS = [...STANDARD_TAILS, " @OWN"] as const;
/** For texts whose id, if any, is all that follows. */
export const ID_TAILS = ["[ @REF][ @FEE][ @BAL] @TRX[ @FEE][ @BAL][ @AT]", "[ @FEE][ @BAL][ @AT]$"] as const;

/** Rules of one operator from a table. */
export function rulesFrom(operator: MessageOperator, rows: readonly LayoutRow[]): readonly MessageRule[] {
  return rows.map((row) => ({
    id: `${operator}.${row.name}${row.part === undefined ? "" : `.${row.part}`}`,
    version: row.version ?? 1,
    operator,
    class: `${operator}.${row.name}`,
    heads: row.heads,
    tails: row.tails ?? STANDARD_TAILS,
    ...(row.needsOne === undefined ? {} : { needsOne: row.needsOne }),
    ...(row.unsaid === undefined ? {} : { unsaid: row.unsaid }),
    examples: row.examples,
  }));
}
