/** Completing a transfer by hand: sides that no message has moved yet move by a person's word, or with messages that came unexplained. */
import { formatAmount, parseAmount } from "../../../contract/money.ts";
import type { TransferComplete, TransferRow } from "../../../contract/transfers.schema.ts";
import { requireApproval } from "../../core/approvals/need.ts";
import type { Answer, Waiting } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { cameBack, cameBackRefusal, isTakenBack } from "../../core/posting/came-back.ts";
import { Poster } from "../../core/posting/poster.ts";
import { applyPosting } from "../../core/posting/by-hand.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { readTrx } from "../../core/orders/trx-id.ts";
import { lockTransfer, writeTransfer, type Direction, type MovingTransfer } from "../../core/float/moving.ts";
import { addEvent, eventActorOf } from "../../core/timeline.ts";
import { loadTransferRow } from "./queries.ts";
import { type Given, postSide } from "./sides.ts";

/** TrxIDs per side: on one operator both messages carry the same one, else each its own. */
function trxOf(transfer: MovingTransfer, input: TransferComplete): Record<Direction, Pick<Given, "trx" | "field">> | Refused {
  const trx = input.trx_id === undefined ? null : readTrx("trx_id", input.trx_id);
  if (trx instanceof Refused) return trx;
  const received = input.received_trx_id === undefined ? null : readTrx("received_trx_id", input.received_trx_id);
  if (received instanceof Refused) return received;
  if (received && transfer.kind !== "wallet") return refusedField("received_trx_id", "not_allowed");
  const own = received !== null || (transfer.kind === "wallet" && transfer.out?.operator !== transfer.in?.operator);
  return { out: { trx, field: "trx_id" }, in: own ? { trx: received, field: "received_trx_id" } : { trx, field: "trx_id" } };
}

/** What a message has moved already, and the operator has given back or taken since: nothing of it is under way any more. Null: all of it is. */
async function cameBackSince(tx: Tx, { out, in: into, amountMinor }: MovingTransfer): Promise<Refused | null> {
  const gone = out?.trxKey && (await cameBack(tx, out.walletId, out.trxKey, amountMinor));
  const taken = into?.trxKey && (await isTakenBack(tx, { walletId: into.walletId, trxKey: into.trxKey }));
  return gone || taken ? cameBackRefusal("trx_id") : null;
}

/** A cost far above the expected one takes money off the wallet that nobody agreed to yet: a checker has to. */
async function agreeToCost(ctx: UserCtx, tx: Tx, transfer: MovingTransfer, input: TransferComplete, costMinor: bigint): Promise<Waiting | null> {
  if (costMinor <= transfer.expectedCostMinor) return null;
  return requireApproval(ctx, tx, {
    kind: "transfers.complete",
    objectType: "transfer",
    objectId: transfer.id,
    action: "complete",
    objectVersion: transfer.version,
    payload: input,
    amountMinor: costMinor - transfer.expectedCostMinor,
    before: { expected_cost: formatAmount(transfer.expectedCostMinor) },
    after: { cost: formatAmount(costMinor) },
  });
}

/**
 * Completes a transfer that is under way. A side whose message came before it is taken from where that money stands
 * (unexplained, suspense); one without a message is in transit where the wallet's messages are forwarded, until its message
 * replaces it, and stands on the wallet where they are not.
 * Refuses not_found, conflict, wrong_state, trx_used, trx_mismatch, several_messages, validation_failed; waits where a checker is needed
 */
export async function completeTransfer(ctx: UserCtx, publicId: string, input: TransferComplete): Promise<Answer<TransferRow>> {
  const { app, actor } = ctx;
  return ctx.tx(async (tx) => {
    const transfer = await lockTransfer(app, tx, publicId, input.version, true);
    if (transfer instanceof Refused) return transfer;
    if (transfer.status !== "processing") return new Refused("wrong_state", { details: { status: transfer.status } });
    const trx = trxOf(transfer, input);
    if (trx instanceof Refused) return trx;
    const back = await cameBackSince(tx, transfer);
    if (back) return back;
    const costGiven = input.cost !== undefined;
    const cost = costGiven ? (parseAmount(input.cost as string) as bigint) : transfer.expectedCostMinor;
    const bears: Direction = transfer.out ? "out" : "in";
    if (costGiven && transfer[bears]?.atMs !== null && cost !== transfer.costMinor) return refusedField("cost", "mismatch");
    const typed = costGiven && transfer[bears]?.atMs === null;
    const wasFrozen = transfer.frozenMinor;
    const poster = new Poster(app);
    for (const direction of ["out", "in"] as const) {
      const against = await postSide(ctx, tx, poster, transfer, {
        direction,
        ...trx[direction],
        costMinor: direction === bears ? cost : null,
        costGiven: costGiven && direction === bears,
      });
      if (against) return against;
    }
    // No message proves what a person typed: whoever approved the transfer agreed to the expected cost.
    const waiting = typed && transfer[bears]?.smsId === null ? await agreeToCost(ctx, tx, transfer, input, cost) : null;
    if (waiting) return waiting;
    ctx.emit(...(await writeTransfer(tx, transfer, wasFrozen, app.now())));
    await applyPosting(app, tx, poster, (...events) => ctx.emit(...events));
    await linkMessages(tx, transfer);
    await addEvent(app, tx, {
      type: "transfer",
      id: transfer.id,
      kind: "completed_by_hand",
      actor: eventActorOf(ctx),
      data: { trx_id: transfer.out?.trxId ?? transfer.in?.trxId ?? null, cost: formatAmount(transfer.costMinor) },
    });
    await auditAct(ctx, tx, "transfers.complete", transfer.id);
    return loadTransferRow(app, tx, transfer.id, actor);
  });
}

/** Messages name the transfer whose sides they moved. */
async function linkMessages(tx: Tx, transfer: MovingTransfer): Promise<void> {
  const ids = [transfer.out?.smsId ?? null, transfer.in?.smsId ?? null].filter((id) => id !== null);
  if (ids.length > 0) await tx.run("update sms set transfer_id = $2 where id = any ($1::bigint[])", [ids, transfer.id]);
}
