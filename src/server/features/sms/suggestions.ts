/** Orders that an unmatched message could pay: those that its screen ranks. */
import type { Suggestions } from "../../core/alerts/suggest.ts";
import { orderCandidates } from "./detail.ts";

const orders: NonNullable<Suggestions["sms_unmatched"]> = async (app, q, id, viewer) =>
  (await orderCandidates(app, q, id, viewer)).map((order) => ({
    type: "payment",
    id: order.id,
    title: order.merchant_order_id,
    amount: order.amount,
    at: order.created_at,
    score: order.score,
    reasons: order.reasons,
  }));

export const SMS_SUGGESTIONS: Suggestions = { sms_unmatched: orders, suspense_ignored: orders };
