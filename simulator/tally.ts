/** What must stand in the books, computed from the plan and the operators' side alone. Amounts are minor units. */
import type { PaymentStatus } from "../src/contract/payments.ts";
import type { WebhookOf } from "../src/contract/webhooks.ts";
import type { Movement } from "./bank.ts";
import { DayTally } from "./day-tally.ts";
import { feeFor, type Fee } from "./money.ts";
import type { DemoOperator } from "./texts.ts";

/** What must become of a message. `waiting`: held for its balance, or before a person. */
export type ExpectedOutcome = "matched" | "unmatched" | "waiting" | "suspicious" | "other";
export const EXPECTED_OUTCOMES = ["matched", "unmatched", "waiting", "suspicious", "other"] as const satisfies readonly ExpectedOutcome[];

/** Things that were tried and how many went as they must. */
export class Attempts {
  made = 0;
  right = 0;

  /** Notes one; answers what it was told. */
  note(right: boolean): boolean {
    this.made += 1;
    if (right) this.right += 1;
    return right;
  }
}

interface Expected {
  readonly merchant: string;
  status: PaymentStatus;
  received: bigint | null;
  events: readonly WebhookOf<"payment">[];
}

/** Sums of one merchant. */
export interface MerchantSums {
  readonly collected: bigint;
  readonly fees: bigint;
  /** Rows that the completed orders leave in the merchant's journals: one for the money, one for a fee. */
  readonly journals: number;
}

/** Orders that an open-ended run remembers; a counted run never has as many. */
const REMEMBERED = 20_000;

/** Keeps the expectation while a run plays. */
export class Tally {
  private readonly orders = new Map<number, Expected>();
  private readonly moneyOnWallets = new Map<string, bigint>();
  private readonly suspense = new Map<DemoOperator, bigint>();
  private readonly outcomes = new Map<ExpectedOutcome, number>();
  /** What the wallets' days must show. */
  readonly days = new DayTally();
  /** Messages that were sent again and must not count. */
  readonly duplicates = new Attempts();
  /** Calls that were sent again and must answer the same order. */
  readonly repeats = new Attempts();
  /** Calls with other content under a known number, which must be refused. */
  readonly conflicts = new Attempts();
  /** What went wrong, as sentences; a few are kept. */
  readonly troubles: string[] = [];
  refused = 0;

  /** @param fees per merchant's key */
  constructor(private readonly fees: ReadonlyMap<string, Fee>) {}

  /** An order that the product took; it waits until something else is said of it. */
  placed(no: number, merchant: string): void {
    this.orders.set(no, { merchant, status: "pending", received: null, events: [] });
    const [oldest] = this.orders.keys();
    if (this.orders.size > REMEMBERED && oldest !== undefined) this.orders.delete(oldest);
  }

  /** How the order must end, and which notifications it must have caused. */
  ends(no: number, status: PaymentStatus, events: readonly WebhookOf<"payment">[], received: bigint | null = null): void {
    const order = this.orders.get(no);
    if (!order) throw new Error(`order ${no} was not placed`);
    Object.assign(order, { status, events, received });
  }

  /** Real money and what must become of its message. Money that is not matched stays in suspense. */
  money(movement: Movement, outcome: ExpectedOutcome): void {
    const { key, operator } = movement.wallet;
    this.moneyOnWallets.set(key, (this.moneyOnWallets.get(key) ?? 0n) + movement.amount + movement.commission);
    if (outcome !== "matched") this.suspense.set(operator, (this.suspense.get(operator) ?? 0n) + movement.amount);
    this.days.received(movement, outcome === "matched");
    this.message(outcome);
  }

  /** A message without money. */
  message(outcome: ExpectedOutcome): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }

  /** Keeps a sentence about what went wrong. */
  trouble(sentence: string): void {
    if (this.troubles.length < 20) this.troubles.push(sentence);
  }

  get accepted(): number {
    return this.orders.size;
  }

  withStatus(status: PaymentStatus): number {
    return [...this.orders.values()].filter((order) => order.status === status).length;
  }

  withOutcome(outcome: ExpectedOutcome): number {
    return this.outcomes.get(outcome) ?? 0;
  }

  events(type: WebhookOf<"payment">): number {
    return [...this.orders.values()].reduce((sum, order) => sum + order.events.filter((one) => one === type).length, 0);
  }

  merchant(key: string): MerchantSums {
    const fee = this.fees.get(key);
    if (!fee) throw new Error(`no merchant ${key}`);
    const done = [...this.orders.values()].filter((order) => order.merchant === key && order.received !== null).map((order) => order.received as bigint);
    const fees = done.map((amount) => feeFor(fee, amount));
    const sum = (list: readonly bigint[]): bigint => list.reduce((total, one) => total + one, 0n);
    return { collected: sum(done), fees: sum(fees), journals: done.length + fees.filter((one) => one > 0n).length };
  }

  onWallet(key: string): bigint {
    return this.moneyOnWallets.get(key) ?? 0n;
  }

  inSuspense(operator: DemoOperator): bigint {
    return this.suspense.get(operator) ?? 0n;
  }
}
