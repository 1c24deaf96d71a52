/** A withdrawal was paid: from outside, or from one of our wallets, each with a proof. */
import { transition } from "../../../contract/life-cycles.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import type { WithdrawalPaid, WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import { trxKey } from "../../../domain/messages/index.ts";
import { withdrawalPaidOutside } from "../../../domain/ledger/postings-withdrawal.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Poster } from "../../core/posting/poster.ts";
import { requireActiveChecker } from "../../core/approvals/maker.ts";
import { applyPosting } from "../../core/posting/by-hand.ts";
import { UNEXPLAINED_MESSAGE } from "../../core/posting/usable.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { whenOverdrawn } from "../../core/ledger/overdrawn.ts";
import { leaveBankFile, whileInBankFile } from "./bank-file.ts";
import { acted, lockWithdrawal, notifyWithdrawal, requireChecker, writeWithdrawal, type LockedWithdrawal } from "./locked.ts";
import { lockPayingWallet, type Payment, payFromWallet } from "./from-wallet.ts";
import { usedReference } from "./reference.ts";

/**
 * A wallet's message with this reference says that the wallet paid it, and how much: it must not be paid from outside as well. Of another
 * amount it is not this withdrawal's at all (trx_mismatch).
 */
async function messageElsewhere(tx: Tx, row: LockedWithdrawal, reference: string): Promise<Refused | null> {
  const message = await tx.one<{ amount: bigint | null }>(
    `select amount from sms where trx_key = $1 and direction = 'debit' and ${UNEXPLAINED_MESSAGE} order by (amount = $2) desc nulls last, id limit 1`,
    [trxKey(reference), row.amount],
  );
  if (!message) return null;
  if (message.amount === row.amount) return new Refused("trx_mismatch", { fields: { wallet_id: "required" }, details: { other_wallet: true } });
  return new Refused("trx_mismatch", {
    fields: { reference: "mismatch" },
    details: { message_amount: formatAmountOrNull(message.amount), amount: formatAmount(row.amount), other_wallet: true },
  });
}

async function payOutside(ctx: UserCtx, tx: Tx, poster: Poster, row: LockedWithdrawal, reference: string): Promise<Payment | Refused> {
  const elsewhere = await messageElsewhere(tx, row, reference);
  if (elsewhere) return elsewhere;
  const key = trxKey(reference).replace(/\s+/g, " ");
  const used = await usedReference(ctx, tx, key);
  if (used) return used;
  poster.book({ type: "withdrawal", id: row.id }, withdrawalPaidOutside(row.merchant_id, row.amount));
  return { walletId: null, costMinor: null, trxKey: null, outsideKey: key, smsId: null };
}

/**
 * Marks an approved withdrawal as paid.
 * Refuses recheck_required, not_found, conflict, wrong_state, same_person, trx_used, reference_used, trx_mismatch, in_bank_file, merchant_below_zero, insufficient_balance, validation_failed
 */
export async function payWithdrawal(ctx: UserCtx, publicId: string, input: WithdrawalPaid): Promise<Answer<WithdrawalRow>> {
  const { app, actor } = ctx;
  await requireRecheck(ctx);
  if (input.wallet_id === undefined && input.cost !== undefined) return refusedField("cost", "not_allowed");
  return ctx.tx(async (tx) => {
    const wallet = input.wallet_id === undefined ? null : await lockPayingWallet(ctx, tx, input.wallet_id);
    if (wallet instanceof Refused) return wallet;
    const row = await lockWithdrawal(ctx, tx, publicId, input.version, ["approved"]);
    if (row instanceof Refused) return row;
    const inFile = await whileInBankFile(ctx, tx, row.id);
    if (inFile && wallet) return inFile;
    // What the bank was told to pay, and what a wallet's message tells of, has left: to write it down pays nobody.
    const overdrawn = inFile || wallet ? null : await whenOverdrawn(tx, row.merchant_id);
    if (overdrawn) return overdrawn;
    const alone = requireChecker(ctx, row);
    if (alone instanceof Refused) return alone;
    const lost = await requireActiveChecker(tx, actor.id, "withdrawal.decide");
    if (lost) return lost;
    const poster = new Poster(app);
    const paid = wallet ? await payFromWallet(ctx, tx, poster, row, wallet, input) : await payOutside(ctx, tx, poster, row, input.reference);
    if (paid instanceof Refused) return paid;
    const paidAt = new Date(Math.floor(app.now()));
    await writeWithdrawal(tx, row, {
      status: transition("withdrawals", row.status, "pay"),
      payer: actor.id,
      paid_at: paidAt,
      reference: input.reference,
      wallet_id: paid.walletId,
      cost: paid.costMinor,
      trx_key: paid.trxKey,
      outside_key: paid.outsideKey,
      sms_id: paid.smsId,
      ...(alone ? { one_person: true } : {}),
    });
    await leaveBankFile(tx, row.id, paidAt);
    await notifyWithdrawal(ctx, tx, row, { status: "paid", reference: input.reference, reason: null, paidAt });
    await applyPosting(app, tx, poster, (...events) => ctx.emit(...events));
    if (paid.smsId !== null) await tx.run("update sms set withdrawal_id = $2 where id = $1", [paid.smsId, row.id]);
    return acted(ctx, tx, {
      id: row.id,
      merchantId: row.merchant_id,
      version: row.version + 1,
      kind: "paid",
      money: true,
      data: { reference: input.reference, amount: formatAmount(row.amount), cost: formatAmountOrNull(paid.costMinor) },
    });
  });
}
