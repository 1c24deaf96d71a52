/** The messages that an order could be approved with, best first. */
import type { PaymentDetail } from "../../../contract/payments.schema.ts";

type Message = PaymentDetail["messages"][number];

/** Linked messages and candidates, each once, best first; one that is both with its score and reasons. */
export function choices(detail: Pick<PaymentDetail, "messages" | "candidates">): readonly Message[] {
  const linked = new Set(detail.messages.map((message) => message.id));
  const ranked = new Map(detail.candidates.map((message) => [message.id, message]));
  const others = detail.candidates.filter((message) => !linked.has(message.id));
  return [...detail.messages.map((message) => ranked.get(message.id) ?? message), ...[...others].sort((a, b) => (b.score ?? 0) - (a.score ?? 0))];
}
