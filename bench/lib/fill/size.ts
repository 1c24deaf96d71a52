/** How big a filled database is, and how its orders are spread over months: figures only. */

/** Merchants and wallets, however many orders. */
export const MERCHANTS = 200;
export const WALLETS = 300;
/** People of staff; each merchant has an admin besides. */
export const STAFF = 24;
/** For so many orders one of what people do; of each at least {@link LEAST} in a month, so that a small database has every state, too. */
const ORDERS_FOR = { transfers: 2000, withdrawals: 1000, manual: 4000, jobs: 5000, approvals: 2000, signins: 400, ended: 1000, open: 20_000 } as const;
const LEAST = 24;
/** Months before the running one that hold orders. */
const MONTHS_BACK = 5;
/** Of a hundred orders, so many are payouts. */
const PAYOUTS_PERCENT = 3;
const SHANGHAI_MS = 8 * 3_600_000;
/** A month's last orders end before it does, and the newest before now: what follows from an order stays in its month. */
const TAIL_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

/** One month's share of a filled database. Times in ms, numbers of orders counted from 0. */
export interface FillMonth {
  /** `YYYYMM`, as partitions are called. */
  readonly name: string;
  readonly startMs: number;
  /** Length of the time in which orders are made. */
  readonly spanMs: number;
  readonly firstPayment: number;
  readonly payments: number;
  readonly firstPayout: number;
  readonly payouts: number;
  /** Messages that nothing explains, or that could not be read. */
  readonly strays: number;
  /** How much people do in it. */
  readonly people: Readonly<Record<keyof typeof ORDERS_FOR, number>>;
  /** The first month that holds orders, and the last one. */
  readonly isFirst: boolean;
  readonly isNewest: boolean;
}

/** Of a month with so many payments; nobody works in an empty one. */
function peopleOf(payments: number): FillMonth["people"] {
  const entries = Object.entries(ORDERS_FOR).map(([what, orders]) => [what, payments === 0 ? 0 : Math.max(LEAST, Math.ceil(payments / orders))]);
  return Object.fromEntries(entries) as FillMonth["people"]; // the same keys
}

/** First instant of the month in Shanghai, which has no daylight saving, `back` months before that of `nowMs`. */
function monthStart(nowMs: number, back: number): Date {
  const local = new Date(nowMs + SHANGHAI_MS);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() - back, 1) - SHANGHAI_MS);
}

/** Parts of a whole number by weight, to the last one. */
function shares(whole: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  let given = 0;
  return weights.map((weight) => {
    before += weight;
    const upTo = Math.round((whole * before) / total);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}

/** Payments that wait to be paid: the newest ones. */
export function pendingOf(orders: number): number {
  return Math.min(2000, Math.max(20, Math.round(orders / 5000)));
}

/** Spreads orders over the running month and those before it. Payouts begin in the second month, when merchants have money. */
export function monthsOf(orders: number, nowMs: number): FillMonth[] {
  const starts = Array.from({ length: MONTHS_BACK + 1 }, (_unused, index) => monthStart(nowMs, MONTHS_BACK - index).getTime());
  const spans = starts.map((start, index) => Math.max(0, (starts[index + 1] ?? nowMs) - TAIL_MS - start));
  const payouts = Math.round((orders * PAYOUTS_PERCENT) / 100);
  const paymentShares = shares(orders - payouts, spans);
  const payoutShares = shares(
    payouts,
    spans.map((span, index) => (index === 0 ? 0 : span)),
  );
  let firstPayment = 0;
  let firstPayout = 0;
  const newest = paymentShares.findLastIndex((share) => share > 0);
  return starts.map((startMs, index) => {
    const local = new Date(startMs + SHANGHAI_MS);
    const month: FillMonth = {
      name: `${local.getUTCFullYear()}${String(local.getUTCMonth() + 1).padStart(2, "0")}`,
      startMs,
      spanMs: spans[index] ?? 0,
      firstPayment,
      payments: paymentShares[index] ?? 0,
      firstPayout,
      payouts: payoutShares[index] ?? 0,
      strays: Math.min(400, Math.ceil((paymentShares[index] ?? 0) / 1000)),
      people: peopleOf(paymentShares[index] ?? 0),
      isFirst: index === 0,
      isNewest: index === newest,
    };
    firstPayment += month.payments;
    firstPayout += month.payouts;
    return month;
  });
}

/** When merchants and wallets were made: before the first month. */
export function partiesAt(nowMs: number): number {
  return monthStart(nowMs, MONTHS_BACK).getTime() - 2 * DAY_MS;
}
