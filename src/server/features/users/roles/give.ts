/** The role that a user is to have. */
import { can, mayGrant, type UserType } from "../../../../contract/permissions.ts";
import type { UserCtx } from "../../../platform/context.ts";
import type { Queryable } from "../../../platform/db/pool.ts";
import { Refused, refusedField } from "../../../platform/refusal.ts";
import { mayGrantRole, roleRaw } from "./queries.ts";

/** A user's role; null: none. */
export type GivenRole = { readonly id: number; readonly name: string } | null;

const denied = (): Refused => new Refused("forbidden", { fields: { role_id: "not_allowed" } });

/**
 * Looks the asked role up. Roles are given by whoever sees them and holds all that is in them; no role gives all of the type.
 * @param asked a role's id, or null: none
 * @returns `forbidden` on `role_id`, or `validation_failed`: no such role, or one of another type
 */
export async function roleToGive(ctx: UserCtx, q: Queryable, type: UserType, asked: string | null): Promise<GivenRole | Refused> {
  if (!can(ctx.actor, "roles.see")) return denied();
  if (asked === null) return mayGrant(ctx.actor, type) ? null : denied();
  const role = await roleRaw(q, Number(asked));
  if (role instanceof Refused || role.user_type !== type) return refusedField("role_id", "invalid");
  return mayGrantRole(ctx.actor, role) ? { id: role.id, name: role.name } : denied();
}
