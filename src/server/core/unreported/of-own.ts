/** A side of a transfer, or a withdrawal that a wallet paid, that a person had said and whose message has come. */
import { formatAmountOrNull } from "../../../contract/money.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { Poster } from "../posting/poster.ts";
import { bearsCost, lockTransfers, saidCost, writeTransfer } from "../float/moving.ts";
import type { Proven } from "./proven.ts";

/** The side has its message; its cost is what the message prints. Answers whether what was said differs. */
export async function proveTransfer(app: App, tx: Tx, poster: Poster, { claim, facts, corrected }: Proven): Promise<boolean> {
  const [transfer] = await lockTransfers(tx, "t.id = $1", [claim.objectId]);
  const direction = facts.direction === "debit" ? "out" : "in";
  const side = transfer?.[direction];
  if (!transfer || !side) throw new Error(`transfer ${claim.objectId} has no such side`);
  const fee = facts.fee ?? 0n;
  const said = saidCost(transfer, direction);
  const differs = bearsCost(transfer, direction) && fee !== said;
  transfer.costMinor += fee - said;
  side.smsId = facts.id;
  side.trxId = facts.trxId;
  side.trxKey = facts.trxKey;
  poster.events.push(...(await writeTransfer(tx, transfer, transfer.frozenMinor, app.now())));
  poster.note({ type: "transfer", id: transfer.id }, "proven", { trx_id: facts.trxId, sms_id: app.publicIds.encode("sms", facts.id), differs, corrected });
  if (differs) tellDifference(app, poster, "transfer", claim.objectId, { claim, facts, corrected });
  return differs;
}

/** The withdrawal has its message. Answers whether the cost that was said differs. */
export async function proveWithdrawal(app: App, tx: Tx, poster: Poster, proven: Proven): Promise<boolean> {
  const { claim, facts, corrected } = proven;
  const before = await tx.one<{ cost: bigint | null }>("select cost from withdrawals where id = $1 for no key update", [claim.objectId]);
  const fee = facts.fee ?? 0n;
  const differs = (before?.cost ?? 0n) !== fee;
  const row = await tx.one<{ version: number; merchant_id: bigint }>(
    "update withdrawals set sms_id = $2, cost = $3, trx_key = $4, version = version + 1 where id = $1 returning version, merchant_id",
    [claim.objectId, facts.id, fee, facts.trxKey],
  );
  if (row) poster.events.push({ kind: "withdrawal", objectId: claim.objectId, version: row.version, change: "changed", merchantId: row.merchant_id });
  poster.note({ type: "withdrawal", id: claim.objectId }, "proven", {
    trx_id: facts.trxId,
    sms_id: app.publicIds.encode("sms", facts.id),
    fee: formatAmountOrNull(facts.fee),
    corrected,
  });
  if (differs) tellDifference(app, poster, "withdrawal", claim.objectId, proven);
  return differs;
}

function tellDifference(app: App, poster: Poster, type: "transfer" | "withdrawal", id: bigint, { claim, facts }: Proven): void {
  poster.alert("manual_completion_differs", type, id, facts.amount, {
    why: "cost_differs",
    completed: claim.amountMinor,
    received: facts.amount,
    fee: formatAmountOrNull(facts.fee),
    sms_id: app.publicIds.encode("sms", facts.id),
  });
}
