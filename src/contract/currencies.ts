/** Which currencies the books can be kept in: amounts are whole minor units, a hundred of them to one. */
import { OPERATOR_INFO } from "./operators.ts";

const OPERATORS_OWN: ReadonlySet<string> = new Set(Object.values(OPERATOR_INFO).map((info) => info.currency));

/**
 * True for a currency that is in use and has two decimals; and for what our operators pay in, also where that is
 * commonly written without decimals (the Rwandan franc): their messages are read, and whole amounts book exactly.
 */
export function isBookable(code: string): boolean {
  if (OPERATORS_OWN.has(code)) return true;
  if (!Intl.supportedValuesOf("currency").includes(code)) return false;
  return new Intl.NumberFormat("en", { style: "currency", currency: code }).resolvedOptions().maximumFractionDigits === 2;
}
