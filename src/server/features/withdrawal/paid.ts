/** A withdrawal was paid: from outside, or from one of our wallets, each with a proof. */
import { transition } from "../../../contract/life-cycles.ts";
import { formatAmount, formatAmountOrNull, parseAmount } from "../../../contract/money.ts";
import type { WithdrawalPaid, WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import { trxKey } from "../../../domain/messages/index.ts";
import { withdrawalPaidFromWallet, withdrawalPaidOutside } from "../../../domain/ledger/postings-withdrawal.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Poster } from "../../core/posting/poster.ts";
import { applyPosting, sourceOf } from "../../core/posting/by-hand.ts";
import { objectName } from "../../core/approvals/objects.ts";
import { lockRouting } from "../../platform/db/routing-lock.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { messageByTrx, usedTrx, takeMessage, type Wanted } from "../../core/float/messages.ts";
import { readTrx } from "../../core/orders/trx-id.ts";
import { whenOverdrawn } from "../../core/ledger/overdrawn.ts";
import { requireFree, sayMovement } from "../../core/unreported/store.ts";
import { leaveBankFile, whileInBankFile } from "./bank-file.ts";
import { acted, lockWithdrawal, notifyWithdrawal, requireChecker, writeWithdrawal, type LockedWithdrawal } from "./locked.ts";

const REFERENCE_LOCK = 4138;

interface Wallet {
  readonly id: bigint;
  readonly operator: string;
}

/** Locks the wallet that paid against other promises, then its continuity row, as the batches of messages do. Else validation_failed. */
async function lockPayingWallet(ctx: UserCtx, tx: Tx, publicId: string): Promise<Wallet | Refused> {
  const id = ctx.app.publicIds.decode("wallet", publicId);
  const wallet = id === null ? null : await tx.one<Wallet>("select id, operator from wallets where id = $1 and deleted_at is null", [id]);
  if (!wallet) return refusedField("wallet_id");
  await lockRouting(tx, wallet.operator);
  await tx.run("select 1 from wallet_continuity where wallet_id = $1 for no key update", [wallet.id]);
  return wallet;
}

/** A wallet's message with this reference says that the wallet paid it: it must not be paid from outside as well (trx_mismatch). */
async function messageElsewhere(tx: Tx, row: LockedWithdrawal, reference: string): Promise<Refused | null> {
  const message = await tx.one<{ wallet_id: bigint }>(
    "select wallet_id from sms where trx_key = $1 and direction = 'debit' and amount = $2 and match_status in ('unmatched', 'review', 'held') order by id limit 1",
    [trxKey(reference), row.amount],
  );
  return message ? new Refused("trx_mismatch", { fields: { wallet_id: "required" }, details: { other_wallet: true } }) : null;
}

/**
 * One reference proves one payment: not another withdrawal paid from outside, and nothing that one of our own wallets paid.
 * @returns reference_used, naming the other; null: it is free
 */
async function usedReference(ctx: UserCtx, tx: Tx, key: string): Promise<Refused | null> {
  // Two withdrawals with one reference come here one after the other, so that the second is told of the first.
  await tx.run("select pg_advisory_xact_lock($1, hashtext($2))", [REFERENCE_LOCK, key]);
  const outside = await tx.one<{ id: bigint }>("select id from withdrawals where outside_key = $1", [key]);
  const used = outside
    ? { type: "withdrawal", id: outside.id }
    : await tx.one<{ type: string; id: bigint }>(
        "select object_type as type, object_id as id from trx_used where trx_key = $1 and direction = 'debit' limit 1",
        [key],
      );
  return used ? new Refused("reference_used", { fields: { reference: "taken" }, details: { paid: objectName(ctx.app, used.type, used.id) } }) : null;
}

/** What the act writes on the withdrawal beside its status. */
interface Payment {
  readonly walletId: bigint | null;
  readonly costMinor: bigint | null;
  readonly trxKey: string | null;
  /** Of a payment from outside: its reference, unique among them. */
  readonly outsideKey: string | null;
  readonly smsId: bigint | null;
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

/** A cost as large as an act that asks for two people, proven by no message, is not one person's to approve and pay. Else same_person. */
function ownCost(ctx: UserCtx, row: LockedWithdrawal, costMinor: bigint): Refused | null {
  const { manual_complete_threshold: threshold, one_person: alone } = ctx.app.config.current;
  const large = costMinor >= (parseAmount(threshold) ?? 0n) && costMinor > 0n;
  return !alone && row.approver === ctx.actor.id && large ? new Refused("same_person", { fields: { cost: "too_large" } }) : null;
}

/** The mobile number in what a merchant wrote as its receiving account; null: a bank account, which no message prints as it was written. */
const walletNumber = (account: string): string | null => /(?<!\d)(?:88)?01\d{9}(?!\d)/.exec(account.replace(/(?<=\d)[ -](?=\d)/g, ""))?.[0] ?? null;

/** Takes the message that came before; else what the wallet paid is in transit until its message comes, where its messages are forwarded. */
async function payFromWallet(ctx: UserCtx, tx: Tx, poster: Poster, row: LockedWithdrawal, wallet: Wallet, input: WithdrawalPaid): Promise<Payment | Refused> {
  const trx = readTrx("reference", input.reference);
  if (trx instanceof Refused) return trx;
  const wanted: Wanted = { walletId: wallet.id, operator: wallet.operator, direction: "debit", amountMinor: row.amount, field: "reference" };
  const given = input.cost === undefined ? null : (parseAmount(input.cost) as bigint);
  const sms = await messageByTrx(tx, wanted, trx.key);
  if (sms instanceof Refused) return sms;
  const used = await usedTrx(tx, wanted, trx.key);
  if (used) return used;
  const cost = sms ? (sms.fee ?? 0n) : (given ?? 0n);
  const alone = sms ? null : ownCost(ctx, row, cost);
  if (alone) return alone;
  if (sms && given !== null && given !== cost)
    return new Refused("trx_mismatch", { fields: { cost: "mismatch" }, details: { message_fee: formatAmount(cost) } });
  const short = sms ? null : await requireFree(tx, wallet.id, row.amount + cost, "wallet_id");
  if (short) return short;
  const said = {
    walletId: wallet.id,
    direction: "debit",
    amountMinor: row.amount,
    expectedCostMinor: cost,
    object: { type: "withdrawal", id: row.id },
    source: "person",
    trx,
    counterparty: walletNumber(row.receiving_account),
  } as const;
  const source = sms ? sourceOf(sms) : await sayMovement(ctx.app, tx, said, cost);
  const legs = withdrawalPaidFromWallet(row.merchant_id, source, row.amount);
  const txn = poster.book({ type: "withdrawal", id: row.id }, legs);
  if (sms) await takeMessage(ctx, tx, poster, sms, { txn, reason: "own_withdrawal" });
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

/**
 * Marks an approved withdrawal as paid.
 * Refuses recheck_required, not_found, conflict, wrong_state, same_person, trx_used, reference_used, trx_mismatch, in_bank_file, insufficient_balance, validation_failed
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
    const against = (await whenOverdrawn(tx, row.merchant_id)) ?? (wallet ? await whileInBankFile(ctx, tx, row.id) : null);
    if (against) return against;
    const alone = requireChecker(ctx, row);
    if (alone instanceof Refused) return alone;
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
