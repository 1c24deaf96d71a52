/** The search box of the dashboard. */
import * as z from "zod";
import { searchResult } from "../../../contract/home.schema.ts";
import { route, type AnyRoute } from "../../platform/http/route.ts";
import { search } from "./search.ts";

export const searchRoutes: AnyRoute[] = [
  route({
    method: "GET",
    url: "/api/search",
    access: { kind: "session", permission: "search" },
    summary: "Any id, order number, TrxID or phone number, or the end of one; an amount; a name; words of a message",
    query: z.strictObject({ q: z.string().max(100) }),
    data: searchResult,
    audit: null,
    handler: (ctx, { query }) => search(ctx.app, ctx.actor, query.q),
  }),
];
