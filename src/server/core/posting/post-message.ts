/**
 * The way of a message into the books, one message after another on what was read of them. In this order: what its text
 * alone decides; whether its TrxID has been booked; whether it fits its wallet's balance; what of our own it tells (own.ts),
 * else which order it pays or where its money waits (money.ts); and then what had waited for it.
 *
 * The same rules for the plain way, which reads and writes for one message (plain/), and for batches (batch/).
 */
import { effectOf } from "../../../domain/ledger/message-kinds.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { Poster } from "./poster.ts";
import { ContinuityKeeper, type WalletState } from "./continuity.ts";
import { needsProof, type Facts, type Incoming, type Outcome } from "./facts.ts";
import { KnownMoney, OpenOrders } from "./known.ts";
import { MoneyOfMessages } from "./money.ts";
import type { Opened } from "./opened.ts";
import { ACCEPTED, isBreak, Outcomes, withoutWaiting } from "./outcomes.ts";
import { OwnMoney } from "./own.ts";
import { Waiting } from "./waiting.ts";

/** Messages on their way, on what was read of them. */
export class PostingRun {
  readonly own: OwnMoney;
  private readonly continuity: ContinuityKeeper;
  private readonly known: KnownMoney;
  private readonly money: MoneyOfMessages;
  private readonly outcomes = new Outcomes();
  private readonly waiting: Waiting;

  private constructor(
    app: App,
    tx: Tx,
    private readonly poster: Poster,
    opened: Opened,
  ) {
    this.known = new KnownMoney(opened);
    this.own = new OwnMoney(app, tx, poster, this.known);
    this.continuity = new ContinuityKeeper(app, poster, opened);
    this.money = new MoneyOfMessages(app, tx, poster, this.continuity, new OpenOrders(opened), this.known, this.own.said);
    this.waiting = new Waiting(app, this.continuity, this.outcomes, {
      attempt: (wallet, facts, countedIn) => this.attempt(wallet, facts, countedIn),
      repeated: (facts) => this.repeatedBooking(facts),
    });
  }

  /** @param messages those that will be taken, beside the ones that wait already */
  static async on(app: App, tx: Tx, poster: Poster, opened: Opened, messages: readonly Facts[]): Promise<PostingRun> {
    const run = new PostingRun(app, tx, poster, opened);
    const told = [...messages, ...opened.held];
    const saidOn = opened.wallets.filter((wallet) => wallet.awaits).map((wallet) => wallet.walletId);
    await run.own.load({ walletIds: [...new Set(told.map((facts) => facts.walletId))], saidOn }, told);
    return run;
  }

  /** The message that has booked what this one tells; null: none. */
  bookedAs(facts: Facts): bigint | null {
    return this.known.bookedAs(facts);
  }

  /** Takes a message that is new. */
  async take(item: Incoming): Promise<void> {
    const { facts } = item;
    const wallet = this.continuity.wallet(facts.walletId);
    this.outcomes.add(item);
    this.poster.events.push({ kind: "sms", objectId: facts.id, version: 1, change: "created", merchantId: null });
    if (item.standing) {
      this.outcomes.finish(facts, item.standing);
      if (item.standing.matchStatus === "suspicious") this.poster.alert("sms_suspicious", "sms", facts.id, facts.amount, { reasons: item.standing.reasons });
      if (facts.kind === "balance" && facts.balance !== null) wallet.real = { balance: facts.balance, at: this.continuity.timeOf(facts) };
      return;
    }
    if (!(await this.attempt(wallet, facts))) this.waiting.hold(wallet, facts);
    await this.waiting.drain(wallet);
  }

  /**
   * Books a stored message that a person believes, whatever its balance says; by the same rules as one that fits. The caller has led the
   * wallet's continuity past it ({@link continueFrom}). Answers false when its TrxID is booked already: it tells what another has told.
   */
  async accept(facts: Facts): Promise<boolean> {
    if (this.known.repeatedBy(facts) !== null) return false;
    await this.book({ ...facts, reasons: [...facts.reasons, ACCEPTED] }, isBreak(facts.reasons) ? "break" : "unknown", 0n);
    return true;
  }

  /** Messages that waited long enough go to a person. They go on waiting for what may still close the continuity. */
  async expireHeld(): Promise<void> {
    for (const wallet of this.continuity.all()) await this.waiting.expire(wallet);
  }

  /** Hands what became of the messages to the poster's writes. */
  close(): void {
    this.continuity.write();
    this.outcomes.close(this.poster.writes);
  }

  /** The same TrxID on this wallet again: another kind of the same movement, or other figures (rule 1). */
  private repeatedBooking(facts: Facts): Outcome | null {
    const repeats = this.known.repeatedBy(facts);
    if (repeats === "figures") return { matchStatus: "duplicate", continuity: "unknown", reasons: ["same_trx_other_kind"] };
    if (repeats === null) return null;
    this.poster.alert("trx_repeated", "sms", facts.id, facts.amount, { trx_id: facts.trxId });
    return { matchStatus: "suspicious", continuity: "unknown", reasons: ["trx_repeated"] };
  }

  /** Books the message when the continuity allows it, or a later balance has counted it in. Answers false when it does not fit and must wait. */
  private async attempt(wallet: WalletState, facts: Facts, countedIn = false): Promise<boolean> {
    const repeated = this.repeatedBooking(facts);
    if (repeated) {
      this.outcomes.finish(facts, repeated);
      return true;
    }
    const verdict = this.continuity.verdictOf(wallet, facts);
    const isUnproven = verdict.state === "unknown" || verdict.state === "unprinted" || (verdict.state === "misfit" && !this.continuity.holds);
    // Not wholly understood, and no balance proves that the money moved: a person decides, the books wait for him.
    if (needsProof(facts) && isUnproven && !countedIn) {
      this.outcomes.finish(facts, { matchStatus: "review", continuity: "unknown", reasons: withoutWaiting(facts.reasons) });
      return true;
    }
    if (verdict.state === "misfit") {
      if (this.continuity.holds) return false;
      this.continuity.skip(wallet, facts, verdict.beforeMinor);
      await this.book(facts, "break", 0n);
      return true;
    }
    if (verdict.state === "unprinted" && !countedIn) return false;
    this.continuity.learn(wallet, facts, verdict);
    if (verdict.state === "repairs") this.continuity.repair(wallet, facts, verdict);
    else if (verdict.nextMinor !== null) this.continuity.advance(wallet, facts, verdict.nextMinor);
    await this.book(facts, verdict.state === "unknown" ? "unknown" : "fits", "silentMinor" in verdict ? verdict.silentMinor : 0n);
    return true;
  }

  private async book(facts: Facts, continuity: "fits" | "break" | "unknown", silentMinor: bigint): Promise<void> {
    const effect = effectOf(facts.kind, facts.direction);
    if (effect === null) throw new Error(`a message of kind ${facts.kind} and direction ${facts.direction} is booked nowhere`);
    if (facts.trxKey !== null) {
      // One booking for each wallet, kind and TrxID, within this run too.
      this.poster.writes.bookings.push({ wallet_id: facts.walletId, kind: facts.kind, trx_key: facts.trxKey, sms_id: facts.id });
      this.known.noteFresh(facts, facts.trxKey);
    }
    const outcome =
      (await this.own.explain(facts, silentMinor)) ??
      (facts.direction === "debit"
        ? this.money.debit(facts, silentMinor, effect === "takes_back")
        : await this.money.credit(facts, silentMinor, effect === "collects"));
    this.outcomes.finish(facts, { ...outcome, continuity, reasons: [...new Set([...withoutWaiting(facts.reasons), ...outcome.reasons])] });
  }
}
