/** Plots of statistics that more than one screen shows: what came in and went out by hour or by day, and orders by what became of them. Pure. */
import { DISBURSE_STATUSES } from "../../contract/disburses.ts";
import { successBps } from "../../contract/home.ts";
import { formatAmount, minorOf } from "../../contract/money.ts";
import { PAYMENT_STATUSES } from "../../contract/payments.ts";
import type { OrderFigures } from "../../contract/statistics.schema.ts";
import { addDays, BUSINESS_OFFSET_MS, businessDay } from "../../contract/time.ts";
import { doneInHour } from "../behind.ts";
import type { CellTools } from "../cell-tools.ts";
import { amountText, bpsText, countText } from "../i18n/format.ts";
import { pathTo, type Query } from "../paths.ts";
import { amountLine, type BarsSpec, hourText, type PlotSpec } from "../plots/index.ts";
import { DISBURSE_TONES } from "../screens/disburses/columns.tsx";
import { PAYMENT_TONES } from "../screens/payments/columns.tsx";
import { dayText } from "../../contract/time.ts";

/** Hours of a day with those of the day before behind them. Of the running day, hours that have not begun have no figure. */
export function hoursSpec(
  { to: day, hours }: Pick<OrderFigures, "to"> & { hours: NonNullable<OrderFigures["hours"]> },
  nowMs: number,
  { t, locale }: CellTools,
): PlotSpec {
  const isToday = businessDay(nowMs) === day;
  const present = isToday ? new Date(nowMs + BUSINESS_OFFSET_MS).getUTCHours() : 23;
  const begun = (amount: string, hour: number): string | null => (hour > present ? null : amount);
  return {
    title: t("reconciliation.figures.hours"),
    alt: t("reconciliation.figures.hoursAlt", { date: dayText(day) }),
    along: t("reconciliation.figures.hour"),
    points: hours.day.map(({ hour }) => ({ x: hour, label: hourText(hour) })),
    lines: [
      amountLine(
        "collected",
        t("reconciliation.figures.collected"),
        "main",
        hours.day.map(({ collected, hour }) => begun(collected, hour)),
      ),
      amountLine(
        "paid_out",
        t("reconciliation.figures.paidOut"),
        "second",
        hours.day.map(({ paid_out, hour }) => begun(paid_out, hour)),
      ),
      amountLine(
        "before",
        t("reconciliation.figures.before"),
        "before",
        hours.before.map(({ collected }) => collected),
      ),
    ],
    present,
    range: [0, 23],
    tick: hourText,
    steps: [1, 2, 3, 4, 6],
    opens: {
      to: (hour) => {
        const row = hours.day.find((one) => one.hour === hour);
        if (row === undefined || hour > present) return null;
        const behind = doneInHour(day, hour, row.collected_count, row.collected);
        return pathTo(locale, behind.screen, behind.query);
      },
      text: (hour) => t("home.openHour", { hour: hourText(hour) }),
    },
    file: `${t("reconciliation.figures.hours")}-${day}`,
  };
}

/** What came in and went out on the days of a range; a day that is not among them has no figure. */
export interface FlowDays {
  /** As many days before, told by their place: what stands behind them. */
  readonly before?: { readonly name: string; readonly collected: readonly string[] };
  readonly from: string;
  readonly to: string;
  readonly days: readonly { readonly date: string; readonly collected: string; readonly paid_out: string }[];
}

/** Days of a range. @param open address of a day by itself */
export function daysSpec({ from, to, days: known, before }: FlowDays, open: (day: string) => string, { t }: CellTools): PlotSpec {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  const byDay = new Map(known.map((row) => [row.date, row]));
  const paidOut = days.map((day) => byDay.get(day)?.paid_out ?? null);
  const collected = days.map((day) => byDay.get(day)?.collected ?? null);
  return {
    title: t("reconciliation.figures.days"),
    alt: t("reconciliation.figures.daysAlt", { from: dayText(from), to: dayText(to) }),
    along: t("words.field.date"),
    points: days.map((day, at) => ({ x: at, label: dayText(day) })),
    lines: [
      amountLine("collected", t("reconciliation.figures.collected"), "main", collected),
      amountLine("paid_out", t("reconciliation.figures.paidOut"), "second", paidOut),
      ...(before === undefined ? [] : [amountLine("before", before.name, "before", before.collected)]),
    ],
    // The last that has begun.
    present: Math.max(
      0,
      collected.findLastIndex((amount) => amount !== null),
    ),
    range: [0, Math.max(1, days.length - 1)],
    tick: (x) => (days[x] ?? "").slice(5).replace("-", "/"),
    steps: [1, 2, 5, 7, 14, 31, 62],
    opens: {
      to: (at) => {
        const day = days[at];
        return day === undefined ? null : open(day);
      },
      text: (at) => t("reconciliation.figures.openDay", { date: dayText(days[at] ?? "") }),
    },
    file: `${t("reconciliation.figures.days")}-${from}-${to}`,
  };
}

interface Outcome {
  readonly status: string;
  readonly name: string;
  readonly tone: BarsSpec["rows"][number]["tone"];
}

/** All orders of a range, and what became of them: each row opens exactly those. */
function outcomesSpec(
  what: "payments" | "disburses",
  found: NonNullable<OrderFigures["payments"] | OrderFigures["disburses"]>,
  outcomes: readonly Outcome[],
  query: Query,
  { t, locale }: CellTools,
): BarsSpec {
  const all = found.rows.reduce((sum, row) => sum + row.count, 0);
  const amount = found.rows.reduce((sum, row) => sum + minorOf(row.amount), 0n);
  const row = (key: string, name: string, tone: Outcome["tone"], count: number, sum: bigint, more: Query): BarsSpec["rows"][number] => ({
    key,
    tone,
    share: all === 0 ? 0 : count / all,
    cells: [
      { text: name, to: pathTo(locale, what, { ...query, ...more }) },
      { text: countText(count), plain: String(count) },
      { text: bpsText(successBps(count, all)) },
      { text: amountText(formatAmount(sum)), plain: formatAmount(sum) },
    ],
  });
  return {
    title: t(`reconciliation.figures.${what}`),
    head: [t("reconciliation.figures.outcome"), t("reconciliation.figures.orders"), t("reconciliation.figures.share"), t("reconciliation.figures.amount")],
    rows: [
      row("all", t("reconciliation.figures.created"), "busy", all, amount, {}),
      ...outcomes.flatMap(({ status, name, tone }) => {
        const own = found.rows.find((one) => one.status === status);
        return own === undefined && status !== "completed" ? [] : [row(status, name, tone, own?.count ?? 0, minorOf(own?.amount ?? "0.00"), { status })];
      }),
    ],
    file: `${t(`reconciliation.figures.${what}`)}-${query["from"]}-${query["to"]}`,
  };
}

/** What was asked for first, then what succeeded, then the rest in the order of a life. */
const completedFirst = <S extends string>(statuses: readonly S[]): S[] =>
  [...statuses].sort((one, other) => Number(other === "completed") - Number(one === "completed"));

/** What the platform's people and a merchant's see alike. */
export type Outcomes = Pick<OrderFigures, "from" | "to" | "payments" | "disburses">;

export function paymentsSpec(found: Outcomes, walletId: string | null, tools: CellTools): BarsSpec | null {
  if (found.payments === null) return null;
  const names = completedFirst(PAYMENT_STATUSES).map((status) => ({ status, name: tools.t(`payments.status.${status}`), tone: PAYMENT_TONES[status] }));
  return outcomesSpec("payments", found.payments, names, { from: found.from, to: found.to, wallet_id: walletId }, tools);
}
export function disbursesSpec(found: Outcomes, walletId: string | null, tools: CellTools): BarsSpec | null {
  if (found.disburses === null) return null;
  const names = completedFirst(DISBURSE_STATUSES).map((status) => ({ status, name: tools.t(`disburses.status.${status}`), tone: DISBURSE_TONES[status] }));
  return outcomesSpec("disburses", found.disburses, names, { from: found.from, to: found.to, wallet_id: walletId }, tools);
}
