/** Orders in: routed under all limits and written in micro-batches (rule 77). */
import { raiseAlert } from "../alerts/raise.ts";
import type { App } from "../../platform/context.ts";
import type { FunctionCall } from "../../platform/db/calls.ts";
import { sqlState, violated } from "../../platform/db/pool.ts";
import { Batcher } from "../../platform/batcher.ts";
import { observeBatch } from "../../platform/http/observe.ts";
import { refuse } from "../../platform/refusal.ts";
import { countOrders, observeAcceptance } from "../orders/observe.ts";
import type { AcceptanceResult, RefusedOrder } from "./accept-order.ts";
import { acceptBatch, readOf } from "./batch/accept.ts";
import type { AcceptanceAnswer, Opened, PaymentOrder, StoredPayment } from "./payment-order.ts";
import { Prerouter, MemoryBatch } from "./batch/prerouted.ts";
import { FastPathBackoff } from "./batch/backoff.ts";
import { acceptPlainly } from "./plain.ts";
import { WalletBoards } from "./wallet-board.ts";

export { type AcceptanceAnswer, type PaymentOrder, type StoredPayment } from "./payment-order.ts";

/** Orders of one batch at most. */
const MOST_AT_ONCE = 128;

/** Orders that a batch needs to be sent while another one is under way: smaller ones cost more than the waiting. */
const FOLLOWS_FROM = 20;

/**
 * Beside other processes each gets a part of the callers, so that its batches would be smaller and dearer: after one of at least
 * `after` orders the next one goes with `enough` of them, or after `ms`. Fewer than `after`: there is no crowd to wait for. None is sent
 * behind another one: while it waits, the routing lock is the other process's.
 */
const GATHERING = { after: 6, enough: 24, ms: 2 } as const;

/** SQLSTATE of a deadlock. */
const DEADLOCK = "40P01";

/** Unique keys that stand for an order as a whole. */
const TAKEN: ReadonlySet<string> = new Set(["merchant_order_keys_pkey", "idempotency_keys_pkey"]);

export interface Acceptance {
  /** Writes the order, or answers with the one that exists. Refuses with the codes of the merchants' interface. */
  submit(order: PaymentOrder): Promise<AcceptanceAnswer>;
  idle(): Promise<void>;
}

/** Builds the acceptance of orders of this process. */
export class PaymentAcceptance implements Acceptance {
  private readonly boards = new WalletBoards();
  private readonly backoff = new FastPathBackoff();
  private isDeciding = false;
  /** Batches whose one call is under way. */
  private calls = 0;
  private lastCall: Promise<unknown> = Promise.resolve();
  /** Batches that go the long way or wait for it, and the last of them. */
  private longWays = 0;
  private lastLongWay: Promise<unknown> = Promise.resolve();
  private readonly prerouter = new Prerouter((order) => this.begin(order), MOST_AT_ONCE);
  private readonly batcher: Batcher<PaymentOrder, AcceptanceAnswer>;

  /** @param besideOthers other processes take orders on the same database */
  constructor(
    private readonly app: () => App,
    private readonly body: (order: StoredPayment) => unknown,
    besideOthers = false,
  ) {
    this.batcher = new Batcher({
      work: (orders) => this.run(orders),
      alone: (order) => this.alone(order),
      maxBatch: MOST_AT_ONCE,
      maxQueue: 5_000,
      onFull: () => refuse("not_ready", { retryAfterSeconds: 1 }),
      // Behind one whose wallets are all chosen. What has to be read and decided waits for it, and nothing follows that.
      mayFollow: (waiting) => !besideOthers && waiting >= FOLLOWS_FROM && this.calls === 1 && this.longWays === 0 && this.backoff.isOpen,
      holdMs: (waiting, before) => (besideOthers && before >= GATHERING.after && waiting < GATHERING.enough ? GATHERING.ms : 0),
    });
  }

  submit(order: PaymentOrder): Promise<AcceptanceAnswer> {
    const from = performance.now();
    const before = this.batcher.waiting;
    const answer = this.batcher.submit(order);
    if (!this.isDeciding) this.prerouter.add(order, before);
    return answer.then((given) => {
      observeAcceptance(from);
      return given;
    });
  }

  idle(): Promise<void> {
    return this.batcher.idle();
  }

  private async run(orders: readonly PaymentOrder[]): Promise<AcceptanceAnswer[]> {
    const app = this.app();
    observeBatch("acceptance", orders.length);
    const batch = (await this.atOnce(app, orders)) ?? (await this.longWay(app, orders));
    await this.after(batch);
    return batch.answers;
  }

  private async after({ created, refused }: Pick<AcceptanceResult, "created" | "refused">): Promise<void> {
    const { events } = this.app();
    countOrders("payment", "accepted", created.length);
    countOrders("payment", "refused", refused.length);
    if (created.length > 0)
      events.publish(
        created.map((order) => ({ kind: "payments" as const, objectId: order.id, version: 1, change: "created" as const, merchantId: order.merchantId })),
      );
    if (refused.length > 0) await this.noteRefused(refused);
  }

  /** An order whose batch failed goes the plain way. */
  private async alone(order: PaymentOrder): Promise<AcceptanceAnswer> {
    const app = this.app();
    try {
      const { answer, ...made } = await this.repeated(() => app.db.tx((tx) => acceptPlainly(app, tx, order, this.body)));
      await this.after(made);
      return answer;
    } finally {
      // What is remembered of the wallets does not know of it.
      this.forget();
    }
  }

  /** The usual way: nothing is read, one call checks and writes. @returns null when nothing was written and the batch has to be read */
  private async atOnce(app: App, orders: readonly PaymentOrder[]): Promise<AcceptanceResult | null> {
    if (this.longWays > 0 || !this.backoff.takesTurn()) return null;
    try {
      const batch = this.prerouter.take(orders) ?? this.fromMemory(orders);
      const ready = await batch.finish();
      if (ready === null) {
        if (!batch.isUnread) this.backoff.tried(false);
        this.boards.forget([...batch.operators, ...this.prerouter.forget()]);
        return null;
      }
      const isWritten = await this.call(app, ready.call);
      this.backoff.tried(isWritten);
      if (isWritten) return ready.value;
      this.forget();
      return null;
    } catch (error) {
      this.forget();
      if (sqlState(error) !== DEADLOCK) throw error;
      // Certainly rolled back, and the long way repeats what meets another in the wrong order.
      this.backoff.tried(false);
      return null;
    }
  }

  private async call(app: App, call: FunctionCall): Promise<boolean> {
    this.calls += 1;
    const answer = app.db.batchCall<boolean>(call);
    this.lastCall = Promise.allSettled([this.lastCall, answer]);
    try {
      return await answer;
    } finally {
      this.calls -= 1;
    }
  }

  /** One batch at a time, and none beside a call: what that forgets when it is in vain would be missing from what is read here. */
  private async longWay(app: App, orders: readonly PaymentOrder[]): Promise<AcceptanceResult> {
    const before = this.lastLongWay;
    this.longWays += 1;
    const done = before
      .then(() => this.lastCall)
      .then(() => this.attempt(app, orders))
      .finally(() => (this.longWays -= 1));
    this.lastLongWay = done.catch(() => undefined);
    return done;
  }

  /** Before the wallets have been read, nothing can be decided ahead. */
  private begin({ operator }: PaymentOrder): MemoryBatch | null {
    const app = this.app();
    return this.backoff.isOpen && this.boards.fresh(app, operator) ? new MemoryBatch(app, this.body, this.boards) : null;
  }

  private fromMemory(orders: readonly PaymentOrder[]): MemoryBatch {
    const batch = new MemoryBatch(this.app(), this.body, this.boards);
    for (const order of orders) batch.add(order);
    return batch;
  }

  /** What was reserved may never have happened: boards are read anew, and what was decided on them does not hold. */
  private forget(): void {
    this.boards.forget();
    this.prerouter.forget();
  }

  private attempt(app: App, orders: readonly PaymentOrder[]): Promise<AcceptanceResult> {
    return this.repeated(() => {
      let again = false;
      return app.db.batchTx(readOf(app, orders), (tx, opened: Opened) => {
        // What the attempt before this one reserved never happened.
        if (again) this.forget();
        again = true;
        return this.decide(() => acceptBatch(app, tx, orders, { opened, body: this.body, kept: this.boards }));
      });
    });
  }

  /** Another process may write the same order number or key at this moment, under another operator's lock: then it is read. */
  private async repeated<T>(attempt: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        this.forget();
        if (tries >= 3 || !TAKEN.has(violated(error) ?? "")) throw error;
      }
    }
  }

  /** While a batch decides on what it has read, later orders must not reserve on the same boards before it. */
  private async decide<T>(work: () => Promise<T>): Promise<T> {
    this.isDeciding = true;
    try {
      return await work();
    } finally {
      this.isDeciding = false;
    }
  }

  /** Staff see what no wallet could take, with the reason per wallet; one open alert per operator counts them. */
  private async noteRefused(refused: readonly RefusedOrder[]): Promise<void> {
    const app = this.app();
    const last = refused.at(-1);
    if (!last) return;
    const data = {
      operator: last.operator,
      amount: last.amountMinor,
      wallets: last.wallets.map((item) => ({ wallet_id: item.walletId, result: item.result, share_bps: item.shareBps })),
      count: refused.length,
    };
    await raiseAlert(app, app.db, { kind: "no_wallet", object: { type: `operator:${last.operator}`, id: null }, amountMinor: last.amountMinor, data });
  }
}
