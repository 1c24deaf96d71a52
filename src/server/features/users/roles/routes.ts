/** Custom roles: list, make, change, delete. They are the platform's; merchants' people neither see nor give them. */
import { empty } from "../../../../contract/schema.ts";
import * as schema from "../../../../contract/roles.schema.ts";
import { read, route, type AnyRoute } from "../../../platform/http/route.ts";
import { allRoles, roleRow } from "./queries.ts";
import { createRole, deleteRole, patchRole } from "./verbs.ts";

const edit = { kind: "session", permission: "roles.edit" } as const;

export const rolesRoutes: AnyRoute[] = [
  read("roles.see", {
    url: "/api/roles",
    summary: "Custom roles, with the permissions that count and how many people have each",
    data: schema.roleList,
    handler: async (ctx) => ({ items: (await allRoles(ctx.app.db)).map((raw) => roleRow(raw, ctx.actor)) }),
  }),
  route({
    method: "POST",
    url: "/api/roles",
    access: edit,
    summary: "A new role: some permissions of a user type; needs a recent re-authentication",
    status: 201,
    body: schema.roleCreate,
    data: schema.roleRow,
    audit: "role.create",
    handler: (ctx, { body }) => createRole(ctx, body),
  }),
  route({
    method: "PATCH",
    url: "/api/roles/:id",
    access: edit,
    summary: "Changes a role's name or permissions, for everybody who has it; needs a recent re-authentication",
    params: schema.roleParams,
    body: schema.rolePatch,
    data: schema.roleRow,
    audit: "role.update",
    handler: (ctx, { params, body }) => patchRole(ctx, params.id, body),
  }),
  route({
    method: "POST",
    url: "/api/roles/:id/delete",
    access: edit,
    summary: "Deletes a role; in use only with `fall_back`. Needs a recent re-authentication",
    params: schema.roleParams,
    body: schema.roleDelete,
    data: empty,
    audit: "role.delete",
    handler: (ctx, { params, body }) => deleteRole(ctx, params.id, body),
  }),
];
