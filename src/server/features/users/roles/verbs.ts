/** Makes, changes and deletes roles. Who has one has its rights with his next call, in every process (`core/session/cache.ts`). */
import { mayGrant, missingBeside, rightsOf, typeHas, type Permission, type UserType } from "../../../../contract/permissions.ts";
import type { RoleCreate, RolePatch, RoleRow } from "../../../../contract/roles.schema.ts";
import type { Answer } from "../../../platform/answer.ts";
import { audit, nothingChanged } from "../../../platform/audit.ts";
import type { UserCtx } from "../../../platform/context.ts";
import { violated, type Tx } from "../../../platform/db/pool.ts";
import { ANY_OBJECT } from "../../../platform/events/view.ts";
import { Refused, refusedField } from "../../../platform/refusal.ts";
import { requireRecheck } from "../../../core/session/recheck.ts";
import { sessionCache } from "../../../core/session/cache.ts";
import { CHANGE_LOCK } from "../write.ts";
import { mayGrantRole, MOST_ROLES, roleRaw, roleRow, type RoleRaw } from "./queries.ts";

/** What is wrong with a list of permissions for this type; null: nothing. In the table's order and once each they are stored. */
function unfit(ctx: UserCtx, type: UserType, permissions: readonly Permission[]): Refused | null {
  if (permissions.some((one) => !typeHas(type, one))) return refusedField("permissions", "not_allowed");
  const missing = missingBeside(type, permissions);
  if (missing.length > 0) return new Refused("validation_failed", { fields: { permissions: "required" }, details: { missing } });
  if (!mayGrant(ctx.actor, type, new Set(permissions))) return new Refused("forbidden", { fields: { permissions: "not_allowed" } });
  return null;
}

const stored = (type: UserType, permissions: readonly Permission[]): Permission[] => [...rightsOf(type, permissions)];

function nameTaken(error: unknown): Refused {
  if (violated(error) !== "user_roles_name") throw error;
  return new Refused("already_exists", { fields: { name: "taken" } });
}

/** Everybody who has it, and every screen that names it, learns that it is another one now. */
function told(ctx: UserCtx): void {
  ctx.emit({ kind: "users", objectId: ANY_OBJECT, version: 1, change: "changed", merchantId: null });
}

/** Refuses `recheck_required`, `validation_failed`, `forbidden` (permissions that the actor lacks), `already_exists`, `wrong_state` (too many) */
export async function createRole(ctx: UserCtx, body: RoleCreate): Promise<Answer<RoleRow>> {
  const bad = unfit(ctx, body.user_type, body.permissions);
  if (bad) return bad;
  await requireRecheck(ctx);
  return ctx
    .tx(async (tx) => {
      await tx.run("select pg_advisory_xact_lock($1)", [CHANGE_LOCK]);
      const all = await tx.one<{ n: number }>("select count(*)::int as n from user_roles");
      if ((all?.n ?? 0) >= MOST_ROLES) return new Refused("wrong_state", { details: { most: MOST_ROLES } });
      const permissions = stored(body.user_type, body.permissions);
      const made = await tx.one<{ id: number }>("insert into user_roles (name, user_type, permissions, created_at) values ($1, $2, $3, $4) returning id", [
        body.name,
        body.user_type,
        permissions,
        new Date(ctx.app.now()),
      ]);
      const raw = await roleRaw(tx, made?.id ?? 0);
      if (raw instanceof Refused) return raw;
      await audit(ctx, tx, {
        action: "role.create",
        objectType: "role",
        objectId: String(raw.id),
        after: { name: raw.name, user_type: raw.user_type, permissions },
      });
      return roleRow(raw, ctx.actor);
    })
    .catch(nameTaken);
}

/** The locked role, at the version that was decided on. Nobody changes the role that he has himself, nor one that says more than he may. */
async function lockRole(ctx: UserCtx, tx: Tx, id: number, version: number): Promise<RoleRaw | Refused> {
  await tx.run("select pg_advisory_xact_lock($1)", [CHANGE_LOCK]);
  await tx.run("select 1 from user_roles where id = $1 for update", [id]);
  const raw = await roleRaw(tx, id);
  if (raw instanceof Refused) return raw;
  const own = await tx.one("select 1 from users where id = $1 and role_id = $2", [ctx.actor.id, id]);
  if (own !== null || !mayGrantRole(ctx.actor, raw)) return new Refused("forbidden");
  return raw.version === version ? raw : new Refused("conflict", { details: { version: raw.version } });
}

/** Refuses `recheck_required`, `not_found`, `forbidden`, `conflict`, `validation_failed`, `already_exists` */
export async function patchRole(ctx: UserCtx, id: string, body: RolePatch): Promise<Answer<RoleRow>> {
  await requireRecheck(ctx);
  const answer = await ctx
    .tx(async (tx) => {
      const raw = await lockRole(ctx, tx, Number(id), body.version);
      if (raw instanceof Refused) return raw;
      const before = [...rightsOf(raw.user_type, raw.permissions)];
      const bad = body.permissions === undefined ? null : unfit(ctx, raw.user_type, body.permissions);
      if (bad) return bad;
      const permissions = body.permissions === undefined ? before : stored(raw.user_type, body.permissions);
      const name = body.name ?? raw.name;
      if (name === raw.name && permissions.join() === before.join()) {
        nothingChanged(tx);
        return roleRow(raw, ctx.actor);
      }
      await tx.run("update user_roles set name = $2, permissions = $3, version = version + 1 where id = $1", [raw.id, name, permissions]);
      await audit(ctx, tx, {
        action: "role.update",
        objectType: "role",
        objectId: String(raw.id),
        before: { name: raw.name, permissions: before },
        after: { name, permissions },
      });
      told(ctx);
      return roleRow({ ...raw, name, permissions, version: raw.version + 1 }, ctx.actor);
    })
    .catch(nameTaken);
  sessionCache(ctx.app).clear();
  return answer;
}

/**
 * Deletes a role. In use it stays, unless its people are to fall back to their user type, which has to be the actor's to grant.
 * Refuses `recheck_required`, `not_found`, `forbidden`, `conflict`, `role_in_use` with how many have it
 */
export async function deleteRole(ctx: UserCtx, id: string, body: { version: number; fall_back: boolean }): Promise<Answer<Record<string, never>>> {
  await requireRecheck(ctx);
  const answer = await ctx.tx(async (tx) => {
    const raw = await lockRole(ctx, tx, Number(id), body.version);
    if (raw instanceof Refused) return raw;
    if (raw.people > 0 && !body.fall_back) return new Refused("role_in_use", { details: { people: raw.people } });
    if (raw.people > 0 && !mayGrant(ctx.actor, raw.user_type)) return new Refused("forbidden");
    const people = await tx.rows<{ id: bigint; account: string }>(
      "update users set role_id = null, version = version + 1 where role_id = $1 returning id, account",
      [raw.id],
    );
    await tx.run("delete from user_roles where id = $1", [raw.id]);
    await audit(ctx, tx, {
      action: "role.delete",
      objectType: "role",
      objectId: String(raw.id),
      before: {
        name: raw.name,
        user_type: raw.user_type,
        permissions: [...rightsOf(raw.user_type, raw.permissions)],
        people: people.map((one) => one.account),
      },
    });
    told(ctx);
    return {};
  });
  sessionCache(ctx.app).clear();
  return answer;
}
