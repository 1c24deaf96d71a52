/** Approving and rejecting a withdrawal. */
import { transition } from "../../../contract/life-cycles.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import { kindsWith } from "../../../domain/ledger/message-kinds.ts";
import { withdrawalReleased } from "../../../domain/ledger/postings-withdrawal.ts";
import { requireActiveChecker, requireActiveMaker } from "../../core/approvals/maker.ts";
import { Refused } from "../../platform/refusal.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { post } from "../../core/ledger/post.ts";
import { whenOneNames } from "../../core/payouts/debits.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { whenOverdrawn } from "../../core/ledger/overdrawn.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { mobileNumbers } from "./account.ts";
import { whileInBankFile } from "./bank-file.ts";
import { acted, lockWithdrawal, notifyWithdrawal, requireChecker, writeWithdrawal, type LockedWithdrawal } from "./locked.ts";

/** The checker lets it be paid. Refuses recheck_required, not_found, conflict, wrong_state, same_person, maker_inactive */
export async function approveWithdrawal(ctx: UserCtx, publicId: string, input: { version: number }): Promise<Answer<WithdrawalRow>> {
  await requireRecheck(ctx);
  return ctx.tx(async (tx) => {
    const row = await lockWithdrawal(ctx, tx, publicId, input.version, ["pending"]);
    if (row instanceof Refused) return row;
    const overdrawn = await whenOverdrawn(tx, row.merchant_id);
    if (overdrawn) return overdrawn;
    const alone = requireChecker(ctx, row);
    if (alone instanceof Refused) return alone;
    const away =
      (await requireActiveChecker(tx, ctx.actor.id, "withdrawal.decide")) ?? (alone ? null : await requireActiveMaker(tx, row.submitter, "withdrawal.create"));
    if (away) return away;
    await writeWithdrawal(tx, row, {
      status: transition("withdrawals", row.status, "approve"),
      approver: ctx.actor.id,
      approved_at: new Date(ctx.app.now()),
      one_person: alone,
    });
    return acted(ctx, tx, { id: row.id, merchantId: row.merchant_id, version: row.version + 1, kind: "approved", money: false });
  });
}

/** A debit that nothing explains yet has paid this amount to a number that the merchant wrote. As whenOneNames. */
async function whenPaid(ctx: UserCtx, tx: Tx, row: LockedWithdrawal): Promise<Refused | null> {
  const numbers = row.status === "approved" ? mobileNumbers(row.receiving_account) : [];
  if (numbers.length === 0) return null;
  const rows = await tx.rows<{ id: bigint; counterparty: string | null }>(
    "select id, counterparty from sms where match_status in ('unmatched', 'review', 'held') and direction = 'debit' and amount = $1 and id >= $2 and kind = any ($3) order by id limit 100",
    [row.amount, row.id, kindsWith("pays", "spends")],
  );
  return whenOneNames(numbers, rows, ctx.app.publicIds);
}

/** Refuses it; what was held is the merchant's to spend again, and it is told why. Refuses not_found, conflict, wrong_state, in_bank_file, may_be_paid */
export async function rejectWithdrawal(ctx: UserCtx, publicId: string, input: { version: number; reason: string }): Promise<Answer<WithdrawalRow>> {
  const { app } = ctx;
  return ctx.tx(async (tx) => {
    const row = await lockWithdrawal(ctx, tx, publicId, input.version, ["pending", "approved"]);
    if (row instanceof Refused) return row;
    const onItsWay = (await whileInBankFile(ctx, tx, row.id)) ?? (await whenPaid(ctx, tx, row));
    if (onItsWay) return onItsWay;
    await writeWithdrawal(tx, row, { status: transition("withdrawals", row.status, "reject"), reason: input.reason });
    await notifyWithdrawal(ctx, tx, row, { status: "rejected", reference: null, reason: input.reason, paidAt: null });
    await post(tx, app.accounts, app.ids, [
      { id: app.ids.next(), reference: { type: "withdrawal", id: row.id }, legs: withdrawalReleased(row.merchant_id, row.amount) },
    ]);
    return acted(ctx, tx, {
      id: row.id,
      merchantId: row.merchant_id,
      version: row.version + 1,
      kind: "rejected",
      money: true,
      data: { reason: input.reason, amount: formatAmount(row.amount) },
    });
  });
}
