/** Manual operations (rule 68): what people may book by hand, always with a second approval. */
import type { Permission } from "./permissions.ts";
import type { Transition } from "./transition.ts";

export const MANUAL_KINDS = [
  "merchant_credit",
  "merchant_debit",
  "wallet_credit",
  "wallet_debit",
  "b2b_credit",
  "b2b_debit",
  "assign_message",
  "write_off",
  "payment_reversal",
  "opening",
] as const;
export type ManualKind = (typeof MANUAL_KINDS)[number];

export const MANUAL_STATUSES = ["requested", "applied", "rejected", "lapsed"] as const;
export type ManualStatus = (typeof MANUAL_STATUSES)[number];

/** Every edge of a manual operation's life: it ends with its request, taken back counts as rejected. The database refuses all others. */
export const MANUAL_TRANSITIONS = [
  { from: "requested", event: "apply", to: "applied", by: "manual.decide" },
  { from: "requested", event: "reject", to: "rejected", by: "manual.decide" },
  { from: "requested", event: "lapse", to: "lapsed", by: "job" },
] as const satisfies readonly Transition<ManualStatus, "apply" | "reject" | "lapse">[];

export type ManualField = "merchant_id" | "wallet_id" | "sms_id" | "payment_id" | "amount";

/**
 * Which fields a kind takes; every one of them is required, all others are refused. `opening` takes a merchant or a
 * wallet, never both. The amount of the other kinds is that of their message or order.
 */
export const MANUAL_FIELDS = {
  merchant_credit: ["merchant_id", "amount"],
  merchant_debit: ["merchant_id", "amount"],
  wallet_credit: ["wallet_id", "amount"],
  wallet_debit: ["wallet_id", "amount"],
  b2b_credit: ["wallet_id", "amount"],
  b2b_debit: ["wallet_id", "amount"],
  assign_message: ["sms_id", "payment_id"],
  write_off: ["sms_id"],
  payment_reversal: ["payment_id"],
  opening: ["amount"],
} as const satisfies Record<ManualKind, readonly ManualField[]>;

export const MANUAL_ACTIONS = ["apply", "reject"] as const;
export type ManualAction = (typeof MANUAL_ACTIONS)[number];
export const MANUAL_ACTION_PERMISSIONS = { apply: "manual.decide", reject: "manual.decide" } as const satisfies Record<ManualAction, Permission>;
