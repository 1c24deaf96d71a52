/** Sender ids: data of the registry, widened by spellings seen elsewhere; compared exactly. */
import { OPERATOR_INFO } from "../../contract/operators.ts";
import type { MessageOperator } from "./types.ts";

/** Spellings seen in public sources beside the registry's; config replaces both. */
const ALSO_SEEN: Readonly<Partial<Record<MessageOperator, readonly string[]>>> = {
  airtel_ke: ["AirtelMoney", "Airtel Money"],
  mixx_tz: ["MixxByYas", "TIGOPESA"],
  mpesa_tz: ["M-Pesa"],
};

const operators = Object.keys(OPERATOR_INFO) as MessageOperator[];

/** Default sender ids of each operator. */
export const SENDER_IDS: Record<MessageOperator, readonly string[]> = Object.fromEntries(
  operators.map((operator) => [operator, [...OPERATOR_INFO[operator].senderIds, ...(ALSO_SEEN[operator] ?? [])]]),
) as unknown as Record<MessageOperator, readonly string[]>; // fromEntries forgets the keys, which are all operators

/** All operators that have rules, in order of trial. */
export const MESSAGE_OPERATORS: readonly MessageOperator[] = operators;

/** Exact comparison: a spelling that differs only in case or in a space at its end is how a forged sender looks. */
export function isSenderOf(operator: MessageOperator, sender: string, senderIds?: readonly string[]): boolean {
  return (senderIds ?? SENDER_IDS[operator]).includes(sender);
}

/** Operators that send under this id; M-Pesa's is shared by three countries. */
export function operatorsOfSender(sender: string): readonly MessageOperator[] {
  return operators.filter((operator) => SENDER_IDS[operator].includes(sender));
}
