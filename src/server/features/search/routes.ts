/** The search box of the dashboard. */
import * as z from "zod";
import { searchResult } from "../../../contract/home.schema.ts";
import { read, type AnyRoute } from "../../platform/http/route.ts";
import { search } from "./search.ts";

export const searchRoutes: AnyRoute[] = [
  read("search", {
    url: "/api/search",
    summary: "Any id, order number, TrxID or phone number, or the end of one; an amount; a name; words of a message",
    query: z.strictObject({ q: z.string().max(100) }),
    data: searchResult,
    handler: (ctx, { query }) => search(ctx.app, ctx.actor, query.q),
  }),
];
