/** Words of the printed and exported statements, in both languages. */
import { CODE_WORDS } from "../../../contract/words/index.ts";

type Words = readonly [zh: string, en: string];
export type StatementLocale = "zh" | "en";

const WORDS = {
  merchant_statement: ["商户对账单", "Merchant statement"],
  wallet_statement: ["钱包对账单", "Wallet statement"],
  fee_invoice: ["手续费账单", "Fee invoice"],
  statement: ["对账单", "Statement"],
  merchant: ["商户", "Merchant"],
  wallet: ["钱包", "Wallet"],
  operator: ["运营商", "Operator"],
  account: ["账号", "Account"],
  period: ["期间", "Period"],
  currency: ["币种", "Currency"],
  made_at: ["生成时间", "Made at"],
  zone: ["日期与时间为北京时间（UTC+8）", "Dates and times are Beijing time (UTC+8)"],
  running: ["本月尚未结束，数据截至生成时间", "The month has not ended: figures as of the time it was made"],
  opening_balance: ["期初余额", "Opening balance"],
  closing_balance: ["期末余额", "Closing balance"],
  held_balance: ["期末冻结", "Held at the end"],
  credit: ["入账", "Credit"],
  debit: ["出账", "Debit"],
  total: ["合计", "Total"],
  totals: ["按类型汇总", "Totals by kind"],
  kind: ["类型", "Kind"],
  count: ["笔数", "Count"],
  amount: ["金额", "Amount"],
  balance: ["余额", "Balance"],
  time: ["时间", "Time"],
  date: ["日期", "Date"],
  operator_date: ["运营商日期", "Operator's day"],
  reference: ["关联单号", "Reference"],
  merchant_order_id: ["商户订单号", "Merchant order ID"],
  note: ["备注", "Note"],
  lines: ["明细", "Entries"],
  days: ["明细较多，按日汇总；逐笔明细请下载 CSV 或 XLSX", "Many entries: shown by day; CSV and XLSX carry every one"],
  none: ["本月没有账目", "No entries in this month"],
  fees_due: ["手续费合计", "Fees of the month"],
  page: ["第 {n} 页，共 {of} 页", "Page {n} of {of}"],
  print: ["打印：Ctrl+P", "Print: Ctrl+P"],
} as const satisfies Record<string, Words>;
export type StatementWord = keyof typeof WORDS;

const at = (words: Words, locale: StatementLocale): string => (locale === "zh" ? words[0] : words[1]);

/** A word of the page. */
export function word(name: StatementWord, locale: StatementLocale): string {
  return at(WORDS[name], locale);
}

/** A kind of entry in words. A kind without words is shown as it is stored. */
export function kindWord(kind: string, locale: StatementLocale): string {
  const { journalKind, walletEntryKind } = CODE_WORDS[locale];
  const words: Readonly<Record<string, string>> = { ...walletEntryKind, ...journalKind };
  return words[kind] ?? kind;
}
