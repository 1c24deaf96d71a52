/** Manual operations on one account: whose it is, under its lock, and the legs. */
import * as manual from "../../../domain/ledger/postings-manual.ts";
import type { Leg } from "../../../domain/ledger/postings.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { requireFree } from "../../core/unreported/store.ts";
import { holdWallet } from "../../core/parties/hold-wallet.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import type { ManualTarget } from "./target.ts";

/** Who deletes the merchant waits for this, or is waited for: its balance is looked at by one of the two after the other. */
async function merchantOf(tx: Tx, id: bigint | null): Promise<bigint | Refused> {
  const row = await tx.one<{ deleted: boolean }>("select deleted_at is not null as deleted from merchants where id = $1 for share", [id]);
  if (!row || id === null) return refusedField("merchant_id");
  return row.deleted ? new Refused("wrong_state", { fields: { merchant_id: "not_allowed" } }) : id;
}

async function walletOf(tx: Tx, id: bigint | null): Promise<bigint | Refused> {
  const operator = await holdWallet(tx, id);
  if (operator === null || id === null) return refusedField("wallet_id");
  const gone = await tx.one("select 1 from wallets where id = $1 and deleted_at is not null", [id]);
  return gone === null ? id : new Refused("wrong_state", { fields: { wallet_id: "not_allowed" } });
}

/** As {@link walletOf}, of a wallet that gives money: only what it has promised to nobody. */
async function payingWalletOf(tx: Tx, id: bigint | null, amountMinor: bigint): Promise<bigint | Refused> {
  const wallet = await walletOf(tx, id);
  if (wallet instanceof Refused) return wallet;
  return (await requireFree(tx, wallet, amountMinor, "amount")) ?? wallet;
}

/** Whose money an operation changes, before its legs: a merchant, or a wallet that takes or gives. */
export function ownerOf(tx: Tx, target: ManualTarget, amount: bigint): Promise<bigint | Refused> {
  switch (target.kind) {
    case "merchant_credit":
    case "merchant_debit":
      return merchantOf(tx, target.merchantId);
    case "wallet_debit":
    case "b2b_debit":
      return payingWalletOf(tx, target.walletId, amount);
    case "opening":
      return target.merchantId === null ? walletOf(tx, target.walletId) : merchantOf(tx, target.merchantId);
    default:
      return walletOf(tx, target.walletId);
  }
}

export function legsOf(target: ManualTarget, id: bigint, amount: bigint): Leg[] {
  switch (target.kind) {
    case "merchant_credit":
      return manual.merchantCredit(id, amount);
    case "merchant_debit":
      return manual.merchantDebit(id, amount);
    case "wallet_credit":
      return manual.walletAdjusted(id, "credit", amount);
    case "wallet_debit":
      return manual.walletAdjusted(id, "debit", amount);
    case "b2b_credit":
      return manual.b2bAdjusted(id, "credit", amount);
    case "b2b_debit":
      return manual.b2bAdjusted(id, "debit", amount);
    default:
      return manual.opened({ of: target.merchantId === null ? "wallet" : "merchant", id }, amount);
  }
}
