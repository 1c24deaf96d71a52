import * as z from "zod";
import { USER_TYPES } from "./permissions.ts";
import { csvOf, deletedFilter, instant, instantOrNull, listQuery, publicId, text, timelineItem, version } from "./schema.ts";
import { roleId } from "./roles.schema.ts";
import { USER_ACTIONS } from "./users.ts";

export const userRow = z.object({
  id: publicId,
  account: z.string(),
  email: z.string(),
  user_type: z.enum(USER_TYPES),
  /** The custom role; null: none, and the type alone decides. */
  role_id: roleId.nullable(),
  role_name: z.string().nullable(),
  merchant_id: publicId.nullable(),
  merchant_name: z.string().nullable(),
  on_totp: z.boolean(),
  /** The person has yet to set it up. */
  totp_pending: z.boolean(),
  has_passkeys: z.boolean(),
  enabled: z.boolean(),
  deleted: z.boolean(),
  locked_until: instantOrNull,
  last_sign_in_at: instantOrNull,
  created_at: instant,
  version: z.int(),
  actions: z.array(z.enum(USER_ACTIONS)),
});
export type UserRow = z.infer<typeof userRow>;
export const userDetail = userRow.extend({ timeline: z.array(timelineItem) });
export type UserDetail = z.infer<typeof userDetail>;
export const userQuery = listQuery.extend({
  user_type: csvOf(USER_TYPES),
  /** Name of a custom role. */
  role: text(64, 1).optional(),
  merchant_id: publicId.optional(),
  enabled: z.enum(["true", "false"]).optional(),
  deleted: deletedFilter,
});
export type UserQuery = z.infer<typeof userQuery>;
const account = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{1,63}$/);
const email = z.email().max(254);
export const userCreate = z.strictObject({
  account,
  email,
  user_type: z.enum(USER_TYPES),
  role_id: roleId.nullable().optional(),
  merchant_id: publicId.nullable().optional(),
  password: z.string().min(1).max(1024).optional(),
  /** True: the person sets up an authenticator at the first sign-in. */
  authenticator: z.boolean().optional(),
});
export type UserCreate = z.infer<typeof userCreate>;
export const userPatch = z.strictObject({
  account: account.optional(),
  email: email.optional(),
  user_type: z.enum(USER_TYPES).optional(),
  /** Of who has a role it has to be said when the type changes: a role belongs to one type. */
  role_id: roleId.nullable().optional(),
  merchant_id: publicId.nullable().optional(),
  version,
});
export type UserPatch = z.infer<typeof userPatch>;
/** `password` only when none was given. */
export const userCreated = userRow.extend({ password: z.string().nullable() });
export type UserCreated = z.infer<typeof userCreated>;
export const passwordReset = z.object({ password: z.string(), version: z.int() });
export const auditRow = z.object({
  id: publicId,
  at: instant,
  actor: z.object({ type: z.string(), id: z.string().nullable(), account: z.string().nullable() }),
  ip: z.string().nullable(),
  action: z.string(),
  object: z.object({ type: z.string(), id: z.string().nullable() }),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  approval_id: publicId.nullable(),
  hash: z.string().nullable(),
});
export type AuditRow = z.infer<typeof auditRow>;
export const auditQuery = listQuery.extend({
  user_id: publicId.optional(),
  action: z.string().max(64).optional(),
  object_type: z.string().max(32).optional(),
  object_id: z.string().max(40).optional(),
  merchant_id: publicId.optional(),
});
export type AuditQuery = z.infer<typeof auditQuery>;
