/** Disburses (payouts, 代付): statuses, the one transition table, what staff may do in which state. */
import type { Permission } from "./permissions.ts";
import type { Transition } from "./transition.ts";

export const DISBURSE_STATUSES = [
  "pending",
  "review",
  "approved",
  "processing",
  "completed",
  "attempt_failed",
  "unknown",
  "failed",
  "rejected",
  "cancelled",
] as const;
export type DisburseStatus = (typeof DISBURSE_STATUSES)[number];

/** What a merchant is told: an attempt that failed or hangs is still `processing` for it (rule 11). */
export const MERCHANT_DISBURSE_STATUSES = ["pending", "review", "approved", "processing", "completed", "failed", "rejected", "cancelled"] as const;
export type MerchantDisburseStatus = (typeof MERCHANT_DISBURSE_STATUSES)[number];

/** The status as its merchant sees it. Once an attempt was made, the order stays `processing` until it is final. */
export function merchantStatus(status: DisburseStatus, attempts: number): MerchantDisburseStatus {
  if (status === "attempt_failed" || status === "unknown") return "processing";
  return (status === "pending" || status === "approved") && attempts > 0 ? "processing" : status;
}

export const DISBURSE_EVENTS = ["suspect", "accept", "approve", "reject", "cancel", "dispatch", "complete", "attempt_fail", "lose", "reset", "fail"] as const;
export type DisburseEvent = (typeof DISBURSE_EVENTS)[number];

/**
 * Every edge of a payout's life (rules 11, 12 and 65). The database refuses all others.
 * `pending` and `approved` both wait for a wallet; a reset puts an order back to `pending`, from where it can still turn
 * out that the attempt before had paid.
 */
export const DISBURSE_TRANSITIONS = [
  { from: "pending", event: "suspect", to: "review", by: "acceptance" },
  { from: "pending", event: "accept", to: "approved", by: "acceptance" },
  { from: "pending", event: "dispatch", to: "processing", by: "job" },
  { from: "pending", event: "complete", to: "completed", by: "outcome" },
  { from: "pending", event: "cancel", to: "cancelled", by: "merchant" },
  { from: "pending", event: "reject", to: "rejected", by: "disburses.decide" },
  { from: "review", event: "approve", to: "approved", by: "disburses.decide" },
  { from: "review", event: "reject", to: "rejected", by: "disburses.decide" },
  { from: "review", event: "cancel", to: "cancelled", by: "merchant" },
  { from: "approved", event: "dispatch", to: "processing", by: "job" },
  { from: "approved", event: "reject", to: "rejected", by: "disburses.decide" },
  { from: "approved", event: "cancel", to: "cancelled", by: "merchant" },
  { from: "processing", event: "complete", to: "completed", by: "outcome" },
  { from: "processing", event: "attempt_fail", to: "attempt_failed", by: "outcome" },
  { from: "processing", event: "lose", to: "unknown", by: "outcome" },
  { from: "unknown", event: "complete", to: "completed", by: "outcome" },
  { from: "unknown", event: "attempt_fail", to: "attempt_failed", by: "outcome" },
  { from: "attempt_failed", event: "reset", to: "pending", by: "disburses.decide" },
  { from: "attempt_failed", event: "fail", to: "failed", by: "disburses.decide" },
  { from: "attempt_failed", event: "complete", to: "completed", by: "outcome" },
] as const satisfies readonly Transition<DisburseStatus, DisburseEvent>[];

/** One try to pay: `created` is not sent yet, `sent` may have been, the rest is what became of it. */
export const ATTEMPT_STATUSES = ["created", "sent", "completed", "failed", "unknown"] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

export type AttemptEvent = "send" | "complete" | "fail" | "lose";

/** Every edge of an attempt's life: one that failed can turn out to have paid, one that paid stays so. The database refuses all others. */
export const ATTEMPT_TRANSITIONS = [
  { from: "created", event: "send", to: "sent", by: "job" },
  { from: "created", event: "complete", to: "completed", by: "outcome" },
  { from: "created", event: "fail", to: "failed", by: "outcome" },
  { from: "created", event: "lose", to: "unknown", by: "outcome" },
  { from: "sent", event: "complete", to: "completed", by: "outcome" },
  { from: "sent", event: "fail", to: "failed", by: "outcome" },
  { from: "sent", event: "lose", to: "unknown", by: "outcome" },
  { from: "unknown", event: "complete", to: "completed", by: "outcome" },
  { from: "unknown", event: "fail", to: "failed", by: "outcome" },
  { from: "failed", event: "complete", to: "completed", by: "outcome" },
] as const satisfies readonly Transition<AttemptStatus, AttemptEvent>[];

/** Actions of staff on a payout. */
export const DISBURSE_ACTIONS = ["approve", "reject", "recheck", "reset", "complete", "correct", "fail", "note", "notify"] as const;
export type DisburseAction = (typeof DISBURSE_ACTIONS)[number];

/**
 * In which states an action is offered; recheck, correct, note and notify change no status by themselves. `fail` in `processing`
 * is for wallets worked by people only: nobody else may say that money which a phone or an operator has in hand did not go.
 * `recheck` and `complete` in `pending` are about the attempt before a reset. `correct` is about a payout that no message
 * has proven yet.
 * A row's own `actions` already hold all of this.
 */
export const DISBURSE_ACTION_STATES = {
  approve: ["review"],
  reject: ["review", "pending", "approved"],
  recheck: ["processing", "unknown", "attempt_failed", "pending"],
  reset: ["attempt_failed"],
  complete: ["processing", "unknown", "attempt_failed", "pending"],
  correct: ["completed"],
  fail: ["processing", "unknown", "attempt_failed"],
  note: DISBURSE_STATUSES,
  notify: ["completed", "failed", "rejected", "cancelled"],
} as const satisfies Record<DisburseAction, readonly DisburseStatus[]>;

export const DISBURSE_ACTION_PERMISSIONS = {
  approve: "disburses.decide",
  reject: "disburses.decide",
  recheck: "disburses.decide",
  reset: "disburses.decide",
  complete: "disburses.decide",
  correct: "disburses.decide",
  fail: "disburses.decide",
  note: "disburses.decide",
  notify: "disburses.notify",
} as const satisfies Record<DisburseAction, Permission>;

/** Actions that several payouts can share. */
export const DISBURSE_BULK_ACTIONS = ["approve", "reject", "recheck", "notify"] as const satisfies readonly DisburseAction[];
export type DisburseBulkAction = (typeof DISBURSE_BULK_ACTIONS)[number];

/** Where an answer about an attempt came from; part of its evidence. */
export const EVIDENCE_SOURCES = ["submit", "query", "callback", "device", "message", "person", "job"] as const;
export type EvidenceSource = (typeof EVIDENCE_SOURCES)[number];
