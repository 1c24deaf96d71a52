/** Approvals: acts that need a second approval (rule 13), wherever in the product they stand. One mechanism, one inbox. */
import type { Permission } from "./permissions.ts";
import type { Transition } from "./transition.ts";

export const APPROVAL_STATUSES = ["waiting", "approved", "rejected", "lapsed", "cancelled"] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** Every edge of a request's life: it is decided once. The database refuses all others. */
export const APPROVAL_TRANSITIONS = [
  { from: "waiting", event: "approve", to: "approved", by: "approvals.decide" },
  { from: "waiting", event: "reject", to: "rejected", by: "approvals.decide" },
  { from: "waiting", event: "cancel", to: "cancelled", by: "approvals.decide" },
  { from: "waiting", event: "lapse", to: "lapsed", by: "job" },
] as const satisfies readonly Transition<ApprovalStatus, "approve" | "reject" | "cancel" | "lapse">[];

/** How long a request waits for its checker, ms. */
export const APPROVAL_LIFE_MS = 24 * 3_600_000;
/** How long a maker may take an approved act into force himself, where that is his to do (new secrets), ms. */
export const COLLECT_LIFE_MS = 24 * 3_600_000;

/** When an act asks for a second approval: always, by a switch, or from an amount (both of config). */
export type ApprovalRule = "always" | { readonly from: "manual_complete_threshold" | "payout_reset_threshold" } | { readonly on: ApprovalSwitch };
/** Config's switches for acts whose weight is no amount. */
export const APPROVAL_SWITCHES = ["second_person_fees", "second_person_secrets", "second_person_unbind"] as const;
export type ApprovalSwitch = (typeof APPROVAL_SWITCHES)[number];

/** A kind of act: when it asks, and whoever holds `by` may do it, so may be its checker too (rule 45). */
export interface ApprovalAct {
  readonly rule: ApprovalRule;
  readonly by: Permission;
  /** What its maker holds, where that is another permission. */
  readonly askedWith?: Permission;
  /** The act answers a secret: it is run by its maker, once it has been approved, so that nobody else ever sees it. */
  readonly collect?: true;
}

/**
 * Every kind of act that may need a second approval. A new one also needs its act in the `approvalActs` of its feature (`core/approvals/acts.ts`; a test
 * looks) and its words in the web.
 */
export const APPROVAL_ACTS = {
  "payments.complete": { rule: { from: "manual_complete_threshold" }, by: "payments.decide" },
  // It can take a message that waits for its payer: as matching an order with one does.
  "payments.correct": { rule: { from: "manual_complete_threshold" }, by: "payments.decide" },
  "payments.approve": { rule: { from: "manual_complete_threshold" }, by: "payments.decide" },
  "sms.match": { rule: { from: "manual_complete_threshold" }, by: "sms.decide" },
  // It may complete the order that it fits.
  "sms.accept": { rule: { from: "manual_complete_threshold" }, by: "sms.decide" },
  // A typed message is matched and posted like a phone's: the amount in it is its maker's word.
  "sms.type-in": { rule: { from: "manual_complete_threshold" }, by: "sms.decide" },
  // A rule decides what counts as money from then on.
  "sms.rule": { rule: "always", by: "sms.rules" },
  "sms.ending": { rule: "always", by: "sms.rules" },
  "disburses.complete": { rule: { from: "manual_complete_threshold" }, by: "disburses.decide" },
  "disburses.correct": { rule: { from: "manual_complete_threshold" }, by: "disburses.decide" },
  "disburses.reset": { rule: { from: "payout_reset_threshold" }, by: "disburses.decide" },
  // What a person says the operator charged, above what the transfer's checker agreed to.
  "transfers.complete": { rule: { from: "manual_complete_threshold" }, by: "transfers.decide" },
  "merchants.fees": { rule: { on: "second_person_fees" }, by: "merchants.fees" },
  "merchants.fee-rule": { rule: { on: "second_person_fees" }, by: "merchants.fees" },
  "merchants.secret": { rule: { on: "second_person_secrets" }, by: "merchants.secret", collect: true },
  "merchants.webhook-secret": { rule: { on: "second_person_secrets" }, by: "merchants.integration", collect: true },
  "wallets.unbind": { rule: { on: "second_person_unbind" }, by: "wallets.bind" },
  "config.fees": { rule: { on: "second_person_fees" }, by: "config.edit" },
  "manual.apply": { rule: "always", by: "manual.decide", askedWith: "manual.create" },
  "reconciliation.reopen": { rule: "always", by: "reconciliation.reopen" },
} as const satisfies Record<string, ApprovalAct>;
export type ApprovalKind = keyof typeof APPROVAL_ACTS;
export const APPROVAL_KINDS = Object.keys(APPROVAL_ACTS) as readonly ApprovalKind[]; // keys of a literal: exactly its names

/** Looks a kind up under the common type. */
export function approvalAct(kind: ApprovalKind): ApprovalAct {
  return APPROVAL_ACTS[kind];
}

/** What people do with a request. `collect`: the maker takes what was approved and gets the secret, once. */
export const APPROVAL_ACTIONS = ["approve", "reject", "cancel", "collect"] as const;
export type ApprovalAction = (typeof APPROVAL_ACTIONS)[number];
