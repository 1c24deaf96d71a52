/** Plots of the statistics: what came in and went out by hour or by day, orders by what became of them, and unexplained money by its age. */
import type { WalletStatistics } from "../../../../contract/reconciliation.schema.ts";
import type { OrderFigures, SuspenseAge } from "../../../../contract/statistics.schema.ts";
import { DISBURSE_STATUSES } from "../../../../contract/disburses.ts";
import { PAYMENT_STATUSES } from "../../../../contract/payments.ts";
import { addDays, BUSINESS_OFFSET_MS, businessDay, presetRange } from "../../../../contract/time.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { amountText, bpsText, countText } from "../../../i18n/format.ts";
import { pathTo, type Query } from "../../../paths.ts";
import type { BarsSpec, PlotLine, PlotSpec } from "../../../plots/index.ts";
import { DISBURSE_TONES } from "../../disburses/columns.tsx";
import { PAYMENT_TONES } from "../../payments/columns.tsx";

const line = (key: string, name: string, look: PlotLine["look"], of: readonly (string | null)[]): PlotLine => ({
  key,
  name,
  look,
  heights: of.map((amount) => (amount === null ? null : Number(amount))),
  texts: of.map(amountText),
  plain: of.map((amount) => amount ?? ""),
});
const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;
const dayText = (day: string): string => day.replaceAll("-", "/");
/** Minor units of an amount of an answer. */
const minorOf = (amount: string): bigint => BigInt(amount.replace(".", ""));
const amountOf = (minor: bigint): string => {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, "0");
  return `${minor < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Hours of a day with those of the day before behind them. Of the running day, hours that have not begun have no figure. */
export function hoursSpec(
  { to: day, hours }: Pick<OrderFigures, "to"> & { hours: NonNullable<OrderFigures["hours"]> },
  nowMs: number,
  { t }: CellTools,
): PlotSpec {
  const isToday = businessDay(nowMs) === day;
  const present = isToday ? new Date(nowMs + BUSINESS_OFFSET_MS).getUTCHours() : 23;
  const begun = (amount: string, hour: number): string | null => (hour > present ? null : amount);
  return {
    title: t("reconciliation.figures.hours"),
    alt: t("reconciliation.figures.hoursAlt", { date: dayText(day) }),
    along: t("reconciliation.figures.hour"),
    points: hours.day.map(({ hour }) => ({ x: hour, label: clock(hour) })),
    lines: [
      line(
        "before",
        t("reconciliation.figures.before"),
        "before",
        hours.before.map(({ collected }) => collected),
      ),
      line(
        "paid_out",
        t("reconciliation.figures.paidOut"),
        "second",
        hours.day.map(({ paid_out, hour }) => begun(paid_out, hour)),
      ),
      line(
        "collected",
        t("reconciliation.figures.collected"),
        "main",
        hours.day.map(({ collected, hour }) => begun(collected, hour)),
      ),
    ],
    present,
    range: [0, 23],
    tick: clock,
    steps: [1, 2, 3, 4, 6],
    file: `${t("reconciliation.figures.hours")}-${day}`,
  };
}

/** Days of a range, from the rows of the table: each day opens its own hours. */
export function daysSpec({ from, to, items }: Pick<WalletStatistics, "from" | "to" | "items">, walletId: string | null, { t, locale }: CellTools): PlotSpec {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  const sums = (of: (row: WalletStatistics["items"][number]) => string): (string | null)[] => {
    const byDay = new Map<string, bigint>();
    for (const row of items) byDay.set(row.date, (byDay.get(row.date) ?? 0n) + minorOf(of(row)));
    return days.map((day) => {
      const sum = byDay.get(day);
      return sum === undefined ? null : amountOf(sum);
    });
  };
  return {
    title: t("reconciliation.figures.days"),
    alt: t("reconciliation.figures.daysAlt", { from: dayText(from), to: dayText(to) }),
    along: t("words.field.date"),
    points: days.map((day, at) => ({ x: at, label: dayText(day) })),
    lines: [
      line(
        "paid_out",
        t("reconciliation.figures.paidOut"),
        "second",
        sums((row) => row.system_disburse),
      ),
      line(
        "collected",
        t("reconciliation.figures.collected"),
        "main",
        sums((row) => row.system_payment),
      ),
    ],
    // The last that has begun.
    present: items.reduce((last, { date }) => Math.max(last, days.indexOf(date)), 0),
    range: [0, Math.max(1, days.length - 1)],
    tick: (x) => (days[x] ?? "").slice(5).replace("-", "/"),
    steps: [1, 2, 5, 7, 14, 31, 62],
    opens: {
      to: (at) => {
        const day = days[at];
        return day === undefined ? null : pathTo(locale, "wallets", { tab: "statistics", from: day, to: day, wallet_id: walletId, view: "plots" });
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
      { text: bpsText(all === 0 ? null : Math.round((count * 10_000) / all)) },
      { text: amountText(amountOf(sum)), plain: amountOf(sum) },
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

export function paymentsSpec(found: OrderFigures, walletId: string | null, tools: CellTools): BarsSpec | null {
  if (found.payments === null) return null;
  const names = completedFirst(PAYMENT_STATUSES).map((status) => ({ status, name: tools.t(`payments.status.${status}`), tone: PAYMENT_TONES[status] }));
  return outcomesSpec("payments", found.payments, names, { from: found.from, to: found.to, wallet_id: walletId }, tools);
}
export function disbursesSpec(found: OrderFigures, walletId: string | null, tools: CellTools): BarsSpec | null {
  if (found.disburses === null) return null;
  const names = completedFirst(DISBURSE_STATUSES).map((status) => ({ status, name: tools.t(`disburses.status.${status}`), tone: DISBURSE_TONES[status] }));
  return outcomesSpec("disburses", found.disburses, names, { from: found.from, to: found.to, wallet_id: walletId }, tools);
}

/** The day before the product kept books: a list that begins there begins with its first row. */
const LONG_AGO = "2020-01-02";

/** Unexplained money by its age; the older, the more it asks. */
export function suspenseSpec(ages: readonly SuspenseAge[], walletId: string | null, { t, locale }: CellTools, nowMs: number): BarsSpec {
  const whole = ages.reduce((sum, age) => sum + minorOf(age.suspense), 0n);
  const messages = ({ from, to }: SuspenseAge, status: "unmatched" | "review"): string =>
    pathTo(locale, "sms", { from: from ?? LONG_AGO, to, status, wallet_id: walletId });
  return {
    title: t("reconciliation.figures.suspense"),
    head: [
      t("reconciliation.figures.age"),
      t("reconciliation.figures.unmatched"),
      t("reconciliation.figures.review"),
      t("reconciliation.figures.suspended"),
      t("reconciliation.figures.unexplained"),
    ],
    rows: ages.map((age, at) => ({
      key: age.age,
      share: whole === 0n ? 0 : Number((minorOf(age.suspense) * 10_000n) / whole) / 10_000,
      tone: at === 0 ? "busy" : at < 4 ? "ask" : "bad",
      cells: [
        { text: t(`reconciliation.figures.ages.${age.age}`) },
        { text: countText(age.unmatched), plain: String(age.unmatched), ...(age.unmatched === 0 ? {} : { to: messages(age, "unmatched") }) },
        { text: countText(age.review), plain: String(age.review), ...(age.review === 0 ? {} : { to: messages(age, "review") }) },
        { text: amountText(age.suspense), plain: age.suspense },
        { text: amountText(age.unexplained), plain: age.unexplained },
      ],
    })),
    file: `${t("reconciliation.figures.suspense")}-${presetRange("today", nowMs).to}`,
  };
}
