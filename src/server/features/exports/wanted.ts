/** What is asked for, looked at before it is kept: by whom it may be seen, and whether the list can answer it. */
import { can } from "../../../contract/permissions.ts";
import type { UserActor, UserCtx } from "../../platform/context.ts";
import { exportSourceOf, exportSources, type ExportSource, type PreparedFile } from "../../platform/lists/export-source.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { filtersAt, shownOf, type Wanted } from "./store.ts";
import type { App } from "../../platform/context.ts";
import { EXPORT_FILE_ROWS, isExportList, isStatement, STATEMENT_MONTHS } from "../../../contract/exports.ts";
import type { ExportsOut } from "../../../contract/exports.schema.ts";

/** Whether this person may have it as a file; not where this build has no such files. */
export function mayHave(app: Pick<App, "offers">, list: string, person: UserActor): boolean {
  const source = exportSourceOf(app, list);
  return source !== null && can(person, source.permission);
}

/** Of each list that this person may have: its columns that a file can hold. */
export const heldFor = (app: Pick<App, "offers">, person: UserActor): ExportsOut["held"] =>
  Object.fromEntries(exportSources(app).flatMap(({ of, permission, held }) => (isExportList(of) && can(person, permission) ? [[of, held(person)]] : [])));

/**
 * A file that can be begun. Refuses as the list itself
 * @param countedMs days that move are counted from here
 */
export function prepareWanted(app: App, source: ExportSource, wanted: Wanted, owner: UserActor, countedMs: number): PreparedFile | Refused {
  const filters = filtersAt(wanted, countedMs);
  // Left out they would mean all days.
  if (filters === null) return refusedField("range");
  return source.prepare(app, filters, owner, {
    format: wanted.format,
    language: wanted.language,
    gzip: false,
    shown: shownOf(wanted),
    most: EXPORT_FILE_ROWS,
  });
}

/** What belongs to a page, or to a call of another kind. */
const NO_FILTERS = ["cursor", "size", "only"];

/** Null: this person may have it, and the list answers it. Refuses forbidden, validation_failed with the list's own fields */
export function refuseWanted(ctx: UserCtx, wanted: Wanted): Refused | null {
  const { app, actor } = ctx;
  const source = exportSourceOf(app, wanted.list);
  if (source === null || !can(actor, source.permission)) return new Refused("forbidden");
  const paged = NO_FILTERS.find((name) => name in wanted.filters);
  if (paged !== undefined) return refusedField(paged, "not_allowed");
  if (isStatement(wanted.list) && wanted.date_range !== null && !STATEMENT_MONTHS.some((month) => month === wanted.date_range))
    return refusedField("range", "not_allowed");
  if (wanted.date_range !== null && ("from" in wanted.filters || "to" in wanted.filters)) return refusedField("range", "not_allowed");
  const prepared = prepareWanted(app, source, wanted, actor, app.now());
  return prepared instanceof Refused ? prepared : null;
}
