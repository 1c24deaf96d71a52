/** Whether an act is offered on a row: one answer for the row's menu, its drawer and the bar over chosen rows. */
import type { ActionSpec, HasId } from "../spec/index.ts";

interface Act<Row> {
  readonly id: string;
  readonly offered?: (row: Row) => boolean;
}

/** The server's word (`row.actions`) unless the act decides for itself. */
export function isOffered<Row extends HasId>(act: Act<Row>, row: Row): boolean {
  if (act.offered) return act.offered(row);
  return "actions" in row && Array.isArray(row.actions) && (row.actions as readonly unknown[]).includes(act.id); // checked by isArray; compared only
}

/** The acts offered on a row. */
export function offeredActions<Row extends HasId>(actions: readonly ActionSpec<Row>[], row: Row): readonly ActionSpec<Row>[] {
  return actions.filter((action) => isOffered(action, row));
}

/** What a button carries that cannot be pressed now; the reason stands on hover and focus. */
export function blockedMarks(why: string): { readonly "aria-disabled": true; readonly "data-blocked": ""; readonly "data-tip": string } {
  return { "aria-disabled": true, "data-blocked": "", "data-tip": why };
}

/** Of the chosen rows those that an act can be done on now. */
export function ableRows<Row extends HasId>(act: Act<Row>, rows: readonly Row[]): readonly Row[] {
  return rows.filter((row) => isOffered(act, row));
}
