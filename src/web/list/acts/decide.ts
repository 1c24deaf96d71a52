/** Deciding on one object after the other: which act a key means, and what comes next. */
import type { ActionSpec, DecisionKey, HasId } from "../spec/index.ts";
import { offeredActions } from "./offered.ts";

/** The act that a key means for this row; undefined: none is offered. */
export function decisionOf<Row extends HasId>(actions: readonly ActionSpec<Row>[], row: Row, key: DecisionKey): ActionSpec<Row> | undefined {
  return offeredActions(actions, row).find((action) => action.key === key);
}

/** The row to decide on after `id`: the next one of the page, then those that were passed over; null when nothing waits. */
export function nextToDecide<Row extends HasId>(actions: readonly ActionSpec<Row>[], rows: readonly Row[], id: string): Row | null {
  const at = rows.findIndex((row) => row.id === id);
  const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))];
  return others.find((row) => offeredActions(actions, row).some((action) => action.key !== undefined)) ?? null;
}
