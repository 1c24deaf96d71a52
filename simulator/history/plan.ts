/** What a month brings, made from the seed alone: how many orders when, for whom, how they end. */
import { addDays, businessDay, businessDayStart, DAY_MS, HOUR_MS } from "../../src/contract/time.ts";
import { PREFIXES, Fresh } from "../plan.ts";
import { Random } from "../random.ts";
import type { DemoOperator } from "../texts.ts";

/** How an order goes. */
export type Outcome = "exact" | "reference" | "trx" | "never" | "late" | "wrong" | "stranger" | "cancelled" | "twice";

export interface HistoryOrder {
  readonly atMs: number;
  /** Index of the merchant. */
  readonly merchant: number;
  readonly operator: DemoOperator;
  /** Minor units, as what is really paid. */
  readonly amount: bigint;
  readonly paid: bigint;
  readonly payer: string;
  readonly stranger: string;
  readonly outcome: Outcome;
  /** From the order to the money, and from there to its message, ms. */
  readonly paysAfterMs: number;
  readonly saidAfterMs: number;
}

export interface HistoryPayout {
  readonly atMs: number;
  readonly merchant: number;
  readonly operator: DemoOperator;
  readonly amount: bigint;
  readonly customer: string;
  readonly outcome: "paid" | "silent" | "failed" | "unsure";
}

export interface HistoryDay {
  /** From 0 for the first one. */
  readonly index: number;
  readonly day: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly orders: readonly HistoryOrder[];
  readonly payouts: readonly HistoryPayout[];
}

const DHAKA_MS = 6 * HOUR_MS;
/** How busy each hour of Dhaka is: nights are quiet, evenings are not. */
const HOURS = [2, 1, 0.4, 0.2, 0.2, 0.4, 1, 2, 3.5, 5, 6, 7, 7, 6, 5, 5, 6, 7, 8.5, 9.5, 10, 9, 7, 4.5];
/** Sunday to Saturday; Friday and Saturday are the weekend of Bangladesh. */
const WEEKDAYS = [0.95, 0.92, 0.93, 0.97, 1.05, 1.25, 1.15];
/** Orders a day at the beginning and at the end, and what they come to, taka in tens. The third merchant grows. */
const MERCHANTS = [
  { from: 78, to: 74, low: 15, high: 90 },
  { from: 70, to: 78, low: 5, high: 45 },
  { from: 16, to: 150, low: 30, high: 150 },
] as const;
/** Of a thousand orders. */
const OUTCOMES: readonly (readonly [Outcome, number])[] = [
  ["never", 72],
  ["reference", 45],
  ["trx", 12],
  ["late", 12],
  ["wrong", 10],
  ["stranger", 8],
  ["cancelled", 12],
  ["twice", 4],
];

/** Hour of the day in Dhaka. */
export const dhakaHour = (ms: number): number => Math.floor((ms + DHAKA_MS) / HOUR_MS) % 24;
/** A time of Dhaka within the business day that begins at `startMs`, which is 22:00 of the evening before there. */
export const dhakaTime = (startMs: number, hour: number, minute = 0): number => startMs + (((hour + 2) % 24) * 60 + minute) * 60_000;
const weekday = (ms: number): number => (Math.floor((ms + DHAKA_MS) / DAY_MS) + 4) % 7;

/** Moments of a day, as many as there are, spread as people are awake. */
function moments(random: Random, count: number, startMs: number): number[] {
  const first = dhakaHour(startMs);
  const weights = HOURS.map((_unused, hour) => HOURS[(first + hour) % 24] as number);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const moment = (): number => {
    let left = random.next() * sum;
    const hour = weights.findIndex((weight) => (left -= weight) < 0);
    return startMs + Math.floor((Math.max(0, hour) + random.next()) * HOUR_MS);
  };
  return Array.from({ length: count }, moment).toSorted((left, right) => left - right);
}

function outcomeOf(random: Random): Outcome {
  let left = random.int(0, 999);
  for (const [outcome, share] of OUTCOMES) if ((left -= share) < 0) return outcome;
  return "exact";
}

/** Most pay within minutes, a few take their time. */
const pause = (random: Random): number => Math.floor(25_000 + 95_000 * -Math.log(1 - 0.97 * random.next()));

/** Deals days; each from a stream of its own, so that a month of another length has the same days behind it. */
export class HistoryPlan {
  private readonly payers = new Fresh<string>();

  constructor(
    private readonly seed: string,
    readonly days: number,
    /** The history ends here, ms. */
    readonly endMs: number,
  ) {}

  get startMs(): number {
    return businessDayStart(addDays(businessDay(this.endMs), -this.days));
  }

  /** The business day with this number. */
  dayAt(index: number): string {
    return addDays(businessDay(this.endMs), index - this.days);
  }

  /** The days, the last one up to the end. */
  *all(): Generator<HistoryDay, void, undefined> {
    for (let index = 0; index <= this.days; index += 1) yield this.day(index);
  }

  /** Payouts that are asked for as the history ends: one above the threshold, one that cannot be paid at once. */
  leftOpen(): HistoryPayout[] {
    const random = new Random(`${this.seed}/history/open`);
    const payout = { ...this.payout(random, this.endMs), merchant: MERCHANTS.length - 1, operator: "bkash" as const, customer: this.number(random) };
    return [
      { ...payout, amount: 2_400_00n, outcome: "paid" },
      { ...payout, amount: 650_00n, customer: this.number(random), outcome: "failed" },
    ];
  }

  /** A file of payouts that the largest merchant sends: refunds of one trip. */
  refunds(): HistoryPayout[] {
    const random = new Random(`${this.seed}/history/refunds`);
    const one = (amount: bigint): HistoryPayout => ({
      ...this.payout(random, this.endMs),
      merchant: MERCHANTS.length - 1,
      amount,
      customer: this.number(random),
      outcome: "paid",
    });
    return [240_00n, 240_00n, 310_00n, 180_00n, 240_00n, 270_00n].map(one);
  }

  private day(index: number): HistoryDay {
    const day = this.dayAt(index);
    const startMs = businessDayStart(day);
    const random = new Random(`${this.seed}/history/${this.days - index}`);
    const share = this.days === 0 ? 1 : index / this.days;
    // Slow, then fast, then slow: as a merchant grows that people tell each other of.
    const grown = 1 / (1 + Math.exp(-9 * (share - 0.5)));
    const orders = MERCHANTS.flatMap((merchant, at) => {
      const usual = (merchant.from + (merchant.to - merchant.from) * grown) * (WEEKDAYS[weekday(startMs + DAY_MS / 2)] as number);
      return moments(random, Math.round(usual * (0.92 + 0.16 * random.next())), startMs).map((atMs) => this.order(random, at, atMs));
    });
    const payouts = moments(random, Math.round(9 + 12 * grown), startMs).map((atMs) => this.payout(random, atMs));
    const before = <T extends { readonly atMs: number }>(items: readonly T[]): T[] =>
      items.filter(({ atMs }) => atMs < this.endMs - 120_000).toSorted((left, right) => left.atMs - right.atMs);
    return { index, day, startMs, endMs: Math.min(startMs + DAY_MS, this.endMs), orders: before(orders), payouts: before(payouts) };
  }

  private number(random: Random): string {
    return this.payers.draw(() => random.pick(PREFIXES) + random.text(8, "0123456789"));
  }

  private order(random: Random, merchant: number, atMs: number): HistoryOrder {
    const { low, high } = MERCHANTS[merchant] as (typeof MERCHANTS)[number];
    const amount = BigInt(random.int(low, random.chance(0.8) ? Math.round((low + high) / 2) : high)) * 10_00n;
    const outcome = outcomeOf(random);
    const difference = BigInt(random.int(1, 20)) * 1_00n;
    const paid = outcome !== "wrong" ? amount : random.chance(0.6) ? amount - difference : amount + difference;
    const late = outcome === "late" ? (18 + random.int(0, 40)) * 60_000 : 0;
    return {
      atMs,
      merchant,
      operator: random.chance(0.56) ? "bkash" : "nagad",
      amount,
      paid,
      payer: this.number(random),
      stranger: this.number(random),
      outcome,
      paysAfterMs: Math.max(late, pause(random)),
      saidAfterMs: random.int(2_000, 18_000),
    };
  }

  private payout(random: Random, atMs: number): HistoryPayout {
    const unusual = random.int(0, 99);
    return {
      atMs,
      merchant: random.int(0, MERCHANTS.length - 1),
      operator: random.chance(0.56) ? "bkash" : "nagad",
      amount: BigInt(random.chance(0.9) ? random.int(15, 120) : random.int(120, 220)) * 10_00n,
      customer: this.number(random),
      outcome: unusual < 4 ? "failed" : unusual < 6 ? "unsure" : unusual < 16 ? "silent" : "paid",
    };
  }
}
