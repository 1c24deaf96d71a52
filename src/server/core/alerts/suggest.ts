/** What could end an exception: the ranked candidates that the messages and payments screens show, too. */
import type { ExceptionRow } from "../../../contract/exceptions.schema.ts";
import type { App, UserActor } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { messageCandidates } from "../../features/payments/reads.ts";
import { orderCandidates } from "../../features/sms/reads.ts";

type Suggestion = ExceptionRow["suggestions"][number];
const SHOWN = 3;
/** Rows of one page that get suggestions, and how many are looked up at once. */
const ROWS = 20;
const AT_ONCE = 4;

async function suggestionsFor(app: App, q: Queryable, row: ExceptionRow, viewer: UserActor): Promise<Suggestion[]> {
  if (row.object.id === null) return [];
  if (row.kind === "sms_unmatched") {
    const id = app.publicIds.decode("sms", row.object.id);
    const orders = id === null ? [] : await orderCandidates(app, q, id, viewer);
    return orders.slice(0, SHOWN).map((order) => ({
      type: "payment",
      id: order.id,
      title: order.merchant_order_id,
      amount: order.amount,
      at: order.created_at,
      score: order.score,
      reasons: order.reasons,
    }));
  }
  if (row.kind !== "payment_review") return [];
  const id = app.publicIds.decode("payment", row.object.id);
  const messages = id === null ? [] : await messageCandidates(app, q, id, viewer);
  return messages.slice(0, SHOWN).map((message) => ({
    type: "sms",
    id: message.id,
    title: message.trx_id ?? message.id,
    amount: message.amount,
    at: message.received_at,
    score: message.score ?? 0,
    reasons: [...message.reasons],
  }));
}

/** The rows with their suggestions, as far as there are any. */
export async function withSuggestions(app: App, q: Queryable, rows: readonly ExceptionRow[], viewer: UserActor): Promise<ExceptionRow[]> {
  const done: ExceptionRow[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const part = rows.slice(at, at + AT_ONCE);
    done.push(...(at >= ROWS ? part : await Promise.all(part.map(async (row) => ({ ...row, suggestions: await suggestionsFor(app, q, row, viewer) })))));
  }
  return done;
}
