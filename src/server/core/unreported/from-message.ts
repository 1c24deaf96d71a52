/**
 * The message of a movement that had been said before it came: whatever it is of, it goes this way. The message replaces what
 * stood in transit; the wallet moves by what the message says. One that carries the claimed TrxID and tells of another
 * amount, wallet or payee is not taken for it: the claim ends, people are told, and the message goes on to whatever else explains it.
 *
 * Used by the batches of messages, within their transaction and under their wallets' continuity locks. What is found is written
 * at once, but for the messages' own rows, which {@link SaidMovements.link} ties when they exist.
 */
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import { legs, reportedAgain, saidWasReported } from "../../../domain/ledger/postings.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { Poster } from "../posting/poster.ts";
import { reportedMoney, type Facts, type Outcome } from "../posting/facts.ts";
import { type KnownMoney, usedBy } from "../posting/known.ts";
import { proveDisburse, refuteDisburse } from "./of-disburse.ts";
import { proveTransfer, proveWithdrawal } from "./of-own.ts";
import { provePayment } from "./of-payment.ts";
import type { Claim, Proven } from "./proven.ts";
import { endReported, isSaidObject, movementOf, openMovements, refuteClaim, unclaim, type OpenMovement, type SaidObject } from "./store.ts";
import { contradictionIn, costOf, isNamedBy, mayProve, type Why } from "./judge.ts";

/** Said movements of one batch. */
export class SaidMovements {
  private open: OpenMovement[] = [];
  private readonly links: { sms: bigint; type: SaidObject; id: bigint }[] = [];

  constructor(
    private readonly app: App,
    private readonly tx: Tx,
    private readonly poster: Poster,
    private readonly known: KnownMoney,
  ) {}

  /** @param walletIds wallets of the batch on which something waits for its message; most batches have none */
  async load(walletIds: readonly bigint[]): Promise<void> {
    if (walletIds.length > 0) this.open = await openMovements(this.tx, walletIds);
  }

  /** The movement that claims this message's TrxID; null: none, or the message contradicts it. */
  async byTrx(facts: Facts, silentMinor: bigint): Promise<Outcome | null> {
    if (!mayProve(facts)) return null;
    const used = this.known.usedFor(facts.operator, facts.trxKey as string, facts.direction as "credit" | "debit");
    if (used === undefined || used.messageId !== null || !isSaidObject(used.objectType)) return null;
    const { objectId, objectType } = used;
    const movement = await movementOf(this.tx, objectType, objectId, facts.direction as "credit" | "debit");
    const claim: Claim = { objectType, objectId, walletId: used.walletId, amountMinor: used.amount, movement };
    const why = await contradictionIn(this.tx, claim, facts);
    if (why === null) return this.prove(claim, facts, silentMinor, false);
    await this.refute(claim, facts, why);
    return null;
  }

  /** The one movement of the wallet with this amount whose payee the message names, whatever TrxID it was said to have. */
  async byPayee(facts: Facts, silentMinor: bigint): Promise<Outcome | null> {
    const [only, ...others] = this.namedBy(facts);
    if (only === undefined || others.length > 0) return null;
    return this.prove({ ...only, movement: only }, facts, silentMinor, true);
  }

  /** How many movements {@link byPayee} could mean. */
  countNamed(facts: Facts): number {
    return this.namedBy(facts).length;
  }

  private namedBy(facts: Facts): OpenMovement[] {
    return mayProve(facts) ? this.open.filter((one) => isNamedBy(one, facts)) : [];
  }

  private async prove(claim: Claim, facts: Facts, silentMinor: bigint, byPayee: boolean): Promise<Outcome> {
    const { movement, objectType, objectId } = claim;
    const money = reportedMoney(facts, silentMinor);
    const saidFee = movement === null ? await costOf(this.tx, claim, facts.direction) : 0n;
    const entries = legs(...(movement === null ? reportedAgain(money, saidFee) : saidWasReported(money, movement)));
    const txn = entries.length === 0 ? null : this.poster.book({ type: objectType, id: objectId }, entries);
    const corrected = byPayee && movement?.trxKey !== facts.trxKey;
    const taken = await this.tx.one<{ done: boolean }>("select trx_prove($1, $2, $3, $4, $5, $6, $7, $8) as done", [
      facts.operator,
      facts.trxKey,
      facts.direction,
      objectType,
      objectId,
      facts.id,
      facts.amount,
      facts.walletId,
    ]);
    if (taken?.done !== true) throw new Error(`TrxID ${facts.trxKey} was proven under its wallet's lock`);
    this.known.noteUsed(usedBy(facts, objectType, objectId));
    const proven: Proven = { claim, facts, corrected };
    const differs = await this.tell(proven);
    if (movement !== null) {
      this.open = this.open.filter((one) => one.id !== movement.id);
      await endReported(this.tx, movement, facts.id);
      if (corrected) await unclaim(this.tx, movement);
      if (corrected) this.known.forgetUsed(movement);
    }
    this.links.push({ sms: facts.id, type: objectType, id: objectId });
    const reason = corrected ? "trx_corrected" : differs ? "manual_differs" : "manual_confirmed";
    return { matchStatus: "matched", reasons: [reason], bookedTxn: txn, paymentId: objectType === "payment" ? objectId : null, continuity: "unknown" };
  }

  /** Writes what was proven on the object's own row; answers whether the cost that was said differs. */
  private tell(proven: Proven): Promise<boolean> {
    switch (proven.claim.objectType) {
      case "payment":
        return provePayment(this.app, this.tx, this.poster, proven);
      case "disburse":
        return proveDisburse(this.app, this.tx, this.poster, proven);
      case "transfer":
        return proveTransfer(this.app, this.tx, this.poster, proven);
      case "withdrawal":
        return proveWithdrawal(this.app, this.tx, this.poster, proven);
    }
  }

  private async refute(claim: Claim, facts: Facts, why: Why): Promise<void> {
    const { movement, objectType, objectId } = claim;
    if (movement !== null) {
      // Proven or taken back by another batch meanwhile: there is no claim any more that could be contradicted.
      if (!(await refuteClaim(this.tx, movement, facts.id))) return;
      this.open = this.open.map((one) => (one.id === movement.id ? { ...one, trxKey: null } : one));
      this.known.forgetUsed(facts);
    }
    const details = {
      why,
      trx_id: facts.trxId,
      completed: formatAmount(claim.amountMinor),
      received: formatAmountOrNull(facts.amount),
      message_kind: facts.kind,
      sms_id: this.app.publicIds.encode("sms", facts.id),
    };
    if (objectType === "disburse") return refuteDisburse(this.app, this.tx, this.poster, objectId, why, details);
    this.poster.alert("manual_completion_differs", objectType, objectId, facts.amount, details);
    if (objectType === "payment") {
      this.poster.dispute(objectId);
      this.poster.timeline(objectId, "claim_contradicted", details);
    } else this.poster.note({ type: objectType, id: objectId }, "claim_contradicted", details);
  }

  /** True when {@link link} has something to write. */
  get linked(): boolean {
    return this.links.some((link) => link.type !== "payment");
  }

  /** Ties the messages' rows, which exist by now, to what they proved. */
  async link(): Promise<void> {
    for (const { sms, type, id } of this.links) if (type !== "payment") await this.tx.run(`update sms set ${type}_id = $2 where id = $1`, [sms, id]);
  }
}
