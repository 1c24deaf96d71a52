/** Message rules that the platform's own people add to the shipped ones, when an operator prints a new wording (docs/decisions/0021). */
import type { Permission } from "./permissions.ts";
import type { Transition } from "./transition.ts";

/**
 * `draft`: written down and tried, reads nothing yet. `shadow`: runs beside what counts and only notes what it would have read.
 * A rule that was switched off can be switched on again, or go into the shadow first.
 */
export const RULE_STATUSES = ["draft", "shadow", "on", "off"] as const;
export type RuleStatus = (typeof RULE_STATUSES)[number];

export const RULE_ACTIONS = ["shadow", "on", "off"] as const;
export type RuleAction = (typeof RULE_ACTIONS)[number];

/** Every edge of a rule's life: what was switched on is never a draft again. The database refuses all others. */
export const RULE_TRANSITIONS = [
  { from: "draft", event: "shadow", to: "shadow", by: "sms.rules" },
  { from: "draft", event: "on", to: "on", by: "sms.rules" },
  { from: "shadow", event: "on", to: "on", by: "sms.rules" },
  { from: "shadow", event: "off", to: "off", by: "sms.rules" },
  { from: "on", event: "off", to: "off", by: "sms.rules" },
  { from: "off", event: "shadow", to: "shadow", by: "sms.rules" },
  { from: "off", event: "on", to: "on", by: "sms.rules" },
] as const satisfies readonly Transition<RuleStatus, RuleAction>[];
export const RULE_ACTION_STATES = {
  shadow: ["draft", "off"],
  on: ["draft", "shadow", "off"],
  off: ["shadow", "on"],
} as const satisfies Record<RuleAction, readonly RuleStatus[]>;
export const RULE_ACTION_PERMISSIONS = { shadow: "sms.rules", on: "sms.rules", off: "sms.rules" } as const satisfies Record<RuleAction, Permission>;

/** What a text can mean; the wallet's type says the rest (`domain/messages/meaning.ts`). The first ones move money and need an amount and a TrxID. */
export const MONEY_CLASSES = [
  "receive",
  "payment_received",
  "cash_in",
  "cash_in_received",
  "cash_in_sent",
  "cash_out",
  "cash_out_received",
  "cash_out_sent",
  "send_money",
  "payment_sent",
  "b2b_received",
  "b2b_sent",
  "bank_out",
  "add_money",
  "remittance",
  "cashback",
  "recharge",
  "bill_paid",
  "refund_received",
  "returned",
  "reversal_credit",
  "reversal_debit",
] as const;
export const QUIET_CLASSES = ["failed", "balance", "notice", "promo"] as const;
export const RULE_CLASSES = [...MONEY_CLASSES, ...QUIET_CLASSES] as const;
export type RuleClass = (typeof RULE_CLASSES)[number];

/** Marks of a template, written in braces; the first nine keep a value. */
export const RULE_FIELDS = [
  "amount",
  "fee",
  "comm",
  "balance",
  "trx",
  "dt",
  "msisdn",
  "party",
  "ref",
  "money",
  "number",
  "skip",
  "line",
  "open",
  "close",
] as const;
export type RuleField = (typeof RULE_FIELDS)[number];

/** Characters of a template. */
export const TEMPLATE_MIN = 20;
export const TEMPLATE_MAX = 1000;

/** What can be wrong with a template, beside its length. */
export const RULE_PROBLEMS = [
  "brackets",
  "nested",
  "too_many_groups",
  "empty_group",
  "same_parts",
  "macro",
  "unknown_field",
  "twice",
  "needs_amount",
  "needs_trx",
  "too_free",
  "amount_late",
  "optional_late",
  "skips",
  "denies",
  "touching",
  "starts_free",
  "too_few_words",
] as const;
export type RuleProblem = (typeof RULE_PROBLEMS)[number];

/** Stored messages that a trial looks at, newest first. */
export const TRIAL_MESSAGES = 5000;
/** How far back they may lie, days. */
export const TRIAL_DAYS = 35;
/** Messages that a trial shows. */
export const TRIAL_SAMPLES = 20;

/**
 * What a message was before a rule. `unread`: no rule reads it. `noise`: taken for promotion or a code. `open`: a shipped rule reads
 * it but leaves words open, so this rule, which reads the whole text, would go before it. `agrees`, `differs`: another rule reads it,
 * and goes on doing so; this one would read the same values, or others.
 */
export const TRIAL_WAS = ["unread", "noise", "open", "differs", "agrees"] as const;
export type TrialWas = (typeof TRIAL_WAS)[number];

/** What two readings of a message are compared by. */
export const COMPARED_FIELDS = ["kind", "direction", "amount", "fee", "commission", "balance", "trx_id", "counterparty"] as const;
export type ComparedField = (typeof COMPARED_FIELDS)[number];

/** What a piece of a text can be in a reading: a value that is kept, or words that are passed over. */
export const MARKED_FIELDS = ["amount", "fee", "comm", "balance", "extra", "trx", "party", "ref", "dt", "skip"] as const;

/** Messages that a rule in the shadow notes of each sort, the first ones; all are counted. */
export const SHADOW_NOTED_MAX = 500;
