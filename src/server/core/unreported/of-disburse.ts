/** A payout that was completed by an answer, a phone or a person, and whose debit message has come, or speaks against it. */
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import { doneOf } from "../../platform/answer.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { resolveAlerts } from "../alerts/raise.ts";
import { lockDisburse } from "../payouts/store.ts";
import { alertAbout, change, changedEvent, timeline } from "../payouts/writing.ts";
import type { Poster } from "../posting/poster.ts";
import type { Proven } from "./proven.ts";

/** Notes proof, cost and TrxID as the message has them; answers whether a cost that was said differs from the printed one. */
export async function proveDisburse(app: App, tx: Tx, poster: Poster, { claim, facts, corrected }: Proven): Promise<boolean> {
  const order = doneOf(await lockDisburse(tx, claim.objectId));
  const fee = facts.fee ?? 0n;
  const differs = order.costMinor !== null && facts.fee !== null && order.costMinor !== facts.fee;
  const columns = { cost: fee, disputed_at: null, ...(corrected ? { trx_id: facts.trxId, trx_key: facts.trxKey } : {}) };
  const now = await change(tx, order, { columns });
  // The operator's own message ends whatever was in doubt; what it costs may be told anew below.
  await resolveAlerts(app, tx, { kinds: ["disburse_differs"], object: { type: "disburse", id: order.id } }, null);
  await tx.run("update disburse_attempts set cost = $2, trx_id = coalesce($3, trx_id) where disburse_id = $1 and status = 'completed'", [
    order.id,
    fee,
    corrected ? facts.trxId : null,
  ]);
  const sms = { sms_id: app.publicIds.encode("sms", facts.id) };
  if (differs)
    await alertAbout(app, tx, "disburse_differs", order, {
      why: "cost_differs",
      message_amount: formatAmountOrNull(facts.amount),
      amount: formatAmount(claim.amountMinor),
      message_fee: formatAmount(fee),
      ...sms,
    });
  await timeline(app, tx, order.id, "message", { ...sms, trx_id: facts.trxId, differs, corrected });
  poster.events.push(changedEvent(now));
  return differs;
}

/** A message with its TrxID tells of something else: the order is disputed, and a person is told. */
export async function refuteDisburse(app: App, tx: Tx, poster: Poster, id: bigint, why: string, details: Readonly<Record<string, unknown>>): Promise<void> {
  const order = doneOf(await lockDisburse(tx, id));
  const now = await change(tx, order, { columns: { disputed_at: new Date(app.now()) } });
  await alertAbout(app, tx, "disburse_differs", order, { ...details, why, source: "message" });
  await timeline(app, tx, order.id, "claim_contradicted", details);
  poster.events.push(changedEvent(now));
}
