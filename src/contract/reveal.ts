/** Showing for a moment what a person's role masks (docs/decisions/0064). */
import type { Permission } from "./permissions.ts";

/** What can be shown, and the permission that shows it always. */
export const REVEALED = { phones: "phones.unmask", messages: "messages.read", amounts: "amounts.see" } as const satisfies Record<string, Permission>;
export const REVEALED_FIELDS = ["phones", "messages", "amounts"] as const satisfies readonly (keyof typeof REVEALED)[];
export type Revealed = (typeof REVEALED_FIELDS)[number];

/** What can be shown so, and what it takes to see it. */
export const REVEALABLE = {
  payment: "payments.see",
  disburse: "disburses.see",
  sms: "sms.see",
  transfer: "transfers.see",
  withdrawal: "withdrawal.see",
} as const satisfies Record<string, Permission>;
export type RevealableKind = keyof typeof REVEALABLE;

/** So long a screen shows it, ms. */
export const REVEAL_MS = 60_000;
/** So many objects a person shows in an hour. */
export const REVEALS_AN_HOUR = 30;
export const REASON_MIN = 4;
