/** `GET /api/{list}/export`: exactly the filtered rows as a file, for whoever sees the list. */
import { doneOf } from "../answer.ts";
import * as z from "zod";
import type { Permission } from "../../../contract/permissions.ts";
import { audit } from "../audit.ts";
import type { App, UserCtx } from "../context.ts";
import { HANDLED, route, type AnyRoute } from "../http/route.ts";
import { exportStream } from "./export-stream.ts";
import { columnsFor, EXPORT_FORMATS, EXPORT_LANGUAGES, exportFile, exportSql, type ExportFormat, type ExportLanguage, type ExportSpec } from "./export.ts";
import { ownMerchantId } from "./scope.ts";
import type { BaseQuery, ListSpec } from "./spec.ts";

const TYPES = { csv: "text/csv; charset=utf-8", xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" } as const satisfies Record<
  ExportFormat,
  string
>;
/** A file has no pages: a place to begin at is refused instead of being looked past. */
const options = { format: z.enum(EXPORT_FORMATS).default("csv"), lang: z.enum(EXPORT_LANGUAGES).default("zh"), cursor: z.literal("").optional() };

interface Exported<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row> {
  readonly list: ListSpec<Q, Raw, Row> | ((app: App) => ListSpec<Q, Raw, Row>);
  readonly spec: ExportSpec;
  readonly permission: Permission;
}

/** One export: audited first, then streamed. @throws Refusal as the list itself, rate_limited when too many run */
async function run<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(
  ctx: UserCtx,
  at: Exported<Q, Raw, Row>,
  query: Q,
  as: { format: ExportFormat; language: ExportLanguage },
  reply: { header(name: string, value: string): unknown; send(payload: unknown): unknown },
): Promise<typeof HANDLED> {
  const { app, actor } = ctx;
  const list = typeof at.list === "function" ? at.list(app) : at.list;
  const statement = exportSql(app, list, at.spec, query, actor, as);
  const noted = await ctx.tx((tx) =>
    audit(ctx, tx, { action: "export", objectType: list.name, objectId: null, merchantId: ownMerchantId(actor), after: { format: as.format, filters: query } }),
  );
  doneOf(noted);
  const stream = await exportStream(app, statement, columnsFor(at.spec, actor), as.format, at.spec.file[as.language]);
  const file = exportFile(at.spec, as, app.now());
  const plain = exportFile(at.spec, { ...as, language: "en" }, app.now());
  reply.header("content-type", TYPES[as.format]);
  reply.header("content-disposition", `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file)}`);
  reply.send(stream);
  return HANDLED;
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
    handler: (ctx, { query, reply }) => {
      // The shape was extended by exactly these; taking them away leaves what the list's own schema has validated.
      const { format, lang, ...filters } = query as { format: ExportFormat; lang: ExportLanguage };
      return run(ctx, at, filters as unknown as z.output<S> & BaseQuery, { format, language: lang }, reply);
    },
  });
}
