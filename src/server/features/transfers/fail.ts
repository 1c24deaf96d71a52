/** A transfer that did not come about: nothing stays frozen, and money that one side had moved stands unexplained again. */
import { transition } from "../../../contract/life-cycles.ts";
import type { TransferRow } from "../../../contract/transfers.schema.ts";
import { receivedAgainSuspense, sentAgainUnexplained } from "../../../domain/ledger/postings-transfers.ts";
import { doneOf, type Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Poster } from "../../core/posting/poster.ts";
import { lockSms } from "../../core/posting/lock-order.ts";
import { applyPosting } from "../../core/posting/by-hand.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { Refused } from "../../platform/refusal.ts";
import { TRANSFER_FAILED } from "../../core/posting/usable.ts";
import { lockTransfer, writeTransfer, type Direction, type MovingTransfer } from "../../core/float/moving.ts";
import { addEvent, eventActorOf } from "../../core/timeline.ts";
import { loadTransferRow } from "./queries.ts";

/** Gives a side's money back to where a message that nothing explains stands, and the TrxID with it. */
async function giveBack(ctx: UserCtx, tx: Tx, poster: Poster, transfer: MovingTransfer, direction: Direction): Promise<void> {
  const side = transfer[direction];
  if (side === null || side.atMs === null || side.smsId === null) return;
  const again = direction === "out" ? sentAgainUnexplained : receivedAgainSuspense;
  poster.book({ type: "transfer", id: transfer.id }, again(transfer.kind, side.operator, transfer.amountMinor));
  const sms = doneOf(await lockSms(tx, side.smsId));
  poster.writes.sms_updates.push({
    id: sms.id,
    version: sms.version,
    match_status: "unmatched",
    payment_id: null,
    // Out of a wallet it is explained by nothing again, for whoever looks for such money.
    reasons: [...sms.reasons.filter((reason) => reason !== "own_transfer"), ...(direction === "out" ? ["debit_unexplained"] : []), TRANSFER_FAILED],
    booked_txn: sms.booked_txn,
    in_suspense: direction === "in",
    held_until: null,
  });
  poster.events.push({ kind: "sms", objectId: sms.id, version: sms.version + 1, change: "changed", merchantId: null });
  await tx.run("update sms set transfer_id = null, payment_id = null where id = $1", [sms.id]);
  if (direction === "out")
    poster.alert("debit_unexplained", "sms", sms.id, transfer.amountMinor, {
      trx_id: side.trxId,
      wallet_id: ctx.app.publicIds.encode("wallet", side.walletId),
    });
  side.atMs = null;
  side.smsId = null;
  side.trxId = null;
  side.trxKey = null;
}

/** Ends a transfer under way. Refuses not_found, conflict, wrong_state */
export async function failTransfer(ctx: UserCtx, publicId: string, input: { version: number; reason: string }): Promise<Answer<TransferRow>> {
  const { app, actor } = ctx;
  return ctx.tx(async (tx) => {
    const transfer = await lockTransfer(app, tx, publicId, input.version);
    if (transfer instanceof Refused) return transfer;
    if (transfer.status !== "processing") return new Refused("wrong_state", { details: { status: transfer.status } });
    const wasFrozen = transfer.frozenMinor;
    const poster = new Poster(app);
    // While it is still under way: the database gives a TrxID back to such a transfer only.
    const sides = [transfer.out, transfer.in].flatMap((side) => (side?.trxKey ? [{ operator: side.operator, key: side.trxKey }] : []));
    await tx.run("select trx_release($1, $2, $3)", [transfer.id, sides.map((side) => side.operator), sides.map((side) => side.key)]);
    for (const direction of ["out", "in"] as const) await giveBack(ctx, tx, poster, transfer, direction);
    transfer.status = transition("transfers", transfer.status, "fail");
    transfer.frozenMinor = 0n;
    transfer.costMinor = 0n;
    transfer.reason = input.reason;
    ctx.emit(...(await writeTransfer(tx, transfer, wasFrozen, app.now())));
    await applyPosting(app, tx, poster, (...events) => ctx.emit(...events));
    await addEvent(app, tx, {
      type: "transfer",
      id: transfer.id,
      kind: "failed",
      actor: eventActorOf(ctx),
      data: { reason: input.reason },
    });
    await auditAct(ctx, tx, "transfers.fail", transfer.id, { reason: input.reason });
    return loadTransferRow(app, tx, transfer.id, actor);
  });
}
