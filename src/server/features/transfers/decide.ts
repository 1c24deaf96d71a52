/** Approving and cancelling a transfer. */
import { transition } from "../../../contract/life-cycles.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { TransferRow } from "../../../contract/transfers.schema.ts";
import { requireActiveChecker, requireActiveMaker } from "../../core/approvals/maker.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { Refused } from "../../platform/refusal.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { requireFree } from "../../core/unreported/store.ts";
import { lockTransfer, writeTransfer, type MovingTransfer } from "../../core/float/moving.ts";
import { addEvent, eventActorOf } from "../../core/timeline.ts";
import { loadTransferRow } from "./queries.ts";

async function deletedWallet(tx: Tx, transfer: MovingTransfer): Promise<Refused | null> {
  const ids = [transfer.out, transfer.in].flatMap((side) => (side ? [side.walletId] : []));
  const gone = await tx.one<{ count: number }>("select count(*)::int as count from wallets where id = any ($1::bigint[]) and deleted_at is not null", [ids]);
  return (gone?.count ?? 0) > 0 ? new Refused("wrong_state", { details: { wallet: "deleted" } }) : null;
}

/**
 * Lets a transfer go: the amount and its expected cost are frozen on the paying wallet until the money has left.
 * Refuses not_found, conflict, wrong_state, same_person, maker_inactive, recheck_required, insufficient_balance
 */
export async function approveTransfer(ctx: UserCtx, publicId: string, input: { version: number }): Promise<Answer<TransferRow>> {
  const { app, actor } = ctx;
  const alone = app.config.current.one_person;
  await requireRecheck(ctx);
  return ctx.tx(async (tx) => {
    const transfer = await lockTransfer(app, tx, publicId, input.version, true);
    if (transfer instanceof Refused) return transfer;
    if (transfer.status !== "pending") return new Refused("wrong_state", { details: { status: transfer.status } });
    const lost = await requireActiveChecker(tx, actor.id, "transfers.decide");
    if (lost) return lost;
    if (transfer.maker === actor.id) {
      if (!alone) return new Refused("same_person");
    } else {
      const away = await requireActiveMaker(tx, transfer.maker, "transfers.create");
      if (away) return away;
    }
    const gone = await deletedWallet(tx, transfer);
    if (gone) return gone;
    const needed = transfer.amountMinor + transfer.expectedCostMinor;
    const short = transfer.out ? await requireFree(tx, transfer.out.walletId, needed, "from_wallet_id") : null;
    if (short) return short;
    transfer.status = transition("transfers", transfer.status, "approve");
    transfer.frozenMinor = transfer.out ? needed : 0n;
    const now = app.now();
    ctx.emit(
      ...(await writeTransfer(tx, transfer, 0n, now, { checker: actor.id, approved_at: new Date(now), one_person: alone && transfer.maker === actor.id })),
    );
    await addEvent(app, tx, {
      type: "transfer",
      id: transfer.id,
      kind: "approved",
      actor: eventActorOf(ctx),
      data: { frozen: formatAmount(transfer.frozenMinor) },
    });
    await auditAct(ctx, tx, "transfers.approve", transfer.id);
    return loadTransferRow(app, tx, transfer.id, actor);
  });
}

/** Takes a request back before anything was frozen. Operators take back their own only. Refuses not_found, conflict, wrong_state, forbidden */
export async function cancelTransfer(ctx: UserCtx, publicId: string, input: { version: number }): Promise<Answer<TransferRow>> {
  const { app, actor } = ctx;
  return ctx.tx(async (tx) => {
    const transfer = await lockTransfer(app, tx, publicId, input.version);
    if (transfer instanceof Refused) return transfer;
    if (transfer.status !== "pending") return new Refused("wrong_state", { details: { status: transfer.status } });
    if (actor.userType === "operator" && transfer.maker !== actor.id) return new Refused("forbidden");
    transfer.status = transition("transfers", transfer.status, "cancel");
    ctx.emit(...(await writeTransfer(tx, transfer, 0n, app.now())));
    await addEvent(app, tx, { type: "transfer", id: transfer.id, kind: "cancelled", actor: eventActorOf(ctx) });
    await auditAct(ctx, tx, "transfers.cancel", transfer.id);
    return loadTransferRow(app, tx, transfer.id, actor);
  });
}
