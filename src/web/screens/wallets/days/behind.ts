/** What opens behind a figure of the wallets' statistics: the orders it adds up, else the wallet's day with what it is made of, or the days that were added up. Pure. */
import type { WalletStatisticsRow, WalletStatisticsSum } from "../../../../contract/reconciliation.schema.ts";
import { addDays } from "../../../../contract/time.ts";
import type { StatisticFigure } from "../../../../contract/wallet-days.ts";
import { type Behind, sumOf } from "../../../behind.ts";
import { pathTo } from "../../../paths.ts";
import type { Locale } from "../../../screens.ts";

/** Parts of a day's drawer that an address may name. */
export const DAY_PARTS = { balances: "day-balances", differences: "day-differences", flows: "day-flows", close: "day-steps" } as const;
type DayPart = keyof typeof DAY_PARTS;

/** Where in its day a figure is told; `before`: in the day before. */
const PARTS: Readonly<Record<StatisticFigure | "closed" | "wallet", readonly [part: DayPart | null, before?: "before"]>> = {
  wallet: [null],
  opening_balance: ["balances"],
  closing_balance: ["balances"],
  estimated_balance: ["balances"],
  real_balance: ["balances"],
  difference: ["balances"],
  profit: ["flows"],
  yesterday_credit: ["flows", "before"],
  yesterday_debit: ["flows", "before"],
  api_payment: ["differences"],
  system_payment: ["differences"],
  api_disburse: ["differences"],
  system_disburse: ["differences"],
  b2b_credit: ["flows"],
  b2b_debit: ["flows"],
  manual_credit: ["flows"],
  manual_debit: ["flows"],
  closed: ["close"],
};

interface Seen {
  /** Range of the table. */
  readonly from: string;
  readonly to: string;
  readonly locale: Locale;
  /** Whoever does not see the reconciliation sees the day's plots: its balance with the messages, and its orders. */
  readonly reconciles: boolean;
  /** Which lists of orders he sees. */
  readonly lists: readonly ("payments" | "disburses")[];
}

type Row = WalletStatisticsRow | WalletStatisticsSum;

/** The orders that a figure adds up, by when they completed: that is when they were booked. Null: it is no sum of orders. */
export function ordersBehind(
  row: Row,
  of: keyof typeof PARTS,
  range: Pick<Seen, "from" | "to">,
): (Behind & { readonly screen: "payments" | "disburses" }) | null {
  const { from, to } = "date" in row ? { from: row.date, to: row.date } : range;
  const query = { status: "completed", wallet_id: row.wallet_id, paid_at: `${from}..${to}` };
  if (of === "system_payment") return { screen: "payments", query, sum: sumOf("received_amount", row.system_payment) };
  if (of === "system_disburse") return { screen: "disburses", query, sum: sumOf("amount", row.system_disburse) };
  return null;
}

/** The reconciliation of a wallet's day, opened. */
export function dayPath(walletId: string, day: string, locale: Locale): string {
  return pathTo(locale, "wallets", { tab: "reconciliation", from: day, to: day, open: `${walletId}/${day}` });
}

/** The address behind a cell of a row. Of a wallet over several days these days open, one a row. */
export function behind(row: Row, of: keyof typeof PARTS, { from, to, locale, reconciles, lists }: Seen): string {
  const orders = ordersBehind(row, of, { from, to });
  if (orders !== null && lists.includes(orders.screen)) return pathTo(locale, orders.screen, orders.query);
  if (!("date" in row)) return pathTo(locale, "wallets", { tab: "statistics", from, to, wallet_id: row.wallet_id });
  const [part, before] = PARTS[of];
  const day = before === undefined ? row.date : addDays(row.date, -1);
  if (!reconciles) return pathTo(locale, "wallets", { tab: "statistics", from: day, to: day, wallet_id: row.wallet_id, by: "plots" });
  const path = dayPath(row.wallet_id, day, locale);
  return part === null ? path : `${path}#${DAY_PARTS[part]}`;
}
