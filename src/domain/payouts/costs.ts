/** What an operator is expected to charge the wallet for paying a customer; the real cost comes with the message or the answer. */
import type { Operator, WalletType } from "../../contract/operators.ts";
import { feeOn, type FeeRule } from "../../contract/money.ts";

const fixed = (minor: bigint): FeeRule => ({ rateBps: 0, fixedMinor: minor, minMinor: null, maxMinor: null });

/**
 * Cost rules by operator and wallet type (rule 85: bKash and Nagad send money for 5). An agent's cash in
 * costs nothing. What is not listed is expected to be free.
 */
const COSTS: Partial<Record<Operator, Partial<Record<WalletType, FeeRule>>>> = {
  bkash: { personal: fixed(500n) },
  nagad: { personal: fixed(500n) },
  rocket: { personal: fixed(500n) },
  upay: { personal: fixed(500n) },
};

/** Expected cost of paying an amount, minor units. */
export function expectedCost(operator: string, walletType: string, amountMinor: bigint): bigint {
  // Columns hold registered operators and types only; anything else has no rule.
  const rule = COSTS[operator as Operator]?.[walletType as WalletType];
  return rule === undefined ? 0n : feeOn(rule, amountMinor);
}
