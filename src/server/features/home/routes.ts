/** Home in the dashboard. */
import { home } from "../../../contract/home.schema.ts";
import { read, type AnyRoute } from "../../platform/http/route.ts";
import { readHome } from "./home.ts";

export const homeRoutes: AnyRoute[] = [
  read("home.see", {
    url: "/api/statistics/home",
    summary: "Today against yesterday and the week before, what waits for a decision, wallets and books",
    data: home,
    handler: (ctx) => readHome(ctx.app, ctx.actor),
  }),
];
