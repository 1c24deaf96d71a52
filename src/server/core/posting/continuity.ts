/** The balance chains of the wallets of one batch: their trusted ends, their gaps, and what is written of them. */
import { isoInstant } from "../../../contract/time.ts";
import { judge, type ChainGap, type ChainLink, type ChainVerdict } from "../../../domain/ledger/continuity.ts";
import { silentTolerance, walletDelta } from "../../../domain/ledger/postings.ts";
import type { App } from "../../platform/context.ts";
import type { Booker } from "./post-batch.ts";
import type { Facts } from "./facts.ts";
import type { Opened } from "./opened.ts";
import type { GapUpdate } from "./write.ts";

/** A wallet while its batch runs. */
export interface WalletState {
  readonly id: bigint;
  anchor: bigint | null;
  lastSmsId: bigint | null;
  lastTime: string | null;
  gaps: ChainGap[];
  held: Facts[];
  real: { balance: bigint; at: string } | null;
  frozen: string | null;
  touched: boolean;
}

/** Stops of payouts that only a person lifts; the others end with what they are about. */
const UNTIL_LOOKED_AT: ReadonlySet<string | null> = new Set(["gap", "reversal"]);

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

/** Keeps the chains; the batch decides, this writes down what follows. */
export class ChainKeeper {
  private readonly wallets = new Map<bigint, WalletState>();
  private readonly gapUpdates = new Map<bigint, GapUpdate>();

  constructor(
    private readonly app: App,
    private readonly booker: Booker,
    opened: Opened,
  ) {
    for (const { walletId: id, balance, lastSmsId } of opened.wallets)
      this.wallets.set(id, {
        id,
        anchor: balance,
        lastSmsId,
        lastTime: null,
        gaps: opened.gaps.filter((gap) => gap.walletId === id),
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

  /** @throws Error for a wallet that is not part of the batch */
  wallet(id: bigint): WalletState {
    const found = this.wallets.get(id);
    if (!found) throw new Error(`wallet ${id} has no chain row`);
    return found;
  }

  /**
   * Besides the trusted end of the chain only gaps count that it has gone over already: while messages are held for a
   * break, a forged branch must never carry another.
   */
  verdictOf(wallet: WalletState, facts: Facts): ChainVerdict {
    return judge(
      wallet.anchor,
      wallet.gaps.filter((gap) => gap.skipped),
      this.link(facts),
    );
  }

  private link(facts: Facts): ChainLink {
    return {
      deltaMinor: deltaOf(facts),
      balanceMinor: facts.balance,
      toleranceMinor: silentTolerance(facts.operator, facts.walletType, facts.commission === null ? facts.amount : null),
    };
  }

  /** Moves the trusted end of the chain on to this message. */
  advance(wallet: WalletState, facts: Facts, anchor: bigint): void {
    wallet.anchor = anchor;
    wallet.lastSmsId = facts.id;
    wallet.lastTime = this.timeOf(facts);
    wallet.touched = true;
    if (facts.balance !== null) wallet.real = { balance: facts.balance, at: this.timeOf(facts) };
    // The chain has reached the far end of a gap: what was missing has come.
    for (const gap of wallet.gaps.filter((open) => !open.skipped && open.toMinor === anchor)) this.shrink(wallet, { gapId: gap.id, gap: null });
  }

  /** A message that the chain had gone on without: it closes its part of the gap, and of the difference that stands for it. */
  repair(wallet: WalletState, facts: Facts, verdict: ChainVerdict & { readonly state: "repairs" }): void {
    this.shrink(wallet, verdict);
    this.differs(wallet, facts, -(deltaOf(facts) + verdict.silentMinor));
  }

  private differs(wallet: WalletState, facts: Facts, amountMinor: bigint): void {
    if (amountMinor !== 0n) this.booker.writes.differences.push({ wallet_id: wallet.id, kind: "skipped", amount: amountMinor, sms_id: facts.id });
  }

  private shrink(wallet: WalletState, verdict: { gapId: bigint; gap: { fromMinor: bigint; toMinor: bigint } | null }): void {
    // Where it closes, its bounds stay as the last message that shrank it has left them.
    const before = this.gapUpdates.get(verdict.gapId);
    this.gapUpdates.set(verdict.gapId, {
      id: verdict.gapId,
      from_balance: verdict.gap?.fromMinor ?? before?.from_balance ?? null,
      to_balance: verdict.gap?.toMinor ?? before?.to_balance ?? null,
      closed: verdict.gap === null,
    });
    wallet.gaps = wallet.gaps.flatMap((gap) => (gap.id !== verdict.gapId ? [gap] : verdict.gap ? [{ id: gap.id, skipped: gap.skipped, ...verdict.gap }] : []));
  }

  /** The chain goes on from this message although something is missing before it: that stands as a difference. */
  skip(wallet: WalletState, facts: Facts, beforeMinor: bigint): void {
    this.noteGap(wallet, facts, beforeMinor, true);
    this.differs(wallet, facts, beforeMinor - (wallet.anchor ?? beforeMinor));
    this.advance(wallet, facts, facts.balance ?? beforeMinor);
  }

  /** Locates the break: between the last message of the chain and this one. The chain's trusted end stays where it is. */
  noteGap(wallet: WalletState, facts: Facts, beforeMinor: bigint, skipped = false): void {
    if (!skipped && wallet.gaps.some((open) => open.toMinor === beforeMinor)) return;
    const gap = { id: this.app.ids.next(), fromMinor: wallet.anchor ?? beforeMinor, toMinor: beforeMinor, skipped };
    this.booker.writes.new_gaps.push({
      id: gap.id,
      wallet_id: wallet.id,
      from_balance: gap.fromMinor,
      to_balance: gap.toMinor,
      before_sms_id: wallet.lastSmsId,
      after_sms_id: facts.id,
      skipped,
    });
    this.booker.alert("wallet_gap", "wallet", wallet.id, gap.toMinor - gap.fromMinor, { from: gap.fromMinor, to: gap.toMinor });
    wallet.gaps.push(gap);
    // A negative gap is an unknown debit: nothing more is paid out from here until a person has looked (rule 73).
    if (gap.toMinor < gap.fromMinor) wallet.frozen = graverStop(wallet.frozen, "gap");
  }

  /** Hands what changed to the batch's writes. */
  write(): void {
    this.booker.writes.gap_updates.push(...this.gapUpdates.values());
    for (const wallet of this.wallets.values()) {
      if (!wallet.touched && !wallet.real && !wallet.frozen) continue;
      this.booker.writes.chains.push({
        wallet_id: wallet.id,
        balance: wallet.anchor,
        last_sms_id: wallet.lastSmsId,
        operator_time: wallet.lastTime,
        real_balance: wallet.real?.balance ?? null,
        real_at: wallet.real?.at ?? null,
        frozen: wallet.frozen !== null,
        frozen_reason: wallet.frozen,
      });
    }
  }

  /** When it happened: the operator's time where it prints one. */
  timeOf(facts: Facts): string {
    return isoInstant(facts.operatorTimeMs ?? facts.atMs);
  }
}
