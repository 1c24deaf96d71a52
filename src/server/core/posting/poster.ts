/**
 * Collects what one transaction posts: ledger transactions, rows, events. Used by the batches of messages and by the acts of staff alike,
 * so that both obey the same rules; what happens to an order is in payment-events.ts.
 */
import { unexplainedMessage, type Leg, type ReportedMoney } from "../../../domain/ledger/postings.ts";
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import type { App, OutgoingEvent } from "../../platform/context.ts";
import { postedLegs, type LedgerTransaction, type Reference } from "../ledger/post.ts";
import { type EventActor, SYSTEM } from "../timeline.ts";
import { PostingWrites } from "./write.ts";

/** Collects what one transaction posts. */
export class Poster {
  readonly writes = new PostingWrites();
  readonly events: OutgoingEvent[] = [];
  private readonly transactions: LedgerTransaction[] = [];
  private instantMs = 0;
  private instant = "";
  private wholeHour = "";

  constructor(readonly app: App) {
    this.moveTo(app.now());
  }

  get atMs(): number {
    return this.instantMs;
  }

  /** Instant of this batch, ISO. */
  get at(): string {
    return this.instant;
  }

  /** Its hour, as statistics count, ISO. */
  get hour(): string {
    return this.wholeHour;
  }

  /** Goes on to another instant: what is collected from now on happened then. Only a demo's history writes messages of many instants together. */
  moveTo(ms: number): void {
    this.instantMs = Math.floor(ms);
    this.instant = new Date(this.instantMs).toISOString();
    this.wholeHour = new Date(this.instantMs - (this.instantMs % 3_600_000)).toISOString();
  }

  /** Adds a ledger transaction and answers its id. */
  book(reference: Reference, legs: readonly Leg[], note: string | null = null): bigint {
    const id = this.app.ids.next();
    this.transactions.push({ id, reference, legs, note });
    for (const leg of legs) {
      if (leg.account.of === "wallet")
        this.events.push({ kind: "wallets", objectId: leg.account.id, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null });
    }
    if (legs.some((leg) => leg.account.of === "merchant")) {
      const merchant = legs.find((leg) => leg.account.of === "merchant")?.account as { id: bigint };
      this.events.push({ kind: "journals", objectId: merchant.id, version: UNVERSIONED_CHANGE, change: "created", merchantId: merchant.id });
    }
    return id;
  }

  /** Takes a ledger transaction of another feature, to be posted with the batch's own. */
  adopt(transaction: LedgerTransaction): void {
    this.transactions.push(transaction);
  }

  /** Books a message that nothing explains: suspense, or unexplained. */
  postUnexplained(smsId: bigint, money: ReportedMoney, kind?: "reversal"): bigint {
    return this.book({ type: "sms", id: smsId }, unexplainedMessage(money, kind));
  }

  /** Adds a line to an order's timeline. */
  timeline(orderId: bigint, kind: string, data: Readonly<Record<string, unknown>>, actor: EventActor = SYSTEM): void {
    this.note({ type: "payment", id: orderId }, kind, data, actor);
  }

  /** Adds a line to the timeline of what a message moved. */
  note(object: Reference, kind: string, data: Readonly<Record<string, unknown>>, actor: EventActor = SYSTEM): void {
    this.writes.events.push({
      id: this.app.ids.next(),
      object_type: object.type,
      object_id: object.id,
      kind,
      actor_type: actor.type,
      actor_id: actor.id,
      account: actor.account,
      data,
    });
  }

  /** Raises an alert, or renews the open one of the same object. */
  alert(kind: string, objectType: string, objectId: bigint, amountMinor: bigint | null, data: Readonly<Record<string, unknown>>): void {
    this.writes.alerts.push({ id: this.app.ids.next(), kind, object_type: objectType, object_id: objectId, merchant_id: null, amount: amountMinor, data });
  }

  /** Marks an order as disputed: its money is in doubt, and a person decides. */
  dispute(orderId: bigint): void {
    this.writes.disputes.push({ id: orderId });
    this.events.push({ kind: "payments", objectId: orderId, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null });
  }

  /** What this batch itself brought into doubt about an order, and a later message of it has ended. */
  undispute(orderId: bigint, kind: string): void {
    this.writes.disputes = this.writes.disputes.filter((row) => row.id !== orderId);
    this.writes.alerts = this.writes.alerts.filter((row) => row.object_id !== orderId || row.kind !== kind);
  }

  /** Everything that is to be written. The caller writes it, commits, publishes {@link events} and wakes the outbox. */
  async finished(): Promise<PostingWrites> {
    await this.app.accounts.ensure(this.transactions.flatMap((transaction) => transaction.legs.map((leg) => leg.account)));
    this.writes.legs = postedLegs(this.app.accounts, this.app.ids, this.transactions);
    return this.writes;
  }
}
