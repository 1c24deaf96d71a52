/** Figures behind the plots of the dashboard. */
import * as reconciliation from "../../../contract/reconciliation.schema.ts";
import * as schema from "../../../contract/statistics.schema.ts";
import { route, type AnyRoute } from "../../platform/http/route.ts";
import { walletBalanceDay } from "./balance-day.ts";

const see = { kind: "session", permission: "wallets.see" } as const;

export const statisticsRoutes: AnyRoute[] = [
  route({
    method: "GET",
    url: "/api/statistics/wallets/:id/:date",
    access: see,
    summary: "A wallet's booked balance over a business day, with its messages as points",
    params: reconciliation.dayParams,
    data: schema.walletBalanceDay,
    audit: null,
    handler: (ctx, { params }) => walletBalanceDay(ctx, params),
  }),
];
