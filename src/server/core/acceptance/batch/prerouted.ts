/** A batch that is decided from memory, order by order as they come in, and checked by the database where it is written. */
import type { RoutingBoard } from "../../../../domain/payments/routing.ts";
import type { App } from "../../../platform/context.ts";
import { plainArray, type FunctionCall } from "../../../platform/db/calls.ts";
import { namedCall } from "../../../platform/db/columns.ts";
import { idTime } from "../../../platform/db/ids.ts";
import { toJson } from "../../../platform/db/pool.ts";
import { keptKeys, type AcceptanceResult } from "../accept-order.ts";
import { place } from "../place.ts";
import { ACCEPTANCE_AT_ONCE, AcceptanceRows } from "../rows.ts";
import { lateSince, limitDay } from "../limits.ts";
import type { PaymentOrder, StoredPayment } from "../payment-order.ts";
import type { WalletBoards } from "../wallet-board.ts";

/**
 * What is assumed - no order number or key exists, no amount is taken - `acceptance_at_once` checks before it writes. What cannot
 * be decided so leaves the whole batch to the long way.
 */
export class MemoryBatch {
  readonly orders: PaymentOrder[] = [];
  /** True when the only reason against it is that wallets have to be read. */
  isUnread = false;
  private readonly rows = new AcceptanceRows();
  private readonly boards = new Map<string, RoutingBoard>();
  private readonly names = new Set<string>();
  private epoch: number | null = null;
  private isDecided = true;

  constructor(
    private readonly app: App,
    private readonly body: (order: StoredPayment) => unknown,
    private readonly keptBoards: WalletBoards,
  ) {}

  /** Operators on whose boards something may be reserved. */
  get operators(): readonly string[] {
    return [...this.boards.keys()];
  }

  /** Decides about one more order. Never throws: what fails here fails again on the long way, where the caller hears of it. */
  add(order: PaymentOrder): void {
    this.orders.push(order);
    if (!this.isDecided) return;
    try {
      this.isDecided = this.decide(order);
    } catch {
      // While the database is away, no id is given out.
      this.isDecided = false;
    }
  }

  /** The call that writes the batch, and what it comes to when that answers true; null: it has to be read first. */
  async finish(): Promise<{ value: AcceptanceResult; call: FunctionCall } | null> {
    if (!this.isDecided || this.epoch === null) return null;
    const { created } = this.rows;
    if (!this.isFresh()) {
      this.isUnread = true;
      return null;
    }
    const keys = await Promise.all(
      this.orders.flatMap(({ idempotency: claim }, index) =>
        claim ? [this.answered(created[index] as StoredPayment).then((response) => ({ claim, status: 201, response }))] : [],
      ),
    );
    const call = namedCall(ACCEPTANCE_AT_ONCE, [
      ["operators", plainArray(this.operators)],
      ["epoch", String(this.epoch)],
      ["late", lateSince(this.app)],
      ...this.rows.params(keptKeys(keys)),
    ]);
    return { value: { answers: created.map((order) => ({ order, created: true })), created, refused: [] }, call };
  }

  private async answered(order: StoredPayment): Promise<string> {
    return toJson({ success: true, data: await this.body(order) });
  }

  private decide(order: PaymentOrder): boolean {
    const { idempotency: claim } = order;
    const board = this.boardOf(order.operator);
    if (board === null) {
      this.isUnread = true;
      return false;
    }
    return (
      this.isNew(`${order.merchantId}:${order.merchantOrderId}`) &&
      (claim === null || this.isNew(`${claim.actor} ${claim.route} ${claim.key}`)) &&
      place(this.app, this.rows, board, order, "not_evaluated") !== null
    );
  }

  /** What comes twice in one batch is answered by the long way. */
  private isNew(name: string): boolean {
    if (this.names.has(name)) return false;
    this.names.add(name);
    return true;
  }

  /** The boards have not been read again or become too old since, and one day of limits holds for all orders. */
  private isFresh(): boolean {
    const { created } = this.rows;
    const dayOf = (operator: string, order: StoredPayment | undefined): string => (order ? limitDay(operator, idTime(order.id)).day : "");
    return [...this.boards].every(
      ([operator, board]) => this.keptBoards.fresh(this.app, operator)?.board === board && dayOf(operator, created[0]) === dayOf(operator, created.at(-1)),
    );
  }

  /** All boards of a batch are of one epoch. */
  private boardOf(operator: string): RoutingBoard | null {
    const known = this.boards.get(operator);
    if (known) return known;
    const kept = this.keptBoards.fresh(this.app, operator);
    if (kept === null || (this.epoch !== null && this.epoch !== kept.epoch)) return null;
    this.epoch = kept.epoch;
    this.boards.set(operator, kept.board);
    return kept.board;
  }
}

/**
 * Batches that are decided while their orders wait, so that nothing is left to decide when their turn comes. They cover the
 * queue from its front without a gap.
 */
export class Prerouter {
  private batches: MemoryBatch[] = [];
  private covered = 0;

  /**
   * @param begin a batch without orders for one that begins with this order; null: it is not to be decided ahead now
   * @param most orders of one batch
   */
  constructor(
    private readonly begin: (order: PaymentOrder) => MemoryBatch | null,
    private readonly most: number,
  ) {}

  /** One more order waits. @param before how many waited before it */
  add(order: PaymentOrder, before: number): void {
    if (this.covered !== before) return;
    let last = this.batches.at(-1) ?? null;
    if (last === null || last.orders.length >= this.most) {
      last = this.begin(order);
      if (last === null) return;
      this.batches.push(last);
    }
    last.add(order);
    this.covered += 1;
  }

  /** The batch of exactly these orders, from the front of the queue; null: they are not decided. */
  take(orders: readonly PaymentOrder[]): MemoryBatch | null {
    const [first] = this.batches;
    // An order that is tried again by itself comes from no queue.
    if (first === undefined || first.orders[0] !== orders[0]) return null;
    if (first.orders.length !== orders.length) {
      this.forget();
      return null;
    }
    this.batches.shift();
    this.covered -= orders.length;
    return first;
  }

  /** Nothing that was decided holds any more. @returns the operators on whose boards it is reserved */
  forget(): string[] {
    const operators = this.batches.flatMap((batch) => batch.operators);
    this.batches = [];
    this.covered = 0;
    return operators;
  }
}
