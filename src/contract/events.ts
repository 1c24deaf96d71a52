/** Live events: kind, id and version only; the screen fetches what it may see (rule 33). */
export const EVENT_KINDS = [
  "payments",
  "disburses",
  "transfers",
  "withdrawal",
  "journals",
  "sms",
  "wallets",
  "merchants",
  "users",
  "manual",
  "approvals",
  "deliveries",
  "batches",
  "audit",
  "config",
  "home",
  "exceptions",
  "bulk",
  "exports",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];
export interface LiveEvent {
  readonly kind: EventKind;
  readonly id: string;
  readonly version: number;
  /** What happened, where a screen wants to know without fetching: `created` lets a list count new rows. */
  readonly change: "created" | "changed";
}

/** Version of an event whose object changed its figures (a wallet's balance) without a version of its own: always newer than what is shown. */
export const UNVERSIONED_CHANGE = 2_147_483_647;
