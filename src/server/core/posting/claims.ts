/** Claims of TrxIDs beside the money: which orders a stored message is decided between, and what an order is told whose claim did not fit. */
import { formatAmount } from "../../../contract/money.ts";
import { lostClaims, type Candidate, type LostClaim, type MatchDecision, type MatchMessage, type MatchPolicy } from "../../../domain/payments/matching.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { loadWalletForSms } from "../parties/wallets.ts";
import type { Poster } from "./poster.ts";
import { readOrder, matchedAs, type LockedSms } from "./lock-order.ts";
import { candidateOf, type OpenOrder } from "./opened.ts";

/** What automatic matching obeys now. */
export function matchPolicy(app: App): MatchPolicy {
  const { current } = app.config;
  return { lateMs: current.late_match_hours * 3_600_000, byAmount: current.match_by_amount };
}

/** A stored message as matching sees it. */
export function matchable(
  sms: Pick<LockedSms, "wallet_id" | "amount" | "trx_key" | "counterparty" | "reference" | "received_at" | "operator_time">,
): MatchMessage {
  return {
    walletId: sms.wallet_id,
    amountMinor: sms.amount ?? 0n,
    trxKey: sms.trx_key ?? "",
    counterparty: sms.counterparty,
    reference: sms.reference,
    atMs: sms.received_at.getTime(),
    paidMs: (sms.operator_time ?? sms.received_at).getTime(),
  };
}

/** The order as a candidate for a stored message, and beside it the one that the message waits with, if that is another one. */
export async function candidatesFor(app: App, tx: Tx, order: OpenOrder, sms: LockedSms): Promise<Candidate[]> {
  const own = candidateOf(app.publicIds, order, sms.reference);
  if (sms.payment_id === null || sms.payment_id === order.id) return [own];
  const other = await readOrder(tx, sms.payment_id);
  const status = other === null ? null : matchedAs(other.status);
  return other === null || status === null ? [own] : [own, candidateOf(app.publicIds, { ...other, status }, sms.reference)];
}

/** What stands on an order's timeline when a claim of it did not bring it the money: the reason, with both values. */
async function told(app: App, order: OpenOrder, message: MatchMessage, reason: LostClaim["reason"]): Promise<Record<string, string>> {
  const amounts = { reason, ordered: formatAmount(order.amountMinor), received: formatAmount(message.amountMinor) };
  if (reason !== "other_wallet") return amounts;
  const [own, other] = await Promise.all([loadWalletForSms(app, order.walletId), loadWalletForSms(app, message.walletId)]);
  return { ...amounts, ordered_wallet: own?.account ?? "", received_wallet: other?.account ?? "" };
}

/** Tells the orders whose claims lost. Nothing else happens to them: their own money may still come. */
export async function tellLostClaims(
  app: App,
  poster: Poster,
  about: { readonly smsId: bigint; readonly trxId: string; readonly message: MatchMessage },
  orders: readonly OpenOrder[],
  decision: MatchDecision,
): Promise<void> {
  const { message, smsId, trxId } = about;
  const candidates = orders.map((order) => candidateOf(app.publicIds, order, message.reference));
  for (const { orderId, reason } of lostClaims(message, candidates, matchPolicy(app), decision)) {
    const order = orders.find((one) => one.id === orderId);
    if (!order) continue;
    const values = await told(app, order, message, reason);
    poster.timeline(orderId, "claim_differs", { trx_id: trxId, message_id: app.publicIds.encode("sms", smsId), ...values });
  }
}
