/** The plan of a run, made from the seed alone: who pays whom, how much, and what goes wrong. */
import { Random } from "./random.ts";
import { DECK, NO_CUSTOMER, SLOW, type Scenario } from "./scenarios.ts";
import type { DemoOperator } from "./texts.ts";

/** One order to be played. Amounts are minor units. */
export interface PlannedOrder {
  readonly no: number;
  readonly scenario: Scenario;
  readonly operator: DemoOperator;
  /** Index of the merchant. */
  readonly merchant: number;
  readonly amount: bigint;
  /** What is really paid. */
  readonly paid: bigint;
  /** The payer as the merchant knows him. */
  readonly payer: string;
  /** Somebody else, who pays for him. */
  readonly stranger: string;
  /** Which of a scenario's turns this one takes, 0 to 5. */
  readonly turn: number;
  /** How long the payer takes, 0 to 1. */
  readonly pause: number;
  /** Money that belongs to no order comes to some wallet at the same time. */
  readonly stray: { readonly operator: DemoOperator; readonly amount: bigint; readonly payer: string; readonly wallet: number } | null;
  /** A message that moves nothing comes, too: index of its text. */
  readonly noise: { readonly text: number; readonly code: string } | null;
  /** Random choice of a wallet, where the scenario needs one. */
  readonly wallet: number;
}

/** What a plan depends on. */
export interface PlanOptions {
  readonly seed: string;
  /** How many runs this demo has had: payers differ between runs, so that no run meets another one's open orders. */
  readonly run: number;
  /** Orders of a counted run; null: endless. */
  readonly orders: number | null;
  readonly merchants: number;
}

/** Orders of a counted run up to here may wait for their expiry. */
const SLOW_UNTIL = 60;
/** A counted run below this is over before anything can expire. */
const SLOW_FROM = 100;
const REMEMBERED = 5_000;
/** Prefixes of payers; wallets of the demo begin with 0170. */
export const PREFIXES = ["013", "014", "015", "016", "018", "019"];

/** Values that must not come twice within the last few thousand. */
export class Fresh<T> {
  private readonly seen = new Set<T>();

  draw(make: () => T): T {
    for (;;) {
      const value = make();
      if (this.seen.has(value)) continue;
      this.seen.add(value);
      const [oldest] = this.seen;
      if (this.seen.size > REMEMBERED && oldest !== undefined) this.seen.delete(oldest);
      return value;
    }
  }
}

function scenarioAt(card: Scenario, no: number, orders: number | null): Scenario {
  const inTime = orders === null || (orders >= SLOW_FROM && no <= SLOW_UNTIL);
  return SLOW.has(card) && !inTime ? "exact" : card;
}

/** A shuffled deck, the next card last. In the first one of a counted run what needs a minute comes early. */
function deckOf(random: Random, first: boolean): Scenario[] {
  const cards = random.shuffle(DECK);
  if (!first) return cards;
  const mixed = cards.filter((card) => !SLOW.has(card));
  for (const card of cards.filter((one) => SLOW.has(one))) mixed.splice(random.int(0, SLOW_UNTIL - 10), 0, card);
  return mixed.reverse();
}

/** Mostly small, sometimes large; whole taka where a number can match, odd ones where only the amount tells. */
function amountOf(random: Random, odd: boolean): bigint {
  const taka = random.chance(0.85) ? random.int(5, 120) * 10 : random.int(120, 480) * 10;
  return BigInt(taka) * 100n + (odd ? BigInt(random.int(1, 99)) : 0n);
}

/** Deals the orders one by one; never ends when `orders` is null. */
export function* planOrders(options: PlanOptions): Generator<PlannedOrder, void, undefined> {
  const random = new Random(`${options.seed}/${options.run}/plan`);
  const payers = new Fresh<string>();
  const oddAmounts = new Fresh<bigint>();
  const payer = (): string => payers.draw(() => random.pick(PREFIXES) + random.text(8, "0123456789"));
  const operator = (): DemoOperator => (random.chance(0.55) ? "bkash" : "nagad");
  let deck: Scenario[] = [];
  for (let no = 1; options.orders === null || no <= options.orders; no += 1) {
    if (deck.length === 0) deck = deckOf(random, no === 1);
    const scenario = scenarioAt(deck.pop() as Scenario, no, options.orders);
    const odd = NO_CUSTOMER.has(scenario);
    const amount = odd ? oddAmounts.draw(() => amountOf(random, true)) : amountOf(random, false);
    const difference = BigInt(random.int(1, 40)) * 100n;
    yield {
      no,
      scenario,
      operator: operator(),
      merchant: random.int(0, options.merchants - 1),
      amount,
      paid: scenario !== "wrong_amount" ? amount : random.chance(0.5) && amount > difference + 1000n ? amount - difference : amount + difference,
      payer: payer(),
      stranger: payer(),
      turn: random.int(0, 5),
      pause: random.next(),
      stray: random.chance(0.02) ? { operator: operator(), amount: amountOf(random, true), payer: payer(), wallet: random.int(0, 99) } : null,
      noise: random.chance(0.08) ? { text: random.int(0, 99), code: random.text(6, "0123456789") } : null,
      wallet: random.int(0, 99),
    };
  }
}
