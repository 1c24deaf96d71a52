/** An operator's answer that completes no order: its money stands in suspense and in the queue, as a message of the operator. */
import { formatAmount } from "../../../contract/money.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Poster } from "./poster.ts";
import { reportedMoney } from "./facts.ts";
import type { LockedOrder, LockedSms } from "./lock-order.ts";
import { awaitsReport } from "../unreported/store.ts";
import { WRITTEN_OFF } from "./usable.ts";

/** What the operator said: money came to the order's wallet. Amount in minor units. */
export interface OfficialMoney {
  readonly paymentId: bigint;
  readonly trxId: string;
  readonly amountMinor: bigint;
  readonly payer: string | null;
}

/**
 * `completed`: the order was completed by this; `already`: it had been, with this TrxID; `waits`: the money is in suspense
 * as a message of the operator, because the order was closed or another amount was asked for; `elsewhere`: another
 * order was completed with this TrxID.
 */
export type OfficialOutcome = "completed" | "already" | "waits" | "elsewhere";

/** The operator's answer becomes a message, so that the money stands in suspense and in the queue, where people find and assign it. What was written off stands there with its order. */
export async function waits(
  app: App,
  tx: Tx,
  poster: Poster,
  order: LockedOrder,
  sms: LockedSms | null,
  money: OfficialMoney & { key: string },
): Promise<OfficialOutcome> {
  if (sms) {
    // The phone's message has brought it to suspense, where the queue has it; written off, it stands in nobody's way any more.
    if (sms.reasons.includes(WRITTEN_OFF))
      poster.alert("payment_written_off", "payment", order.id, money.amountMinor, { trx_id: money.trxId, sms_id: app.publicIds.encode("sms", sms.id) });
    return "waits";
  }
  // It will: the wallet moves with it, and not before.
  if (await awaitsReport(tx, order.walletId)) return "waits";
  const id = app.ids.next();
  const report = {
    walletId: order.walletId,
    operator: order.operator,
    direction: "credit",
    amount: money.amountMinor,
    fee: null,
    commission: null,
    extra: null,
  } as const;
  const txn = poster.postUnexplained(id, reportedMoney(report, 0n));
  poster.writes.sms.push({
    id,
    wallet_id: order.walletId,
    operator: order.operator,
    text: `API: ${money.trxId} Tk ${formatAmount(money.amountMinor)} ${app.publicIds.encode("payment", order.id)}`,
    class: "payment_received",
    kind: "payment_received",
    direction: "credit",
    amount: money.amountMinor,
    trx_id: money.trxId,
    trx_key: money.key,
    counterparty: money.payer,
    received_at: poster.at,
    match_status: "unmatched",
    continuity: "unknown",
    reasons: ["official_answer"],
    evidence: [],
    origin: "operator",
    booked_txn: txn,
    in_suspense: true,
  });
  poster.writes.bookings.push({ wallet_id: order.walletId, kind: "payment_received", trx_key: money.key, sms_id: id });
  poster.events.push({ kind: "sms", objectId: id, version: 1, change: "created", merchantId: null });
  return "waits";
}
