/**
 * The way of an order into the platform, one after another on what was read of them. In this order: whether its idempotency key
 * was used; whether its number exists; whether its merchant is still there; which wallet takes it.
 *
 * The same rules for the plain way, which reads and writes for one order (plain.ts), and for batches (batch/).
 */
import type { RoutingBoard, RoutingResult } from "../../../domain/payments/routing.ts";
import type { App } from "../../platform/context.ts";
import { toJson } from "../../platform/db/pool.ts";
import { answerAgain, type IdempotencyClaim } from "../../platform/http/call.ts";
import { Undone } from "../../platform/db/undone.ts";
import { Refused } from "../../platform/refusal.ts";
import { place, wantedOf, type Placed } from "./place.ts";
import { AcceptanceRows } from "./rows.ts";
import { fromExisting, type AcceptanceAnswer, type Opened, type PaymentOrder, type StoredPayment } from "./payment-order.ts";

/** Orders that no wallet could take. */
export interface RefusedOrder {
  readonly operator: string;
  readonly amountMinor: bigint;
  readonly wallets: RoutingResult[];
}

/** The answer that is kept with an idempotency key. */
export interface AnsweredKey {
  readonly claim: IdempotencyClaim;
  readonly status: number;
  readonly response: string;
}

/** What became of a batch. */
export interface AcceptanceResult {
  readonly answers: AcceptanceAnswer[];
  readonly created: readonly StoredPayment[];
  readonly refused: RefusedOrder[];
}

/** The wallets that a run chooses from. */
export interface Boards {
  /** The operator's wallets, with the amounts that are taken. */
  of(operator: string): RoutingBoard;
  /** They may be remembered ones: read anew before an order is refused; null: they are what is in the database. */
  readAnew(operator: string, reserved: readonly Placed[]): Promise<RoutingBoard | null>;
}

/** Orders on their way, on what was read of them. */
export class AcceptanceRun {
  readonly rows = new AcceptanceRows();
  readonly refused: RefusedOrder[] = [];
  /** What was reserved, for a board that is read anew in the middle of it. */
  private readonly reserved: Placed[] = [];
  private readonly byNumber = new Map<string, { stored: StoredPayment; hash: string }>();
  private readonly answeredKeys = new Map<string, { hash: string; status: number; response: string }>();
  private readonly keep: AnsweredKey[] = [];
  private readonly gone = new Set<bigint>();

  constructor(
    private readonly app: App,
    opened: Opened,
    private readonly boards: Boards,
    private readonly body: (order: StoredPayment) => unknown,
  ) {
    for (const existing of opened.existing ?? [])
      this.byNumber.set(`${existing.merchant_id}:${existing.merchant_order_id}`, { stored: fromExisting(existing), hash: existing.request_hash });
    for (const known of opened.idempotency ?? []) this.answeredKeys.set(`${known.actor} ${known.route} ${known.key}`, known);
    // Read under the routing lock, which deleting a merchant takes, too: either it sees this order, or it is seen here.
    for (const id of opened.gone ?? []) this.gone.add(BigInt(id));
  }

  /** Answers of this run that are kept with their idempotency keys, as JSON; null: none. */
  get answers(): string | null {
    return keptKeys(this.keep);
  }

  /** Decides about one order. */
  async accept(order: PaymentOrder): Promise<AcceptanceAnswer> {
    const claim = order.idempotency;
    const known = claim ? this.answeredKeys.get(`${claim.actor} ${claim.route} ${claim.key}`) : undefined;
    if (claim && known) return answerAgain(claim, known);
    const existing = this.byNumber.get(`${order.merchantId}:${order.merchantOrderId}`);
    if (existing && existing.hash !== order.contentHash) return new Refused("duplicate_order_mismatch", { fields: { merchant_order_id: "taken" } });
    const answer: AcceptanceAnswer = existing ? { order: existing.stored, created: false } : await this.route(order);
    if (claim && !(answer instanceof Undone)) await this.remember(claim, answer.order, answer.created);
    return answer;
  }

  private async remember(claim: IdempotencyClaim, order: StoredPayment, created: boolean): Promise<void> {
    const response = toJson({ success: true, data: await this.body(order) });
    const status = created ? 201 : 200;
    this.keep.push({ claim, response, status });
    this.answeredKeys.set(`${claim.actor} ${claim.route} ${claim.key}`, { hash: claim.bodyHash.toString("hex"), status, response });
  }

  private async route(order: PaymentOrder): Promise<AcceptanceAnswer> {
    if (this.gone.has(order.merchantId)) return new Refused("unauthorized");
    const { operator, amountMinor } = order;
    const board = this.boards.of(operator);
    const placed = place(this.app, this.rows, board, order, "free") ?? (await this.onBoardReadAnew(order));
    if (placed === null) {
      const wallets = this.boards.of(operator).explain(wantedOf(order, this.app.now()), 500);
      this.refused.push({ operator, amountMinor, wallets });
      return new Refused("no_wallet_available");
    }
    const { stored } = placed;
    this.reserved.push(placed);
    this.byNumber.set(`${order.merchantId}:${order.merchantOrderId}`, { stored, hash: order.contentHash });
    return { order: stored, created: true };
  }

  private async onBoardReadAnew(order: PaymentOrder): Promise<Placed | null> {
    const board = await this.boards.readAnew(order.operator, this.reserved);
    return board === null ? null : place(this.app, this.rows, board, order, "free");
  }
}

/** Keys with their answers as `acceptance_write` takes them; null: none. */
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
