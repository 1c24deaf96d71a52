/** Users: list, one, create, change, switches, resets. */
import { idParams } from "../../../contract/schema.ts";
import * as schema from "../../../contract/users.schema.ts";
import { versionOnly } from "../../../contract/wallets.schema.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { listRoute } from "../../platform/lists/routes.ts";
import { createUser } from "./create.ts";
import { patchUser } from "./patch.ts";
import { USER_LIST } from "./queries.ts";
import { getUser } from "./read.ts";
import { clearPasskeys, resetAuthenticator, resetPassword } from "./resets.ts";
import { deleteUser, enableUser, recoverUser } from "./switches.ts";

const edit = { kind: "session", permission: "users.edit" } as const;
/** Every act on one user carries the version it was decided on. */
const act = { method: "POST", access: edit, params: idParams, body: versionOnly } as const;

export const usersRoutes: AnyRoute[] = [
  listRoute(USER_LIST, {
    url: "/api/users",
    summary: "Users; a merchant's admin sees its own",
    permission: "users.see",
    query: schema.userQuery,
    row: schema.userRow,
  }),
  read("users.see", {
    url: "/api/users/:id",
    summary: "One user with his history",
    params: idParams,
    data: schema.userDetail,
    handler: (ctx, { params }) => getUser(ctx, params.id),
  }),
  route({
    method: "POST",
    url: "/api/users",
    access: edit,
    summary: "A new user; a one-time password is answered this once. Needs a recent re-authentication",
    status: 201,
    body: schema.userCreate,
    data: schema.userCreated,
    audit: "user.create",
    secret: true,
    handler: (ctx, { body }) => createUser(ctx, body),
  }),
  route({
    method: "PATCH",
    url: "/api/users/:id",
    access: edit,
    summary: "Changes account, e-mail, type, role or merchant; needs a recent re-authentication",
    params: idParams,
    body: schema.userPatch,
    data: schema.userRow,
    audit: "user.update",
    handler: (ctx, { params, body }) => patchUser(ctx, params.id, body),
  }),
  route({
    ...act,
    url: "/api/users/:id/enable",
    summary: "Lets a user sign in again; needs a recent re-authentication",
    data: schema.userRow,
    audit: "user.enable",
    handler: (ctx, { params, body }) => enableUser(ctx, params.id, body.version, true),
  }),
  route({
    ...act,
    url: "/api/users/:id/disable",
    summary: "Signs a user out and keeps him out",
    data: schema.userRow,
    audit: "user.disable",
    handler: (ctx, { params, body }) => enableUser(ctx, params.id, body.version, false),
  }),
  route({
    ...act,
    url: "/api/users/:id/delete",
    summary: "Deletes a user; needs a recent re-authentication",
    data: schema.userRow,
    audit: "user.delete",
    handler: (ctx, { params, body }) => deleteUser(ctx, params.id, body.version),
  }),
  route({
    ...act,
    url: "/api/users/:id/recover",
    summary: "Brings a deleted user back; needs a recent re-authentication",
    data: schema.userRow,
    audit: "user.recover",
    handler: (ctx, { params, body }) => recoverUser(ctx, params.id, body.version),
  }),
  route({
    ...act,
    url: "/api/users/:id/authenticator-reset",
    summary: "Clears an authenticator that is on; its person sets up another at the next sign-in. Needs a recent re-authentication",
    data: schema.userRow,
    audit: "user.authenticator-reset",
    handler: (ctx, { params, body }) => resetAuthenticator(ctx, params.id, body.version),
  }),
  route({
    ...act,
    url: "/api/users/:id/passkeys-remove",
    summary: "Removes all passkeys of a person; who is left without a second factor sets one up at the next sign-in. Needs a recent re-authentication",
    data: schema.userRow,
    audit: "user.passkeys-remove",
    handler: (ctx, { params, body }) => clearPasskeys(ctx, params.id, body.version),
  }),
  route({
    ...act,
    url: "/api/users/:id/password-reset",
    summary: "A one-time password, answered this once; needs a recent re-authentication",
    data: schema.passwordReset,
    audit: "user.password-reset",
    secret: true,
    handler: (ctx, { params, body }) => resetPassword(ctx, params.id, body.version),
  }),
];
