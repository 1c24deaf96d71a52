/** Orders and withdrawals. */
import type { Shape } from "../shape.ts";
import type * as zh from "../zh/orders.ts";

/** Statuses of payments. */
export const paymentStatus = {
  pending: "Pending",
  completed: "Completed",
  review: "In review",
  expired: "Expired",
  rejected: "Rejected",
  cancelled: "Cancelled",
} satisfies Shape<typeof zh.paymentStatus>;

/** What became of an order's notification. */
export const notifyStatus = { none: "Not needed", waiting: "Waiting", delivered: "Delivered", failed: "Failed", stopped: "Stopped" } satisfies Shape<
  typeof zh.notifyStatus
>;

/** Why a payment stands as it does. */
export const paymentReason = {
  amount_differs: "A different amount was paid",
  other_wallet: "Paid to a different wallet",
  payer_differs: "Paid from a different number",
  several_orders: "Several orders match",
  too_late: "Paid too late",
  unknown_reference: "The reference matches no order",
  amount_only: "Only the amount matches",
  no_order: "No order matches",
  chain_break: "Balances are not continuous",
  expired: "Not paid in time",
  cancelled: "Cancelled by the merchant",
  trx_elsewhere: "The submitted TrxID belongs to another order",
} satisfies Shape<typeof zh.paymentReason>;

/** Statuses of payouts. */
export const disburseStatus = {
  pending: "Queued",
  review: "In review",
  approved: "Approved",
  processing: "Paying",
  completed: "Completed",
  attempt_failed: "Attempt failed",
  unknown: "Outcome unknown",
  failed: "Failed",
  rejected: "Rejected",
  cancelled: "Cancelled",
} satisfies Shape<typeof zh.disburseStatus>;

/** Why a payout, or an attempt of it, stands as it does. */
export const disburseReason = {
  above_threshold: "The amount is above the approval limit",
  no_wallet: "No wallet available",
  auto_failed: "No decision in time: failed automatically",
  closed: "Payouts are closed",
  cancelled: "Cancelled by the merchant",
  returned: "Returned by the operator",
  unexplained_debit: "Unexplained debit",
  discrepancy: "Balance break",
  reversal: "Payment taken back by the operator",
  books_differ: "Books and operator differ",
  completed: "Paid",
  corrected_by_hand: "TrxID corrected manually",
  completed_by_hand: "Completed manually",
  accepted: "Accepted",
  rejected: "Refused",
  unknown: "No clear answer",
  pending: "In progress",
  failed: "Failed",
  not_found: "Not found",
  unavailable: "Could not be queried",
  not_supported: "Query not supported",
  conflict: "Contradictory answers",
  timeout: "Timed out",
  no_answer: "No result in time",
  error: "The call failed",
  lost: "Answer lost",
  slept: "Waited too long",
  bad_answer: "Unreadable answer",
  unreadable: "Unreadable answer",
  unclear: "Unclear answer",
  answer_differs: "The answer does not match the request",
  bad_signature: "Invalid signature",
  no_credentials: "Operator credentials missing",
  no_token: "No access token",
  token_busy: "The access token is being renewed",
  token_limit: "Too many token requests",
  not_https: "The address is not https",
  private: "The address is not allowed",
  unresolvable: "Host name does not resolve",
  unreachable: "Host unreachable",
  refused: "Connection refused",
  reset: "Connection reset",
  tls: "Certificate or TLS problem",
  too_large: "Answer too large",
  too_slow: "Too slow, not sent",
  fail: "The operator reports failure",
  no_payout_rail: "No payout method available",
  no_payout_device: "No payout phone",
  never_handed: "Never handed to a phone",
  not_taken: "No phone took it",
  withdrawn: "Recalled before it was sent",
  sent_before: "Already sent",
  by_hand: "Confirmed manually",
  message: "Payout message found",
  no_message: "No payout message",
  phone_failed: "The phone reports failure",
  phone_failed_late: "The phone reported failure late",
  phone_unsure: "The phone is unsure",
  says_paid: "The phone reports it as paid",
  waits_for_proof: "Reported as paid, waiting for the message",
  no_proof: "No message confirmed it",
  proof_differs: "The message contradicts the phone",
  phone_silent: "The phone did not answer",
  phone_trx_used: "The phone's TrxID is already used by another order",
  phone_differs: "The phone's answers contradict each other",
  other_trx: "Different TrxID",
  superseded: "A later attempt exists",
  final: "The order has ended",
  paid: "Paid",
  amount_differs: "Different amount",
  other_wallet: "Different wallet",
  payee_differs: "The message names a different payee",
  trx_used: "The TrxID is already used by another order",
  came_back: "The operator returned this money",
  invalid_trx: "Invalid TrxID",
} satisfies Shape<typeof zh.disburseReason>;

/** Statuses of withdrawals. */
export const withdrawalStatus = { pending: "To approve", approved: "To be paid", paid: "Paid", rejected: "Rejected" } satisfies Shape<
  typeof zh.withdrawalStatus
>;
