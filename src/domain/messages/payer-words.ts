/**
 * Whose words stand between "Ref" and the TrxID. A stranger who pays writes the reference, so fee, commission and balance
 * found there count only where the operator is known to print them, as it prints them; all else is his reference.
 */
import { kindFor } from "./meaning.ts";
import { compileLayouts, type Part } from "./template.ts";
import type { Field, MessageOperator } from "./types.ts";

/**
 * What an operator prints between a payer's reference and the TrxID, in the words of layouts; where it prints something, it prints the
 * time behind the TrxID, too. `NOTHING`: the reference stands there, and nothing of the operator's behind it. Null: no reference
 * of a payer stands before the TrxID, so that a second fee or balance is a riddle, and a person's.
 */
const NOTHING = "";
export const AFTER_REFERENCE: Readonly<Record<MessageOperator, string | null>> = {
  bkash: "[ @COUNTER][ @FEE] @BAL$",
  nagad: NOTHING,
  rocket: "[ @FEE] @BAL$",
  // A receipt of Upay prints no fee.
  upay: " @BAL$",
  mpesa_ke: null,
  mpesa_mz: null,
  mpesa_tz: null,
  mtn_rw: null,
  mtn_gh: null,
  airtel_ke: null,
  airtel_zm: null,
  emola_mz: null,
  mixx_tz: null,
};
const DOUBTED = ["fee", "comm", "balance"] as const satisfies readonly Field[];

type Captures = Partial<Record<Field, string>>;
interface Printed {
  readonly expression: RegExp;
  readonly fields: readonly Part[];
}
const compiled = new Map<MessageOperator, Printed | null>();

function printedBy(operator: MessageOperator): Printed | null {
  let found = compiled.get(operator);
  if (found === undefined) {
    const tail = AFTER_REFERENCE[operator];
    const head = tail === null || tail === NOTHING ? null : compileLayouts(["{ref}"], [tail], "bd").build().head;
    found = head === null ? null : { expression: new RegExp(head.source), fields: head.fields };
    compiled.set(operator, found);
  }
  return found;
}

/** The payer's words and, behind them, the operator's own; null where it prints none. */
function parted(operator: MessageOperator, words: string): Captures | null {
  const printed = printedBy(operator);
  const found = printed?.expression.exec(words);
  if (!printed || !found) return null;
  const captures: Captures = {};
  for (const [index, field] of printed.fields.entries()) {
    const text = found[index + 1];
    if (field !== "tail" && field !== "skip" && text !== undefined) captures[field] = text;
  }
  return captures;
}

const fromStranger = (operator: MessageOperator, cls: string): boolean =>
  AFTER_REFERENCE[operator] !== null && kindFor(operator, null, cls).direction === "credit";

/** True where a field with two values is no riddle: the operator prints it behind the TrxID only, so the other one is the payer's. */
export function payersAlone(operator: MessageOperator, cls: string, field: string): boolean {
  return fromStranger(operator, cls) && AFTER_REFERENCE[operator] === NOTHING && (DOUBTED as readonly string[]).includes(field);
}

/**
 * Takes the payer's words out of the fields of a credit.
 * @param short the reading with the reference as short as possible
 * @param long the one with it as long as possible: what it lacks stands between reference and TrxID
 */
export function operatorsOwn(operator: MessageOperator, cls: string, short: Captures, long: Captures): Captures {
  if (short.ref === undefined || long.ref === undefined || !fromStranger(operator, cls)) return short;
  // Nothing parts the words of a text without an id: such a message is never matched, and its figures prove nothing.
  if (short.trx === undefined) {
    const { fee: _fee, comm: _comm, balance: _balance, ...rest } = short;
    return rest;
  }
  if (!DOUBTED.some((field) => short[field] !== undefined && long[field] !== short[field])) return short;
  return { ...long, ...(long.dt === undefined ? null : parted(operator, long.ref.trim())) };
}
