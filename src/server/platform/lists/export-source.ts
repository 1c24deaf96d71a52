/** What can be exported, and how a file of it is begun: a list's is the same for whoever waits for it and for what is made in the background. */
import type { EventEmitter } from "node:events";
import type { Writable } from "node:stream";
import type * as z from "zod";
import type { AuditObject } from "../../../contract/audit.ts";
import { type ExportSourceName, type FileFormat, type FormatOf, formatsOf } from "../../../contract/exports.ts";
import type { Permission } from "../../../contract/permissions.ts";
import type { App, UserActor } from "../context.ts";
import { fieldErrors } from "../http/errors.ts";
import type { AnyRoute } from "../http/route.ts";
import { Refused, refusedField } from "../refusal.ts";
import type { ExportFormat, ExportLanguage, ExportSpec } from "./export-columns.ts";
import type { ExportJob } from "./export-job.ts";
import { exportFile, heldColumns, inWordsOf, leftOut, type Shown } from "./export-shown.ts";
import { exportBegun, LONGEST_MS } from "./export-stream.ts";
import { exportSql, mostRows, rawCell, xlsxCell } from "./export.ts";
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

/** A file under way. */
export interface FileUnderWay {
  /** Rows that it holds; 0 before it is whole. */
  readonly rows: number;
  /** Writes all of it, and ends what it goes to. @throws what went wrong; that the reader has gone may be told as nothing wrong */
  readonly to: (target: Writable) => Promise<void>;
}
/** Closes when nobody wants the file any more. `again`: an earlier beginning came to nothing, and what it was read from may be why. */
export type FileClient = Pick<EventEmitter, "once"> & { readonly destroyed?: boolean; readonly again?: boolean };

/** A file that can be begun. */
export interface PreparedFile {
  /** Reads what it is of. @returns null: the client has gone meanwhile. Refuses rate_limited where too many run, and what cannot be written as a file */
  readonly begin: (app: App, client: FileClient) => Promise<FileUnderWay | Refused | null>;
  /** Its name in its language. */
  readonly file: string;
  /** Its last line holds sums, and is none of its rows. */
  readonly totals: boolean;
  /** What the trail says it is of; the merchant where it is his and not its owner's house. */
  readonly object: { readonly type: AuditObject; readonly id: string | null; readonly merchantId: bigint | null };
}
/** A list's file that can be begun. */
export interface Prepared extends PreparedFile {
  /** @param url of the database that is read */
  readonly job: (url: string) => ExportJob;
  /** Its name in English. */
  readonly plain: string;
  /** Columns that were asked for and that it does not hold. */
  readonly leftOut: readonly string[];
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
  const most = mostRows(as.format, as.most, as.shown.totals ? 1 : 0);
  const job = (url: string): ExportJob => ({
    url,
    copy,
    bound: most === null ? null : { count, most },
    columns: columns.map((column) => ({ title: column[as.language], raw: rawCell(column), xlsx: xlsxCell(column, inWordsOf(as.shown)) })),
    as: as.format === "csv" ? { format: "csv", gzip: as.gzip } : { format: "xlsx", sheet: at.spec.file[as.language] },
    idRounds: app.publicIds.rounds,
    longestMs: LONGEST_MS,
  });
  return {
    job,
    begin: async (running, client) => exportBegun(job(client.again === true ? running.db.url : await running.db.readUrl()), client),
    object: { type: list.name, id: null, merchantId: null },
    file: exportFile(at.spec, as, query, app.now()),
    plain: exportFile(at.spec, { ...as, language: "en" }, query, app.now()),
    leftOut: leftOut(at.spec, viewer, as.shown),
    totals,
  };
}

/** How a file in the background is asked for. */
export type AskedInBackground = Omit<Asked, "format"> & { readonly format: FileFormat };
/** How a file is asked for that is no list's. */
export type AskedAlone<Of extends ExportSourceName> = Pick<AskedInBackground, "language" | "most"> & { readonly format: FormatOf<Of> };
/** What a file can be of, by names alone. */
export interface ExportSource {
  readonly of: ExportSourceName;
  /** Needed to see it, and to have it as a file. */
  readonly permission: Permission;
  /** The list's columns that a file for this viewer can hold; none of what is no list. */
  readonly held: (viewer: Viewer) => string[];
  /** Refuses validation_failed for filters that it does not take, and as {@link prepareExport} */
  readonly prepare: (app: App, filters: Readonly<Record<string, string>>, viewer: UserActor, as: AskedInBackground) => PreparedFile | Refused;
}
/** A file that is no list's: which filters it takes, and how it is begun. */
export interface OfferedFile<S extends z.ZodObject, Of extends ExportSourceName> {
  readonly of: Of;
  readonly shape: S;
  readonly prepare: (app: App, query: z.output<S>, viewer: UserActor, as: AskedAlone<Of>) => PreparedFile | Refused;
}

/** Filters by the schema of what is asked for. Refuses validation_failed */
function readFilters<S extends z.ZodObject>(shape: S, filters: Readonly<Record<string, string>>): z.output<S> | Refused {
  const read = shape.safeParse(filters);
  return read.success ? read.data : new Refused("validation_failed", { fields: fieldErrors(read.error.issues as never) });
}

const SOURCES = new WeakMap<AnyRoute, ExportSource>();

/** Remembers what a route exports, for those who make files without a call. */
export function offerSource<S extends z.ZodObject, Raw extends { readonly id: bigint }, Row>(
  route: AnyRoute,
  shape: S,
  at: Exported<z.output<S> & BaseQuery, Raw, Row>,
): AnyRoute {
  SOURCES.set(route, {
    // A route that no list in EXPORT_LISTS stands for is asked for by nobody; a test compares them.
    of: (/^\/api\/(\w+)\/export$/.exec(route.url)?.[1] ?? "") as ExportSourceName,
    permission: at.permission,
    held: (viewer) => heldColumns(at.spec, viewer),
    prepare: (app, filters, viewer, as) => {
      const query = readFilters(shape, filters);
      if (query instanceof Refused) return query;
      const { format } = as;
      if (format === "pdf") return refusedField("format", "not_allowed");
      return prepareExport(app, at, query as z.output<S> & BaseQuery, viewer, { ...as, format }); // the list's own schema has read it
    },
  });
  return route;
}

/** Who may call a route. @throws Error where that is not one permission: a file knows no other rule */
function permissionOf({ access, url }: AnyRoute): Permission {
  if (access.kind !== "session" || typeof access.permission !== "string") throw new Error(`a file is offered of ${url}, which does not ask for one permission`);
  return access.permission;
}

/**
 * Remembers a file that is no list's beside the route that gives it to who waits, for those who make files without a call: with the
 * route's own permission.
 */
export function offerFile<S extends z.ZodObject, Of extends ExportSourceName>(route: AnyRoute, at: OfferedFile<S, Of>): AnyRoute {
  SOURCES.set(route, {
    of: at.of,
    permission: permissionOf(route),
    held: () => [],
    prepare: (app, filters, viewer, { format, language, most, shown }) => {
      const query = readFilters(at.shape, filters);
      if (query instanceof Refused) return query;
      if (!formatsOf(at.of).includes(format)) return refusedField("format", "not_allowed");
      const ofLists = shown.columns !== null ? "columns" : shown.ids !== null ? "ids" : shown.totals ? "totals" : null;
      return ofLists === null ? at.prepare(app, query, viewer, { format: format as FormatOf<Of>, language, most }) : refusedField(ofLists, "not_allowed");
    },
  });
  return route;
}

/** Everything that a file can be of. */
export const exportSources = (app: Pick<App, "offers">): ExportSource[] => app.offers.routes.flatMap((route) => SOURCES.get(route) ?? []);

/** What stands behind a name; null: this build has no such files. */
export const exportSourceOf = (app: Pick<App, "offers">, name: string): ExportSource | null => exportSources(app).find(({ of }) => of === name) ?? null;
