/** Deciding on one object after the other: which act a key means, and what comes next. */
import type { CellTools } from "../../cell-tools.ts";
import type { ActionSpec, DecisionKey, HasId } from "../spec/index.ts";
import { offeredActions } from "./offered.ts";

/** The act that a key means for this row; undefined: none is offered. */
export function decisionOf<Row extends HasId>(actions: readonly ActionSpec<Row>[], row: Row, key: DecisionKey): ActionSpec<Row> | undefined {
  return offeredActions(actions, row).find((action) => action.key === key);
}

/** What is said of a key that means no act on this row: why not, and what can be done with it instead. */
export function whyNotWords<Row extends HasId>(actions: readonly ActionSpec<Row>[], row: Row, key: DecisionKey, tools: CellTools): WhyNot {
  const { t, locale } = tools;
  const meant = actions.find((action) => action.key === key);
  const text = meant === undefined ? t("list.decide.noAct", { key: key.toUpperCase() }) : t("list.decide.notNow", { act: t(meant.label) });
  const why = meant?.whyNot?.(row, tools) ?? null;
  const offered = offeredActions(actions, row).map((action) => t(action.label));
  const can = offered.length === 0 ? null : t("list.decide.instead", { acts: offered.join(locale === "zh" ? "、" : ", ") });
  const detail = [why, can].filter((part) => part !== null).join(locale === "zh" ? "" : " ");
  return { text, ...(detail === "" ? {} : { detail }) };
}
export interface WhyNot {
  readonly text: string;
  readonly detail?: string;
}

/** The row to decide on after `id`: the next one of the page, then those that were passed over; null when nothing waits. */
export function nextToDecide<Row extends HasId>(actions: readonly ActionSpec<Row>[], rows: readonly Row[], id: string): Row | null {
  const at = rows.findIndex((row) => row.id === id);
  const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))];
  return others.find((row) => offeredActions(actions, row).some((action) => action.key !== undefined)) ?? null;
}
