/** Emergency stops: closing of order acceptance with a scope, a reason and, if wanted, an end (rule 45, docs/decisions/0011). */

export const SWITCH_SCOPES = ["platform", "operator", "merchant", "wallet"] as const;
export type SwitchScope = (typeof SWITCH_SCOPES)[number];
/** `in`: payments; `out`: payouts. */
export const SWITCH_DIRECTIONS = ["in", "out", "both"] as const;
export type SwitchDirection = (typeof SWITCH_DIRECTIONS)[number];
export type MoneyDirection = Exclude<SwitchDirection, "both">;
/** A switch with an end opens again within so many days at the latest. */
export const REOPEN_MAX_DAYS = 30;
/** Targets that are stopped by one act: both directions of every operator of a merchant, with room. */
export const STOP_TARGETS_MAX = 40;

/** True when a switch of one direction holds back money that moves in the other. */
export function covers(direction: SwitchDirection, moving: MoneyDirection): boolean {
  return direction === "both" || direction === moving;
}
