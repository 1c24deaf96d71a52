/**
 * The exception queue: everything that needs a person, in one place (rule 75).
 *
 * A kind is one line of {@link EXCEPTION_INFO}: how urgent it is, how it ends, who may see it. What waits in a table
 * (an order in review, an unknown payout) is found by the sweep (`server/core/alerts/detectors.ts`); what happens once is
 * raised (`server/core/alerts/raise.ts`). A new kind needs its line here and its words in `words/{zh,en}/exceptions.ts`.
 */
import type { Permission } from "./permissions.ts";
import type { Transition } from "./transition.ts";

export const SEVERITIES = ["info", "warning", "urgent"] as const;
export type Severity = (typeof SEVERITIES)[number];

interface ExceptionInfo {
  readonly severity: Severity;
  /** `cause`: it resolves by itself when its cause has ended, and not before; `person`: a person may say so, too. */
  readonly ends: "cause" | "person";
  /** Who sees the kind: whoever may see what it is about. */
  readonly see: Permission;
}

/** Every kind of exception. */
export const EXCEPTION_INFO = {
  payment_review: { severity: "warning", ends: "cause", see: "payments.see" },
  sms_unmatched: { severity: "warning", ends: "cause", see: "sms.see" },
  sms_suspicious: { severity: "urgent", ends: "cause", see: "sms.see" },
  sms_unparsed: { severity: "info", ends: "cause", see: "sms.see" },
  // To put a message aside does not give its money to anybody.
  suspense_ignored: { severity: "info", ends: "cause", see: "sms.see" },
  disburse_review: { severity: "warning", ends: "cause", see: "disburses.see" },
  disburse_unknown: { severity: "urgent", ends: "cause", see: "disburses.see" },
  disburse_queued: { severity: "warning", ends: "cause", see: "disburses.see" },
  disburse_overdue: { severity: "urgent", ends: "cause", see: "disburses.see" },
  disburse_by_hand: { severity: "warning", ends: "cause", see: "disburses.see" },
  disburse_attempt_failed: { severity: "warning", ends: "cause", see: "disburses.see" },
  disburse_differs: { severity: "urgent", ends: "person", see: "disburses.see" },
  disburse_returned: { severity: "urgent", ends: "person", see: "disburses.see" },
  transfer_waiting: { severity: "warning", ends: "cause", see: "transfers.see" },
  withdrawal_waiting: { severity: "warning", ends: "cause", see: "withdrawal.see" },
  approval_waiting: { severity: "warning", ends: "cause", see: "approvals.see" },
  manual_waiting: { severity: "warning", ends: "cause", see: "manual.see" },
  wallet_gap: { severity: "urgent", ends: "cause", see: "wallets.see" },
  // Books and operator's printed balance differ: see the wallet's list of differences.
  books_differ: { severity: "urgent", ends: "cause", see: "wallets.see" },
  wallet_unreported: { severity: "urgent", ends: "cause", see: "wallets.see" },
  wallet_negative: { severity: "urgent", ends: "cause", see: "wallets.see" },
  wallet_deleted_moves: { severity: "urgent", ends: "cause", see: "wallets.see" },
  merchant_deleted_moves: { severity: "urgent", ends: "cause", see: "merchants.see" },
  wallet_near_limit: { severity: "info", ends: "cause", see: "wallets.see" },
  no_wallet: { severity: "urgent", ends: "person", see: "payments.see" },
  debit_unexplained: { severity: "urgent", ends: "person", see: "sms.see" },
  payment_reversed: { severity: "urgent", ends: "person", see: "sms.see" },
  // The operator says of money that two people have written off that it was paid for an order: it completes none any more.
  payment_written_off: { severity: "urgent", ends: "person", see: "payments.see" },
  manual_completion_differs: { severity: "urgent", ends: "person", see: "payments.see" },
  trx_repeated: { severity: "warning", ends: "person", see: "sms.see" },
  delivery_failed: { severity: "warning", ends: "person", see: "deliveries.see" },
  device_silent: { severity: "urgent", ends: "cause", see: "wallets.see" },
  device_new_network: { severity: "warning", ends: "person", see: "wallets.see" },
  device_sim_unknown: { severity: "warning", ends: "person", see: "wallets.see" },
  device_sims_swapped: { severity: "urgent", ends: "person", see: "wallets.see" },
  device_encrypted: { severity: "warning", ends: "person", see: "wallets.see" },
  operator_failing: { severity: "urgent", ends: "person", see: "wallets.see" },
  // A scheduled change of the configuration that was held or refused: it stands until somebody takes it away or schedules it anew.
  config_schedule: { severity: "warning", ends: "cause", see: "config.see" },
  // Anyone may start the check; a broken one is for those who keep the books.
  // The books are right as far as anybody knows; a day of them is not signed yet.
  seal_late: { severity: "warning", ends: "cause", see: "reconciliation.see" },
  proof_broken: { severity: "urgent", ends: "cause", see: "reconciliation.see" },
} as const satisfies Record<string, ExceptionInfo>;
export type ExceptionKind = keyof typeof EXCEPTION_INFO;
export const EXCEPTION_KINDS = Object.keys(EXCEPTION_INFO) as [ExceptionKind, ...ExceptionKind[]];

/** True for a kind of this version; stored rows may come from another one. */
export function isExceptionKind(kind: string): kind is ExceptionKind {
  return Object.hasOwn(EXCEPTION_INFO, kind);
}
/** Kinds at least as urgent as a severity. */
export function kindsFrom(least: Severity): ExceptionKind[] {
  return EXCEPTION_KINDS.filter((kind) => SEVERITIES.indexOf(EXCEPTION_INFO[kind].severity) >= SEVERITIES.indexOf(least));
}

export const EXCEPTION_STATUSES = ["open", "claimed", "muted", "resolved"] as const;
export type ExceptionStatus = (typeof EXCEPTION_STATUSES)[number];

/** Every edge of an exception's life; a mute comes back by itself, what is resolved stays so. The database refuses all others. */
export const EXCEPTION_TRANSITIONS = [
  { from: "open", event: "claim", to: "claimed", by: "staff" },
  { from: "open", event: "mute", to: "muted", by: "staff" },
  { from: "open", event: "resolve", to: "resolved", by: "staff" },
  { from: "open", event: "assign", to: "claimed", by: "staff" },
  { from: "claimed", event: "assign", to: "claimed", by: "staff" },
  { from: "muted", event: "assign", to: "claimed", by: "staff" },
  { from: "claimed", event: "release", to: "open", by: "staff" },
  { from: "claimed", event: "mute", to: "muted", by: "staff" },
  { from: "claimed", event: "resolve", to: "resolved", by: "staff" },
  { from: "muted", event: "wake", to: "open", by: "job" },
  { from: "muted", event: "unmute", to: "open", by: "staff" },
  { from: "muted", event: "claim", to: "claimed", by: "staff" },
  { from: "muted", event: "mute", to: "muted", by: "staff" },
  { from: "muted", event: "resolve", to: "resolved", by: "staff" },
] as const satisfies readonly Transition<ExceptionStatus, "claim" | "assign" | "release" | "mute" | "unmute" | "wake" | "resolve">[];
export const EXCEPTION_ACTIONS = ["claim", "assign", "release", "resolve", "mute", "unmute"] as const;
export type ExceptionAction = (typeof EXCEPTION_ACTIONS)[number];
/** Orders of single exceptions: most money first, longest waiting first, newest first. */
export const EXCEPTION_SORTS = ["-amount", "since", "-since"] as const;
export type ExceptionSort = (typeof EXCEPTION_SORTS)[number];
/** Exceptions that one call acts on at most: all of a kind that a line is made of. */
export const ACT_ON_MOST = 1000;
/** A mute ends after this long at the latest, days. */
export const MUTE_MAX_DAYS = 30;

/** Where alerts go besides the queue. */
export const ALERT_CHANNELS = ["webhook", "telegram"] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** Longest comment on an exception, characters. */
export const COMMENT_MAX = 2000;
/** Whoever looks at an exception says so this often, ms, … */
export const PRESENCE_EVERY_MS = 8000;
/** … and is gone when nothing was heard for this long, ms. */
export const PRESENCE_MS = 20_000;

/** What calls somebody, of a Chinese keyboard too. It needs no space before it (请@lee看), but an address (`a@b.c`) names nobody. */
const CALL = "(?<![A-Za-z0-9._@＠-])[@＠]";
const NAMED = new RegExp(`${CALL}([A-Za-z0-9][A-Za-z0-9._@-]{1,63})`, "g");
const NAMING = new RegExp(`${CALL}([A-Za-z0-9._@-]*)$`);

/** Accounts that a comment names with `@`, each once, as written; whether they are people of ours is looked up. */
export function namedIn(text: string): string[] {
  // A full stop behind a name ends the sentence.
  const found = text.matchAll(NAMED);
  return [...new Set([...found].map(([, name]) => (name ?? "").replace(/[.@-]+$/, "")))].filter((name) => name !== "");
}

/** The name that is being typed behind an `@` at the end of a text, or null. */
export function namingIn(text: string): string | null {
  return NAMING.exec(text)?.[1] ?? null;
}
