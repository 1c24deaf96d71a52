/** What a message says for or against a movement that was said before it came. */
import { payerAmong } from "../../../domain/payments/matching.ts";
import { effectOf } from "../../../domain/ledger/message-kinds.ts";
import type { TransferKind } from "../../../contract/transfers.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { isFloat } from "../float/fitting.ts";
import { lockTransfers, saidCost } from "../float/moving.ts";
import type { Facts } from "../posting/facts.ts";
import type { Claim } from "./proven.ts";
import type { OpenMovement, SaidObject } from "./store.ts";

/** Why a message is not the movement that claims its TrxID. */
export type Why = "amount_differs" | "kind_differs" | "other_wallet" | "payee_differs";

/** A message without a TrxID proves nothing, nor does one that takes something back or brings a second amount. */
export function mayProve(facts: Facts): boolean {
  const effect = effectOf(facts.kind, facts.direction);
  return (
    effect !== null &&
    effect !== "takes_back" &&
    facts.kind !== "returned_failed" &&
    facts.trxKey !== null &&
    facts.trxId !== null &&
    facts.amount !== null &&
    (facts.extra ?? 0n) === 0n
  );
}

/** Whether a message of this kind can be the movement of such an object at all. */
function suits(type: SaidObject, facts: Facts): boolean {
  const effect = effectOf(facts.kind, facts.direction);
  return type === "payment" ? effect === "collects" : type === "disburse" ? effect === "pays" || effect === "spends" : true;
}

/** Our own wallets pay no payment (rule 5). */
const isOwnMoney = (type: SaidObject, facts: Facts): boolean => type === "payment" && facts.ownWallet;

/** Who may stand across: a merchant may have written several numbers, of which any is paid, and none (a bank account) tells nothing. */
const payeesOf = (type: SaidObject, counterparty: string | null): string[] =>
  counterparty === null ? [] : type === "withdrawal" ? counterparty.split(" ") : [counterparty];

/** Whether the message can be this movement, whatever TrxID was said. Float that we moved ourselves may come without any name, as it may where nothing was said ({@link isFloat}). */
export function isNamedBy(one: OpenMovement, facts: Facts): boolean {
  if (
    one.walletId !== facts.walletId ||
    one.direction !== facts.direction ||
    one.amountMinor !== facts.amount ||
    !suits(one.objectType, facts) ||
    isOwnMoney(one.objectType, facts)
  )
    return false;
  if (one.objectType === "transfer") return isFloat(kindOf(one), one.counterparty, facts);
  return payerAmong(facts.counterparty, payeesOf(one.objectType, one.counterparty)) === true;
}

/** What a transfer is, by the one of its sides that was said: between own wallets the other one's number stands across. */
const kindOf = ({ counterparty, direction }: OpenMovement): TransferKind => (counterparty !== null ? "wallet" : direction === "debit" ? "b2b_out" : "b2b_in");

/** Who was to be paid by what stands on the wallet itself. */
async function payeeOf(tx: Tx, claim: Claim): Promise<string | null> {
  if (claim.objectType !== "disburse") return null;
  return (await tx.one<{ customer: string }>("select customer from disburses where id = $1", [claim.objectId]))?.customer ?? null;
}

/** What the message says against a claim; null: nothing. */
export async function contradictionIn(tx: Tx, claim: Claim, facts: Facts): Promise<Why | null> {
  if (claim.walletId !== facts.walletId) return "other_wallet";
  if (claim.amountMinor !== facts.amount) return "amount_differs";
  // What stands on the wallet for good has its money there already: refuted, the message would bring it a second time.
  if (claim.movement !== null && isOwnMoney(claim.objectType, facts)) return "payee_differs";
  if (!suits(claim.objectType, facts)) return "kind_differs";
  const payee = claim.movement === null ? await payeeOf(tx, claim) : claim.movement.counterparty;
  return payerAmong(facts.counterparty, payeesOf(claim.objectType, payee)) === false ? "payee_differs" : null;
}

const COSTS = { disburse: "select cost from disburses where id = $1", withdrawal: "select cost from withdrawals where id = $1" } as const;

/** What of the operator's cost was booked on the wallet when the movement was said. */
export async function costOf(tx: Tx, claim: Claim, direction: string): Promise<bigint> {
  if (claim.objectType === "payment") return 0n;
  if (claim.objectType === "transfer") {
    const [transfer] = await lockTransfers(tx, "t.id = $1", [claim.objectId]);
    return transfer ? saidCost(transfer, direction === "debit" ? "out" : "in") : 0n;
  }
  return (await tx.one<{ cost: bigint | null }>(COSTS[claim.objectType], [claim.objectId]))?.cost ?? 0n;
}
