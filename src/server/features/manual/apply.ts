/** The effect of a manual operation: books, message, order and notification in one transaction. */
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { insertNotifications, notificationRow } from "../../core/outbox/queue.ts";
import { Poster } from "../../core/posting/poster.ts";
import { applyPosting, matchByHand } from "../../core/posting/by-hand.ts";
import { post } from "../../core/ledger/post.ts";
import { loadMerchant } from "../../core/parties/merchants.ts";
import { MERCHANT_PAYMENT_COLUMNS, toMerchantPayment, type MerchantPaymentRaw } from "../../core/orders/payment-view.ts";
import { Refused } from "../../platform/refusal.ts";
import { PUT_ASIDE, WRITTEN_OFF } from "../../core/posting/usable.ts";
import { addEvent, eventActorOf } from "../../core/timeline.ts";
import { takeBack } from "../../core/unreported/store.ts";
import { balancesOf, checkBalances, previewOf, type AccountChange, type PreviewLine } from "./balances.ts";
import { planManual } from "./plan.ts";
import type { ManualPlan, ManualTarget, ReversedPayment } from "./target.ts";
import { resolveAlerts } from "../../core/alerts/raise.ts";

/** A stored operation, as far as applying needs it. */
export interface StoredOperation {
  readonly id: bigint;
  readonly note: string;
  readonly target: ManualTarget;
}

/** Live events of the accounts that moved. */
function tell(ctx: UserCtx, changes: readonly AccountChange[]): void {
  for (const { account } of changes) {
    if (account.of === "wallet") ctx.emit({ kind: "wallets", objectId: account.id, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null });
    if (account.of === "merchant") ctx.emit({ kind: "journals", objectId: account.id, version: UNVERSIONED_CHANGE, change: "created", merchantId: account.id });
  }
}

/** What becomes of an operation's message: written off it pays nothing any more; that of a reversal is the payment's. */
const CLOSED = {
  written_off: `match_status = 'ignored', in_suspense = false, held_until = null, reasons = array_append(array_remove(reasons, '${PUT_ASIDE}'), '${WRITTEN_OFF}')`,
  reversal_booked: `match_status = 'matched', payment_id = $3, reasons = array_remove(reasons, '${PUT_ASIDE}')`,
} as const;

/** The message is done with: one that was put aside is not taken back. */
async function closeMessage(ctx: UserCtx, tx: Tx, plan: ManualPlan, operation: StoredOperation): Promise<void> {
  const { sms, reversed } = plan;
  if (!sms) return;
  const kind = reversed ? "reversal_booked" : "written_off";
  await tx.run(`update sms set ${CLOSED[kind]}, version = version + 1 where id = $1 and version = $2`, [
    sms.id,
    sms.version,
    ...(reversed ? [reversed.id] : []),
  ]);
  const data = { manual_id: ctx.app.publicIds.encode("manual", operation.id) };
  await addEvent(ctx.app, tx, { type: "sms", id: sms.id, kind, actor: eventActorOf(ctx), data });
  await resolveAlerts(ctx.app, tx, { object: { type: "sms", id: sms.id } }, ctx.actor.id);
  ctx.emit({ kind: "sms", objectId: sms.id, version: sms.version + 1, change: "changed", merchantId: null });
}

/** Marks the order and tells its merchant (`payment.reversed`). */
async function markReversed(ctx: UserCtx, tx: Tx, payment: ReversedPayment, operation: StoredOperation): Promise<void> {
  const { app } = ctx;
  const row = await tx.one<MerchantPaymentRaw & { notify_url: string | null; version: number }>(
    `select ${MERCHANT_PAYMENT_COLUMNS}, p.notify_url, p.version from payments p join wallets w on w.id = p.wallet_id where p.id = $1`,
    [payment.id],
  );
  if (!row) throw new Error(`payment ${payment.id} is gone`);
  const url = row.notify_url ?? (await loadMerchant(app, payment.merchantId))?.notifyUrl ?? null;
  const reversedAt = new Date(app.now());
  const data = toMerchantPayment(app, { ...row, reversed_at: reversedAt });
  await insertNotifications(tx, [notificationRow(app, { merchantId: payment.merchantId, objectId: payment.id, type: "payment.reversed", url, data })]);
  const done = await tx.run(
    `update payments set reversed_at = $3, version = version + 1, notify_status = case when $4 then 'waiting' else notify_status end,
       staff = case when $5 = any (staff) then staff else staff || $5 end where id = $1 and version = $2 and reversed_at is null`,
    [payment.id, payment.version, reversedAt, url !== null, ctx.actor.account],
  );
  if (done !== 1) throw new Error(`payment ${payment.id} changed under its lock`);
  const manual = { manual_id: app.publicIds.encode("manual", operation.id) };
  await addEvent(app, tx, { type: "payment", id: payment.id, kind: "reversal_booked", actor: eventActorOf(ctx), data: manual });
  await resolveAlerts(app, tx, { kinds: ["payment_reversed"], object: { type: "payment", id: payment.id } }, ctx.actor.id);
  ctx.emit({ kind: "payments", objectId: payment.id, version: row.version + 1, change: "changed", merchantId: payment.merchantId });
}

/** Matches the order with the message, through the same function and guards as a match by hand. */
async function assign(ctx: UserCtx, tx: Tx, plan: ManualPlan, operation: StoredOperation): Promise<void> {
  if (!plan.order || !plan.sms) throw new Error("an assignment has an order and a message");
  const poster = new Poster(ctx.app);
  await matchByHand(ctx.app, tx, poster, plan.order, plan.sms, { account: ctx.actor.account, reason: "matched_by_hand", event: "complete" });
  const data = { message_id: ctx.app.publicIds.encode("sms", plan.sms.id), note: operation.note, manual_id: ctx.app.publicIds.encode("manual", operation.id) };
  poster.timeline(plan.order.id, "matched_by_hand", data, eventActorOf(ctx));
  await applyPosting(ctx.app, tx, poster, (...events) => ctx.emit(...events));
}

/** Books of a wallet that a person changes move away from what its operator printed last, or back to it. */
async function noteDifferences(tx: Tx, legs: ManualPlan["legs"], operation: StoredOperation): Promise<void> {
  for (const { account, changeMinor } of legs)
    if (account.of === "wallet")
      await tx.run("select difference_noted(wallet_id, 'manual', $2, 'manual', $3) from wallet_continuity where wallet_id = $1 and balance is not null", [
        account.id,
        -changeMinor,
        operation.id,
      ]);
}

/**
 * Applies an operation under locks: plans it anew, checks the balances, books.
 * @returns the balances before and after, as they were at that moment, or what stands against it now
 */
export async function applyEffect(ctx: UserCtx, tx: Tx, operation: StoredOperation): Promise<PreviewLine[] | Refused> {
  const { app } = ctx;
  const plan = await planManual(app, tx, operation.target);
  if (plan instanceof Refused) return plan;
  // What two people agreed on is this amount.
  if (operation.target.amountMinor !== null && plan.amountMinor !== operation.target.amountMinor) return new Refused("conflict");
  // An assignment takes its accounts last, as every posting does.
  const changes = await balancesOf(app, tx, plan.legs, plan.order === undefined);
  const against = checkBalances(plan, changes);
  if (against) return against;
  if (plan.order) await assign(ctx, tx, plan, operation);
  else {
    const merchant = changes.find((change) => change.account.of === "merchant");
    // Only a reversal may take a merchant below zero (rule 8); the row is locked already.
    if (plan.reversed && merchant && merchant.afterMinor < 0n) await tx.run("select account_allow_negative($1)", [merchant.accountId]);
    await post(tx, app.accounts, app.ids, [{ id: app.ids.next(), reference: { type: "manual", id: operation.id }, legs: plan.legs, note: operation.note }]);
    await noteDifferences(tx, plan.legs, operation);
    if (plan.reversed?.unproven) await takeBack(tx, "payment", plan.reversed.id, "credit");
    if (plan.reversed) await markReversed(ctx, tx, plan.reversed, operation);
    if (plan.sms) await closeMessage(ctx, tx, plan, operation);
    tell(ctx, changes);
  }
  return previewOf(changes);
}
