/** `GET /api/{list}/export`: exactly the filtered rows as a file, for whoever sees the list. */
import type { FastifyReply } from "fastify";
import { doneOf, type Answer } from "../answer.ts";
import * as z from "zod";
import type { Permission } from "../../../contract/permissions.ts";
import { audit } from "../audit.ts";
import type { App, UserCtx } from "../context.ts";
import { HANDLED, route, type AnyRoute } from "../http/route.ts";
import { takenOver } from "../http/taken-over.ts";
import { Refused } from "../refusal.ts";
import { exportBegun, LONGEST_MS } from "./export-stream.ts";
import type { ExportJob } from "./export-job.ts";
import { EXPORT_FORMATS, EXPORT_LANGUAGES, type ExportFormat, type ExportLanguage, type ExportSpec } from "./export-columns.ts";
import { exportSql, rawCell, WORKBOOK_ROWS, xlsxCell, type ExportSql } from "./export.ts";
import { exportFile, leftOut, type Shown, shownQuery } from "./export-shown.ts";
import { ownMerchantId } from "./scope.ts";
import type { BaseQuery, ListSpec } from "./spec.ts";

const TYPES = { csv: "text/csv; charset=utf-8", xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" } as const satisfies Record<
  ExportFormat,
  string
>;
/** Names the columns that were asked for and that the file does not hold. */
const LEFT_OUT = "x-left-out";
/** A file has no pages: a place to begin at is refused instead of being looked past. */
const options = {
  format: z.enum(EXPORT_FORMATS).default("csv"),
  lang: z.enum(EXPORT_LANGUAGES).default("zh"),
  cursor: z.literal("").optional(),
  ...shownQuery,
};

interface Exported<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row> {
  readonly list: ListSpec<Q, Raw, Row> | ((app: App) => ListSpec<Q, Raw, Row>);
  readonly spec: ExportSpec;
  readonly permission: Permission;
}

interface Asked {
  readonly format: ExportFormat;
  readonly language: ExportLanguage;
  /** The client unpacks. */
  readonly gzip: boolean;
  readonly shown: Shown;
}

function jobOf(ctx: UserCtx, url: string, spec: ExportSpec, { columns, copy, count }: ExportSql, as: Asked): ExportJob {
  const { app } = ctx;
  return {
    url,
    copy,
    bound: as.format === "xlsx" ? { count, most: WORKBOOK_ROWS - (as.shown.totals ? 1 : 0) } : null,
    columns: columns.map((column) => ({ title: column[as.language], raw: rawCell(column), xlsx: xlsxCell(column) })),
    as: as.format === "csv" ? { format: "csv", gzip: as.gzip } : { format: "xlsx", sheet: spec.file[as.language] },
    idRounds: app.publicIds.rounds,
    longestMs: LONGEST_MS,
  };
}

/** One export: audited first, then streamed. Refuses as the list itself, rate_limited when too many run, too_many_rows for a workbook */
async function run<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(
  ctx: UserCtx,
  at: Exported<Q, Raw, Row>,
  query: Q,
  as: Asked,
  reply: FastifyReply,
): Promise<Answer<typeof HANDLED>> {
  const { app, actor } = ctx;
  const list = typeof at.list === "function" ? at.list(app) : at.list;
  const statements = exportSql(app, list, at.spec, query, actor, as, as.shown);
  if (statements instanceof Refused) return statements;
  const noted = await ctx.tx((tx) =>
    audit(ctx, tx, {
      action: "export",
      objectType: list.name,
      objectId: null,
      merchantId: ownMerchantId(actor),
      after: { format: as.format, filters: query, ...(as.shown.ids === null ? {} : { ids: as.shown.ids }) },
    }),
  );
  doneOf(noted);
  const begun = await exportBegun(jobOf(ctx, await app.db.readUrl(), at.spec, statements, as), reply.raw);
  if (begun instanceof Refused) return begun;
  const file = exportFile(at.spec, as, query, app.now());
  const plain = exportFile(at.spec, { ...as, language: "en" }, query, app.now());
  reply.header("content-type", TYPES[as.format]);
  reply.header("content-disposition", `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file)}`);
  const missing = leftOut(at.spec, actor, as.shown);
  if (missing.length > 0) reply.header(LEFT_OUT, missing.join(","));
  if (as.format === "csv") {
    reply.header("vary", "accept-encoding");
    if (as.gzip) reply.header("content-encoding", "gzip");
  }
  const raw = takenOver(reply);
  // The answer has begun: who reads it learns that it broke off by its end that is missing.
  begun?.to(raw).catch((error: unknown) => app.log.warn({ requestId: ctx.requestId, list: list.name, error }, "an export ended before its file was whole"));
  return HANDLED;
}

/** True when the client says that it unpacks gzip. */
export function takesGzip(acceptEncoding: unknown): boolean {
  return String(acceptEncoding ?? "")
    .split(",")
    .some((one) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$)[\d.]+\s*)?$/i.test(one));
}

/** Declares the export of a list, for its feature's routes. `shape`: the list's query schema, to which format and language are added. */
export function exportRoute<S extends z.ZodObject, Raw extends { readonly id: bigint }, Row>(
  url: string,
  summary: string,
  shape: S,
  at: Exported<z.output<S> & BaseQuery, Raw, Row>,
): AnyRoute {
  return route({
    method: "GET",
    url,
    access: { kind: "session", permission: at.permission },
    summary,
    query: shape.extend(options),
    data: z.unknown(),
    audit: "export",
    raw: true,
    handler: (ctx, { query, request, reply }) => {
      // The shape was extended by exactly these; taking them away leaves what the list's own schema has validated.
      const { format, lang, columns, ids, totals, ...filters } = query as {
        format: ExportFormat;
        lang: ExportLanguage;
        columns?: readonly string[];
        ids?: readonly string[];
        totals?: "1";
      };
      const shown: Shown = { columns: columns ?? null, ids: ids ?? null, totals: totals !== undefined };
      return run(
        ctx,
        at,
        filters as unknown as z.output<S> & BaseQuery,
        { format, language: lang, gzip: takesGzip(request.headers["accept-encoding"]), shown },
        reply,
      );
    },
  });
}
