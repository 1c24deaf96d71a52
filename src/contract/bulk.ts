/** Acts on many objects: each is a job with items of its own. What can be done so, and what both sides agree on beside the schemas. */
import type { ApprovalKind } from "./approvals.ts";
import type { IdKind } from "./ids.ts";
import type { Permission } from "./permissions.ts";
import type { Transition } from "./transition.ts";

/** Objects that one job takes at most; of more that match, the first by the list's order. */
export const BULK_MAX = 10_000;
/** Rows of a page of a job's items. */
export const BULK_PAGE = 100;

/** What acts on many can be about: the kind of its ids, its list's address, and who sees a job about it. */
export const BULK_OBJECTS = {
  withdrawal: { kind: "withdrawal", see: "withdrawal.see" },
  disburses: { kind: "disburse", see: "disburses.see" },
  payments: { kind: "payment", see: "payments.see" },
  sms: { kind: "sms", see: "sms.see" },
  deliveries: { kind: "delivery", see: "deliveries.see" },
  wallets: { kind: "wallet", see: "wallets.see" },
  approvals: { kind: "approval", see: "approvals.see" },
} as const satisfies Record<string, { readonly kind: IdKind; readonly see: Permission }>;
export type BulkObject = keyof typeof BULK_OBJECTS;

/** One act on many. */
export interface BulkActInfo {
  readonly by: Permission;
  /** Asks for a recent re-authentication once, when the job is started. */
  readonly recheck?: true;
  /** A large sum is typed before it starts. */
  readonly typed?: true;
  /** One reason for all of them. */
  readonly reason?: true;
  /** Each item brings its own reference (a bank's number, a TrxID). */
  readonly references?: true;
  /** The sum of the job counts against what a member of staff may decide alone. */
  readonly limit?: true;
  /** The act's own approval; the sum of the job counts for its threshold. */
  readonly approval?: ApprovalKind;
  /** What it makes holds account numbers, which are of use whole alone: nobody asks for it whose role masks them. */
  readonly wholeNumbers?: true;
  /** Puts one thing on all of them, named by its number and edition: a template. */
  readonly target?: true;
}

/** Every act on many, `{object}.{act}`. A new one also needs its entry among its feature's `bulkActs` and its words in the web. */
export const BULK_ACTS = {
  "withdrawal.approve": { by: "withdrawal.decide", recheck: true, typed: true },
  "withdrawal.reject": { by: "withdrawal.decide", recheck: true, reason: true },
  "withdrawal.export": { by: "withdrawal.decide", recheck: true, typed: true, wholeNumbers: true },
  "withdrawal.paid": { by: "withdrawal.decide", recheck: true, typed: true, references: true },
  "disburses.approve": { by: "disburses.decide", recheck: true, typed: true, limit: true },
  "disburses.reject": { by: "disburses.decide", recheck: true, reason: true, limit: true },
  "disburses.recheck": { by: "disburses.decide" },
  "disburses.complete": { by: "disburses.decide", recheck: true, typed: true, references: true, reason: true, limit: true, approval: "disburses.complete" },
  "disburses.notify": { by: "disburses.notify" },
  "payments.recheck": { by: "payments.decide" },
  "payments.notify": { by: "payments.notify" },
  "payments.reject": { by: "payments.decide", recheck: true, reason: true, limit: true },
  "sms.parse": { by: "sms.decide" },
  "sms.match": { by: "sms.decide", recheck: true, typed: true, limit: true, approval: "sms.match" },
  "sms.ignore": { by: "sms.decide", reason: true },
  "deliveries.resend": { by: "deliveries.resend" },
  "wallets.enable": { by: "wallets.switch" },
  "wallets.disable": { by: "wallets.switch" },
  "wallets.template": { by: "wallets.edit", recheck: true, target: true },
  "approvals.approve": { by: "approvals.decide", recheck: true, typed: true, limit: true },
  "approvals.reject": { by: "approvals.decide", reason: true },
} as const satisfies Readonly<Record<`${BulkObject}.${string}`, BulkActInfo>>;
export type BulkActName = keyof typeof BULK_ACTS;
export const BULK_ACT_NAMES = Object.keys(BULK_ACTS) as [BulkActName, ...BulkActName[]]; // keys of a literal: exactly its names

/** Looks an act up under the common type. */
export function bulkAct(name: BulkActName): BulkActInfo {
  return BULK_ACTS[name];
}
/** What an act is about. */
export function bulkObjectOf(name: BulkActName): BulkObject {
  return name.slice(0, name.indexOf(".")) as BulkObject; // the names are made so
}

/** A job is checked item by item, waits as a draft for its maker's yes, and runs until each item has an end. */
export const BULK_STATUSES = ["checking", "draft", "running", "paused", "done", "cancelled"] as const;
export type BulkStatus = (typeof BULK_STATUSES)[number];
/** Every edge of a job's life. The database refuses all others. */
export const BULK_TRANSITIONS = [
  { from: "checking", event: "ready", to: "draft", by: "job" },
  { from: "checking", event: "cancel", to: "cancelled", by: "staff" },
  { from: "draft", event: "start", to: "running", by: "staff" },
  { from: "draft", event: "cancel", to: "cancelled", by: "staff" },
  { from: "running", event: "pause", to: "paused", by: "staff" },
  { from: "running", event: "finish", to: "done", by: "job" },
  { from: "running", event: "cancel", to: "cancelled", by: "staff" },
  { from: "paused", event: "resume", to: "running", by: "staff" },
  { from: "paused", event: "cancel", to: "cancelled", by: "staff" },
] as const satisfies readonly Transition<BulkStatus, "ready" | "start" | "pause" | "resume" | "finish" | "cancel">[];

/**
 * What has become of an item. `unchecked`: not rehearsed yet; `blocked`: the rehearsal was refused, so it is left out; `asked`: it
 * waits for a second approval; `skipped`: the job was cancelled before its turn.
 */
export const BULK_ITEM_STATUSES = ["unchecked", "waiting", "blocked", "done", "asked", "failed", "skipped"] as const;
export type BulkItemStatus = (typeof BULK_ITEM_STATUSES)[number];
/** Every edge of an item's life: what was done is never done again. The database refuses all others. */
export const BULK_ITEM_TRANSITIONS = [
  { from: "unchecked", event: "pass", to: "waiting", by: "job" },
  { from: "unchecked", event: "block", to: "blocked", by: "job" },
  { from: "unchecked", event: "skip", to: "skipped", by: "staff" },
  { from: "waiting", event: "do", to: "done", by: "job" },
  { from: "waiting", event: "ask", to: "asked", by: "job" },
  { from: "waiting", event: "fail", to: "failed", by: "job" },
  { from: "waiting", event: "skip", to: "skipped", by: "staff" },
] as const satisfies readonly Transition<BulkItemStatus, "pass" | "block" | "skip" | "do" | "ask" | "fail">[];

/** Why work that goes on after its call may not: its maker's session, account or right is gone. */
export const MAKER_PROBLEMS = ["session_ended", "user_inactive", "permission_lost"] as const;
export type MakerProblem = (typeof MAKER_PROBLEMS)[number];
/** Why a job stands still: somebody paused it, or its maker may not go on. */
export const BULK_PAUSES = ["by_person", ...MAKER_PROBLEMS] as const;
export type BulkPause = (typeof BULK_PAUSES)[number];

/** What people do with a job; `again` makes a new one of the items that failed. Only its maker starts, resumes and repeats it. */
export const BULK_ACTIONS = ["start", "pause", "resume", "cancel", "again"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];
export const BULK_ACTION_STATES = {
  start: ["draft"],
  pause: ["running"],
  resume: ["paused"],
  cancel: ["checking", "draft", "running", "paused"],
  again: ["done", "cancelled"],
} as const satisfies Record<BulkAction, readonly BulkStatus[]>;

/** From this sum on, minor units, a person types the sum of a file of payouts before it is sent; acts on many ask the configuration. */
export const TYPED_SUM_FROM_MINOR = 5_000_000n;
