/** Home in the dashboard. */
import { home } from "../../../contract/home.schema.ts";
import { route, type AnyRoute } from "../../platform/http/route.ts";
import { readHome } from "./home.ts";

export const homeRoutes: AnyRoute[] = [
  route({
    method: "GET",
    url: "/api/statistics/home",
    access: { kind: "session", permission: "home.see" },
    summary: "Today against yesterday and the week before, what waits for a decision, wallets and books",
    data: home,
    audit: null,
    handler: (ctx) => readHome(ctx.app, ctx.actor),
  }),
];
