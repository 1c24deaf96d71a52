/** Plots of the wallets' statistics: what came in and went out by day, from the rows of the table, and unexplained money by its age. Pure. */
import type { WalletStatistics } from "../../../../contract/reconciliation.schema.ts";
import { formatAmount, minorOf } from "../../../../contract/money.ts";
import type { SuspenseAge } from "../../../../contract/statistics.schema.ts";
import { presetRange } from "../../../../contract/time.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { amountText, countText } from "../../../i18n/format.ts";
import { pathTo, type Query } from "../../../paths.ts";
import type { BarsSpec, PlotSpec } from "../../../plots/index.ts";
import { daysSpec } from "../../../statistics/specs.ts";

/** Days of a range, all wallets of a day together: each day opens its own hours. */
export function walletDaysSpec({ from, to, items }: Pick<WalletStatistics, "from" | "to" | "items">, walletId: string | null, tools: CellTools): PlotSpec {
  const sums = new Map<string, { collected: bigint; paidOut: bigint }>();
  for (const { date, system_payment, system_disburse } of items) {
    const { collected, paidOut } = sums.get(date) ?? { collected: 0n, paidOut: 0n };
    sums.set(date, { collected: collected + minorOf(system_payment), paidOut: paidOut + minorOf(system_disburse) });
  }
  const days = [...sums].map(([date, { collected, paidOut }]) => ({ date, collected: formatAmount(collected), paid_out: formatAmount(paidOut) }));
  const open = (day: string): string => pathTo(tools.locale, "wallets", { tab: "statistics", from: day, to: day, wallet_id: walletId, by: "plots" });
  return daysSpec({ from, to, days }, open, tools);
}

type BarCell = BarsSpec["rows"][number]["cells"][number];

/** The day before the product kept books: a list that begins there begins with its first row. */
const LONG_AGO = "2020-01-02";

/** Unexplained money by its age; the older, the more it asks. */
export function suspenseSpec(ages: readonly SuspenseAge[], walletId: string | null, { t, locale }: CellTools, nowMs: number): BarsSpec {
  const whole = ages.reduce((sum, age) => sum + minorOf(age.suspense), 0n);
  const messages = ({ from, to }: SuspenseAge, which: Query): string => pathTo(locale, "sms", { from: from ?? LONG_AGO, to, ...which, wallet_id: walletId });
  const counted = (age: SuspenseAge, status: "unmatched" | "review"): BarCell => ({
    text: countText(age[status]),
    plain: String(age[status]),
    ...(age[status] === 0 ? {} : { to: messages(age, { status }) }),
  });
  const added = (age: SuspenseAge, sum: "suspense" | "unexplained", which: Query): BarCell => ({
    text: amountText(age[sum]),
    plain: age[sum],
    ...(minorOf(age[sum]) === 0n ? {} : { to: messages(age, which) }),
  });
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
        counted(age, "unmatched"),
        counted(age, "review"),
        added(age, "suspense", { in_suspense: "true" }),
        added(age, "unexplained", { unexplained: "true" }),
      ],
    })),
    file: `${t("reconciliation.figures.suspense")}-${presetRange("today", nowMs).to}`,
  };
}
