/** Withdrawals (商户提现): merchants take out what they have earned. Statuses, the one transition table, actions. */
import type { Permission } from "./permissions.ts";
import type { Transition } from "./transition.ts";

export const WITHDRAWAL_STATUSES = ["pending", "approved", "paid", "rejected"] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

export const WITHDRAWAL_EVENTS = ["approve", "pay", "reject"] as const;
export type WithdrawalEvent = (typeof WITHDRAWAL_EVENTS)[number];

/** Every edge of a withdrawal's life (rule 65). The database refuses all others. */
export const WITHDRAWAL_TRANSITIONS = [
  { from: "pending", event: "approve", to: "approved", by: "withdrawal.decide" },
  { from: "pending", event: "reject", to: "rejected", by: "withdrawal.decide" },
  { from: "approved", event: "pay", to: "paid", by: "withdrawal.decide" },
  { from: "approved", event: "reject", to: "rejected", by: "withdrawal.decide" },
] as const satisfies readonly Transition<WithdrawalStatus, WithdrawalEvent>[];

export const WITHDRAWAL_ACTIONS = ["approve", "paid", "reject"] as const;
export type WithdrawalAction = (typeof WITHDRAWAL_ACTIONS)[number];

/** In which states an action is offered. */
export const WITHDRAWAL_ACTION_STATES = {
  approve: ["pending"],
  paid: ["approved"],
  reject: ["pending", "approved"],
} as const satisfies Record<WithdrawalAction, readonly WithdrawalStatus[]>;

export const WITHDRAWAL_ACTION_PERMISSIONS = {
  approve: "withdrawal.decide",
  paid: "withdrawal.decide",
  reject: "withdrawal.decide",
} as const satisfies Record<WithdrawalAction, Permission>;

/** Why a merchant cannot withdraw at all now. */
export const WITHDRAWAL_STOPS = ["merchant_disabled", "merchant_below_zero"] as const;
export type WithdrawalStop = (typeof WITHDRAWAL_STOPS)[number];

/** Kinds of the entries that a withdrawal books; the first two stand on the merchant's journal. */
export const WITHDRAWAL_ENTRY_KINDS = ["withdrawal_hold", "withdrawal_release", "withdrawal", "operator_cost"] as const;
