/** A day of a wallet as tests of these screens are answered it. */
import type { ReconciliationRow } from "../../../../contract/reconciliation.schema.ts";

export const SIDE = { payment: "10.00", disburse: "0.00", payment_count: 1, disburse_count: 0 };

/** One whose figures agree, of the wallet of this number. */
export const dayOf = (n: number, date = "2026-11-20"): ReconciliationRow => ({
  wallet_id: `W${n}`,
  wallet_name: `wallet ${n}`,
  operator: "bkash",
  date,
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
});
