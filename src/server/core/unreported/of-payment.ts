/** A payment that was completed by a person or an operator's answer, and whose message has come. */
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { Booker } from "../posting/post-batch.ts";
import type { Proven } from "./from-message.ts";

/** Notes the proof on the order; a TrxID that had been mistyped becomes the message's. */
export async function provePayment(app: App, tx: Tx, booker: Booker, { claim, facts, corrected }: Proven): Promise<boolean> {
  const id = claim.objectId;
  const row = corrected
    ? await tx.one<{ version: number; merchant_id: bigint }>(
        "update payments set trx_id = $2, trx_key = $3, version = version + 1 where id = $1 returning version, merchant_id",
        [id, facts.trxId, facts.trxKey],
      )
    : null;
  if (row) booker.events.push({ kind: "payments", objectId: id, version: row.version, change: "changed", merchantId: row.merchant_id });
  booker.timeline(id, "proven", { sms_id: app.publicIds.encode("sms", facts.id), trx_id: facts.trxId, corrected });
  return false;
}
