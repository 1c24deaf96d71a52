/** Files of wallets' days: they say of a day and of a sum what the screen says. */
import { expect, it } from "vitest";
import type { ReconciliationRow, WalletStatistics } from "../../../contract/reconciliation.schema.ts";
import { sumsOfDays } from "../../../contract/wallet-days.ts";
import type { SheetRow } from "../../platform/lists/sheet.ts";
import { reconciliationSheet, statisticsSheet } from "./sheets.ts";

const SIDE = { payment: "10.00", disburse: "0.00", payment_count: 1, disburse_count: 0 };
const day: ReconciliationRow = {
  wallet_id: "W1",
  wallet_name: "Padma 1",
  operator: "bkash",
  date: "2026-11-20",
  api: SIDE,
  system: SIDE,
  statement: null,
  payment_difference: "0.00",
  disburse_difference: "0.00",
  statement_payment_difference: null,
  statement_disburse_difference: null,
  opening_balance: "0.00",
  estimated_balance: "10.00",
  real_balance: "10.00",
  real_balance_at: null,
  difference: "0.00",
  unmatched: 0,
  in_review: 0,
  late: "0.00",
  closed: false,
  close: null,
  version: 0,
  actions: [],
};
const close = { closed_by: "finance", closed_at: "2026-11-21T01:00:00.000Z", reason: null, reopened_by: [], reopened_at: null };

it("a day that still runs is not called open", () => {
  const items = [day, { ...day, close }, { ...day, close, closed: true }, { ...day, date: "2026-11-21" }];
  const { columns, rows } = reconciliationSheet({ from: "2026-11-20", to: "2026-11-21", items, sums: sumsOfDays(items) }, items, "2026-11-21", "zh");
  const at = columns.findIndex(({ title }) => title === "状态");
  expect([...(rows as SheetRow[])].map((row) => row[at])).toEqual(["未关账", "已重新打开", "已关账", "未结束", null]);
});

const FIGURES = {
  opening_balance: "0.00",
  closing_balance: "10.00",
  estimated_balance: "10.00",
  real_balance: "10.00",
  difference: "0.00",
  profit: "0.00",
  yesterday_credit: "0.00",
  yesterday_debit: "0.00",
  api_payment: "10.00",
  api_disburse: "0.00",
  system_payment: "10.00",
  system_disburse: "0.00",
  b2b_credit: "0.00",
  b2b_debit: "0.00",
  manual_credit: "0.00",
  manual_debit: "0.00",
  closed: false,
};

it.each([
  ["zh", "合计（实际余额、差额仅含 2 个钱包）", "合计"],
  ["en", "Total (real balance and difference of 2 wallets only)", "Total"],
] as const)("a sum says in %s which wallets it is of, where not all have reported a balance", (lang, part, whole) => {
  const wallet = (n: number, real_balance: string | null): WalletStatistics["wallets"][number] => ({
    wallet_id: `W${n}`,
    wallet_name: `Padma ${n}`,
    days: 1,
    ...FIGURES,
    real_balance,
  });
  const totalOf = (wallets: WalletStatistics["wallets"]): unknown => {
    const found = { from: "2026-11-20", to: "2026-11-20", items: [], wallets, sums: { wallets: wallets.length, days: wallets.length, ...FIGURES } };
    return (statisticsSheet(found, "wallet", lang).rows as SheetRow[]).at(-1)?.[1];
  };
  expect(totalOf([wallet(1, "10.00"), wallet(2, "10.00"), wallet(3, null)])).toBe(part);
  expect(totalOf([wallet(1, "10.00")])).toBe(whole);
});
