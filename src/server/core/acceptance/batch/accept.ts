/** Orders in one transaction: read with one call, accepted one after another as the plain way does (plain.ts), written with one call. */
import type { RoutingBoard, Slot } from "../../../../domain/payments/routing.ts";
import type { App } from "../../../platform/context.ts";
import { columnParam, plainArray, type FunctionCall } from "../../../platform/db/calls.ts";
import { columnSet, namedCall, plain, words, type BatchFunction } from "../../../platform/db/columns.ts";
import { toJson, type Tx } from "../../../platform/db/pool.ts";
import { AcceptanceRun, type Boards, type AcceptanceResult } from "../accept-order.ts";
import type { Placed } from "../place.ts";
import { lateSince } from "../limits.ts";
import { slotsOf, type Opened, type PaymentOrder, type StoredPayment } from "../payment-order.ts";
import type { WalletBoards } from "../wallet-board.ts";

const operatorsOf = (orders: readonly PaymentOrder[]): string[] => [...new Set(orders.map((order) => order.operator))];

/** Order numbers as the call asks for them. */
const NUMBERS = columnSet({ merchant_id: plain("p_merchants", "bigint"), merchant_order_id: words("p_keys") });
/** The function that locks and reads. */
export const ACCEPTANCE_READ: BatchFunction = {
  name: "acceptance_read",
  sets: [NUMBERS],
  besides: { p_operators: "text[]", p_amounts: "bigint[]", p_late: "timestamp with time zone", p_idempotency: "jsonb" },
};

/** The call that opens a batch: it takes the routing locks and answers {@link Opened}. */
export function readOf(app: App, orders: readonly PaymentOrder[]): FunctionCall {
  const keys = orders.flatMap(({ idempotency: claim }) => (claim ? [{ actor: claim.actor, route: claim.route, key: claim.key }] : []));
  return namedCall(ACCEPTANCE_READ, [
    ...NUMBERS.params(orders.map((order) => ({ merchant_id: order.merchantId, merchant_order_id: order.merchantOrderId }))),
    ["p_operators", plainArray(operatorsOf(orders))],
    ["p_amounts", columnParam([...new Set(orders.map((order) => order.amountMinor))])],
    ["p_late", lateSince(app)],
    ["p_idempotency", keys.length > 0 ? toJson(keys) : null],
  ]);
}

/** Boards that are kept from batch to batch, within one transaction. */
class BatchBoards implements Boards {
  private readonly readNow = new Set<string>();
  private boards = new Map<string, RoutingBoard>();
  private readonly slots: Slot[];

  constructor(
    private readonly app: App,
    private readonly tx: Tx,
    private readonly kept: WalletBoards,
    private readonly opened: Opened,
  ) {
    this.slots = slotsOf(opened);
  }

  async load(operators: readonly string[]): Promise<void> {
    this.boards = await this.kept.of(this.app, this.tx, operators, this.opened.epoch, this.readNow);
    for (const board of this.boards.values()) board.occupy(this.slots);
  }

  of(operator: string): RoutingBoard {
    return this.boards.get(operator) as RoutingBoard;
  }

  /** Read in this transaction, with what the batch has reserved so far. */
  async readAnew(operator: string, reserved: readonly Placed[]): Promise<RoutingBoard | null> {
    if (this.readNow.has(operator)) return null;
    const board = await this.kept.read(this.app, this.tx, operator, this.opened.epoch);
    board.occupy(this.slots);
    for (const { stored, wanted } of reserved) if (wanted.operator === operator) board.reserve(stored.walletId, wanted);
    this.boards.set(operator, board);
    this.readNow.add(operator);
    return board;
  }
}

/** Decides about every order. `last` is the call that writes what was decided; null: there is nothing to write. */
export async function acceptBatch(
  app: App,
  tx: Tx,
  orders: readonly PaymentOrder[],
  { opened, body, kept }: { readonly opened: Opened; readonly body: (order: StoredPayment) => unknown; readonly kept: WalletBoards },
): Promise<{ value: AcceptanceResult; last: FunctionCall | null }> {
  const boards = new BatchBoards(app, tx, kept, opened);
  await boards.load(operatorsOf(orders));
  const run = new AcceptanceRun(app, opened, boards, body);
  const answers: AcceptanceResult["answers"] = [];
  for (const order of orders) answers.push(await run.accept(order));
  return { value: { answers, created: run.rows.created, refused: run.refused }, last: run.rows.call(run.answers) };
}
