/** `GET /api/{list}/export`: exactly the filtered rows as a file, for whoever sees the list. */
import * as z from "zod";
import { deliveryQuery } from "../contract/deliveries.schema.ts";
import { disburseQuery } from "../contract/disburses.schema.ts";
import { journalQuery } from "../contract/journals.schema.ts";
import { manualQuery } from "../contract/manual.schema.ts";
import { merchantQuery } from "../contract/merchants.schema.ts";
import { paymentQuery } from "../contract/payments.schema.ts";
import type { Permission } from "../contract/permissions.ts";
import { smsQuery } from "../contract/sms.schema.ts";
import { transferQuery } from "../contract/transfers.schema.ts";
import { auditQuery, userQuery } from "../contract/users.schema.ts";
import { walletQuery } from "../contract/wallets.schema.ts";
import { withdrawalQuery } from "../contract/withdrawal.schema.ts";
import { audit } from "./platform/audit.ts";
import { AUDIT_LIST } from "./features/audit-trail/queries.ts";
import type { App, UserCtx } from "./platform/context.ts";
import { DELIVERY_LIST } from "./core/outbox/queries.ts";
import { DISBURSE_EXPORT } from "./features/disburses/export.ts";
import { DISBURSE_LIST } from "./features/disburses/queries.ts";
import { HANDLED, route, type AnyRoute } from "./platform/http/route.ts";
import { JOURNAL_LIST } from "./features/journals/queries.ts";
import { MANUAL_EXPORT } from "./features/manual/export.ts";
import { MANUAL_LIST } from "./features/manual/queries.ts";
import { MERCHANT_LIST } from "./features/merchants/queries.ts";
import { PAYMENT_LIST } from "./features/payments/queries.ts";
import { SMS_LIST } from "./features/sms/queries.ts";
import { TRANSFER_EXPORT } from "./features/transfers/export.ts";
import { TRANSFER_LIST } from "./features/transfers/queries.ts";
import { USER_LIST } from "./features/users/queries.ts";
import { walletList } from "./features/wallets/queries.ts";
import { WITHDRAWAL_EXPORT } from "./features/withdrawal/export.ts";
import { WITHDRAWAL_LIST } from "./features/withdrawal/queries.ts";
import {
  AUDIT_EXPORT,
  DELIVERY_EXPORT,
  JOURNAL_EXPORT,
  MERCHANT_EXPORT,
  PAYMENT_EXPORT,
  SMS_EXPORT,
  USER_EXPORT,
  WALLET_EXPORT,
} from "./platform/lists/export-columns.ts";
import { exportStream } from "./platform/lists/export-stream.ts";
import {
  columnsFor,
  EXPORT_FORMATS,
  EXPORT_LANGUAGES,
  exportFile,
  exportSql,
  type ExportFormat,
  type ExportLanguage,
  type ExportSpec,
} from "./platform/lists/export.ts";
import { ownMerchantId } from "./platform/lists/scope.ts";
import type { BaseQuery, ListSpec } from "./platform/lists/spec.ts";

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
  await ctx.tx((tx) =>
    audit(ctx, tx, { action: "export", objectType: list.name, objectId: null, merchantId: ownMerchantId(actor), after: { format: as.format, filters: query } }),
  );
  const stream = await exportStream(app, statement, columnsFor(at.spec, actor), as.format, at.spec.file[as.language]);
  const file = exportFile(at.spec, as, app.now());
  const plain = exportFile(at.spec, { ...as, language: "en" }, app.now());
  reply.header("content-type", TYPES[as.format]);
  reply.header("content-disposition", `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file)}`);
  reply.send(stream);
  return HANDLED;
}

/** Declares one export. `shape`: the list's query schema, to which format and language are added. */
function exportRoute<S extends z.ZodObject, Raw extends { readonly id: bigint }, Row>(
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

export const exportRoutes: AnyRoute[] = [
  exportRoute("/api/payments/export", "Payments as a file", paymentQuery, { list: PAYMENT_LIST, spec: PAYMENT_EXPORT, permission: "payments.see" }),
  exportRoute("/api/disburses/export", "Payouts as a file", disburseQuery, { list: DISBURSE_LIST, spec: DISBURSE_EXPORT, permission: "disburses.see" }),
  exportRoute("/api/sms/export", "Messages as a file", smsQuery, { list: SMS_LIST, spec: SMS_EXPORT, permission: "sms.see" }),
  exportRoute("/api/transfers/export", "Transfers as a file", transferQuery, { list: TRANSFER_LIST, spec: TRANSFER_EXPORT, permission: "transfers.see" }),
  exportRoute("/api/withdrawal/export", "Withdrawals as a file", withdrawalQuery, {
    list: WITHDRAWAL_LIST,
    spec: WITHDRAWAL_EXPORT,
    permission: "withdrawal.see",
  }),
  exportRoute("/api/manual/export", "Manual operations as a file", manualQuery, { list: MANUAL_LIST, spec: MANUAL_EXPORT, permission: "manual.see" }),
  exportRoute("/api/journals/export", "Journals as a file", journalQuery, { list: JOURNAL_LIST, spec: JOURNAL_EXPORT, permission: "journals.see" }),
  exportRoute("/api/deliveries/export", "Notifications as a file", deliveryQuery, { list: DELIVERY_LIST, spec: DELIVERY_EXPORT, permission: "deliveries.see" }),
  exportRoute("/api/audit/export", "The audit trail as a file", auditQuery, { list: AUDIT_LIST, spec: AUDIT_EXPORT, permission: "audit.see" }),
  exportRoute("/api/merchants/export", "Merchants as a file", merchantQuery, { list: MERCHANT_LIST, spec: MERCHANT_EXPORT, permission: "merchants.see" }),
  exportRoute("/api/wallets/export", "Wallets as a file", walletQuery, { list: walletList, spec: WALLET_EXPORT, permission: "wallets.see" }),
  exportRoute("/api/users/export", "Users as a file", userQuery, { list: USER_LIST, spec: USER_EXPORT, permission: "users.see" }),
];
