/** What ends an exception most often, by kind: acts of its object's own list, the first one offered. The rest is ended by its own acts, or elsewhere. Pure. */
import type { ExceptionKind } from "../../../contract/exceptions.ts";
import type { ExceptionRow } from "../../../contract/exceptions.schema.ts";

const SUGGESTED: Readonly<Partial<Record<ExceptionKind, readonly string[]>>> = {
  payment_review: ["approve"],
  sms_unmatched: ["match"],
  sms_suspicious: ["match", "ignore"],
  sms_unparsed: ["parse"],
  disburse_review: ["approve"],
  disburse_unknown: ["recheck", "complete"],
  disburse_by_hand: ["complete"],
  disburse_attempt_failed: ["reset"],
  transfer_waiting: ["approve"],
  withdrawal_waiting: ["approve", "paid"],
  approval_waiting: ["approve"],
  manual_waiting: ["apply"],
  wallet_deleted_moves: ["recover"],
};

/** The act that Enter means for an exception, among those that its object offers; null: none of them. */
export function suggestedAct<Act extends { readonly id: string }>(kind: ExceptionKind, offered: readonly Act[]): Act | null {
  for (const id of SUGGESTED[kind] ?? []) {
    const act = offered.find((one) => one.id === id);
    if (act !== undefined) return act;
  }
  return null;
}

/** Types of objects whose own drawer is the evidence. */
export const PANELS = ["payment", "disburse", "transfer", "withdrawal", "wallet", "merchant", "sms", "manual", "approval"] as const;
export type PanelType = (typeof PANELS)[number];

/** The object whose drawer shows what an exception is about: its own, else its wallet's; null: nothing but the exception itself. */
export function panelOf({ object, wallet }: Pick<ExceptionRow, "object" | "wallet">): { readonly type: PanelType; readonly id: string } | null {
  const type = PANELS.find((one) => one === object.type);
  if (type !== undefined && object.id !== null) return { type, id: object.id };
  return wallet === null ? null : { type: "wallet", id: wallet.id };
}

/** Notifications of a merchant that failed or were stopped: what is looked at, and what is sent again. */
export const failedOf = (merchantId: string): Readonly<Record<string, string>> => ({ merchant_id: merchantId, status: "failed,stopped" });
