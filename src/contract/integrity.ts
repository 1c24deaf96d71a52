/** What the ledger integrity check finds, as both sides name it. */
import type { IdKind } from "./ids.ts";

/** Its checks, each with the kind of object that its findings name; null: their id is none that has a page (an account, a day, an operator). */
export const INTEGRITY_CHECKS = {
  transaction_sums_to_zero: "transaction",
  books_sum_to_zero: null,
  balance_is_sum: null,
  chain_unbroken: null,
  last_is_balance: null,
  balance_not_negative: null,
  payment_entries: "payment",
  payment_without_completion: "payment",
  trx_pays_once: null,
  payment_has_trx: "payment",
  payment_notified: "payment",
  suspense_is_messages: null,
  unexplained_is_messages: null,
  pending_has_slot: "payment",
  slot_is_open_order: "payment",
  frozen_is_open_holds: "wallet",
  hold_is_open_orders: "merchant",
  audit_sealed: "audit",
  audit_archived: "audit",
  audit_chain: "audit",
  disburse_entries: "disburse",
  disburse_paid: "disburse",
  disburse_fee_earned: "disburse",
  disburse_one_attempt: "disburse",
  disburse_active_attempt: "disburse",
  disburse_has_trx: "disburse",
  disburse_notified: "disburse",
  manual_entries: "manual",
  days_are_entries: null,
  flows_are_days: null,
  transit_is_open_transfers: null,
  transfer_entries: "transfer",
  withdrawal_entries: "withdrawal",
  withdrawal_notified: "withdrawal",
  withdrawal_trx: "withdrawal",
  books_follow_operator: "wallet",
  differences_are_named: "wallet",
  unreported_is_movements: "wallet",
  wallet_below_zero_by_message: "wallet",
  sealed_day: null,
} as const satisfies Readonly<Record<string, IdKind | null>>;
export type IntegrityCheckName = keyof typeof INTEGRITY_CHECKS;
export const INTEGRITY_CHECK_NAMES = Object.keys(INTEGRITY_CHECKS) as IntegrityCheckName[]; // the object has no other keys

/** Facts of a finding that are amounts, in the order in which they are read. */
export const FINDING_AMOUNTS = [
  "off",
  "stored",
  "order",
  "entries",
  "orders_hold",
  "held",
  "messages",
  "manual",
  "reversed",
  "days",
  "flows",
  "transfers",
  "printed",
  "differences",
  "movements",
] as const;
/** Its other facts: numbers, days, moments and codes. */
export const FINDING_FACTS = ["account", "status", "seq", "last_seq", "days_seq", "orders", "attempts", "day", "since", "fault"] as const;
export type FindingFact = (typeof FINDING_AMOUNTS)[number] | (typeof FINDING_FACTS)[number];

/** Whether a fact is an amount, by its name. */
export const isFindingAmount = (name: string): boolean => FINDING_AMOUNTS.some((amount) => amount === name);
