/** Messages that do not fit their wallet's balance: they wait for those that are missing before them, and then for a person. */
import { UNPRINTED } from "../../../contract/sms.ts";
import type { App } from "../../platform/context.ts";
import { type ContinuityKeeper, momentOf, type WalletState } from "./continuity.ts";
import { needsProof, type Facts, type Outcome } from "./facts.ts";
import { type Outcomes, withoutWaiting } from "./outcomes.ts";

/** How a message is tried again. */
export interface Trying {
  /** Books it when the continuity allows it, or where a later balance has counted it in; false: it must wait. */
  attempt(wallet: WalletState, facts: Facts, countedIn?: boolean): Promise<boolean>;
  /** What it is when its TrxID has been booked meanwhile. */
  repeated(facts: Facts): Outcome | null;
}

/** The waiting messages of a run's wallets. */
export class Waiting {
  constructor(
    private readonly app: App,
    private readonly continuity: ContinuityKeeper,
    private readonly outcomes: Outcomes,
    private readonly trying: Trying,
  ) {}

  /** Waits for the messages that would close the continuity, or for the balance that it does not print itself (rule 15). */
  hold(wallet: WalletState, facts: Facts): void {
    const heldUntil = new Date(this.app.now() + this.app.config.current.chain_wait_minutes * 60_000).toISOString();
    const waitsFor = this.isUnprinted(wallet, facts) ? UNPRINTED : "waits_for_chain";
    const reasons = [...facts.reasons.filter((reason) => reason !== "processing_failed"), waitsFor];
    this.outcomes.finish(facts, { matchStatus: "held", continuity: "unknown", reasons, heldUntil });
    facts.heldUntilMs = Date.parse(heldUntil);
    facts.processed = true;
    wallet.held.push(facts);
  }

  /** Takes up what waited and fits now. */
  async drain(wallet: WalletState): Promise<void> {
    for (let progress = true; progress; ) {
      progress = false;
      for (const facts of wallet.held.slice()) {
        // Booked meanwhile, with one whose balance counted it in.
        if (!wallet.held.includes(facts)) continue;
        if (this.isRepeated(wallet, facts) || wallet.anchor === null) continue;
        if (!this.mayFollow(wallet, facts) && !(await this.bookCountedIn(wallet, facts, false))) continue;
        await this.takeUp(wallet, facts);
        progress = true;
      }
    }
  }

  private leave(wallet: WalletState, facts: Facts): void {
    wallet.held.splice(wallet.held.indexOf(facts), 1);
  }

  /** It waits no more: booked, if it may be. Answers false when it has to wait anew. */
  private takeUp(wallet: WalletState, facts: Facts, countedIn = false): Promise<boolean> {
    this.leave(wallet, facts);
    return this.trying.attempt(wallet, facts, countedIn);
  }

  /** While it waited, another message may have booked its TrxID: then it waits no more. */
  private isRepeated(wallet: WalletState, facts: Facts): boolean {
    const repeated = this.trying.repeated(facts);
    if (!repeated) return false;
    this.leave(wallet, facts);
    this.outcomes.finish(facts, { ...repeated, reasons: [...withoutWaiting(facts.reasons), ...repeated.reasons] });
    return true;
  }

  /** Whether a message that waits could be booked now. One that needs a proof does not ask again without a balance. */
  private mayFollow(wallet: WalletState, facts: Facts): boolean {
    const { state } = this.continuity.verdictOf(wallet, facts);
    return state !== "misfit" && state !== "unprinted" && !(state === "unknown" && needsProof(facts));
  }

  /** Books those without a balance that this one, which does not follow on, has counted in: then it does. Answers false where there are none. */
  private async bookCountedIn(wallet: WalletState, facts: Facts, together: boolean): Promise<boolean> {
    if (this.continuity.verdictOf(wallet, facts).state !== "misfit") return false;
    for (const one of wallet.held.filter((other) => other.balance === null)) this.isRepeated(wallet, one);
    const before = this.continuity.countedIn(wallet, facts, together);
    for (const one of before) await this.takeUp(wallet, one, true);
    return before.length > 0;
  }

  private isUnprinted(wallet: WalletState, facts: Facts): boolean {
    return this.continuity.verdictOf(wallet, facts).state === "unprinted";
  }

  /** Messages that waited long enough go to a person. They go on waiting for what may still close the continuity. */
  async expire(wallet: WalletState): Promise<void> {
    await this.drain(wallet);
    const now = this.app.now();
    const due = wallet.held.filter((facts) => (facts.heldUntilMs ?? Number.POSITIVE_INFINITY) <= now).sort((left, right) => momentOf(left) - momentOf(right));
    const behind = new Set(wallet.held.map((facts) => facts.balance));
    for (const facts of due) {
      // Booked meanwhile, with one before it.
      if (!wallet.held.includes(facts)) continue;
      if (!facts.processed) {
        if (!(await this.takeUp(wallet, facts))) this.hold(wallet, facts);
        continue;
      }
      // What is only late has had its time: several that print no balance may be what is missing.
      if (await this.bookCountedIn(wallet, facts, true)) {
        await this.takeUp(wallet, facts);
        await this.drain(wallet);
        continue;
      }
      const verdict = this.continuity.verdictOf(wallet, facts);
      // A message that continues another one that waits is no break of its own.
      if (verdict.state === "misfit" && !behind.has(verdict.beforeMinor)) this.continuity.noteDiscrepancy(wallet, facts, verdict.beforeMinor);
      facts.heldUntilMs = null;
      // What prints no balance breaks none.
      const isUnprinted = facts.balance === null;
      const reasons = [...withoutWaiting(facts.reasons), isUnprinted ? UNPRINTED : "chain_break"];
      this.outcomes.finish(facts, { matchStatus: "review", continuity: isUnprinted ? "unknown" : "break", reasons });
    }
  }
}
