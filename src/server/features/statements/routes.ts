/** Statements of merchants and wallets, and a wallet's balance at a moment. */
import * as z from "zod";
import { idParams } from "../../../contract/schema.ts";
import { statement, statementQuery, walletBalanceAt } from "../../../contract/statements.schema.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { answerStatement } from "./answer.ts";
import { offerStatement } from "./background.ts";
import { walletBalance } from "./balance.ts";

export const statementsRoutes: AnyRoute[] = [
  offerStatement(
    route({
      method: "GET",
      url: "/api/merchants/:id/statement",
      access: { kind: "session", permission: "journals.see" },
      summary: "A merchant's statement of a month: as data, file or printable page",
      params: idParams,
      query: statementQuery,
      data: statement,
      audit: "export",
      raw: true,
      handler: (ctx, { params, query, reply }) => answerStatement(ctx, "merchant", params.id, query, reply),
    }),
    "merchant",
  ),
  offerStatement(
    route({
      method: "GET",
      url: "/api/wallets/:id/statement",
      access: { kind: "session", permission: "wallets.see" },
      summary: "A wallet's statement of a month: as data, file or printable page",
      params: idParams,
      query: statementQuery,
      data: statement,
      audit: "export",
      raw: true,
      handler: (ctx, { params, query, reply }) => answerStatement(ctx, "wallet", params.id, query, reply),
    }),
    "wallet",
  ),
  read("wallets.see", {
    url: "/api/wallets/:id/balance",
    summary: "Booked and reported balance of a wallet at a moment",
    params: idParams,
    query: z.strictObject({ at: z.string().max(40).optional() }),
    data: walletBalanceAt,
    handler: (ctx, { params, query }) => walletBalance(ctx, params.id, query.at),
  }),
];
