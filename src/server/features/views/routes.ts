/** Saved views. */
import * as z from "zod";
import { savedView, viewCreate } from "../../../contract/home.schema.ts";
import { empty, idParams } from "../../../contract/schema.ts";
import { route, type AnyRoute } from "../../platform/http/route.ts";
import { deleteView, listViews, saveView } from "./views.ts";

const everybody = { kind: "session", permission: null } as const;

export const viewsRoutes: AnyRoute[] = [
  route({
    method: "GET",
    url: "/api/views",
    access: everybody,
    summary: "Own saved views and shared ones",
    query: z.strictObject({ list: z.string().max(32).optional() }),
    data: z.object({ items: z.array(savedView) }),
    audit: null,
    handler: (ctx, { query }) => listViews(ctx, query.list),
  }),
  route({
    method: "POST",
    url: "/api/views",
    access: everybody,
    summary: "Saves a view of a list",
    status: 201,
    body: viewCreate,
    data: savedView,
    audit: null,
    unaudited: "own_screen",
    handler: (ctx, { body }) => saveView(ctx, body),
  }),
  route({
    method: "DELETE",
    url: "/api/views/:id",
    access: everybody,
    summary: "Deletes an own view",
    params: idParams,
    data: empty,
    audit: null,
    unaudited: "own_screen",
    handler: (ctx, { params }) => deleteView(ctx, params.id),
  }),
];
