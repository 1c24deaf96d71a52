/** What can be exported, and how a file of it is begun: the one way for whoever waits for it and for what is made in the background. */
import type * as z from "zod";
import type { AuditObject } from "../../../contract/audit.ts";
import type { Permission } from "../../../contract/permissions.ts";
import type { App } from "../context.ts";
import { fieldErrors } from "../http/errors.ts";
import type { AnyRoute } from "../http/route.ts";
import { Refused } from "../refusal.ts";
import type { ExportFormat, ExportLanguage, ExportSpec } from "./export-columns.ts";
import type { ExportJob } from "./export-job.ts";
import { exportFile, heldColumns, leftOut, type Shown } from "./export-shown.ts";
import { LONGEST_MS } from "./export-stream.ts";
import { exportSql, rawCell, WORKBOOK_ROWS, xlsxCell } from "./export.ts";
import { masksOf } from "./mask.ts";
import type { BaseQuery, ListSpec, Viewer } from "./spec.ts";

/** A list, its columns as a file, and who gets it. */
export interface Exported<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row> {
  readonly list: ListSpec<Q, Raw, Row> | ((app: App) => ListSpec<Q, Raw, Row>);
  readonly spec: ExportSpec;
  readonly permission: Permission;
}

/** How a file is asked for. */
export interface Asked {
  readonly format: ExportFormat;
  readonly language: ExportLanguage;
  /** Whoever reads it unpacks. */
  readonly gzip: boolean;
  readonly shown: Shown;
  /** Most rows, where the format itself has no end; null: as many as there are. */
  readonly most: number | null;
}

/** A file that can be begun. */
export interface Prepared {
  /** @param url of the database that is read */
  readonly job: (url: string) => ExportJob;
  /** Its name in its language, and in English. */
  readonly file: string;
  readonly plain: string;
  /** Columns that were asked for and that it does not hold. */
  readonly leftOut: readonly string[];
  /** Its last line holds sums. */
  readonly totals: boolean;
}

/** Name of a list in the trail and in events. */
export const listNameOf = <Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(app: App, { list }: Exported<Q, Raw, Row>): AuditObject =>
  (typeof list === "function" ? list(app) : list).name;

/** Looks at what is asked for, before anything is read. Refuses as the list itself, validation_failed for columns and ids */
export function prepareExport<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(
  app: App,
  at: Exported<Q, Raw, Row>,
  query: Q,
  viewer: Viewer,
  as: Asked,
): Prepared | Refused {
  const list = typeof at.list === "function" ? at.list(app) : at.list;
  const statements = exportSql(app, list, at.spec, query, viewer, as, as.shown);
  if (statements instanceof Refused) return statements;
  const { columns, copy, count } = statements;
  const totals = as.shown.totals && !masksOf(viewer).amounts;
  const most = as.format === "xlsx" ? Math.min(WORKBOOK_ROWS - (as.shown.totals ? 1 : 0), as.most ?? WORKBOOK_ROWS) : as.most;
  return {
    job: (url) => ({
      url,
      copy,
      bound: most === null ? null : { count, most },
      columns: columns.map((column) => ({ title: column[as.language], raw: rawCell(column), xlsx: xlsxCell(column) })),
      as: as.format === "csv" ? { format: "csv", gzip: as.gzip } : { format: "xlsx", sheet: at.spec.file[as.language] },
      idRounds: app.publicIds.rounds,
      longestMs: LONGEST_MS,
    }),
    file: exportFile(at.spec, as, query, app.now()),
    plain: exportFile(at.spec, { ...as, language: "en" }, query, app.now()),
    leftOut: leftOut(at.spec, viewer, as.shown),
    totals,
  };
}

/** An export of any list, by names alone. */
export interface ExportSource {
  /** Needed to see the list, and to have it as a file. */
  readonly permission: Permission;
  readonly name: (app: App) => AuditObject;
  /** The list's columns that a file for this viewer can hold. */
  readonly held: (viewer: Viewer) => string[];
  /** Refuses validation_failed for filters that the list does not take, and as {@link prepareExport} */
  readonly prepare: (app: App, filters: Readonly<Record<string, string>>, viewer: Viewer, as: Asked) => Prepared | Refused;
}

const SOURCES = new WeakMap<AnyRoute, ExportSource>();

/** Remembers what a route exports, for those who make files without a call. */
export function offerSource<S extends z.ZodObject, Raw extends { readonly id: bigint }, Row>(
  route: AnyRoute,
  shape: S,
  at: Exported<z.output<S> & BaseQuery, Raw, Row>,
): AnyRoute {
  SOURCES.set(route, {
    permission: at.permission,
    name: (app) => listNameOf(app, at),
    held: (viewer) => heldColumns(at.spec, viewer),
    prepare: (app, filters, viewer, as) => {
      const read = shape.safeParse(filters);
      if (!read.success) return new Refused("validation_failed", { fields: fieldErrors(read.error.issues as never) });
      return prepareExport(app, at, read.data as z.output<S> & BaseQuery, viewer, as); // the list's own schema has read it
    },
  });
  return route;
}

/** What stands behind a list's export; null: it has none. */
export function exportSourceOf(app: Pick<App, "offers">, list: string): ExportSource | null {
  const route = app.offers.routes.find(({ url }) => url === `/api/${list}/export`);
  return (route && SOURCES.get(route)) ?? null;
}
