/** A person's rights as the database has them at this moment: his type's, less what his custom role leaves out. */
import { rightsOf, type Rights, type UserType } from "../../contract/permissions.ts";

/** What {@link readRights} reads. */
export interface RightsRow {
  readonly user_type: UserType;
  /** Null: no role. */
  readonly role_permissions: readonly string[] | null;
}

/** The columns of {@link RightsRow}, of `users u`. A role that could not be read would leave nothing. */
export const RIGHTS_COLUMNS =
  "u.user_type, case when u.role_id is null then null else coalesce((select r.permissions from user_roles r where r.id = u.role_id), '{}') end as role_permissions";

/** The rights of a row. */
export function readRights(row: RightsRow): Rights {
  return rightsOf(row.user_type, row.role_permissions);
}

/** True where both may do the same. */
export function sameRights(one: Rights, other: Rights): boolean {
  return one === other || (one.size === other.size && [...one].every((permission) => other.has(permission)));
}
