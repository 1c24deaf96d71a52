/** Redacted links to share. */
import * as z from "zod";
import { LINK_PATH } from "../../../contract/links.ts";
import * as schema from "../../../contract/links.schema.ts";
import { empty } from "../../../contract/schema.ts";
import { read, HANDLED, route, type AnyRoute } from "../../platform/http/route.ts";
import { listLinks, makeLink, revokeLink } from "./links.ts";
import { openLink } from "./open.ts";

const share = { kind: "session", permission: "links.share" } as const;

export const linksRoutes: AnyRoute[] = [
  read("links.share", {
    url: "/api/links",
    summary: "Redacted links to one order or withdrawal that have not ended, newest first, and whether each opens now",
    query: schema.linkQuery,
    data: schema.linkList,
    handler: (ctx, { query }) => listLinks(ctx, query.object),
  }),
  route({
    method: "POST",
    url: "/api/links",
    access: share,
    summary: "Makes a redacted link to one payment, payout or withdrawal; its address is answered this once",
    status: 201,
    body: schema.linkCreate,
    data: schema.linkMade,
    audit: "link.create",
    secret: true,
    handler: (ctx, { body }) => makeLink(ctx, body),
  }),
  route({
    method: "POST",
    url: "/api/links/:id/revoke",
    access: share,
    summary: "Ends a redacted link at once",
    params: schema.linkParams,
    body: empty,
    data: empty,
    audit: "link.revoke",
    handler: (ctx, { params }) => revokeLink(ctx, params.id),
  }),
  route({
    method: "GET",
    // Whatever stands there, also what is longer than an id or has slashes in it: all of it is answered alike.
    url: `${LINK_PATH}*`,
    heads: true,
    access: { kind: "public" },
    summary: "What a redacted link shows, as a page; one and the same answer where there is nothing to open",
    params: z.strictObject({ "*": z.string() }),
    data: z.null(),
    audit: "link.open",
    raw: true,
    handler: async (ctx, { params, request, reply }) => {
      await openLink(ctx, params["*"], request, reply);
      return HANDLED;
    },
  }),
];
