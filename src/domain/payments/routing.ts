/**
 * Which wallet takes an order, under every limit of the wallet, and why the others do not (rule 66).
 *
 * A board is built from what was read under the operator's lock and keeps running sums, so that several orders of one
 * batch can never together exceed a limit. All amounts are minor units.
 */
import type { RoutingOutcome, RoutingRefusal } from "../../contract/payments.ts";

/** Limits of one side of a wallet; null: none. */
export interface WalletLimits {
  readonly minMinor: bigint | null;
  readonly maxMinor: bigint | null;
  readonly dailyMaxMinor: bigint | null;
  readonly monthMaxMinor: bigint | null;
  readonly dailyCountMax: number | null;
  readonly monthCountMax: number | null;
  readonly coolMs: number;
}

/** What of them is used, pending orders included (rule 14). */
export interface WalletUse {
  readonly dayMinor: bigint;
  readonly dayCount: number;
  readonly monthMinor: bigint;
  readonly monthCount: number;
  readonly lastUsedMs: number;
}

/** Which limit an amount would exceed; null: none. */
export function limitRefusal(limits: WalletLimits, used: WalletUse, amountMinor: bigint): RoutingRefusal | null {
  if (limits.minMinor !== null && amountMinor < limits.minMinor) return "below_min";
  if (limits.maxMinor !== null && amountMinor > limits.maxMinor) return "above_max";
  if (limits.dailyMaxMinor !== null && used.dayMinor + amountMinor > limits.dailyMaxMinor) return "day_amount";
  if (limits.monthMaxMinor !== null && used.monthMinor + amountMinor > limits.monthMaxMinor) return "month_amount";
  if (limits.dailyCountMax !== null && used.dayCount >= limits.dailyCountMax) return "day_count";
  if (limits.monthCountMax !== null && used.monthCount >= limits.monthCountMax) return "month_count";
  return null;
}

/** True while a wallet rests after its last order. */
export function isCooling(limits: WalletLimits, used: WalletUse, atMs: number): boolean {
  return limits.coolMs > 0 && atMs - used.lastUsedMs < limits.coolMs;
}

/** Share of the daily limit that is used, basis points; null without a limit. */
export function usedShare(limits: WalletLimits, used: WalletUse): number | null {
  if (limits.dailyMaxMinor === null) return null;
  return limits.dailyMaxMinor === 0n ? 10_000 : Number((used.dayMinor * 10_000n) / limits.dailyMaxMinor);
}

export interface RoutingWallet extends WalletLimits, WalletUse {
  readonly id: bigint;
  readonly operator: string;
  readonly collect: boolean;
  readonly enabled: boolean;
  readonly deleted: boolean;
  readonly open: boolean;
  readonly bound: boolean;
  readonly online: boolean;
}

/** An amount that is taken on a wallet: by an open order, or by one that expired a short while ago. */
export interface Slot {
  readonly walletId: bigint;
  readonly amountMinor: bigint;
  /** Payer's number, empty when the order names none. */
  readonly payer: string;
  readonly recent: boolean;
}

export interface RoutingOrder {
  readonly operator: string;
  readonly amountMinor: bigint;
  readonly payer: string;
  readonly atMs: number;
}

export interface RoutingResult {
  readonly walletId: bigint;
  readonly result: RoutingOutcome;
  /** Share of the daily limit used, in basis points; null without a limit. */
  readonly shareBps: number | null;
}

/** A result with the wallet's id in decimal digits, as it is written with the order. */
export interface WrittenResult extends RoutingResult {
  readonly digits: string;
}

/** Wallets that have no line of their own, by what is said of them. */
export type RestCounts = Readonly<Partial<Record<RoutingOutcome, number>>>;

/** What is kept of a choice; see {@link RoutingBoard.outlook}. */
export interface Outlook {
  readonly listed: readonly WrittenResult[];
  readonly rest: RestCounts;
}

/** Wallets behind the one that will be chosen which are shown beside it. */
const NEXT_SHOWN = 2;
const NO_REST: RestCounts = {};

interface State {
  readonly wallet: RoutingWallet;
  /** The wallet's id in digits: it is written with every order that is routed. */
  readonly digits: string;
  readonly index: number;
  readonly standing: RoutingRefusal | null;
  dayMinor: bigint;
  dayCount: number;
  monthMinor: bigint;
  monthCount: number;
  lastUsedMs: number;
  share: number;
  taken: Map<bigint, Slot[]> | null;
}

/** Refusals that do not depend on the order. */
function standingRefusal(wallet: RoutingWallet): RoutingRefusal | null {
  if (wallet.deleted) return "deleted";
  if (!wallet.enabled) return "disabled";
  if (!wallet.collect) return "not_collecting";
  if (!wallet.open) return "closed";
  if (!wallet.bound) return "unbound";
  if (!wallet.online) return "offline";
  return null;
}

/** True when two orders of one amount could not be told apart on one wallet; `open_payments_guard` refuses them, and a test compares. */
export function slotsClash(left: string, right: string): boolean {
  return left === "" || right === "" || left === right;
}

/** Order of preference: lowest share of the daily limit, then least recently used, then as given. */
function before(left: State, right: State): boolean {
  if (left.share !== right.share) return left.share < right.share;
  if (left.lastUsedMs !== right.lastUsedMs) return left.lastUsedMs < right.lastUsedMs;
  return left.index < right.index;
}

/** The wallets of one operator. */
interface Group {
  readonly all: State[];
  /** Those that may take none, by reason. */
  readonly standing: Partial<Record<RoutingOutcome, number>>;
  /** Those that may take orders at all, best first. */
  readonly ranked: State[];
}

/** Wallets with their running sums; may serve many batches as long as nobody else changes them. */
export class RoutingBoard {
  private readonly byOperator = new Map<string, Group>();
  private readonly byId = new Map<bigint, State>();
  private occupied: State[] = [];

  constructor(wallets: readonly RoutingWallet[], slots: readonly Slot[]) {
    for (const [index, wallet] of wallets.entries()) {
      const state: State = {
        wallet,
        digits: wallet.id.toString(),
        index,
        standing: standingRefusal(wallet),
        dayMinor: wallet.dayMinor,
        dayCount: wallet.dayCount,
        monthMinor: wallet.monthMinor,
        monthCount: wallet.monthCount,
        lastUsedMs: wallet.lastUsedMs,
        share: 0,
        taken: null,
      };
      state.share = usedShare(wallet, state) ?? 0;
      const group = this.byOperator.get(wallet.operator) ?? { all: [], standing: {}, ranked: [] };
      if (group.all.length === 0) this.byOperator.set(wallet.operator, group);
      group.all.push(state);
      if (state.standing === null) group.ranked.push(state);
      else group.standing[state.standing] = (group.standing[state.standing] ?? 0) + 1;
      this.byId.set(wallet.id, state);
    }
    for (const { ranked } of this.byOperator.values()) ranked.sort((left, right) => (before(left, right) ? -1 : 1));
    this.occupy(slots);
  }

  /** Replaces what is known of taken amounts. */
  occupy(slots: readonly Slot[]): void {
    for (const state of this.occupied) state.taken = null;
    this.occupied = [];
    for (const slot of slots) this.hold(slot);
  }

  private hold(slot: Slot): void {
    const state = this.byId.get(slot.walletId);
    if (!state) return;
    if (state.taken === null) {
      state.taken = new Map();
      this.occupied.push(state);
    }
    const held = state.taken.get(slot.amountMinor);
    if (held) held.push(slot);
    else state.taken.set(slot.amountMinor, [slot]);
  }

  /**
   * Chooses a wallet and reserves the amount on it: lowest share of its daily limit, then least recently used; a
   * wallet where the same amount expired recently only when no other is left.
   * @returns null when none can take it
   */
  choose(order: RoutingOrder): bigint | null {
    const ranked = this.byOperator.get(order.operator)?.ranked ?? [];
    const best = this.pick(ranked, order);
    const chosen = ranked[best];
    if (!chosen) return null;
    this.take(ranked, best, order);
    return chosen.wallet.id;
  }

  /** The rank of the wallet to choose; -1: none can take it. */
  private pick(ranked: readonly State[], order: RoutingOrder): number {
    let best = -1;
    for (const [rank, state] of ranked.entries()) {
      if (this.refusal(state, order) !== null) continue;
      const recent = this.recentlyExpired(state, order);
      if (best < 0 || !recent) best = rank;
      if (!recent) break;
    }
    return best;
  }

  /** Reserves an order on a wallet that was chosen for it before. */
  reserve(walletId: bigint, order: RoutingOrder): void {
    const ranked = this.byOperator.get(order.operator)?.ranked ?? [];
    const rank = ranked.findIndex((state) => state.wallet.id === walletId);
    if (rank >= 0) this.take(ranked, rank, order);
  }

  private take(ranked: State[], rank: number, order: RoutingOrder): void {
    const state = ranked[rank] as State;
    state.dayMinor += order.amountMinor;
    state.dayCount += 1;
    state.monthMinor += order.amountMinor;
    state.monthCount += 1;
    state.lastUsedMs = Math.max(state.lastUsedMs, order.atMs);
    state.share = usedShare(state.wallet, state) ?? 0;
    // It only ever moves back: its new place is found among those behind it.
    let low = rank + 1;
    let high = ranked.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (before(ranked[middle] as State, state)) low = middle + 1;
      else high = middle;
    }
    if (low - 1 > rank) {
      ranked.splice(rank, 1);
      ranked.splice(low - 1, 0, state);
    }
    this.hold({ walletId: state.wallet.id, amountMinor: order.amountMinor, payer: order.payer, recent: false });
  }

  /**
   * Says of wallets of the operator why they would or would not take the order; call before {@link choose}.
   * @param limit how many at the most
   */
  explain(order: RoutingOrder, limit: number): WrittenResult[] {
    return (this.byOperator.get(order.operator)?.all ?? []).slice(0, limit).map((state) => this.said(state, order));
  }

  private said(state: State, order: RoutingOrder): WrittenResult {
    return {
      walletId: state.wallet.id,
      digits: state.digits,
      result: this.refusal(state, order) ?? "free",
      shareBps: state.wallet.dailyMaxMinor === null ? null : state.share,
    };
  }

  /**
   * What is kept of the choice that {@link choose} is about to make: all wallets where they are few, else the first of those
   * that come before the chosen one with what keeps them out, the chosen one, the next after it, and how many others there
   * are by what is said of them: `not_evaluated` are those behind that nobody looked at.
   * @param most lines at the most, above {@link NEXT_SHOWN}
   */
  outlook(order: RoutingOrder, most: number): Outlook {
    const group = this.byOperator.get(order.operator);
    if (group === undefined || group.all.length <= most) return { listed: this.explain(order, most), rest: NO_REST };
    const { ranked } = group;
    const chosen = this.pick(ranked, order);
    const isLast = chosen < 0 || this.recentlyExpired(ranked[chosen] as State, order);
    // Looked at: all up to the chosen one, or every one where none is better than one whose amount expired a while ago.
    const looked = isLast ? ranked.length : Math.min(ranked.length, chosen + 1 + NEXT_SHOWN);
    const rest = { ...group.standing };
    const listed: WrittenResult[] = [];
    for (let rank = 0; rank < looked; rank += 1) {
      const one = this.said(ranked[rank] as State, order);
      const isShown = rank < chosen ? rank < most - 1 - NEXT_SHOWN : rank <= chosen + NEXT_SHOWN;
      if (isShown) listed.push(one);
      else rest[one.result] = (rest[one.result] ?? 0) + 1;
    }
    if (ranked.length > looked) rest.not_evaluated = ranked.length - looked;
    return { listed, rest };
  }

  /** Share of the daily limit that is used now; null without a limit. */
  share(walletId: bigint): number | null {
    const state = this.byId.get(walletId);
    return !state || state.wallet.dailyMaxMinor === null ? null : state.share;
  }

  private recentlyExpired(state: State, order: RoutingOrder): boolean {
    return state.taken?.get(order.amountMinor)?.some((slot) => slot.recent && slot.payer === "") ?? false;
  }

  private refusal(state: State, order: RoutingOrder): RoutingRefusal | null {
    if (state.standing !== null) return state.standing;
    const { wallet } = state;
    const amount = order.amountMinor;
    const limit = limitRefusal(wallet, state, amount);
    if (limit !== null) return limit;
    if (isCooling(wallet, state, order.atMs)) return "cooling";
    if (state.taken?.get(amount)?.some((slot) => !slot.recent && slotsClash(slot.payer, order.payer))) return "same_amount_open";
    return null;
  }
}
