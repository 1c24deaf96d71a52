/** Payments (collections, 代收): statuses and the one transition table. */
import type { Permission } from "./permissions.ts";
import type { Transition } from "./transition.ts";

export const PAYMENT_STATUSES = ["pending", "completed", "review", "expired", "rejected", "cancelled"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_EVENTS = ["match", "suspect", "expire", "approve", "reject", "complete", "cancel"] as const;
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

/**
 * Every edge of a payment's life (rules 12 and 65). The database refuses all others. Money can come for an order that its merchant has
 * cancelled: a person may match that order with it.
 */
export const PAYMENT_TRANSITIONS = [
  { from: "pending", event: "match", to: "completed", by: "matching" },
  { from: "pending", event: "suspect", to: "review", by: "matching" },
  { from: "pending", event: "expire", to: "expired", by: "job" },
  { from: "pending", event: "cancel", to: "cancelled", by: "merchant" },
  { from: "pending", event: "complete", to: "completed", by: "payments.decide" },
  { from: "review", event: "approve", to: "completed", by: "payments.decide" },
  { from: "review", event: "match", to: "completed", by: "matching" },
  { from: "review", event: "reject", to: "rejected", by: "payments.decide" },
  { from: "review", event: "complete", to: "completed", by: "payments.decide" },
  // Its message turned out to be another order's: nothing has come for it, and money that comes late still completes it.
  { from: "review", event: "expire", to: "expired", by: "job" },
  { from: "expired", event: "match", to: "completed", by: "matching" },
  { from: "expired", event: "suspect", to: "review", by: "matching" },
  { from: "expired", event: "complete", to: "completed", by: "payments.decide" },
  { from: "cancelled", event: "complete", to: "completed", by: "payments.decide" },
] as const satisfies readonly Transition<PaymentStatus, PaymentEvent>[];

/** Actions of staff on a payment. */
export const PAYMENT_ACTIONS = ["approve", "reject", "recheck", "complete", "correct", "note", "notify"] as const;
export type PaymentAction = (typeof PAYMENT_ACTIONS)[number];

/**
 * In which states an action is offered; recheck, correct, note and notify change no status. `correct` is about an order whose
 * money no message has proven yet. A row's own `actions` already hold all of this.
 */
export const PAYMENT_ACTION_STATES = {
  approve: ["review"],
  reject: ["review"],
  recheck: ["pending", "review", "expired"],
  complete: ["pending", "review", "expired", "cancelled"],
  correct: ["completed"],
  note: PAYMENT_STATUSES,
  notify: ["completed", "review", "expired", "rejected", "cancelled"],
} as const satisfies Record<PaymentAction, readonly PaymentStatus[]>;

export const PAYMENT_ACTION_PERMISSIONS = {
  approve: "payments.decide",
  reject: "payments.decide",
  recheck: "payments.decide",
  complete: "payments.decide",
  correct: "payments.decide",
  note: "payments.decide",
  notify: "payments.notify",
} as const satisfies Record<PaymentAction, Permission>;

export const NOTIFY_STATUSES = ["none", "waiting", "delivered", "failed", "stopped"] as const;
export type NotifyStatus = (typeof NOTIFY_STATUSES)[number];
/** What was given up or stopped, and waits for a person. */
export const UNDELIVERED_STATUSES = ["failed", "stopped"] as const satisfies readonly NotifyStatus[];
/** The filter for them: both statuses, comma separated. */
export const UNDELIVERED = UNDELIVERED_STATUSES.join(",") as "failed,stopped";

/** Why routing did not take a wallet; kept with the order and shown (rule 66). */
export const ROUTING_REFUSALS = [
  "wrong_operator",
  "not_collecting",
  "not_paying",
  "disabled",
  "deleted",
  "unbound",
  "offline",
  "closed",
  "below_min",
  "above_max",
  "day_amount",
  "month_amount",
  "day_count",
  "month_count",
  "cooling",
  "same_amount_open",
  "balance_low",
  "frozen",
] as const;
export type RoutingRefusal = (typeof ROUTING_REFUSALS)[number];
/**
 * What routing says of a wallet: taken, would have done, not taken and not asked about open orders of the amount, or why
 * not. Kept with orders for good: words are added, never taken away.
 */
export const ROUTING_OUTCOMES = ["chosen", "free", "not_evaluated", ...ROUTING_REFUSALS] as const;
export type RoutingOutcome = (typeof ROUTING_OUTCOMES)[number];
