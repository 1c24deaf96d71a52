/** Wallet statistics: per wallet and day, per wallet over the range, and all together (rule 44). */
import type { WalletDaysQuery, WalletStatistics, WalletStatisticsRow, WalletStatisticsSum } from "../../../contract/reconciliation.schema.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { DayFigures, WalletDay } from "./days.ts";
import { Refused } from "../../platform/refusal.ts";
import { daysAsked } from "./range.ts";

type Figures = Omit<WalletStatisticsRow, "wallet_id" | "wallet_name" | "date">;

/** The figures of a row. */
function statisticsFigures(day: DayFigures, closed: boolean): Figures {
  return {
    opening_balance: formatAmount(day.opening),
    closing_balance: formatAmount(day.estimated),
    estimated_balance: formatAmount(day.estimated),
    real_balance: formatAmountOrNull(day.real),
    difference: formatAmountOrNull(day.real === null ? null : day.real - day.estimated),
    profit: formatAmount(day.profit),
    yesterday_credit: formatAmount(day.yesterdayCredit),
    yesterday_debit: formatAmount(day.yesterdayDebit),
    api_payment: formatAmount(day.apiPayment),
    api_disburse: formatAmount(day.apiDisburse),
    system_payment: formatAmount(day.systemPayment),
    system_disburse: formatAmount(day.systemDisburse),
    b2b_credit: formatAmount(day.b2bCredit),
    b2b_debit: formatAmount(day.b2bDebit),
    manual_credit: formatAmount(day.manualCredit),
    manual_debit: formatAmount(day.manualDebit),
    closed,
  };
}

/** A day as the dashboard's row. */
function statisticsRow(app: Pick<App, "publicIds">, day: WalletDay): WalletStatisticsRow {
  return { wallet_id: app.publicIds.encode("wallet", day.walletId), wallet_name: day.walletName, date: day.day, ...statisticsFigures(day.figures, day.closed) };
}

const FLOWS = ["profit", "apiPayment", "apiPaymentCount", "apiDisburse", "apiDisburseCount", "systemPayment", "systemPaymentCount", "systemDisburse"] as const;
const MORE = ["systemDisburseCount", "b2bCredit", "b2bDebit", "manualCredit", "manualDebit", "change", "late"] as const;
const BALANCES = ["opening", "estimated", "yesterdayCredit", "yesterdayDebit"] as const;

/** Days of one wallet, oldest first: opening of the first, closing, real and yesterday of the last, the rest summed. */
function alongDays(days: readonly WalletDay[]): DayFigures {
  const first = days[0] as WalletDay; // never called without a day
  const last = days.at(-1) as WalletDay;
  const summed = Object.fromEntries([...FLOWS, ...MORE].map((name) => [name, days.reduce((total, day) => total + day.figures[name], 0n)]));
  return { ...last.figures, ...summed, opening: first.figures.opening };
}

/** Wallets side by side: everything summed. A wallet whose real balance is unknown takes no part in the difference. */
function acrossWallets(wallets: readonly DayFigures[]): { figures: DayFigures; difference: bigint | null } {
  const summed = Object.fromEntries([...FLOWS, ...MORE, ...BALANCES].map((name) => [name, wallets.reduce((total, figures) => total + figures[name], 0n)]));
  const known = wallets.filter((figures) => figures.real !== null);
  const real = known.length === 0 ? null : known.reduce((total, figures) => total + (figures.real ?? 0n), 0n);
  const difference = known.length === 0 ? null : known.reduce((total, figures) => total + (figures.real ?? 0n) - figures.estimated, 0n);
  return { figures: { ...summed, real, realAt: null } as unknown as DayFigures, difference }; // every name is in one of the three lists
}

/** Days of each wallet together; they come wallet by wallet. */
function byWallet(days: readonly WalletDay[]): WalletDay[][] {
  const groups = new Map<bigint, WalletDay[]>();
  for (const day of days) {
    const own = groups.get(day.walletId);
    if (own) own.push(day);
    else groups.set(day.walletId, [day]);
  }
  return [...groups.values()];
}

/** Statistics of days that are read already. */
function summarise(app: Pick<App, "publicIds">, range: { from: string; to: string }, days: readonly WalletDay[]): WalletStatistics {
  const totals = byWallet(days).map((own) => ({ own, figures: alongDays(own) }));
  const wallets: WalletStatisticsSum[] = totals.map(({ own, figures }) => ({
    wallet_id: app.publicIds.encode("wallet", (own[0] as WalletDay).walletId), // a group has a member
    wallet_name: (own[0] as WalletDay).walletName,
    days: own.length,
    ...statisticsFigures(
      figures,
      own.every((day) => day.closed),
    ),
  }));
  const all = acrossWallets(totals.map((total) => total.figures));
  const sums = {
    wallets: wallets.length,
    days: days.length,
    ...statisticsFigures(all.figures, days.length > 0 && days.every((day) => day.closed)),
    difference: formatAmountOrNull(all.difference),
  };
  return { from: range.from, to: range.to, items: days.map((day) => statisticsRow(app, day)), wallets, sums };
}

/** Refuses validation_failed, not_found, not_ready */
export async function walletStatistics(ctx: Pick<UserCtx, "app">, query: WalletDaysQuery): Promise<WalletStatistics | Refused> {
  const asked = await daysAsked(ctx.app, query);
  return asked instanceof Refused ? asked : summarise(ctx.app, asked.range, asked.days);
}
