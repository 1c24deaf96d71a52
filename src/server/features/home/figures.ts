/** The day's figures from the hourly ones, folded or not; the started hour of yesterday from payments and payouts themselves. */
import { formatAmount } from "../../../contract/money.ts";
import { successBps } from "../../../contract/home.ts";
import type { Home } from "../../../contract/home.schema.ts";
import type { Operator } from "../../../contract/operators.ts";
import { addDays, businessDay, businessDayStart, DAY_MS, HOUR_MS } from "../../../contract/time.ts";
import type { App } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import { rowsOf } from "../../platform/lists/page.ts";
import { KeptAnswers } from "../../platform/kept.ts";
import { allOf, equals, raw, sql } from "../../platform/lists/sql.ts";
import { EVERY_FIGURE, type FigureRow, FOLDED, pastHours, todaysSums } from "./sums.ts";
import { type Cohort, ordersBy, type OrdersToday } from "./cohort.ts";
import { takingOf, takingSql, type Taking, type TakingRow } from "./taking.ts";

/** An order that completes later than this after its creation is not counted in yesterday's started hour. */
const LATE_MS = HOUR_MS;

interface Sum {
  completed: bigint;
  collected: bigint;
  /** Of payments alone. */
  fees: bigint;
  disbursed: bigint;
  paidOut: bigint;
  disburseFees: bigint;
}

const emptySum = (): Sum => ({ completed: 0n, collected: 0n, fees: 0n, disbursed: 0n, paidOut: 0n, disburseFees: 0n });

function addTo(sum: Sum, row: Omit<FigureRow, "hour" | "merchant_id" | "operator">): void {
  sum.completed += row.completed;
  sum.collected += row.collected;
  sum.fees += row.fees;
  sum.disbursed += row.disbursed;
  sum.paidOut += row.paid_out;
  sum.disburseFees += row.disburse_fees;
}

/** A day before today as it stood at the same moment: its beginning, the moment, and the beginning of the moment's hour. */
interface Then {
  readonly day: number;
  readonly then: number;
  readonly thenHour: number;
}

/** The moments that home compares. */
export interface Moments {
  readonly now: number;
  readonly today: number;
  readonly yesterday: Then;
  /** The same day of the week before. */
  readonly lastWeek: Then;
}

/** Reads the business day's moments off the clock. */
export function momentsOf(now: number): Moments {
  const day = businessDay(now);
  const back = (days: number): Then => {
    const then = now - days * DAY_MS;
    return { day: businessDayStart(addDays(day, -days)), then, thenHour: then - (then % HOUR_MS) };
  };
  return { now, today: businessDayStart(day), yesterday: back(1), lastWeek: back(7) };
}

/** A payout's entries are written at most this long after the moment that it counts as paid. */
const BOOKED_MS = 60_000;

/** What the payouts that completed in the started hour of a past day had moved by the same moment; found by what they booked, however long they had waited. */
async function startedPayouts(app: App, at: Then, merchantId: bigint | null): Promise<Pick<Sum, "disbursed" | "paidOut" | "disburseFees">> {
  const booked = allOf([
    raw("kind = 'disburse' and merchant_id is not null"),
    sql`id >= ${idAt(at.thenHour)}`,
    sql`id < ${idAt(at.then + BOOKED_MS)}`,
    ...equals("merchant_id", merchantId),
  ]);
  const [row] = await rowsOf<{ disbursed: bigint; paid_out: bigint; fees: bigint }>(
    app.db.shown,
    sql`select count(*) as disbursed, coalesce(sum(amount), 0)::bigint as paid_out, coalesce(sum(fee), 0)::bigint as fees
    from disburses where id in (select ref_id from entries where ${booked})
      and paid_at >= ${new Date(at.thenHour).toISOString()}::timestamptz and paid_at <= ${new Date(at.then).toISOString()}::timestamptz`,
  );
  return { disbursed: row?.disbursed ?? 0n, paidOut: row?.paid_out ?? 0n, disburseFees: row?.fees ?? 0n };
}

/** What the payments of the started hour of a past day had brought by the same moment. */
async function startedPayments(app: App, at: Then, merchantId: bigint | null): Promise<Sum> {
  const [row] = await rowsOf<{ completed: bigint; collected: bigint; fees: bigint }>(
    app.db.shown,
    sql`select count(*) filter (where done) as completed, coalesce(sum(received_amount) filter (where done), 0)::bigint as collected, coalesce(sum(fee) filter (where done), 0)::bigint as fees
    from (select received_amount, fee, paid_at >= ${new Date(at.thenHour).toISOString()}::timestamptz and paid_at <= ${new Date(at.then).toISOString()}::timestamptz as done
      from payments where ${allOf([sql`id >= ${idAt(at.thenHour - LATE_MS)}`, sql`id < ${idAt(at.then)}`, ...equals("merchant_id", merchantId)])}) orders`,
  );
  return { ...emptySum(), ...row };
}

const taking = async (app: App, fromMs: number, toMs: number, merchantId: bigint | null, byMs: number | null): Promise<Taking> =>
  takingOf((await rowsOf<TakingRow>(app.db.shown, takingSql(fromMs, toMs, merchantId, byMs)))[0]);

function figuresOf(sum: Sum, orders: Cohort, { medianMs, p95Ms }: Taking): Home["today"] {
  return {
    collected: formatAmount(sum.collected),
    collected_count: Number(sum.completed),
    created_count: orders.created,
    succeeded_count: orders.completed,
    success_bps: successBps(orders.completed, orders.created),
    median_ms: medianMs,
    p95_ms: p95Ms,
    paid_out: formatAmount(sum.paidOut),
    paid_out_count: Number(sum.disbursed),
    fees: formatAmount(sum.fees + sum.disburseFees),
    payment_fees: formatAmount(sum.fees),
    disburse_fees: formatAmount(sum.disburseFees),
  };
}

type Curve = Home["hourly"]["today"];

/** Hours 0 to `last` of a day, empty ones too. */
function curve(rows: readonly FigureRow[], dayStart: number, last: number): Curve {
  const slots = Array.from({ length: last + 1 }, emptySum);
  for (const row of rows) {
    const sum = row.hour && slots[Math.floor((row.hour.getTime() - dayStart) / HOUR_MS)];
    if (sum) addTo(sum, row);
  }
  return slots.map((sum, hour) => ({ hour, collected: formatAmount(sum.collected), count: Number(sum.completed) }));
}

/** Figures, curves and shares of home. */
export type DayFigures = Pick<Home, "today" | "yesterday" | "last_week" | "hourly" | "by_operator"> & {
  readonly merchants: readonly (ReturnType<typeof share> & { readonly id: bigint })[];
};

const byCollected = (left: FigureRow, right: FigureRow): number => Number(right.collected - left.collected);
const share = (row: FigureRow, { created, completed }: Cohort) => ({
  collected: formatAmount(row.collected),
  count: Number(row.completed),
  created,
  succeeded: completed,
});

/** What the started hour of a past day had come to: the moment moves by seconds, and the figures hardly. */
const THEN = new KeptAnswers<[Sum, Awaited<ReturnType<typeof startedPayouts>>, Taking]>(10_000);
/** Yesterday's hours: its last one may still be folded. */
const YESTERDAY = new KeptAnswers<FigureRow[]>(10_000);
/** The hours of the day a week ago. */
const LAST_WEEK = new KeptAnswers<FigureRow[]>(600_000);
/** How long today's payments took, over thousands of them: as old as how many there were (`ordersToday`). */
const TODAY = new KeptAnswers<Taking>(10_000);

/** A past day up to the moment, given its whole hours. */
async function upTo(app: App, at: Then, hours: readonly FigureRow[], merchantId: bigint | null): Promise<Home["yesterday"]> {
  const [[payments, payouts, took], orders] = await Promise.all([
    THEN.of(app, `${merchantId} ${at.thenHour}`, () =>
      Promise.all([startedPayments(app, at, merchantId), startedPayouts(app, at, merchantId), taking(app, at.day, at.then, merchantId, at.then)]),
    ),
    ordersBy(app, at.day, at.then, merchantId),
  ]);
  const sum = { ...payments, ...payouts };
  for (const row of inHours(hours, at.day, at.thenHour)) addTo(sum, row);
  return figuresOf(sum, orders, took);
}

const inHours = (rows: readonly FigureRow[], from: number, before: number): FigureRow[] =>
  rows.filter(({ hour }) => hour !== null && hour.getTime() >= from && hour.getTime() < before);

/** Reads today against yesterday and the week before, up to the same moment; `merchantId` null: the platform. */
export async function dayFigures(app: App, at: Moments, orders: OrdersToday, merchantId: bigint | null): Promise<DayFigures> {
  const { today: day, yesterday: before, lastWeek: week } = at;
  const [rows, dayBefore, weekRows, took] = await Promise.all([
    todaysSums(app, day, merchantId),
    YESTERDAY.of(app, `${merchantId} ${before.day}`, () => pastHours(app, EVERY_FIGURE, before.day, merchantId)),
    LAST_WEEK.of(app, `${merchantId} ${week.day}`, () => pastHours(app, FOLDED, week.day, merchantId)),
    TODAY.of(app, `${merchantId} ${day}`, () => taking(app, day, at.now + 1, merchantId, null)),
  ]);
  const [yesterday, lastWeek] = await Promise.all([upTo(app, before, dayBefore, merchantId), upTo(app, week, weekRows, merchantId)]);
  const ofToday = inHours(rows, at.today, at.now + 1);
  const today = emptySum();
  for (const row of ofToday) addTo(today, row);
  return {
    today: figuresOf(today, orders.all, took),
    yesterday,
    last_week: lastWeek,
    hourly: {
      today: curve(ofToday, at.today, Math.floor((at.now - at.today) / HOUR_MS)),
      yesterday: curve(dayBefore, before.day, 23),
      last_week: curve(weekRows, at.lastWeek.day, 23),
    },
    // Operators are bounded by the registry.
    by_operator: rows
      .flatMap((row) => (row.operator === null ? [] : [row]))
      .sort(byCollected)
      .map((row) => ({ operator: row.operator as Operator, ...share(row, orders.byOperator(row.operator ?? "")) })),
    merchants: rows.flatMap((row) => (row.merchant_id === null ? [] : [{ id: row.merchant_id, ...share(row, orders.byMerchant(row.merchant_id)) }])),
  };
}
