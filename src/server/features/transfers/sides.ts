/** One side of a transfer that is completed by hand: with the message that came before it, or by a person's word. */
import { formatAmount } from "../../../contract/money.ts";
import type { MoneySource } from "../../../domain/ledger/postings.ts";
import { samePayer } from "../../../domain/payments/matching.ts";
import { transferReceived, transferSent } from "../../../domain/ledger/postings-transfers.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Poster } from "../../core/posting/poster.ts";
import { sourceOf } from "../../core/posting/stored-message.ts";
import { Refused } from "../../platform/refusal.ts";
import { requireFree, sayMovement } from "../../core/unreported/store.ts";
import { messageByAmount, messageByTrx, usedTrx, takeMessage, type Wanted } from "../../core/float/messages.ts";
import { isFloat } from "../../core/float/fitting.ts";
import { moved, type Direction, type MovingTransfer, type Side } from "../../core/float/moving.ts";

type Trx = { readonly id: string; readonly key: string } | null;

/** What a person said about one side. */
export interface Given {
  readonly direction: Direction;
  readonly trx: Trx;
  /** Field that a refusal about this side names. */
  readonly field: "trx_id" | "received_trx_id";
  /** What the operator charged on this side, where no message says it; null: this side bears no cost. */
  readonly costMinor: bigint | null;
  /** The cost was given and must be what the message says. */
  readonly costGiven: boolean;
}

/** Books one side from where its money comes. */
function bookSide(poster: Poster, transfer: MovingTransfer, direction: Direction, source: MoneySource): bigint {
  const { kind, amountMinor } = transfer;
  return poster.book({ type: "transfer", id: transfer.id }, (direction === "out" ? transferSent : transferReceived)(kind, source, amountMinor));
}

/** A side that no message has moved yet: what was said is in transit until its message comes. */
async function saySide(
  ctx: UserCtx,
  tx: Tx,
  transfer: MovingTransfer,
  given: Given,
  at: { side: Side; trx: Trx; costMinor: bigint },
): Promise<MoneySource | Refused> {
  const { side, trx, costMinor } = at;
  // What the wallet gives beyond what is frozen for it, or beyond what comes to it.
  const beyond = costMinor - (given.direction === "out" ? transfer.expectedCostMinor : transfer.amountMinor);
  const short = beyond > 0n ? await requireFree(tx, side.walletId, beyond, "cost") : null;
  if (short) return short;
  const across = transfer[given.direction === "out" ? "in" : "out"];
  const said = {
    walletId: side.walletId,
    direction: given.direction === "out" ? "debit" : "credit",
    amountMinor: transfer.amountMinor,
    expectedCostMinor: costMinor,
    object: { type: "transfer", id: transfer.id },
    source: "person",
    trx,
    counterparty: transfer.kind === "wallet" ? (across?.account ?? null) : null,
  } as const;
  return sayMovement(ctx.app, tx, said, costMinor);
}

export async function postSide(ctx: UserCtx, tx: Tx, poster: Poster, transfer: MovingTransfer, given: Given): Promise<Refused | null> {
  const { direction, trx } = given;
  const side = transfer[direction];
  if (side === null || side.atMs !== null) return null;
  const other = transfer.kind === "wallet" ? (transfer[direction === "out" ? "in" : "out"]?.account ?? null) : null;
  const wanted: Wanted = {
    walletId: side.walletId,
    operator: side.operator,
    direction: direction === "out" ? "debit" : "credit",
    amountMinor: transfer.amountMinor,
    field: given.field,
  };
  const possible = (counterparty: string | null): boolean => other === null || samePayer(counterparty, other) !== false;
  const meant = { possible, sure: (message: Parameters<typeof isFloat>[2]) => isFloat(transfer.kind, other, message) };
  const sms = trx ? await messageByTrx(tx, wanted, trx.key) : await messageByAmount(tx, wanted, transfer.createdMs, meant);
  if (sms instanceof Refused) return sms;
  // It names somebody else: had it come later, it would end the claim (core/unreported/judge.ts).
  if (sms && !possible(sms.counterparty)) return new Refused("trx_mismatch", { fields: { [given.field]: "not_allowed" }, details: { kind: sms.kind } });
  const trxId = sms?.trx_id ?? trx?.id ?? null;
  const trxKey = sms?.trx_key ?? trx?.key ?? null;
  const used = trxKey === null ? null : await usedTrx(tx, wanted, trxKey);
  if (used) return used;
  const cost = sms ? (sms.fee ?? 0n) : (given.costMinor ?? 0n);
  if (sms && given.costGiven && given.costMinor !== cost)
    return new Refused("trx_mismatch", { fields: { cost: "mismatch" }, details: { message_fee: formatAmount(cost) } });
  if (sms) {
    await takeMessage(ctx, tx, poster, sms, { txn: bookSide(poster, transfer, direction, sourceOf(sms)), reason: "own_transfer" });
  } else {
    const claimed = trxId !== null && trxKey !== null ? { id: trxId, key: trxKey } : null;
    const source = await saySide(ctx, tx, transfer, given, { side, trx: claimed, costMinor: cost });
    if (source instanceof Refused) return source;
    bookSide(poster, transfer, direction, source);
  }
  if (trxKey !== null)
    poster.writes.used.push({
      operator: side.operator,
      trx_key: trxKey,
      direction: wanted.direction,
      object_type: "transfer",
      object_id: transfer.id,
      sms_id: sms?.id ?? null,
      amount: transfer.amountMinor,
      wallet_id: side.walletId,
    });
  moved(transfer, direction, { atMs: ctx.app.now(), smsId: sms?.id ?? null, trxId, trxKey, costMinor: cost });
  return null;
}
