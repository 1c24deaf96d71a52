/** Figures behind the plots of the dashboard. */
import * as reconciliation from "../../../contract/reconciliation.schema.ts";
import * as schema from "../../../contract/statistics.schema.ts";
import { OWN_STATISTICS } from "../../../contract/statistics.ts";
import { route, type AnyRoute } from "../../platform/http/route.ts";
import { walletBalanceDay } from "./balance-day.ts";
import { orderFigures } from "./orders.ts";
import { ownFigures } from "./own.ts";
import { suspenseAges } from "./suspense.ts";

const see = { kind: "session", permission: "statistics.see" } as const;

export const statisticsRoutes: AnyRoute[] = [
  route({
    method: "GET",
    url: "/api/statistics/wallets/:id/:date",
    // The plot stands beside a day's reconciliation, too.
    access: { kind: "session", permission: ["statistics.see", "reconciliation.see"] },
    summary: "A wallet's booked balance over a business day, with its messages as points",
    params: reconciliation.dayParams,
    data: schema.walletBalanceDay,
    audit: null,
    handler: (ctx, { params }) => walletBalanceDay(ctx, params),
  }),
  route({
    method: "GET",
    url: "/api/statistics/orders",
    access: see,
    summary: "Orders of a range by what became of them, and the hours of a single day",
    query: reconciliation.walletDaysQuery,
    data: schema.orderFigures,
    audit: null,
    handler: (ctx, { query }) => orderFigures(ctx, query),
  }),
  route({
    method: "GET",
    url: "/api/statistics/own",
    access: { kind: "session", permission: OWN_STATISTICS },
    summary: "A merchant's own figures of a range: hours, days, orders by what became of them, time to complete",
    query: schema.ownQuery,
    data: schema.ownFigures,
    audit: null,
    handler: (ctx, { query }) => ownFigures(ctx, query),
  }),
  route({
    method: "GET",
    url: "/api/statistics/suspense",
    // They are messages.
    access: { kind: "session", permission: { all: ["statistics.see", "sms.see"] } },
    summary: "Messages whose money nobody has explained, by their age",
    query: schema.suspenseQuery,
    data: schema.suspenseAges,
    audit: null,
    handler: (ctx, { query }) => suspenseAges(ctx, query),
  }),
];
