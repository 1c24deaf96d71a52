/** Saved views. */
import * as z from "zod";
import { empty, idParams } from "../../../contract/schema.ts";
import * as schema from "../../../contract/views.schema.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { setOwnDefault, setRoleDefault } from "./defaults.ts";
import { getView, listViews, patchView, saveView, setDeleted } from "./views.ts";

const everybody = { kind: "session", permission: null } as const;

export const viewsRoutes: AnyRoute[] = [
  read(null, {
    url: "/api/views",
    summary: "Own saved views and shared ones, and what a list opens with",
    query: schema.viewQuery,
    data: schema.viewPage,
    handler: (ctx, { query }) => listViews(ctx, query.list, query.q),
  }),
  read(null, {
    url: "/api/views/:id",
    summary: "One saved view, own or shared",
    params: idParams,
    data: schema.savedView,
    handler: (ctx, { params }) => getView(ctx, params.id),
  }),
  route({
    method: "POST",
    url: "/api/views",
    access: everybody,
    summary: "Saves a view of a list",
    status: 201,
    body: schema.viewCreate,
    data: schema.savedView,
    audit: null,
    unaudited: "own_screen",
    handler: (ctx, { body }) => saveView(ctx, body),
  }),
  route({
    method: "PATCH",
    url: "/api/views/:id",
    access: everybody,
    summary: "Changes an own view, or the name of a shared one",
    params: idParams,
    body: schema.viewPatch,
    data: schema.savedView,
    audit: "view.update",
    handler: (ctx, { params, body }) => patchView(ctx, params.id, body),
  }),
  route({
    method: "DELETE",
    url: "/api/views/:id",
    access: everybody,
    summary: "Deletes an own view, or a shared one",
    params: idParams,
    data: empty,
    audit: "view.delete",
    handler: async (ctx, { params }) => {
      const answer = await setDeleted(ctx, params.id, true);
      return "own" in answer ? {} : answer;
    },
  }),
  route({
    method: "POST",
    url: "/api/views/:id/restore",
    access: everybody,
    summary: "Takes the deletion of a view back",
    params: idParams,
    body: z.strictObject({}),
    data: schema.savedView,
    audit: "view.restore",
    handler: (ctx, { params }) => setDeleted(ctx, params.id, false),
  }),
  route({
    method: "POST",
    url: "/api/views/default",
    access: everybody,
    summary: "With which view a list opens for oneself",
    body: schema.viewDefault,
    data: empty,
    audit: null,
    unaudited: "own_screen",
    handler: (ctx, { body }) => setOwnDefault(ctx, body),
  }),
  route({
    method: "POST",
    url: "/api/views/role-default",
    access: { kind: "session", permission: "views.manage" },
    summary: "With which shared view a list opens for a user type of one's house",
    body: schema.viewRoleDefault,
    data: empty,
    audit: "view.default",
    handler: (ctx, { body }) => setRoleDefault(ctx, body),
  }),
];
