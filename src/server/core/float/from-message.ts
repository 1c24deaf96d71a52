/**
 * Messages about float that we moved ourselves: a side of a transfer that is under way. (What a person said before its
 * message came is `core/unreported/from-message.ts`.) Used by the batches of messages, within their transaction and under their
 * wallets' continuity locks:
 *
 * ```ts
 * const own = await loadOwnMovements(app, tx, walletIds);  // after posting_read
 * const outcome = own.take(poster, facts, silentMinor);    // per message; null: not ours, go on as before
 * await own.write(tx, poster);                             // before poster.apply: wallets' rows before accounts
 * await poster.apply(tx);
 * await own.link(tx);                                      // after it: the messages' rows exist now
 * ```
 *
 * `take` decides in memory and writes to the poster, so that two messages of one batch see each other. It needs a
 * TrxID, an equal amount, and exactly one transfer that fits; anything less is left to a person.
 */
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import { legs, reportedAgain } from "../../../domain/ledger/postings.ts";
import { transferReceived, transferSent } from "../../../domain/ledger/postings-transfers.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { Poster } from "../posting/poster.ts";
import { reportedMoney, type Outcome } from "../posting/facts.ts";
import { allMoved, bearsCost, moved, saidCost, writeTransfer, type Direction, type MovingTransfer, type Side } from "./moving.ts";
import { directionOf, fits, lockCandidates, type Part } from "./fitting.ts";

/** What became of a message of our own; the row of the message is linked by {@link OwnMovements.link}. */
export type OwnOutcome = Outcome & { readonly transferId: bigint };

/** Reads and locks what the messages of a batch can belong to. The caller holds the continuity rows of these wallets. */
export async function loadOwnMovements(app: App, tx: Tx, walletIds: readonly bigint[]): Promise<OwnMovements> {
  return new OwnMovements(app, await lockCandidates(tx, walletIds, app.now()));
}

/** Own movements of one batch. */
export class OwnMovements {
  private readonly touched = new Map<bigint, { transfer: MovingTransfer; wasFrozenMinor: bigint }>();
  private readonly links: { sms: bigint; transfer: bigint }[] = [];

  constructor(
    private readonly app: App,
    private readonly transfers: readonly MovingTransfer[],
  ) {}

  /** How many transfers a message can be a side of. */
  countFitting(facts: Part): number {
    return this.fitting(facts).length;
  }

  private fitting(facts: Part): MovingTransfer[] {
    const direction = directionOf(facts);
    if (direction === null || facts.trxKey === null || facts.trxId === null || facts.amount === null || (facts.extra ?? 0n) !== 0n) return [];
    return this.transfers.filter((transfer) => fits(transfer, direction, facts));
  }

  /**
   * Gives a message to the one movement of ours that it tells of. Null: it tells of none, or nobody can say of which. The caller
   * has seen that its TrxID is used for nothing.
   */
  take(poster: Poster, facts: Part, silentMinor: bigint): OwnOutcome | null {
    const [only, ...others] = this.fitting(facts);
    const direction = directionOf(facts);
    if (only === undefined || others.length > 0 || direction === null || facts.trxKey === null || facts.amount === null) return null;
    const side = direction === "out" ? "debit" : "credit";
    poster.writes.used.push({
      operator: facts.operator,
      trx_key: facts.trxKey,
      direction: side,
      object_type: "transfer",
      object_id: only.id,
      sms_id: facts.id,
      amount: facts.amount,
      wallet_id: facts.walletId,
    });
    return only[direction]?.atMs === null ? this.book(poster, facts, direction, only, silentMinor) : this.prove(poster, facts, direction, only, silentMinor);
  }

  /** The side moves now, with this message. */
  private book(poster: Poster, facts: Part, direction: Direction, transfer: MovingTransfer, silentMinor: bigint): OwnOutcome {
    this.touch(transfer);
    const amount = facts.amount as bigint;
    const money = reportedMoney(facts, silentMinor);
    const legs = direction === "out" ? transferSent(transfer.kind, money, amount) : transferReceived(transfer.kind, money, amount);
    const txn = poster.book({ type: "transfer", id: transfer.id }, legs);
    moved(transfer, direction, { atMs: this.app.now(), smsId: facts.id, trxId: facts.trxId, trxKey: facts.trxKey, costMinor: facts.fee ?? 0n });
    poster.note({ type: "transfer", id: transfer.id }, direction === "out" ? "sent" : "received", {
      amount: formatAmount(amount),
      fee: formatAmountOrNull(facts.fee),
      trx_id: facts.trxId,
      sms_id: this.app.publicIds.encode("sms", facts.id),
    });
    if (allMoved(transfer)) poster.note({ type: "transfer", id: transfer.id }, "completed", { cost: formatAmount(transfer.costMinor) });
    return this.outcome(facts, transfer.id, "own_transfer", txn);
  }

  /** A person booked this side on the wallet itself before its message came: it adds what nobody could know before. */
  private prove(poster: Poster, facts: Part, direction: Direction, transfer: MovingTransfer, silentMinor: bigint): OwnOutcome {
    this.touch(transfer);
    const side = transfer[direction] as Side;
    side.smsId = facts.id;
    side.trxId ??= facts.trxId;
    side.trxKey ??= facts.trxKey;
    const saidMinor = saidCost(transfer, direction);
    const fee = facts.fee ?? 0n;
    const differs = bearsCost(transfer, direction) && fee !== saidMinor;
    const entries = legs(...reportedAgain(reportedMoney(facts, silentMinor), saidMinor));
    const txn = entries.length === 0 ? null : poster.book({ type: "transfer", id: transfer.id }, entries);
    transfer.costMinor += fee - saidMinor;
    poster.note({ type: "transfer", id: transfer.id }, "proven", { trx_id: facts.trxId, sms_id: this.app.publicIds.encode("sms", facts.id), differs });
    if (differs)
      poster.alert("manual_completion_differs", "transfer", transfer.id, facts.amount, {
        why: "cost_differs",
        completed: transfer.amountMinor,
        received: facts.amount,
        cost: formatAmount(saidMinor),
        fee: formatAmountOrNull(facts.fee),
        sms_id: this.app.publicIds.encode("sms", facts.id),
      });
    return this.outcome(facts, transfer.id, differs ? "manual_differs" : "manual_confirmed", txn);
  }

  private outcome(facts: Part, transferId: bigint, reason: string, txn: bigint | null): OwnOutcome {
    this.links.push({ sms: facts.id, transfer: transferId });
    return { matchStatus: "matched", reasons: [reason], bookedTxn: txn, inSuspense: false, continuity: "unknown", transferId };
  }

  private touch(transfer: MovingTransfer): void {
    if (!this.touched.has(transfer.id)) this.touched.set(transfer.id, { transfer, wasFrozenMinor: transfer.frozenMinor });
  }

  /** Writes the transfers, in id order; before the poster is applied. Live events go to the poster. */
  async write(tx: Tx, poster: Poster): Promise<void> {
    for (const { transfer, wasFrozenMinor } of [...this.touched.values()].sort((left, right) => (left.transfer.id < right.transfer.id ? -1 : 1)))
      poster.events.push(...(await writeTransfer(tx, transfer, wasFrozenMinor, this.app.now())));
  }

  /** True when {@link link} has something to write. */
  get linked(): boolean {
    return this.links.length > 0;
  }

  /** Ties the messages' rows to what they moved; after the poster was applied. */
  async link(tx: Tx): Promise<void> {
    for (const link of this.links) await tx.run("update sms set transfer_id = $2 where id = $1", [link.sms, link.transfer]);
  }
}
