/** Figures behind the plots of the dashboard. */
import * as reconciliation from "../../../contract/reconciliation.schema.ts";
import * as schema from "../../../contract/statistics.schema.ts";
import { OWN_STATISTICS } from "../../../contract/statistics.ts";
import { read, type AnyRoute } from "../../platform/http/route.ts";
import { walletBalanceDay } from "./balance-day.ts";
import { orderFigures } from "./orders.ts";
import { ownFigures } from "./own.ts";
import { suspenseAges } from "./suspense.ts";

export const statisticsRoutes: AnyRoute[] = [
  read(["statistics.see", "reconciliation.see"], {
    url: "/api/statistics/wallets/:id/:date",
    // The plot stands beside a day's reconciliation, too.
    summary: "A wallet's booked balance over a business day, with its messages as points",
    params: reconciliation.dayParams,
    data: schema.walletBalanceDay,
    handler: (ctx, { params }) => walletBalanceDay(ctx, params),
  }),
  read("statistics.see", {
    url: "/api/statistics/orders",
    summary: "Orders of a range by what became of them, and the hours of a single day",
    query: reconciliation.walletDaysQuery,
    data: schema.orderFigures,
    handler: (ctx, { query }) => orderFigures(ctx, query),
  }),
  read(OWN_STATISTICS, {
    url: "/api/statistics/own",
    summary: "A merchant's own figures of a range: hours, days, orders by what became of them, time to complete",
    query: schema.ownQuery,
    data: schema.ownFigures,
    handler: (ctx, { query }) => ownFigures(ctx, query),
  }),
  read(
    { all: ["statistics.see", "sms.see"] },
    {
      url: "/api/statistics/suspense",
      // They are messages.
      summary: "Messages whose money nobody has explained, by their age",
      query: schema.suspenseQuery,
      data: schema.suspenseAges,
      handler: (ctx, { query }) => suspenseAges(ctx, query),
    },
  ),
];
