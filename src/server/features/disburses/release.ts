/** The end of a payout without payment: the hold goes back to the merchant, who is told. */
import { transition } from "../../../contract/life-cycles.ts";
import { payoutReleased } from "../../../domain/ledger/postings-payouts.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { Disburse } from "../../core/payouts/store.ts";
import { bookPayout, change, changedEvent, notifyMerchant, timeline, type Emit } from "../../core/payouts/writing.ts";
import type { EventActor } from "../../core/timeline.ts";

/** Ends a locked payout whose state allows it and of which no attempt is under way. */
export async function release(
  app: App,
  tx: Tx,
  order: Disburse,
  event: "fail" | "reject" | "cancel",
  why: { reason: string | null; by: EventActor },
  emit: Emit,
): Promise<Disburse> {
  const to = transition("disburses", order.status, event);
  const ended = await change(tx, order, {
    status: to,
    reason: why.reason,
    account: why.by.type === "user" ? why.by.account : null,
    columns: { queued_at: null, route_after: null },
  });
  await bookPayout(app, tx, order.id, payoutReleased({ merchantId: order.merchantId, amountMinor: order.amountMinor, feeMinor: order.feeMinor }), emit);
  const told: "failed" | "rejected" | "cancelled" = to;
  await notifyMerchant(app, tx, ended, `disburse.${told}`);
  await timeline(app, tx, order.id, to, why.reason === null ? {} : { reason: why.reason }, why.by);
  emit(changedEvent(ended));
  return ended;
}
