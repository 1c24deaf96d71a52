/** Roles as rows, and what the verbs look at. */
import { can, mayGrant, rightsOf, type UserType } from "../../../../contract/permissions.ts";
import type { RoleRow } from "../../../../contract/roles.schema.ts";
import type { UserActor } from "../../../platform/context.ts";
import type { Queryable } from "../../../platform/db/pool.ts";
import { Refused } from "../../../platform/refusal.ts";

/** So many roles at the most: they are read in one piece. */
export const MOST_ROLES = 200;

/** A role as SQL gives it. */
export interface RoleRaw {
  readonly id: number;
  readonly name: string;
  readonly user_type: UserType;
  readonly permissions: readonly string[];
  readonly version: number;
  readonly created_at: Date;
  readonly people: number;
}

const ROLES =
  "select r.id, r.name, r.user_type, r.permissions, r.version, r.created_at, (select count(*)::int from users u where u.role_id = r.id) as people from user_roles r";

/** A role as the contract has it, for this viewer. */
export function roleRow(raw: RoleRaw, viewer: UserActor): RoleRow {
  return {
    id: String(raw.id),
    name: raw.name,
    user_type: raw.user_type,
    permissions: [...rightsOf(raw.user_type, raw.permissions)],
    people: raw.people,
    created_at: raw.created_at.toISOString(),
    version: raw.version,
    editable: can(viewer, "roles.edit") && mayGrantRole(viewer, raw),
  };
}

/** True when he could give a person this role: rule 17, and nothing in it that he lacks himself. */
export function mayGrantRole(granter: UserActor, role: Pick<RoleRaw, "user_type" | "permissions">): boolean {
  return mayGrant(granter, role.user_type, rightsOf(role.user_type, role.permissions));
}

/** All roles, by type and name. */
export function allRoles(q: Queryable): Promise<RoleRaw[]> {
  return q.rows<RoleRaw>(`${ROLES} order by r.user_type, lower(r.name) limit ${MOST_ROLES}`);
}

/** One role, or `not_found`. */
export async function roleRaw(q: Queryable, id: number): Promise<RoleRaw | Refused> {
  return (await q.one<RoleRaw>(`${ROLES} where r.id = $1`, [id])) ?? new Refused("not_found");
}
