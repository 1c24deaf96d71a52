/** The balance continuity of the wallets of one batch: its trusted ends, its discrepancies, and what is written of them. */
import { isoInstant } from "../../../contract/time.ts";
import { effectOf, type Effect } from "../../../domain/ledger/message-kinds.ts";
import { countedIn, judge, type Discrepancy, type ContinuityLink, type ContinuityVerdict } from "../../../domain/ledger/continuity.ts";
import { silentTolerance, walletDelta } from "../../../domain/ledger/postings.ts";
import type { App } from "../../platform/context.ts";
import type { Poster } from "./poster.ts";
import type { Facts } from "./facts.ts";
import type { Opened } from "./opened.ts";
import type { DiscrepancyUpdate } from "./write.ts";

/** A wallet while its batch runs. */
export interface WalletState {
  readonly id: bigint;
  anchor: bigint | null;
  lastSmsId: bigint | null;
  /** When the last one happened that printed a balance: it had counted in all before it. */
  lastPrintedMs: number | null;
  /** What its messages do where one has printed a balance that followed on. */
  readonly prints: Set<Effect | null>;
  /** One of them was not known before. */
  learned: boolean;
  discrepancies: Discrepancy[];
  held: Facts[];
  real: { balance: bigint; at: string } | null;
  frozen: string | null;
  touched: boolean;
}

/** Stops of payouts that only a person lifts; the others end with what they are about. */
const UNTIL_LOOKED_AT: ReadonlySet<string | null> = new Set(["discrepancy", "reversal"]);

/** Why a wallet's payouts stand still when one reason more comes: what only a person lifts is not covered by what ends by itself. */
export const graverStop = (stands: string | null, comes: string): string => (stands !== null && UNTIL_LOOKED_AT.has(stands) ? stands : comes);

/** Signed effect of a message on its wallet, without what its operator added silently. */
export function deltaOf(facts: Pick<Facts, "kind" | "direction" | "amount" | "fee" | "commission" | "extra">): bigint {
  return walletDelta({
    kind: facts.kind,
    direction: facts.direction,
    amountMinor: facts.amount,
    feeMinor: facts.fee,
    commissionMinor: facts.commission,
    extraMinor: facts.extra,
  });
}

/** When a message happened: the operator's time where it prints one, else when it came. */
export const momentOf = ({ operatorTimeMs, atMs }: Pick<Facts, "operatorTimeMs" | "atMs">): number => operatorTimeMs ?? atMs;

/** Whether a message can be missing between the last printed balance and this one. Times are the operator's minutes; who prints none may have come late. */
function happenedBetween(lastMs: number | null, one: Facts, facts: Facts): boolean {
  const isBehind = one.operatorTimeMs !== null && facts.operatorTimeMs !== null && one.operatorTimeMs > facts.operatorTimeMs;
  return !isBehind && (lastMs === null || momentOf(one) >= lastMs);
}

/** Keeps the continuity of each wallet; the batch decides, this writes down what follows. */
export class ContinuityKeeper {
  private readonly wallets = new Map<bigint, WalletState>();
  private readonly discrepancyUpdates = new Map<bigint, DiscrepancyUpdate>();

  constructor(
    private readonly app: App,
    private readonly poster: Poster,
    opened: Opened,
  ) {
    for (const { walletId: id, balance, lastSmsId, lastPrintedMs, prints } of opened.wallets)
      this.wallets.set(id, {
        id,
        anchor: balance,
        lastSmsId,
        lastPrintedMs,
        prints: new Set(prints),
        learned: false,
        discrepancies: opened.discrepancies.filter((discrepancy) => discrepancy.walletId === id),
        held: opened.held.filter((facts) => facts.walletId === id),
        real: null,
        frozen: null,
        touched: false,
      });
  }

  /** All wallets of the batch. */
  all(): Iterable<WalletState> {
    return this.wallets.values();
  }

  /** Whether what does not follow on waits, or is only noted. */
  get holds(): boolean {
    return this.app.config.current.hold_on_chain_break;
  }

  /** @throws Error for a wallet that is not part of the batch */
  wallet(id: bigint): WalletState {
    const found = this.wallets.get(id);
    if (!found) throw new Error(`wallet ${id} has no continuity row`);
    return found;
  }

  /**
   * Besides the trusted end only discrepancies count that the continuity has gone over already: while messages are held for a
   * break, a forged branch must never carry another.
   */
  verdictOf(wallet: WalletState, facts: Facts): ContinuityVerdict {
    return judge(
      wallet.anchor,
      wallet.discrepancies.filter((discrepancy) => discrepancy.skipped),
      this.link(wallet, facts),
    );
  }

  private link(wallet: WalletState, facts: Facts): ContinuityLink {
    return {
      deltaMinor: deltaOf(facts),
      balanceMinor: facts.balance,
      owesBalance: this.holds && wallet.prints.has(effectOf(facts.kind, facts.direction)),
      toleranceMinor: silentTolerance(facts.operator, facts.walletType, facts.commission === null ? facts.amount : null),
    };
  }

  /** What does the same prints balances on this wallet, where this one's followed on. */
  learn(wallet: WalletState, facts: Facts, { state }: ContinuityVerdict): void {
    const effect = effectOf(facts.kind, facts.direction);
    if ((state !== "fits" && state !== "repairs") || wallet.prints.has(effect)) return;
    wallet.prints.add(effect);
    wallet.learned = true;
  }

  /**
   * Those of the messages without a balance that this one, which prints it, has counted in: the continuity fits it behind them, and they
   * happened since the last printed balance and not after this one. What has a TrxID is one movement, in whatever words.
   * @param together whether several may be chosen: what is only late has had its time to come
   * @returns them in the order in which they happened; empty: none, or it can be read in several ways
   */
  countedIn(wallet: WalletState, facts: Facts, together: boolean): Facts[] {
    const told = new Set([facts.trxKey]);
    const unprinted = wallet.held
      .filter((one) => this.verdictOf(wallet, one).state === "unprinted" && happenedBetween(wallet.lastPrintedMs, one, facts))
      .sort((left, right) => momentOf(left) - momentOf(right))
      .filter(({ trxKey }) => trxKey === null || (!told.has(trxKey) && told.add(trxKey)));
    const which = countedIn(wallet.anchor, unprinted.map(deltaOf), this.link(wallet, facts), together);
    return which.map((index) => unprinted[index] as Facts);
  }

  /** Moves the trusted end on to this message. */
  advance(wallet: WalletState, facts: Facts, anchor: bigint): void {
    wallet.anchor = anchor;
    wallet.lastSmsId = facts.id;
    wallet.touched = true;
    if (facts.balance !== null) {
      wallet.lastPrintedMs = momentOf(facts);
      wallet.real = { balance: facts.balance, at: this.timeOf(facts) };
    }
    // The far end of a discrepancy is reached: what was missing has come.
    for (const discrepancy of wallet.discrepancies.filter((open) => !open.skipped && open.toMinor === anchor))
      this.shrink(wallet, { discrepancyId: discrepancy.id, rest: null });
  }

  /** A message that the continuity had gone on without: it closes its part of the discrepancy, and of the difference that stands for it. */
  repair(wallet: WalletState, facts: Facts, verdict: ContinuityVerdict & { readonly state: "repairs" }): void {
    this.shrink(wallet, verdict);
    this.differs(wallet, facts, -(deltaOf(facts) + verdict.silentMinor));
  }

  private differs(wallet: WalletState, facts: Facts, amountMinor: bigint): void {
    if (amountMinor !== 0n) this.poster.writes.differences.push({ wallet_id: wallet.id, kind: "skipped", amount: amountMinor, sms_id: facts.id });
  }

  private shrink(wallet: WalletState, verdict: { discrepancyId: bigint; rest: { fromMinor: bigint; toMinor: bigint } | null }): void {
    // Where it closes, its bounds stay as the last message that shrank it has left them.
    const before = this.discrepancyUpdates.get(verdict.discrepancyId);
    this.discrepancyUpdates.set(verdict.discrepancyId, {
      id: verdict.discrepancyId,
      from_balance: verdict.rest?.fromMinor ?? before?.from_balance ?? null,
      to_balance: verdict.rest?.toMinor ?? before?.to_balance ?? null,
      closed: verdict.rest === null,
    });
    wallet.discrepancies = wallet.discrepancies.flatMap((discrepancy) =>
      discrepancy.id !== verdict.discrepancyId ? [discrepancy] : verdict.rest ? [{ id: discrepancy.id, skipped: discrepancy.skipped, ...verdict.rest }] : [],
    );
  }

  /** The continuity goes on from this message although something is missing before it: that stands as a difference. */
  skip(wallet: WalletState, facts: Facts, beforeMinor: bigint): void {
    this.noteDiscrepancy(wallet, facts, beforeMinor, true);
    this.differs(wallet, facts, beforeMinor - (wallet.anchor ?? beforeMinor));
    this.advance(wallet, facts, facts.balance ?? beforeMinor);
  }

  /** Locates the break: between the last message that fits and this one. The trusted end stays where it is. */
  noteDiscrepancy(wallet: WalletState, facts: Facts, beforeMinor: bigint, skipped = false): void {
    if (!skipped && wallet.discrepancies.some((open) => open.toMinor === beforeMinor)) return;
    const discrepancy = { id: this.app.ids.next(), fromMinor: wallet.anchor ?? beforeMinor, toMinor: beforeMinor, skipped };
    this.poster.writes.new_discrepancies.push({
      id: discrepancy.id,
      wallet_id: wallet.id,
      from_balance: discrepancy.fromMinor,
      to_balance: discrepancy.toMinor,
      before_sms_id: wallet.lastSmsId,
      after_sms_id: facts.id,
      skipped,
    });
    this.poster.alert("wallet_gap", "wallet", wallet.id, discrepancy.toMinor - discrepancy.fromMinor, { from: discrepancy.fromMinor, to: discrepancy.toMinor });
    wallet.discrepancies.push(discrepancy);
    // A negative discrepancy is an unknown debit: nothing more is paid out from here until a person has looked (rule 73).
    if (discrepancy.toMinor < discrepancy.fromMinor) wallet.frozen = graverStop(wallet.frozen, "discrepancy");
  }

  /** Hands what changed to the batch's writes. */
  write(): void {
    this.poster.writes.discrepancy_updates.push(...this.discrepancyUpdates.values());
    for (const wallet of this.wallets.values()) {
      if (!wallet.touched && !wallet.real && !wallet.frozen && !wallet.learned) continue;
      this.poster.writes.continuities.push({
        wallet_id: wallet.id,
        balance: wallet.anchor,
        last_sms_id: wallet.lastSmsId,
        operator_time: wallet.lastPrintedMs === null ? null : isoInstant(wallet.lastPrintedMs),
        real_balance: wallet.real?.balance ?? null,
        real_at: wallet.real?.at ?? null,
        frozen: wallet.frozen !== null,
        frozen_reason: wallet.frozen,
        prints: wallet.learned ? [...wallet.prints].map(String).sort() : [],
      });
    }
  }

  /** When it happened: the operator's time where it prints one. */
  timeOf(facts: Facts): string {
    return isoInstant(momentOf(facts));
  }
}
