/** A wallet's balance over a business day as a plot: the booked balance as a line, messages as points that open. */
import type { BalanceMessage, WalletBalanceDay } from "../../../../contract/statistics.schema.ts";
import { dayText, BUSINESS_OFFSET_MS, businessDayStart, HOUR_MS } from "../../../../contract/time.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { ABSENT, amountText } from "../../../i18n/format.ts";
import { objectPath } from "../../../paths.ts";
import { amountLine, hourText, type PlotSpec } from "../../../plots/index.ts";

const WAITING: readonly string[] = ["unmatched", "review", "held", "suspicious"];

/** True for a message that somebody should look at. */
export function asks({ match_status, chain }: Pick<BalanceMessage, "match_status" | "chain">): boolean {
  return WAITING.includes(match_status) || chain === "break";
}

/** A moment of the day, to the second, as the business day counts it. */
const clock = (ms: number): string => new Date(ms + BUSINESS_OFFSET_MS).toISOString().slice(11, 19);
const hour = (x: number): string => hourText(Math.round(x / HOUR_MS));

function words(message: BalanceMessage | null, { t }: CellTools): string {
  if (message === null) return "";
  const parts = [t(`sms.kind.${message.kind}`), amountText(message.amount), t(`sms.status.${message.match_status}`)];
  return (message.chain === "break" ? [...parts, t("reconciliation.balancePlot.breaks")] : parts).join(" · ");
}

/** Where the day begins and where it has come to are points as well: they open nothing. */
export function balanceSpec(day: WalletBalanceDay, tools: CellTools): PlotSpec {
  const { t, locale } = tools;
  const start = businessDayStart(day.date);
  const end = Date.parse(day.until);
  const points = [
    { ms: start, label: t("reconciliation.balancePlot.opening"), balance: day.opening, message: null },
    ...day.points.map(({ at, balance, message }) => ({ ms: Date.parse(at), label: clock(Date.parse(at)), balance, message })),
    { ms: end, label: t("reconciliation.balancePlot.end"), balance: day.closing, message: null },
  ];
  const reported = (waits: boolean): (string | null)[] =>
    points.map(({ message, balance }) => (message === null || asks(message) !== waits ? null : (message.balance ?? (waits ? balance : null))));
  const waiting = day.points.filter(({ message }) => message !== null && asks(message)).length;
  return {
    title: t("reconciliation.balancePlot.title"),
    alt: t("reconciliation.balancePlot.alt", {
      wallet: day.wallet_name,
      date: dayText(day.date),
      opening: amountText(day.opening),
      closing: amountText(day.closing),
      n: day.messages,
      asks: waiting,
    }),
    along: t("words.field.at"),
    points: points.map(({ ms, label }) => ({ x: ms - start, label })),
    lines: [
      amountLine(
        "booked",
        t("reconciliation.balancePlot.booked"),
        "main",
        points.map(({ balance }) => balance),
      ),
      amountLine("reported", t("reconciliation.balancePlot.reported"), "dots", reported(false)),
      amountLine("asks", t("reconciliation.balancePlot.asks"), "asks", reported(true)),
    ],
    facts: [
      { name: t("words.field.sms_id"), texts: points.map(({ message }) => words(message, tools)) },
      { name: t("words.field.trx_id"), texts: points.map(({ message }) => message?.trx_id ?? "") },
    ],
    present: points.length - 1,
    range: [0, 24 * HOUR_MS],
    tick: hour,
    steps: [HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS, 4 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS],
    stepped: true,
    fromZero: false,
    opens: {
      to: (at) => {
        const message = points[at]?.message ?? null;
        return message === null ? null : objectPath(locale, "sms", message.id);
      },
      text: (at) => t("reconciliation.balancePlot.open", { time: points[at]?.label ?? ABSENT }),
    },
    file: `${day.wallet_name}-${day.date}`,
  };
}
