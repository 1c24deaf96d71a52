/** Custom roles: which permissions of a user type its people keep (docs/decisions/0067). */
import * as z from "zod";
import { PERMISSIONS, USER_TYPES, type Permission } from "./permissions.ts";
import { instant, line, version } from "./schema.ts";

/** Roles are few and the platform's own; they are numbered. */
export const roleId = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/)
  .meta({ examples: ["7"] });
export const roleParams = z.strictObject({ id: roleId });

// Keys of a literal: exactly its names, and not none.
const permission = z.enum(Object.keys(PERMISSIONS) as [Permission, ...Permission[]]);

export const roleRow = z.object({
  id: roleId,
  name: z.string(),
  user_type: z.enum(USER_TYPES),
  /** Those that count: of the user type, in the table's order. */
  permissions: z.array(permission),
  /** How many people have it, disabled and deleted ones too: these may come back. */
  people: z.int(),
  created_at: instant,
  version: z.int(),
  /** Whether the viewer may change, delete and give it. */
  editable: z.boolean(),
});
export type RoleRow = z.infer<typeof roleRow>;
export const roleList = z.object({ items: z.array(roleRow) });

const permissions = z.array(permission).min(1).max(Object.keys(PERMISSIONS).length);
export const roleCreate = z.strictObject({ name: line(64), user_type: z.enum(USER_TYPES), permissions });
export type RoleCreate = z.infer<typeof roleCreate>;
export const rolePatch = z.strictObject({ version, name: line(64).optional(), permissions: permissions.optional() });
export type RolePatch = z.infer<typeof rolePatch>;
/** `fall_back`: whoever has the role is left with all that his user type may do. Without it a role that is in use stays. */
export const roleDelete = z.strictObject({ version, fall_back: z.boolean().default(false) });
