/** A payment that was completed by a person or an operator's answer, and whose message has come. */
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { resolveAlerts } from "../alerts/raise.ts";
import type { Poster } from "../posting/poster.ts";
import type { Proven } from "./proven.ts";

/** Notes the proof on the order; a TrxID that had been mistyped becomes the message's. */
export async function provePayment(app: App, tx: Tx, poster: Poster, { claim, facts, corrected }: Proven): Promise<boolean> {
  const id = claim.objectId;
  // The message ends a dispute about its claim; one about money that was taken back goes on.
  const row = await tx.one<{ version: number; merchant_id: bigint }>(
    `update payments set trx_id = case when $4 then $2 else trx_id end, trx_key = $3, version = version + 1,
       disputed_at = case when exists (select from sms s where s.payment_id = $1 and 'reversal' = any (s.reasons)) then disputed_at end
     where id = $1 returning version, merchant_id`,
    [id, facts.trxId, facts.trxKey, corrected],
    "prove_payment",
  );
  poster.undispute(id, "manual_completion_differs");
  await resolveAlerts(app, tx, { kinds: ["manual_completion_differs"], object: { type: "payment", id } }, null);
  if (row) poster.events.push({ kind: "payments", objectId: id, version: row.version, change: "changed", merchantId: row.merchant_id });
  poster.timeline(id, "proven", { sms_id: app.publicIds.encode("sms", facts.id), trx_id: facts.trxId, corrected });
  return false;
}
