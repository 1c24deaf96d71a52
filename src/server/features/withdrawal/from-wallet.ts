/** A withdrawal that one of our wallets paid: with the message that came before, or in transit until it comes. */
import { formatAmount, parseAmount } from "../../../contract/money.ts";
import type { WithdrawalPaid } from "../../../contract/withdrawal.schema.ts";
import { payerAmong } from "../../../domain/payments/matching.ts";
import { withdrawalPaidFromWallet } from "../../../domain/ledger/postings-withdrawal.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Poster } from "../../core/posting/poster.ts";
import type { LockedSms } from "../../core/posting/lock-order.ts";
import { sourceOf } from "../../core/posting/stored-message.ts";
import { whenOverdrawn } from "../../core/ledger/overdrawn.ts";
import { holdWallet } from "../../core/parties/hold-wallet.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { messageByTrx, usedTrx, takeMessage, type Wanted } from "../../core/float/messages.ts";
import { readTrx } from "../../core/orders/trx-id.ts";
import { requireFree, sayMovement } from "../../core/unreported/store.ts";
import { mobileNumbers } from "./account.ts";
import type { LockedWithdrawal } from "./locked.ts";
import { paidOutside } from "./reference.ts";

interface Wallet {
  readonly id: bigint;
  readonly operator: string;
}

/** Holds the wallet that paid. Else validation_failed. */
export async function lockPayingWallet(ctx: UserCtx, tx: Tx, publicId: string): Promise<Wallet | Refused> {
  const id = ctx.app.publicIds.decode("wallet", publicId);
  await holdWallet(tx, id);
  return (await tx.one<Wallet>("select id, operator from wallets where id = $1 and deleted_at is null", [id])) ?? refusedField("wallet_id");
}

/** What the act writes on the withdrawal beside its status. */
export interface Payment {
  readonly walletId: bigint | null;
  readonly costMinor: bigint | null;
  readonly trxKey: string | null;
  /** Of a payment from outside: its reference, unique among them. */
  readonly outsideKey: string | null;
  readonly smsId: bigint | null;
}

/** A cost as large as an act that asks for two people, proven by no message, is not one person's to approve and pay. Else same_person. */
function ownCost(ctx: UserCtx, row: LockedWithdrawal, costMinor: bigint): Refused | null {
  const { manual_complete_threshold: threshold, one_person: alone } = ctx.app.config.current;
  const large = costMinor >= (parseAmount(threshold) ?? 0n) && costMinor > 0n;
  return !alone && row.approver === ctx.actor.id && large ? new Refused("same_person", { fields: { cost: "too_large" } }) : null;
}

/** A person may know why the wallet paid another number than the merchant wrote; others should know it too. */
function otherPayee(ctx: UserCtx, poster: Poster, row: LockedWithdrawal, sms: LockedSms): void {
  const data = { why: "payee_differs", trx_id: sms.trx_id, sms_id: ctx.app.publicIds.encode("sms", sms.id) };
  poster.alert("manual_completion_differs", "withdrawal", row.id, row.amount, data);
}

/** Takes the message that came before; else what the wallet paid is in transit until its message comes, where its messages are forwarded. */
export async function payFromWallet(
  ctx: UserCtx,
  tx: Tx,
  poster: Poster,
  row: LockedWithdrawal,
  wallet: Wallet,
  input: WithdrawalPaid,
): Promise<Payment | Refused> {
  const trx = readTrx("reference", input.reference);
  if (trx instanceof Refused) return trx;
  const wanted: Wanted = { walletId: wallet.id, operator: wallet.operator, direction: "debit", amountMinor: row.amount, field: "reference" };
  const given = input.cost === undefined ? null : (parseAmount(input.cost) as bigint);
  const sms = await messageByTrx(tx, wanted, trx.key);
  if (sms instanceof Refused) return sms;
  const used = await usedTrx(tx, wanted, trx.key);
  if (used) return used;
  const outside = await paidOutside(ctx, tx, trx.key);
  if (outside) return outside;
  const cost = sms ? (sms.fee ?? 0n) : (given ?? 0n);
  const alone = sms ? null : ownCost(ctx, row, cost);
  if (alone) return alone;
  if (sms && given !== null && given !== cost)
    return new Refused("trx_mismatch", { fields: { cost: "mismatch" }, details: { message_fee: formatAmount(cost) } });
  const short = sms ? null : ((await whenOverdrawn(tx, row.merchant_id)) ?? (await requireFree(tx, wallet.id, row.amount + cost, "wallet_id")));
  if (short) return short;
  const numbers = mobileNumbers(row.receiving_account);
  const said = {
    walletId: wallet.id,
    direction: "debit",
    amountMinor: row.amount,
    expectedCostMinor: cost,
    object: { type: "withdrawal", id: row.id },
    source: "person",
    trx,
    // A bank account is printed by no message as it was written; of several numbers any may be the one that is paid.
    counterparty: numbers.length === 0 ? null : numbers.join(" "),
  } as const;
  const source = sms ? sourceOf(sms) : await sayMovement(ctx.app, tx, said, cost);
  const legs = withdrawalPaidFromWallet(row.merchant_id, source, row.amount);
  const txn = poster.book({ type: "withdrawal", id: row.id }, legs);
  if (sms) await takeMessage(ctx, tx, poster, sms, { txn, reason: "own_withdrawal" });
  if (sms && payerAmong(sms.counterparty, numbers) === false) otherPayee(ctx, poster, row, sms);
  poster.writes.used.push({
    operator: wallet.operator,
    trx_key: trx.key,
    direction: "debit",
    object_type: "withdrawal",
    object_id: row.id,
    sms_id: sms?.id ?? null,
    amount: row.amount,
    wallet_id: wallet.id,
  });
  return { walletId: wallet.id, costMinor: cost, trxKey: trx.key, outsideKey: null, smsId: sms?.id ?? null };
}
