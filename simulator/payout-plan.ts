/** The payouts of a run, made from the seed alone, beside the payments and without a word to them. */
import { Fresh, PREFIXES } from "./plan.ts";
import { LARGE_ABOVE, PAYOUT_DECK, payoutScenario, type PayoutScenario } from "./payout-scenarios.ts";
import { Random } from "./random.ts";
import type { DemoOperator } from "./texts.ts";

/** One payout to be played. Amounts are minor units. */
export interface PlannedPayout {
  readonly no: number;
  readonly scenario: PayoutScenario;
  readonly operator: DemoOperator;
  /** Index of the merchant. */
  readonly merchant: number;
  readonly amount: bigint;
  /** Who is paid; nobody twice, so that a task's number tells whose it is. */
  readonly customer: string;
  /** Begins with this payment of the run. */
  readonly afterOrder: number;
  /** How long people and phones take, 0 to 1. */
  readonly pause: number;
  /** Random choice, where a scenario needs one. */
  readonly turn: number;
}

export interface PayoutPlanOptions {
  readonly seed: string;
  readonly run: number;
  /** Payments of a counted run; null: endless. */
  readonly orders: number | null;
  readonly merchants: number;
}

/** A payout for so many payments: merchants pay out less often than they collect. */
export const PAYMENTS_A_PAYOUT = 4;
/** The merchants have to collect before they can pay out. */
const FIRST_AFTER = 12;

/** Small enough that what was collected covers it; large ones need a person. */
function amountOf(random: Random, large: boolean): bigint {
  const taka = large ? random.int(1, 6) * 100 : random.int(5, 60) * 10;
  return (large ? LARGE_ABOVE : 0n) + BigInt(taka) * 100n;
}

/** Deals the payouts one by one; never ends when `orders` is null. */
export function* planPayouts(options: PayoutPlanOptions): Generator<PlannedPayout, void, undefined> {
  const random = new Random(`${options.seed}/${options.run}/payouts`);
  const customers = new Fresh<string>();
  const total = options.orders === null ? null : Math.floor(options.orders / PAYMENTS_A_PAYOUT);
  let deck: PayoutScenario[] = [];
  for (let no = 1; total === null || no <= total; no += 1) {
    if (deck.length === 0) deck = random.shuffle(PAYOUT_DECK);
    const scenario = deck.pop() as PayoutScenario;
    const last = options.orders ?? Number.POSITIVE_INFINITY;
    yield {
      no,
      scenario,
      operator: random.chance(0.55) ? "bkash" : "nagad",
      merchant: random.int(0, options.merchants - 1),
      amount: amountOf(random, payoutScenario(scenario).door === "large"),
      customer: customers.draw(() => random.pick(PREFIXES) + random.text(8, "0123456789")),
      afterOrder: Math.min(last, FIRST_AFTER + no * PAYMENTS_A_PAYOUT),
      pause: random.next(),
      turn: random.int(0, 5),
    };
  }
}
