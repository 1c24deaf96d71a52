/** Messages that could be the money of a payment in review: those that its screen ranks. */
import type { Suggestions } from "../../core/alerts/suggest.ts";
import { messageCandidates } from "./detail.ts";

export const PAYMENT_SUGGESTIONS: Suggestions = {
  payment_review: async (app, q, id, viewer) =>
    (await messageCandidates(app, q, id, viewer)).map((message) => ({
      type: "sms",
      id: message.id,
      title: message.trx_id ?? message.id,
      amount: message.amount,
      at: message.received_at,
      score: message.score ?? 0,
      reasons: [...message.reasons],
    })),
};
