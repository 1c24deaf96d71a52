/** Which notification goes next: a few at once per target, slow targets beside the fast ones, never before them. In memory, pure. */

export interface LaneLimits {
  /** Sends at once that are younger than {@link slowAfterMs}. */
  readonly fast: number;
  /** Sends at once of any age. */
  readonly total: number;
  /** Sends at once to one target. */
  readonly perTarget: number;
  /** Slow sends of one merchant, over all of its targets. */
  readonly slowPerMerchant: number;
  readonly slowAfterMs: number;
}
export const LANE_LIMITS: LaneLimits = { fast: 64, total: 512, perTarget: 8, slowPerMerchant: 64, slowAfterMs: 1_000 };

/** Rows that a target nobody has met yet may get at once. */
export const UNKNOWN_BUDGET = 16;
const MAX_BUDGET = 300;
/** Work that is taken for a target should be done after this long, ms. */
const HORIZON_MS = 2_000;
const MAX_REMEMBERED = 5_000;

/** What the lanes must know of a row. */
export interface Sendable {
  readonly target: string;
  readonly merchant_id: bigint;
}

interface Lane<R> {
  readonly queue: R[];
  active: number;
  /** Attempts that have ended. */
  met: number;
  /** Moving average of an attempt, ms; 0 until the first has ended. */
  averageMs: number;
  /** The last claim took all it might: there is probably more. */
  more: boolean;
}

/** A send under way. */
export interface Send<R> {
  readonly row: R;
  readonly startedAtMs: number;
  slow: boolean;
  /** Set by the worker, so that a send is ended once. */
  finished: boolean;
}

/** Queues per target and the sends under way. */
export class Lanes<R extends Sendable> {
  private readonly lanes = new Map<string, Lane<R>>();
  private readonly ready = new Set<string>();
  /** Sends that are not slow yet, in order of their start. */
  private readonly young = new Set<Send<R>>();
  private readonly slowOf = new Map<bigint, number>();
  private slow = 0;
  private waiting = 0;

  constructor(
    private readonly limits: LaneLimits,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Rows that wait here for their turn. */
  get queued(): number {
    return this.waiting;
  }

  /** Sends under way. */
  get active(): number {
    return this.young.size + this.slow;
  }

  /** What each known target may be given now, where it is not {@link UNKNOWN_BUDGET}. */
  budgets(): Record<string, number> {
    const budgets: Record<string, number> = {};
    for (const [target, lane] of this.lanes) {
      const budget = this.budgetOf(lane);
      if (budget !== UNKNOWN_BUDGET) budgets[target] = budget;
    }
    return budgets;
  }

  /** Takes claimed rows, in order. @param given the budgets they were claimed under */
  add(rows: readonly R[], given: Readonly<Record<string, number>>): void {
    const counts = new Map<string, number>();
    for (const row of rows) {
      const lane = this.laneOf(row.target);
      lane.queue.push(row);
      this.waiting += 1;
      this.ready.add(row.target);
      counts.set(row.target, (counts.get(row.target) ?? 0) + 1);
    }
    for (const [target, lane] of this.lanes) lane.more = (counts.get(target) ?? 0) >= (given[target] ?? UNKNOWN_BUDGET);
  }

  /** Starts the next row, or null when none may start now. Targets take turns. */
  next(): Send<R> | null {
    this.age();
    if (this.active >= this.limits.total) return null;
    const slowOnly = this.young.size >= this.limits.fast;
    for (const target of this.ready) {
      const lane = this.laneOf(target);
      if (slowOnly && lane.averageMs <= this.limits.slowAfterMs) continue;
      this.ready.delete(target);
      if (lane.active >= this.limitOf(lane)) continue; // comes back when one of its sends is done
      const row = lane.queue.shift();
      if (row === undefined) continue;
      this.waiting -= 1;
      lane.active += 1;
      if (lane.queue.length > 0) this.ready.add(target);
      const send: Send<R> = { row, startedAtMs: this.nowMs(), slow: false, finished: false };
      if (lane.averageMs > this.limits.slowAfterMs) this.enterSlow(send);
      else this.young.add(send);
      return send;
    }
    return null;
  }

  /**
   * True when the row's merchant holds as many slow sends as one may, and this target is not known to be fast: then the
   * row waits in the database, beyond one send for each target to find out.
   */
  crowded(row: R): boolean {
    const lane = this.laneOf(row.target);
    if ((lane.met > 0 && lane.averageMs < this.limits.slowAfterMs) || (this.slowOf.get(row.merchant_id) ?? 0) < this.limits.slowPerMerchant) return false;
    return lane.active > 1 || this.slow > this.limits.total / 2;
  }

  /** Ends a send. @returns true when its target has probably more rows and room for them */
  done(send: Send<R>): boolean {
    const lane = this.laneOf(send.row.target);
    if (!this.young.delete(send) && send.slow) this.leaveSlow(send.row.merchant_id);
    lane.active -= 1;
    const ms = this.nowMs() - send.startedAtMs;
    lane.averageMs += (ms - lane.averageMs) * (lane.met === 0 ? 1 : 0.2);
    lane.met += 1;
    if (lane.queue.length > 0) this.ready.add(send.row.target);
    this.forget();
    return lane.more && lane.queue.length <= this.limits.perTarget;
  }

  /** Takes everything that waits out again. */
  drain(): R[] {
    const rows = [...this.lanes.values()].flatMap((lane) => lane.queue.splice(0));
    this.waiting = 0;
    this.ready.clear();
    return rows;
  }

  /** Sends that have become slow no longer count among the fast ones. */
  private age(): void {
    const before = this.nowMs() - this.limits.slowAfterMs;
    for (const send of this.young) {
      if (send.startedAtMs > before) return;
      this.young.delete(send);
      this.enterSlow(send);
    }
  }

  private enterSlow(send: Send<R>): void {
    send.slow = true;
    this.slow += 1;
    this.slowOf.set(send.row.merchant_id, (this.slowOf.get(send.row.merchant_id) ?? 0) + 1);
  }

  private leaveSlow(merchantId: bigint): void {
    this.slow -= 1;
    const left = (this.slowOf.get(merchantId) ?? 1) - 1;
    if (left > 0) this.slowOf.set(merchantId, left);
    else this.slowOf.delete(merchantId);
  }

  private limitOf(lane: Lane<R>): number {
    return lane.averageMs > this.limits.slowAfterMs && this.slow > this.limits.total / 2 ? 1 : this.limits.perTarget;
  }

  private budgetOf(lane: Lane<R>): number {
    const limit = this.limitOf(lane);
    const within = lane.met === 0 ? UNKNOWN_BUDGET : Math.floor((limit * HORIZON_MS) / Math.max(lane.averageMs, 1));
    return Math.max(0, Math.min(MAX_BUDGET, Math.max(limit, within)) - lane.queue.length - lane.active);
  }

  private laneOf(target: string): Lane<R> {
    const found = this.lanes.get(target);
    if (found) return found;
    const lane: Lane<R> = { queue: [], active: 0, met: 0, averageMs: 0, more: false };
    this.lanes.set(target, lane);
    return lane;
  }

  private forget(): void {
    if (this.lanes.size <= MAX_REMEMBERED) return;
    for (const [target, lane] of this.lanes) {
      if (lane.active === 0 && lane.queue.length === 0) this.lanes.delete(target);
      if (this.lanes.size <= MAX_REMEMBERED / 2) return;
    }
  }
}
