/**
 * Whose words stand between "Ref" and the TrxID. A stranger who pays writes the reference, so fee, commission and balance
 * found there count only where the operator is known to print them, as it prints them; all else is his reference.
 */
import { kindFor } from "./meaning.ts";
import { compileLayouts } from "./template.ts";
import type { Field, MessageOperator } from "./types.ts";

/** What an operator prints between a payer's reference and the TrxID, tried in order; it then prints the time behind the TrxID, too. */
const PRINTED: Readonly<Partial<Record<MessageOperator, readonly string[]>>> = {
  bkash: ["[ @COUNTER] (Fee|ফি): {fee}. @BAL$", "[ @COUNTER] @BAL$"],
  rocket: ["[ @FEE] @BAL$"],
  upay: ["[ @FEE] @BAL$"],
};
/** These figures are printed with two decimals; others in their place are the payer's. */
const WITH_DECIMALS: Readonly<Partial<Record<MessageOperator, readonly Field[]>>> = { bkash: ["fee", "balance"], rocket: ["balance"], upay: ["balance"] };
const DECIMALS = /\.\d{2}$/;
/** Operators with these layouts; Nagad prints nothing there. */
const CAREFUL: ReadonlySet<MessageOperator> = new Set(["bkash", "nagad", "rocket", "upay"]);
const DOUBTED = ["fee", "comm", "balance"] as const satisfies readonly Field[];

type Captures = Partial<Record<Field, string>>;
interface Printed {
  readonly expression: RegExp;
  readonly fields: readonly (Field | "tail")[];
}
const compiled = new Map<MessageOperator, readonly Printed[]>();

function printedBy(operator: MessageOperator): readonly Printed[] {
  let found = compiled.get(operator);
  if (found === undefined) {
    found = (PRINTED[operator] ?? []).map((tail) => {
      const { head } = compileLayouts(["{ref}"], [tail], "bd").build();
      return { expression: new RegExp(head.source), fields: head.fields };
    });
    compiled.set(operator, found);
  }
  return found;
}

/** The payer's words and, behind them, the operator's own; null where it prints none. */
function parted(operator: MessageOperator, words: string): Captures | null {
  for (const { expression, fields } of printedBy(operator)) {
    const found = expression.exec(words);
    if (!found) continue;
    const captures: Captures = {};
    for (const [index, field] of fields.entries()) {
      const text = found[index + 1];
      if (field !== "tail" && text !== undefined) captures[field] = text;
    }
    if (WITH_DECIMALS[operator]?.every((field) => captures[field] === undefined || DECIMALS.test(captures[field])) !== false) return captures;
  }
  return null;
}

const fromStranger = (operator: MessageOperator, cls: string): boolean => CAREFUL.has(operator) && kindFor(operator, null, cls).direction === "credit";

/** True where a field with two values is no riddle: the operator prints it behind the TrxID only, so the other one is the payer's. */
export function payersAlone(operator: MessageOperator, cls: string, field: string): boolean {
  return fromStranger(operator, cls) && PRINTED[operator] === undefined && (DOUBTED as readonly string[]).includes(field);
}

/**
 * Takes the payer's words out of the fields of a credit.
 * @param short the reading with the reference as short as possible
 * @param long the one with it as long as possible: what it lacks stands between reference and TrxID
 */
export function operatorsOwn(operator: MessageOperator, cls: string, short: Captures, long: Captures): Captures {
  if (short.ref === undefined || long.ref === undefined || !fromStranger(operator, cls)) return short;
  // Nothing parts the words of a text without an id: such a message never settles, and its figures are nobody's proof.
  if (short.trx === undefined) {
    const { fee: _fee, comm: _comm, balance: _balance, ...rest } = short;
    return rest;
  }
  if (!DOUBTED.some((field) => short[field] !== undefined && long[field] !== short[field])) return short;
  return { ...long, ...(long.dt === undefined ? null : parted(operator, long.ref.trim())) };
}
