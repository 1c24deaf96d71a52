/** One batch of messages in its transaction: known ones are recognised, the rest is judged, matched and booked. */
import { effectOf } from "../../../domain/ledger/message-kinds.ts";
import type { App } from "../../platform/context.ts";
import type { FunctionCall } from "../../platform/db/calls.ts";
import { answerOf, type Tx } from "../../platform/db/pool.ts";
import { Booker } from "./post-batch.ts";
import { countsStill } from "./identity.ts";
import { ChainKeeper, type WalletState } from "./continuity.ts";
import { factsOfHeld, needsProof, rowOf, type BatchResult, type Facts, type Incoming, type Outcome, type SmsRow } from "./facts.ts";
import { KnownMoney, OpenOrders } from "./known.ts";
import { MoneyOfMessages } from "./money.ts";
import { OwnMoney } from "./own.ts";
import { big, full, settleRead, type OpenedJson } from "./read.ts";
import type { StoredSms } from "./incoming.ts";
import type { SmsUpdate } from "./write.ts";

/** Reasons that only told why a message waited. */
const WAITING_REASONS: ReadonlySet<string> = new Set(["waits_for_chain", "chain_break", "processing_failed"]);

const identityOf = (items: readonly Incoming[]): string[] => [...new Set(items.flatMap((item) => item.keys.map((key) => key.key)))];

/** The call that opens a batch: it locks the wallets and the orders that could be meant, and answers {@link OpenedJson}. */
export function settleOpening(app: App, items: readonly Incoming[], dueWallets: readonly bigint[] = []): FunctionCall {
  const facts = items.map((item) => item.facts);
  return settleRead(app, [...new Set([...facts.map((one) => one.walletId), ...dueWallets])], identityOf(items), facts);
}

/** Judges and books; answers one result for each message, in order. */
export class SettleBatch {
  private readonly booker: Booker;
  private readonly fresh = new Map<bigint, SmsRow>();
  /** Outcomes of messages that were stored before; the last one counts. */
  private readonly updates = new Map<bigint, SmsUpdate>();
  private opened!: OpenedJson;
  private chains!: ChainKeeper;
  private known!: KnownMoney;
  private money!: MoneyOfMessages;
  private own!: OwnMoney;

  constructor(
    private readonly app: App,
    private readonly tx: Tx,
    private readonly items: readonly Incoming[],
    /** Wallets whose held messages are due, beside those of the items. */
    private readonly dueWallets: readonly bigint[] = [],
  ) {
    this.booker = new Booker(app);
  }

  /** Judges and books. `last` is the call that writes what was decided. */
  async execute(opened: OpenedJson): Promise<{ value: BatchResult; last: FunctionCall | null }> {
    await this.open(opened);
    const answers = this.recognise();
    const fresh = this.items.filter((item, index) => answers[index]?.id === item.id);
    const ordered = [...fresh].sort((left, right) => (left.facts.operatorTimeMs ?? left.facts.atMs) - (right.facts.operatorTimeMs ?? right.facts.atMs));
    for (const item of ordered) await this.take(item);
    for (const wallet of this.chains.all()) await this.expireHeld(wallet);
    this.chains.write();
    this.keepKeys(fresh);
    this.booker.writes.sms.push(...this.fresh.values());
    this.booker.writes.sms_updates.push(...this.updates.values());
    await this.own.before();
    const last = await this.booker.call();
    const value = { answers, events: this.booker.events, notified: this.own.linked || this.booker.writes.outbox.some((row) => row.status === "waiting") };
    if (!this.own.linked) return { value, last };
    await answerOf(this.tx, last);
    await this.own.after();
    return { value, last: null };
  }

  private async open(first: OpenedJson): Promise<void> {
    this.opened = full(first);
    const { held } = this.opened;
    if (held.length > 0) {
      // Messages that wait may be meant for orders of their own.
      const waiting = held.map((row) => ({
        walletId: BigInt(row.wallet_id),
        amount: big(row.amount),
        operator: row.operator,
        trxKey: row.trx_key,
        reference: row.reference,
      }));
      const walletIds = [...new Set([...this.items.map((item) => item.facts.walletId), ...this.dueWallets])];
      const asked = [...this.items.map((item) => item.facts), ...waiting];
      this.opened = full(await answerOf<OpenedJson>(this.tx, settleRead(this.app, walletIds, identityOf(this.items), asked)));
    }
    this.known = new KnownMoney(this.opened);
    this.own = new OwnMoney(this.app, this.tx, this.booker, this.known);
    const told = [...this.items.filter((item) => item.standing === null).map((item) => item.facts), ...this.opened.held.map(factsOfHeld)];
    const saidOn = this.opened.chains.filter((chain) => chain.u).map((chain) => BigInt(chain.w));
    await this.own.load({ walletIds: [...new Set(told.map((facts) => facts.walletId))], saidOn }, told);
    this.chains = new ChainKeeper(this.app, this.booker, this.opened);
    this.money = new MoneyOfMessages(this.app, this.booker, this.chains, new OpenOrders(this.opened), this.known, this.own.said);
  }

  /** Recognises repeated messages, in the database and within the batch; new ones answer their own id. */
  private recognise(): StoredSms[] {
    const now = this.app.now();
    const known = new Map(this.opened.known.map((row) => [row.k, { id: BigInt(row.id), at: row.at }]));
    return this.items.map((item) => {
      const booked = this.known.bookedAs(item.facts);
      if (booked !== null) return { id: booked, result: "duplicate" as const };
      for (const key of item.keys) {
        const hit = known.get(key.key);
        if (!hit) continue;
        if (countsStill(key, hit.at, now)) return { id: hit.id, result: "duplicate" as const };
        item.facts.reasons.push("maybe_repeated");
      }
      for (const key of item.keys) known.set(key.key, { id: item.id, at: now });
      return { id: item.id, result: "stored" as const };
    });
  }

  /** Keeps what new messages are known by, but for what their bookings tell. */
  private keepKeys(fresh: readonly Incoming[]): void {
    const booked = new Set(this.booker.writes.bookings.map((row) => row.sms_id));
    for (const item of fresh)
      for (const key of item.keys) if (!(key.booked && booked.has(item.id))) this.booker.writes.keys.push({ key: key.key, sms_id: item.id });
  }

  private async take(item: Incoming): Promise<void> {
    const { facts } = item;
    const wallet = this.chains.wallet(facts.walletId);
    const row = rowOf(item);
    this.fresh.set(facts.id, row);
    this.booker.events.push({ kind: "sms", objectId: facts.id, version: 1, change: "created", merchantId: null });
    if (item.standing) {
      this.finish(facts, item.standing);
      if (item.standing.matchStatus === "suspicious") this.booker.alert("sms_suspicious", "sms", facts.id, facts.amount, { reasons: item.standing.reasons });
      if (facts.kind === "balance" && facts.balance !== null) wallet.real = { balance: facts.balance, at: this.chains.timeOf(facts) };
      return;
    }
    if (await this.tryChain(wallet, facts)) await this.drainHeld(wallet);
    else this.hold(wallet, facts);
  }

  /** Waits for the messages that would close the chain (rule 15). */
  private hold(wallet: WalletState, facts: Facts): void {
    const heldUntil = new Date(this.app.now() + this.app.config.current.chain_wait_minutes * 60_000).toISOString();
    this.finish(facts, {
      matchStatus: "held",
      chain: "unknown",
      reasons: [...facts.reasons.filter((reason) => reason !== "processing_failed"), "waits_for_chain"],
      heldUntil,
    });
    facts.heldUntilMs = Date.parse(heldUntil);
    facts.processed = true;
    wallet.held.push(facts);
  }

  /** The same TrxID on this wallet again: another kind of the same movement, or other figures (rule 1). */
  private repeatedBooking(facts: Facts): Outcome | null {
    if (facts.trxKey === null) return null;
    const booked = this.known.bookedOn(facts.walletId, facts.trxKey);
    const same = booked.find((row) => row.d === facts.direction && big(row.a) === facts.amount && big(row.b) === facts.balance);
    if (same) return { matchStatus: "duplicate", chain: "unknown", reasons: ["same_trx_other_kind"] };
    if (!booked.some((row) => row.kind === facts.kind)) return null;
    this.booker.alert("trx_repeated", "sms", facts.id, facts.amount, { trx_id: facts.trxId });
    return { matchStatus: "suspicious", chain: "unknown", reasons: ["trx_repeated"] };
  }

  /** Books the message when the chain allows it. Answers false when it does not fit and must wait. */
  private async tryChain(wallet: WalletState, facts: Facts): Promise<boolean> {
    const repeated = this.repeatedBooking(facts);
    if (repeated) {
      this.finish(facts, repeated);
      return true;
    }
    const verdict = this.chains.verdictOf(wallet, facts);
    if (needsProof(facts) && (verdict.state === "unknown" || (verdict.state === "misfit" && !this.app.config.current.hold_on_chain_break))) {
      // Not wholly understood, and no balance proves that the money moved: a person decides, the books wait for him.
      this.finish(facts, { matchStatus: "review", chain: "unknown", reasons: facts.reasons.filter((reason) => !WAITING_REASONS.has(reason)) });
      return true;
    }
    if (verdict.state === "misfit") {
      if (this.app.config.current.hold_on_chain_break) return false;
      this.chains.skip(wallet, facts, verdict.beforeMinor);
      await this.book(facts, "break", 0n);
      return true;
    }
    if (verdict.state === "repairs") this.chains.repair(wallet, facts, verdict);
    else if (verdict.nextMinor !== null) this.chains.advance(wallet, facts, verdict.nextMinor);
    await this.book(facts, verdict.state === "unknown" ? "unknown" : "fits", verdict.state === "unknown" ? 0n : verdict.silentMinor);
    return true;
  }

  private async drainHeld(wallet: WalletState): Promise<void> {
    for (let progress = true; progress; ) {
      progress = false;
      for (const facts of wallet.held.slice()) {
        // While it waited, another message may have booked its TrxID.
        const repeated = this.repeatedBooking(facts);
        if (repeated) {
          wallet.held.splice(wallet.held.indexOf(facts), 1);
          this.finish(facts, { ...repeated, reasons: [...facts.reasons.filter((reason) => !WAITING_REASONS.has(reason)), ...repeated.reasons] });
          continue;
        }
        if (wallet.anchor === null || !this.mayFollow(wallet, facts)) continue;
        wallet.held.splice(wallet.held.indexOf(facts), 1);
        await this.tryChain(wallet, facts);
        progress = true;
      }
    }
  }

  /** Whether a message that waits could be booked now. One that needs a proof does not ask again without a balance. */
  private mayFollow(wallet: WalletState, facts: Facts): boolean {
    const { state } = this.chains.verdictOf(wallet, facts);
    return state !== "misfit" && !(state === "unknown" && needsProof(facts));
  }

  /** Messages that waited long enough go to a person. They go on waiting for what may still close the chain. */
  private async expireHeld(wallet: WalletState): Promise<void> {
    await this.drainHeld(wallet);
    const now = this.app.now();
    const due = wallet.held
      .filter((facts) => (facts.heldUntilMs ?? Number.POSITIVE_INFINITY) <= now)
      .sort((left, right) => (left.operatorTimeMs ?? left.atMs) - (right.operatorTimeMs ?? right.atMs));
    const behind = new Set(wallet.held.map((facts) => facts.balance));
    for (const facts of due) {
      if (!facts.processed) {
        wallet.held.splice(wallet.held.indexOf(facts), 1);
        if (!(await this.tryChain(wallet, facts))) this.hold(wallet, facts);
        continue;
      }
      const verdict = this.chains.verdictOf(wallet, facts);
      // A message that continues another one that waits is no break of its own.
      if (verdict.state === "misfit" && !behind.has(verdict.beforeMinor)) this.chains.noteGap(wallet, facts, verdict.beforeMinor);
      facts.heldUntilMs = null;
      this.finish(facts, {
        matchStatus: "review",
        chain: "break",
        reasons: [...facts.reasons.filter((reason) => reason !== "waits_for_chain"), "chain_break"],
      });
    }
  }

  private async book(facts: Facts, chain: "fits" | "break" | "unknown", silentMinor: bigint): Promise<void> {
    const effect = effectOf(facts.kind, facts.direction);
    if (effect === null) throw new Error(`a message of kind ${facts.kind} and direction ${facts.direction} is booked nowhere`);
    const reasons = facts.reasons.filter((reason) => !WAITING_REASONS.has(reason));
    if (facts.trxKey !== null) this.noteBooking(facts, facts.trxKey);
    const outcome =
      (await this.own.explain(facts, silentMinor)) ??
      (facts.direction === "debit"
        ? this.money.debit(facts, silentMinor, effect === "takes_back")
        : await this.money.credit(facts, silentMinor, effect === "collects"));
    this.finish(facts, { ...outcome, chain, reasons: [...new Set([...reasons, ...outcome.reasons])] });
  }

  /** One booking for each wallet, kind and TrxID, within this batch too. */
  private noteBooking(facts: Facts, trxKey: string): void {
    this.booker.writes.bookings.push({ wallet_id: facts.walletId, kind: facts.kind, trx_key: trxKey, sms_id: facts.id });
    this.known.noteFresh(facts, trxKey);
  }

  private finish(facts: Facts, outcome: Outcome): void {
    const row = this.fresh.get(facts.id);
    const values = {
      match_status: outcome.matchStatus,
      payment_id: outcome.paymentId ?? null,
      chain: outcome.chain,
      reasons: outcome.reasons,
      booked_txn: outcome.bookedTxn ?? null,
      in_suspense: outcome.inSuspense ?? false,
      held_until: outcome.heldUntil ?? null,
    };
    if (row) Object.assign(row, values);
    else this.updates.set(facts.id, { id: facts.id, version: facts.version, ...values });
  }
}
