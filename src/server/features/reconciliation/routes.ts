/** Wallet statistics, reconciliation and day close in the dashboard. */
import * as z from "zod";
import * as schema from "../../../contract/reconciliation.schema.ts";
import { idParams } from "../../../contract/schema.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { closeDay } from "./close.ts";
import { reconciliationDay } from "./detail.ts";
import { exportQueries, exportWalletDays, offerWalletDays } from "./export.ts";
import { importStatement } from "./import.ts";
import { reopenDay } from "./reopen.ts";
import { reconciliation } from "./rows.ts";
import { walletStatistics } from "./statistics.ts";

const seeFigures = { kind: "session", permission: "statistics.see" } as const;
const see = { kind: "session", permission: "reconciliation.see" } as const;

export const reconciliationRoutes: AnyRoute[] = [
  read("statistics.see", {
    url: "/api/statistics/wallets",
    summary: "Figures per wallet and business day, per wallet, and summed",
    query: schema.walletDaysQuery,
    data: schema.walletStatistics,
    handler: (ctx, { query }) => walletStatistics(ctx, query),
  }),
  offerWalletDays(
    route({
      method: "GET",
      url: "/api/statistics/wallets/export",
      access: seeFigures,
      summary: "Wallet statistics as a file",
      query: exportQueries.statistics,
      data: z.unknown(),
      audit: "export",
      raw: true,
      handler: (ctx, { query, reply }) => exportWalletDays(ctx, "statistics", query, reply),
    }),
    "statistics",
  ),
  read("reconciliation.see", {
    url: "/api/reconciliation",
    summary: "What operators reported against what was booked, per wallet and business day",
    query: schema.walletDaysQuery,
    data: schema.reconciliation,
    handler: (ctx, { query }) => reconciliation(ctx, query),
  }),
  offerWalletDays(
    route({
      method: "GET",
      url: "/api/reconciliation/export",
      access: see,
      summary: "The reconciliation as a file",
      query: exportQueries.reconciliation,
      data: z.unknown(),
      audit: "export",
      raw: true,
      handler: (ctx, { query, reply }) => exportWalletDays(ctx, "reconciliation", query, reply),
    }),
    "reconciliation",
  ),
  read("reconciliation.see", {
    url: "/api/reconciliation/:id/:date",
    summary: "One wallet's day: its flows, and each difference as the messages, orders and statement lines behind it",
    params: schema.dayParams,
    data: schema.reconciliationDay,
    handler: (ctx, { params }) => reconciliationDay(ctx, params),
  }),
  route({
    method: "POST",
    url: "/api/reconciliation/:id/:date/close",
    access: { kind: "session", permission: "reconciliation.close" },
    summary: "Closes a wallet's day",
    params: schema.dayParams,
    body: schema.dayCloseIn,
    data: schema.reconciliationRow,
    audit: "reconciliation.close",
    handler: (ctx, { params, body }) => closeDay(ctx, params, body),
  }),
  route({
    method: "POST",
    url: "/api/reconciliation/:id/:date/reopen",
    access: { kind: "session", permission: "reconciliation.reopen" },
    summary: "Opens a closed day again: finance and an admin together",
    params: schema.dayParams,
    body: schema.dayReopenIn,
    data: schema.reconciliationRow,
    audit: "reconciliation.reopen",
    handler: (ctx, { params, body }) => reopenDay(ctx, params, body),
  }),
  route({
    method: "POST",
    url: "/api/reconciliation/:id/import",
    access: { kind: "session", permission: "reconciliation.import" },
    summary: "Imports the operator's own statement of a wallet, or only tries to",
    params: idParams,
    body: schema.statementImportIn,
    data: schema.statementImportOut,
    audit: "reconciliation.import",
    handler: (ctx, { params, body }) => importStatement(ctx, params.id, body),
  }),
];
