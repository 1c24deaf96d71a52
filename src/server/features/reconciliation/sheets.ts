/** Wallet statistics and reconciliation as tables of a file: the rows that are given, with what they come to as the last one. */
import type { ExportLanguage } from "../../../contract/exports.ts";
import type { Reconciliation, ReconciliationRow, WalletStatistics } from "../../../contract/reconciliation.schema.ts";
import { type DaysBy, type DayStand, reportingOf, standOf, STATISTIC_FIGURES, type StatisticFigure, sumsOfDays } from "../../../contract/wallet-days.ts";
import type { Sheet, SheetColumn, SheetRow } from "../../platform/lists/sheet.ts";

/** In Chinese and in English. */
export type Words = readonly [zh: string, en: string];

export const say = (words: Words, lang: ExportLanguage): string => (lang === "zh" ? words[0] : words[1]);
const amount = (words: Words, lang: ExportLanguage): SheetColumn => ({ title: say(words, lang), kind: "amount" });
const text = (words: Words, lang: ExportLanguage): SheetColumn => ({ title: say(words, lang), kind: "text" });
const count = (words: Words, lang: ExportLanguage): SheetColumn => ({ title: say(words, lang), kind: "number" });

/** Heads of the statistics. */
const STATISTICS = {
  opening_balance: ["期初余额", "Opening balance"],
  closing_balance: ["期末余额", "Closing balance"],
  estimated_balance: ["预计余额", "Estimated balance"],
  real_balance: ["实际余额", "Real balance"],
  difference: ["差额", "Difference"],
  profit: ["利润", "Profit"],
  yesterday_credit: ["昨日入账", "Yesterday credit"],
  yesterday_debit: ["昨日出账", "Yesterday debit"],
  api_payment: ["API 代收", "API payment"],
  api_disburse: ["API 代付", "API disburse"],
  system_payment: ["系统代收", "System payment"],
  system_disburse: ["系统代付", "System disburse"],
  b2b_credit: ["B2B 入账", "B2B credit"],
  b2b_debit: ["B2B 出账", "B2B debit"],
  manual_credit: ["人工入账", "Manual credit"],
  manual_debit: ["人工出账", "Manual debit"],
} as const satisfies Record<StatisticFigure, Words>;

const yes = (is: boolean, lang: ExportLanguage): string => (is ? say(["是", "yes"], lang) : say(["否", "no"], lang));

/** All rows of the answer, with its sums. */
export function statisticsSheet(found: WalletStatistics, view: DaysBy, lang: ExportLanguage): Sheet {
  const shown = view === "wallet" ? found.wallets : found.items;
  const rows = shown.map((row) => [
    row.wallet_id,
    row.wallet_name,
    "date" in row ? row.date : String(row.days),
    ...STATISTIC_FIGURES.map((name) => row[name]),
    yes(row.closed, lang),
  ]);
  const reporting = reportingOf(found);
  const part: Words = [
    `合计（实际余额、差额仅含 ${reporting} 个钱包）`,
    `Total (real balance and difference of ${reporting} wallet${reporting === 1 ? "" : "s"} only)`,
  ];
  const sums = [
    "",
    say(reporting === null ? ["合计", "Total"] : part, lang),
    `${found.from} – ${found.to}`,
    ...STATISTIC_FIGURES.map((name) => found.sums[name]),
    yes(found.sums.closed, lang),
  ];
  return {
    name: say(["钱包统计", "Wallet statistics"], lang),
    columns: [
      text(["钱包编号", "Wallet ID"], lang),
      text(["钱包", "Wallet"], lang),
      view === "wallet" ? text(["天数", "Days"], lang) : text(["日期", "Date"], lang),
      ...STATISTIC_FIGURES.map((name) => amount(STATISTICS[name], lang)),
      text(["已关账", "Closed"], lang),
    ],
    rows: [...rows, sums],
  };
}

const RECONCILED: readonly Words[] = [
  ["API 代收", "API payment"],
  ["系统代收", "System payment"],
  ["对账单代收", "Statement payment"],
  ["代收差异", "Payment difference"],
  ["API 代付", "API disburse"],
  ["系统代付", "System disburse"],
  ["对账单代付", "Statement disburse"],
  ["代付差异", "Disburse difference"],
  ["期初余额", "Opening balance"],
  ["预计余额", "Estimated balance"],
  ["实际余额", "Real balance"],
  ["余额差额", "Balance difference"],
  ["关账后补记", "Booked after close"],
];

/** What a day is beside its amounts. */
const DAY_FACTS: readonly { readonly words: Words; readonly kind: SheetColumn["kind"] }[] = [
  { words: ["已导入对账单", "Statement imported"], kind: "text" },
  { words: ["未匹配短信", "Unmatched messages"], kind: "number" },
  { words: ["待审核短信", "Messages in review"], kind: "number" },
  { words: ["状态", "State"], kind: "text" },
  { words: ["关账人", "Closed by"], kind: "text" },
  { words: ["差异原因", "Reason"], kind: "text" },
];

const STANDS = {
  closed: ["已关账", "closed"],
  running: ["未结束", "not ended"],
  reopened: ["已重新打开", "reopened"],
  open: ["未关账", "open"],
} as const satisfies Record<DayStand, Words>;

function reconciledRow(row: ReconciliationRow, today: string, lang: ExportLanguage): SheetRow {
  return [
    row.wallet_id,
    row.wallet_name,
    row.date,
    row.api.payment,
    row.system.payment,
    row.statement?.payment ?? null,
    row.payment_difference,
    row.api.disburse,
    row.system.disburse,
    row.statement?.disburse ?? null,
    row.disburse_difference,
    row.opening_balance,
    row.estimated_balance,
    row.real_balance,
    row.difference,
    row.late,
    yes(row.statement !== null, lang),
    String(row.unmatched),
    String(row.in_review),
    say(STANDS[standOf(row, today)], lang),
    row.close && row.closed ? row.close.closed_by : null,
    row.close && row.closed ? row.close.reason : null,
    String(row.api.payment_count),
    String(row.system.payment_count),
  ];
}

/** The rows of a choice, and what they come to. */
export function reconciliationSheet({ from, to }: Reconciliation, items: readonly ReconciliationRow[], today: string, lang: ExportLanguage): Sheet {
  const { api, system, statement, payment_difference: paid, disburse_difference: paidOut } = sumsOfDays(items);
  const whose = ["", say(["合计", "Total"], lang), `${from} – ${to}`];
  const sides = [api.payment, system.payment, statement?.payment ?? null, paid, api.disburse, system.disburse, statement?.disburse ?? null, paidOut];
  // Of balances and of what each day is by itself there is no sum.
  const none = Array.from({ length: RECONCILED.length - sides.length + DAY_FACTS.length }, () => null);
  return {
    name: say(["对账", "Reconciliation"], lang),
    columns: [
      text(["钱包编号", "Wallet ID"], lang),
      text(["钱包", "Wallet"], lang),
      text(["日期", "Date"], lang),
      ...RECONCILED.map((words) => amount(words, lang)),
      ...DAY_FACTS.map(({ words, kind }) => ({ title: say(words, lang), kind })),
      count(["API 代收笔数", "API payment count"], lang),
      count(["系统代收笔数", "System payment count"], lang),
    ],
    rows: [...items.map((row) => reconciledRow(row, today, lang)), [...whose, ...sides, ...none, String(api.payment_count), String(system.payment_count)]],
  };
}
