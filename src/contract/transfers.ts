/** Transfers of float (转账): between own wallets, or between a wallet and the outside world. Statuses, the one transition table, actions. */
import type { Permission } from "./permissions.ts";
import type { Transition } from "./transition.ts";

/** `wallet`: own wallet to own wallet; `b2b_in`: float bought, it comes in; `b2b_out`: float sold, it goes out. */
export const TRANSFER_KINDS = ["wallet", "b2b_in", "b2b_out"] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

export const TRANSFER_STATUSES = ["pending", "processing", "completed", "failed", "cancelled"] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

export const TRANSFER_EVENTS = ["approve", "complete", "match", "fail", "cancel"] as const;
export type TransferEvent = (typeof TRANSFER_EVENTS)[number];

/** Every edge of a transfer's life (rule 65). The database refuses all others. */
export const TRANSFER_TRANSITIONS = [
  { from: "pending", event: "approve", to: "processing", by: "transfers.decide" },
  { from: "pending", event: "cancel", to: "cancelled", by: "transfers.create" },
  { from: "processing", event: "complete", to: "completed", by: "transfers.decide" },
  { from: "processing", event: "match", to: "completed", by: "matching" },
  { from: "processing", event: "fail", to: "failed", by: "transfers.decide" },
] as const satisfies readonly Transition<TransferStatus, TransferEvent>[];

export const TRANSFER_ACTIONS = ["approve", "complete", "fail", "cancel"] as const;
export type TransferAction = (typeof TRANSFER_ACTIONS)[number];

/** In which states an action is offered. */
export const TRANSFER_ACTION_STATES = {
  approve: ["pending"],
  complete: ["processing"],
  fail: ["processing"],
  cancel: ["pending"],
} as const satisfies Record<TransferAction, readonly TransferStatus[]>;

export const TRANSFER_ACTION_PERMISSIONS = {
  approve: "transfers.decide",
  complete: "transfers.decide",
  fail: "transfers.decide",
  cancel: "transfers.create",
} as const satisfies Record<TransferAction, Permission>;

/** Kinds of the entries that a transfer books; a wallet's own entry has one of the first four, or `operator_cost`. */
export const TRANSFER_ENTRY_KINDS = ["transfer_out", "transfer_in", "b2b_out", "b2b_in", "transfer_returned", "operator_cost", "commission"] as const;
