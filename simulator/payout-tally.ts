/** What must stand in the books about money that goes out, computed from the plan and the operators' side. Minor units. */
import type { DisburseStatus } from "../src/contract/disburses.ts";
import { WEBHOOKS, type WebhookOf } from "../src/contract/webhooks.ts";
import type { Movement } from "./bank.ts";
import { feeFor, type Fee } from "./money.ts";
import { Attempts } from "./tally.ts";

interface Expected {
  readonly merchant: string;
  readonly amount: bigint;
  status: DisburseStatus;
  cost: bigint;
  attempts: number;
}

/** Sums of one merchant. */
export interface PayoutSums {
  readonly paid: bigint;
  readonly fees: bigint;
  readonly costs: bigint;
  /** Amount and fee of orders that are not over. */
  readonly held: bigint;
}

const OVER: readonly DisburseStatus[] = ["completed", "failed", "rejected", "cancelled"];
const IN_FLIGHT: readonly DisburseStatus[] = ["processing", "unknown"];
/** Payouts that an open-ended run remembers. */
const REMEMBERED = 20_000;
const sum = (list: Iterable<bigint>): bigint => [...list].reduce((total, one) => total + one, 0n);

/** Keeps the expectation about payouts while a run plays. */
export class PayoutTally {
  private readonly orders = new Map<number, Expected>();
  private readonly moved = new Map<string, bigint>();
  /** Orders that had to be refused at the door, by the code that was due. */
  readonly tooLittle = new Attempts();
  readonly ownWallet = new Attempts();
  /** Orders sent again that must answer the same one. */
  readonly repeats = new Attempts();
  /** Phones' answers sent again, and other answers afterwards, which must be refused. */
  readonly sameAnswers = new Attempts();
  readonly otherAnswers = new Attempts();
  /** Merchants that had not collected enough in time. */
  unfunded = 0;

  /** @param fees on payouts, per merchant's key */
  constructor(private readonly fees: ReadonlyMap<string, Fee>) {}

  /** An order that the product took. */
  placed(no: number, merchant: string, amount: bigint): void {
    this.orders.set(no, { merchant, amount, status: "processing", cost: 0n, attempts: 0 });
    const [oldest] = this.orders.keys();
    if (this.orders.size > REMEMBERED && oldest !== undefined) this.orders.delete(oldest);
  }

  /** How it must end. */
  ends(no: number, status: DisburseStatus): void {
    this.order(no).status = status;
  }

  /** One more try to pay it. */
  tried(no: number): void {
    this.order(no).attempts += 1;
  }

  /** A wallet paid it. */
  paid(no: number, movement: Movement): void {
    const order = this.order(no);
    order.status = "completed";
    order.cost = movement.cost;
    this.move(movement.wallet.key, movement.commission - movement.amount - movement.cost);
  }

  /** Float that moved, signed. */
  move(wallet: string, change: bigint): void {
    this.moved.set(wallet, (this.moved.get(wallet) ?? 0n) + change);
  }

  get accepted(): number {
    return this.orders.size;
  }

  get attempts(): number {
    return [...this.orders.values()].reduce((total, order) => total + order.attempts, 0);
  }

  withStatus(status: DisburseStatus): number {
    return [...this.orders.values()].filter((order) => order.status === status).length;
  }

  /** Nothing that was paid comes back here: each order is told of once, when it reaches the status. */
  events(type: WebhookOf<"disburse">): number {
    const { change, status } = WEBHOOKS[type];
    return change === "status" ? this.withStatus(status) : 0;
  }

  onWallet(key: string): bigint {
    return this.moved.get(key) ?? 0n;
  }

  /** What must be frozen on all wallets for payouts in flight. */
  get frozen(): bigint {
    return sum([...this.orders.values()].filter((order) => IN_FLIGHT.includes(order.status)).map((order) => order.amount));
  }

  merchant(key: string): PayoutSums {
    const fee = this.fees.get(key);
    if (!fee) throw new Error(`no merchant ${key}`);
    const all = [...this.orders.values()].filter((order) => order.merchant === key);
    const done = all.filter((order) => order.status === "completed");
    return {
      paid: sum(done.map((order) => order.amount)),
      fees: sum(done.map((order) => feeFor(fee, order.amount))),
      costs: sum(done.map((order) => order.cost)),
      held: sum(all.filter((order) => !OVER.includes(order.status)).map((order) => order.amount + feeFor(fee, order.amount))),
    };
  }

  private order(no: number): Expected {
    const order = this.orders.get(no);
    if (!order) throw new Error(`payout ${no} was not placed`);
    return order;
  }
}
