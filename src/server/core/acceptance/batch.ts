/** One batch of orders in its transaction: known ones are answered, the rest is routed and written. */
import type { RoutingOutcome } from "../../../contract/payments.ts";
import { isoInstant } from "../../../contract/time.ts";
import type { Outlook, RoutingBoard, RoutingOrder, RoutingResult, Slot } from "../../../domain/payments/routing.ts";
import type { App } from "../../platform/context.ts";
import { idTime } from "../../platform/db/ids.ts";
import { callOf, columnParam, plainArray, textArray, type FunctionCall } from "../../platform/db/calls.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";
import type { IdempotencyClaim } from "../../platform/http/call.ts";
import { Refusal } from "../../platform/refusal.ts";
import { BatchFailure } from "./batcher.ts";
import { lateSince } from "./limits.ts";
import { IntakeRows } from "./rows.ts";
import { fromExisting, type IntakeAnswer, type Opened, type PaymentOrder, type StoredPayment } from "./payment-order.ts";
import type { WalletBoards } from "./wallet-board.ts";

/** How many wallets' answers are kept with an order at the most. */
const ROUTING_KEPT = 12;

/** Orders that no wallet could take. */
export interface RefusedOrder {
  readonly operator: string;
  readonly amountMinor: bigint;
  readonly wallets: RoutingResult[];
}

/** An order on its wallet. */
export interface Placed {
  readonly stored: StoredPayment;
  readonly wanted: RoutingOrder;
}

/** The answer that is kept with an idempotency key. */
export interface AnsweredKey {
  readonly claim: IdempotencyClaim;
  readonly status: number;
  readonly response: string;
}

/** What became of a batch. */
export interface IntakeResult {
  readonly answers: (IntakeAnswer | BatchFailure)[];
  readonly created: readonly StoredPayment[];
  readonly refused: RefusedOrder[];
}

const operatorsOf = (orders: readonly PaymentOrder[]): string[] => [...new Set(orders.map((order) => order.operator))];

/** The call that opens a batch: it takes the routing locks and answers {@link Opened}. */
export function intakeRead(app: App, orders: readonly PaymentOrder[]): FunctionCall {
  const keys = orders.flatMap(({ idempotency: claim }) => (claim ? [{ actor: claim.actor, route: claim.route, key: claim.key }] : []));
  return callOf("intake_read", [
    plainArray(operatorsOf(orders)),
    columnParam(orders.map((order) => order.merchantId)),
    textArray(orders.map((order) => order.merchantOrderId)),
    columnParam([...new Set(orders.map((order) => order.amountMinor))]),
    lateSince(app),
    keys.length > 0 ? toJson(keys) : null,
  ]);
}

/** One batch in its transaction. */
export class IntakeBatch {
  private readonly rows = new IntakeRows();
  private readonly byKey = new Map<string, { stored: StoredPayment; hash: string }>();
  private readonly refused: RefusedOrder[] = [];
  private readonly answeredKeys = new Map<string, { hash: string; status: number; response: string }>();
  private readonly keep: AnsweredKey[] = [];
  private readonly gone = new Set<bigint>();
  /** What was reserved in this batch, for a board that is read anew in the middle of it. */
  private readonly reserved: Placed[] = [];
  private readonly readNow = new Set<string>();
  private boards = new Map<string, RoutingBoard>();
  private slots: Slot[] = [];
  private epoch = 0;

  constructor(
    private readonly app: App,
    private readonly tx: Tx,
    private readonly orders: readonly PaymentOrder[],
    private readonly body: (order: StoredPayment) => unknown,
    private readonly keptBoards: WalletBoards,
  ) {}

  /** Decides about every order. `last` is the call that writes what was decided; null: there is nothing to write. */
  async execute(opened: Opened): Promise<{ value: IntakeResult; last: FunctionCall | null }> {
    await this.open(opened);
    const answers: (IntakeAnswer | BatchFailure)[] = [];
    for (const order of this.orders) answers.push(await this.one(order));
    return { value: { answers, created: this.rows.created, refused: this.refused }, last: this.rows.call(keptKeys(this.keep)) };
  }

  private async open(opened: Opened): Promise<void> {
    for (const existing of opened.existing ?? [])
      this.byKey.set(`${existing.merchant_id}:${existing.merchant_order_id}`, { stored: fromExisting(existing), hash: existing.request_hash });
    for (const known of opened.idempotency ?? []) this.answeredKeys.set(`${known.actor} ${known.route} ${known.key}`, known);
    // Read under the routing lock, which deleting a merchant takes, too: either it sees this order, or it is seen here.
    for (const id of opened.gone ?? []) this.gone.add(BigInt(id));
    this.slots = (opened.slots ?? []).map(([walletId, amount, payer, recent]) => ({ walletId: BigInt(walletId), amountMinor: BigInt(amount), payer, recent }));
    this.epoch = opened.epoch;
    this.boards = await this.keptBoards.of(this.app, this.tx, operatorsOf(this.orders), opened.epoch, this.readNow);
    for (const board of this.boards.values()) board.occupy(this.slots);
  }

  private async one(order: PaymentOrder): Promise<IntakeAnswer | BatchFailure> {
    const claim = order.idempotency;
    const known = claim ? this.answeredKeys.get(`${claim.actor} ${claim.route} ${claim.key}`) : undefined;
    if (claim && known)
      return known.hash === claim.bodyHash.toString("hex")
        ? { kind: "stored", status: known.status, body: known.response }
        : new BatchFailure(new Refusal("idempotency_mismatch"));
    const existing = this.byKey.get(`${order.merchantId}:${order.merchantOrderId}`);
    if (existing && existing.hash !== order.contentHash)
      return new BatchFailure(new Refusal("duplicate_order_mismatch", { fields: { merchant_order_id: "taken" } }));
    const answer: IntakeAnswer | BatchFailure = existing ? { kind: "order", order: existing.stored, created: false } : await this.route(order);
    if (claim && !(answer instanceof BatchFailure) && answer.kind === "order") await this.remember(claim, answer.order, answer.created);
    return answer;
  }

  private async remember(claim: IdempotencyClaim, order: StoredPayment, created: boolean): Promise<void> {
    const response = toJson({ success: true, data: await this.body(order) });
    const status = created ? 201 : 200;
    this.keep.push({ claim, response, status });
    this.answeredKeys.set(`${claim.actor} ${claim.route} ${claim.key}`, { hash: claim.bodyHash.toString("hex"), status, response });
  }

  /** The board of an operator, read in this transaction with what the batch has reserved so far. */
  private async readAnew(operator: string): Promise<RoutingBoard> {
    const board = await this.keptBoards.read(this.app, this.tx, operator, this.epoch);
    board.occupy(this.slots);
    for (const { stored, wanted } of this.reserved) if (wanted.operator === operator) board.reserve(stored.walletId, wanted);
    this.boards.set(operator, board);
    this.readNow.add(operator);
    return board;
  }

  private async route(order: PaymentOrder): Promise<IntakeAnswer | BatchFailure> {
    if (this.gone.has(order.merchantId)) return new BatchFailure(new Refusal("unauthorized"));
    const { operator, amountMinor } = order;
    const board = this.boards.get(operator) as RoutingBoard;
    const placed =
      place(this.app, this.rows, board, order, "free") ??
      (this.readNow.has(operator) ? null : place(this.app, this.rows, await this.readAnew(operator), order, "free"));
    if (placed === null) {
      const wallets = (this.boards.get(operator) as RoutingBoard).explain(wantedOf(order, this.app.now()), 500);
      this.refused.push({ operator, amountMinor, wallets });
      return new BatchFailure(new Refusal("no_wallet_available"));
    }
    const { stored } = placed;
    this.reserved.push(placed);
    this.byKey.set(`${order.merchantId}:${order.merchantOrderId}`, { stored, hash: order.contentHash });
    return { kind: "order", order: stored, created: true };
  }
}

const wantedOf = (order: PaymentOrder, atMs: number): RoutingOrder => ({
  operator: order.operator,
  amountMinor: order.amountMinor,
  payer: order.customer ?? "",
  atMs,
});

/**
 * Chooses a wallet for an order, reserves it on the board and adds the order's row.
 * @param free how to say of a wallet that it would have done: `unasked` when open orders of the amount were not asked for
 * @returns null when no wallet can take it
 */
export function place(app: App, rows: IntakeRows, board: RoutingBoard, order: PaymentOrder, free: "free" | "unasked"): Placed | null {
  const id = app.ids.next();
  const atMs = idTime(id);
  const wanted = wantedOf(order, atMs);
  const outlook = board.outlook(wanted, ROUTING_KEPT);
  const walletId = board.choose(wanted);
  if (walletId === null) return null;
  const stored: StoredPayment = {
    id,
    merchantId: order.merchantId,
    merchantOrderId: order.merchantOrderId,
    operator: order.operator,
    walletId,
    amountMinor: order.amountMinor,
    receivedMinor: null,
    feeMinor: null,
    trxId: null,
    customer: order.customer,
    userRef: order.userRef,
    status: "pending",
    expiresAt: isoInstant(atMs + order.expiresInSeconds * 1000),
    paidAt: null,
    paymentUrl: null,
    metadata: order.metadata,
  };
  rows.add(order, stored, routingText(walletId, outlook, board.share(walletId), free));
  return { stored, wanted };
}

/** Keys with their answers as `intake_write` takes them; null: none. */
export function keptKeys(keys: readonly AnsweredKey[]): string | null {
  if (keys.length === 0) return null;
  return toJson(
    keys.map(({ claim, response, status }) => ({
      actor: claim.actor,
      route: claim.route,
      key: claim.key,
      hash: claim.bodyHash.toString("hex"),
      status,
      response,
    })),
  );
}

/**
 * Why this wallet, as it is kept with the order, whose number says when: `wallets` holds [wallet, result, share of the daily
 * limit in basis points], `rest` how many others there are. Nothing in it needs quoting.
 */
function routingText(chosen: bigint, { listed, rest }: Outlook, share: number | null, free: "free" | "unasked"): string {
  const chosenDigits = chosen.toString();
  const isIn = listed.some(({ walletId }) => walletId === chosen);
  let wallets = isIn ? "" : `[${chosenDigits},"chosen",${share}]`;
  for (const { walletId, digits, result, shareBps } of listed) {
    const word = walletId === chosen ? "chosen" : result === "free" ? free : result;
    wallets += `${wallets === "" ? "" : ","}[${digits},"${word}",${shareBps}]`;
  }
  let others = "";
  for (const result in rest) others += `${others === "" ? "" : ","}"${result}":${rest[result as RoutingOutcome]}`;
  return `{"chosen":${chosenDigits},"wallets":[${wallets}]${others === "" ? "" : `,"rest":{${others}}`}}`;
}
