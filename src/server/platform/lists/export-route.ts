/** `GET /api/{list}/export`: exactly the filtered rows as a file, for whoever sees the list. */
import type { FastifyReply } from "fastify";
import { doneOf, type Answer } from "../answer.ts";
import * as z from "zod";
import { EXPORT_FORMATS, EXPORT_LANGUAGES, type ExportFormat, type ExportLanguage, type FileFormat } from "../../../contract/exports.ts";
import { audit } from "../audit.ts";
import type { UserCtx } from "../context.ts";
import { takesEncoding } from "../http/encoding.ts";
import { HANDLED, route, type AnyRoute } from "../http/route.ts";
import { takenOver } from "../http/taken-over.ts";
import { Refused } from "../refusal.ts";
import { type Asked, type Exported, listNameOf, offerSource, type Prepared, prepareExport } from "./export-source.ts";
import { exportBegun } from "./export-stream.ts";
import { type Shown, shownQuery } from "./export-shown.ts";
import { ownMerchantId } from "./scope.ts";
import { FILE_TYPES } from "./sheet.ts";
import type { BaseQuery } from "./spec.ts";

/** Names the columns that were asked for and that the file does not hold. */
const LEFT_OUT = "x-left-out";
/** A file has no pages: a place to begin at is refused instead of being looked past. */
const options = {
  format: z.enum(EXPORT_FORMATS).default("csv"),
  lang: z.enum(EXPORT_LANGUAGES).default("zh"),
  cursor: z.literal("").optional(),
  ...shownQuery,
};

/** One export: audited first, then streamed. Refuses as the list itself, rate_limited when too many run, too_many_rows for a workbook */
async function run<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(
  ctx: UserCtx,
  at: Exported<Q, Raw, Row>,
  query: Q,
  as: Asked,
  reply: FastifyReply,
): Promise<Answer<typeof HANDLED>> {
  const { app, actor } = ctx;
  const prepared = prepareExport(app, at, query, actor, as);
  if (prepared instanceof Refused) return prepared;
  const list = listNameOf(app, at);
  const noted = await ctx.tx((tx) =>
    audit(ctx, tx, {
      action: "export",
      objectType: list,
      objectId: null,
      merchantId: ownMerchantId(actor),
      after: { format: as.format, filters: query, ...(as.shown.ids === null ? {} : { ids: as.shown.ids }) },
    }),
  );
  doneOf(noted);
  const begun = await exportBegun(prepared.job(await app.db.readUrl()), reply.raw);
  if (begun instanceof Refused) return begun;
  fileHeaders(reply, as.format, prepared);
  if (prepared.leftOut.length > 0) reply.header(LEFT_OUT, prepared.leftOut.join(","));
  if (as.format === "csv") {
    reply.header("vary", "accept-encoding");
    if (as.gzip) reply.header("content-encoding", "gzip");
  }
  const raw = takenOver(reply);
  // The answer has begun: who reads it learns that it broke off by its end that is missing.
  begun?.to(raw).catch((error: unknown) => app.log.warn({ requestId: ctx.requestId, list, err: error }, "an export ended before its file was whole"));
  return HANDLED;
}

/** What kind of file it is, and its name: as it is, and in ASCII for readers of old. */
export function fileHeaders(reply: FastifyReply, format: FileFormat, { file, plain }: Pick<Prepared, "file" | "plain">): void {
  reply.header("content-type", FILE_TYPES[format]);
  reply.header("content-disposition", `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file)}`);
}

/** Declares the export of a list, for its feature's routes. `shape`: the list's query schema, to which format and language are added. */
export function exportRoute<S extends z.ZodObject, Raw extends { readonly id: bigint }, Row>(
  url: string,
  summary: string,
  shape: S,
  at: Exported<z.output<S> & BaseQuery, Raw, Row>,
): AnyRoute {
  const made = route({
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
        { format, language: lang, gzip: takesEncoding(request.headers["accept-encoding"], "gzip"), shown, most: null },
        reply,
      );
    },
  });
  return offerSource(made, shape, at);
}
