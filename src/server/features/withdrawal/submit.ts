/** A merchant asks for its money: what it asks for is held from this moment on. */
import { formatAmount, parseAmount } from "../../../contract/money.ts";
import type { WithdrawalCreate, WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import { withdrawalHeld } from "../../../domain/ledger/postings-withdrawal.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { sqlState, type Tx } from "../../platform/db/pool.ts";
import { post } from "../../core/ledger/post.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { mobileNumbers } from "./account.ts";
import { availableJson, availableOf, merchantOf, type Available } from "./available.ts";
import { acted } from "./locked.ts";

const CHECK_VIOLATION = "23514";

/** Paying a merchant to a wallet of our own moves nothing out. Else validation_failed. */
async function ownWallet(ctx: UserCtx, receivingAccount: string): Promise<Refused | null> {
  const numbers = mobileNumbers(receivingAccount);
  if (numbers.length === 0) return null;
  // Asked of the table: what is remembered of wallets may be a second old.
  const ours = await ctx.app.db.one("select 1 from wallets where account = any ($1) and deleted_at is null limit 1", [numbers]);
  return ours === null ? null : refusedField("receiving_account", "not_allowed");
}

function tooMuch(ctx: UserCtx, of: Available): Refused {
  return new Refused("insufficient_balance", { fields: { amount: "too_large" }, details: { ...availableJson(ctx.app, of) } });
}

/** Holds the amount; a payout that was taken in the same moment may have left too little: insufficient_balance. */
async function hold(ctx: UserCtx, tx: Tx, id: bigint, of: Available, amountMinor: bigint): Promise<Refused | null> {
  const { app } = ctx;
  try {
    await post(tx, app.accounts, app.ids, [{ id: app.ids.next(), reference: { type: "withdrawal", id }, legs: withdrawalHeld(of.merchantId, amountMinor) }]);
  } catch (error) {
    // The balance may not fall below zero: the database holds that, whoever was faster.
    if (sqlState(error) === CHECK_VIOLATION) return tooMuch(ctx, of);
    throw error;
  }
  // The account is locked by its entry: this is what is left, the reserve must be in it.
  const left = await tx.one<{ balance: bigint }>("select balance from accounts where kind = 'merchant' and owner_id = $1 and operator = ''", [of.merchantId]);
  return (left?.balance ?? 0n) < of.reserveMinor ? tooMuch(ctx, of) : null;
}

/**
 * Submits a withdrawal. Submissions of one merchant wait for each other, so that each sees what the others hold.
 * Refuses recheck_required, merchant_disabled, merchant_below_zero, insufficient_balance, validation_failed
 */
export async function submitWithdrawal(ctx: UserCtx, input: WithdrawalCreate): Promise<Answer<WithdrawalRow>> {
  const { app, actor } = ctx;
  const merchantId = merchantOf(ctx, input.merchant_id);
  if (merchantId instanceof Refused) return merchantId;
  await requireRecheck(ctx);
  const amount = parseAmount(input.amount) as bigint;
  const ours = await ownWallet(ctx, input.receiving_account);
  if (ours) return ours;
  return ctx.tx(async (tx) => {
    await tx.run("select 1 from merchants where id = $1 for no key update", [merchantId]);
    const of = await availableOf(tx, merchantId);
    if (of instanceof Refused) return of;
    if (of.stopped) return new Refused(of.stopped);
    if (amount > of.maxMinor) return tooMuch(ctx, of);
    const id = app.ids.next();
    await tx.run("insert into withdrawals (id, merchant_id, receiving_account, amount, max_available, note, submitter) values ($1, $2, $3, $4, $5, $6, $7)", [
      id,
      merchantId,
      input.receiving_account,
      amount,
      of.maxMinor,
      input.note?.trim() ?? "",
      actor.id,
    ]);
    const short = await hold(ctx, tx, id, of, amount);
    if (short) return short;
    return acted(ctx, tx, {
      id,
      merchantId,
      version: 1,
      kind: "submitted",
      money: true,
      data: { amount: formatAmount(amount), max_available: formatAmount(of.maxMinor) },
    });
  });
}
