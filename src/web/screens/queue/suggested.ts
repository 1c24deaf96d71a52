/** What ends an exception most often, by kind: acts of its object's own list, the first one offered. The rest is ended by its own acts, or elsewhere. Pure. */
import type { ExceptionKind } from "../../../contract/exceptions.ts";
import type { ExceptionRow } from "../../../contract/exceptions.schema.ts";
import type { Permission } from "../../../contract/permissions.ts";
import { reachesPlace } from "../../built.ts";
import { objectPath } from "../../paths.ts";

/** Every kind: its acts, none where its own acts or another place end it, `own` where one of `own-act.tsx` does. */
const SUGGESTED = {
  payment_review: ["approve"],
  sms_unmatched: ["match", "accept"],
  sms_suspicious: ["ignore"],
  sms_unparsed: ["parse"],
  suspense_ignored: ["match"],
  disburse_review: ["approve"],
  disburse_unknown: ["recheck", "complete"],
  disburse_queued: [],
  disburse_overdue: [],
  disburse_by_hand: ["complete"],
  disburse_attempt_failed: ["reset"],
  disburse_differs: [],
  disburse_returned: [],
  transfer_waiting: ["approve"],
  withdrawal_waiting: ["approve", "paid"],
  approval_waiting: ["approve"],
  manual_waiting: ["apply"],
  wallet_gap: "own",
  books_differ: "own",
  wallet_unreported: "own",
  wallet_negative: "own",
  wallet_deleted_moves: ["recover"],
  merchant_deleted_moves: ["recover"],
  wallet_near_limit: [],
  no_wallet: [],
  debit_unexplained: [],
  payment_reversed: [],
  payment_written_off: [],
  manual_completion_differs: [],
  trx_repeated: [],
  delivery_failed: "own",
  device_silent: [],
  device_new_network: [],
  device_sim_unknown: [],
  device_sims_swapped: [],
  device_encrypted: [],
  operator_failing: [],
  config_schedule: [],
  seal_late: [],
  proof_broken: [],
} as const satisfies Readonly<Record<ExceptionKind, readonly string[] | "own">>;
/** Kinds that an act of the queue's own ends. */
export type OwnKind = { [Kind in ExceptionKind]: (typeof SUGGESTED)[Kind] extends "own" ? Kind : never }[ExceptionKind];

/** The act that Enter means for an exception, among those that its object offers; null: none of them. */
export function suggestedAct<Act extends { readonly id: string }>(kind: ExceptionKind, offered: readonly Act[]): Act | null {
  const acts: readonly string[] | "own" = SUGGESTED[kind];
  if (acts === "own") return null;
  for (const id of acts) {
    const act = offered.find((one) => one.id === id);
    if (act !== undefined) return act;
  }
  return null;
}

/** Types of objects whose own drawer is the evidence. */
export const PANELS = ["payment", "disburse", "transfer", "withdrawal", "wallet", "merchant", "sms", "manual", "approval"] as const;
export type PanelType = (typeof PANELS)[number];

interface Panel {
  readonly type: PanelType;
  readonly id: string;
}

/**
 * The object whose drawer shows what an exception is about: its own, else its wallet's; null: nothing but the exception itself, or nothing
 * that these eyes may see.
 */
export function panelOf({ object, wallet }: Pick<ExceptionRow, "object" | "wallet">, may: (permission: Permission) => boolean): Panel | null {
  const type = PANELS.find((one) => one === object.type);
  const own = type !== undefined && object.id !== null ? { type, id: object.id } : wallet === null ? null : { type: "wallet" as const, id: wallet.id };
  const path = own === null ? null : objectPath("zh", own.type, own.id);
  return path !== null && reachesPlace(may, path) ? own : null;
}

/** Notifications of a merchant that failed or were stopped: what is looked at, and what is sent again. */
export const failedOf = (merchantId: string): Readonly<Record<string, string>> => ({ merchant_id: merchantId, status: "failed,stopped" });

const DECISIONS = ["payments.decide", "disburses.decide", "sms.decide", "withdrawal.decide", "transfers.decide"] as const satisfies readonly Permission[];

/** Which keys do something for these eyes: on exceptions, on what they are about, or none but those that move. */
export function keysFor(may: (permission: Permission) => boolean): "keys" | "keysObject" | "keysLook" {
  if (may("exceptions.decide")) return "keys";
  return DECISIONS.some(may) ? "keysObject" : "keysLook";
}
