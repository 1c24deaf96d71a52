/** Users as rows of the list, and what the verbs look at. */
import { isMerchantType, mayGrant, rightsOf, type Rights, type UserType } from "../../../contract/permissions.ts";
import { USER_ACTIONS, type UserAction } from "../../../contract/users.ts";
import type { UserQuery, UserRow } from "../../../contract/users.schema.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { byId, byPart, idOf, oneOf, yesNo } from "../../platform/lists/filters.ts";
import { findRaw } from "../../platform/lists/page.ts";
import { holds } from "../../platform/lists/scope.ts";
import type { Filter, ListSpec, Viewer } from "../../platform/lists/spec.ts";
import { sql } from "../../platform/lists/sql.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { accountKey } from "../../core/session/account-key.ts";
import { lockedUntil } from "../../core/session/throttle.ts";

/** A user as SQL gives it; password and seed are not among the columns. */
export interface UserRaw {
  readonly id: bigint;
  readonly account: string;
  readonly email: string;
  readonly user_type: UserType;
  readonly role_id: number | null;
  /** What its role lists; null: no role. */
  readonly role_permissions: readonly string[] | null;
  readonly role_name: string | null;
  readonly merchant_id: bigint | null;
  readonly merchant_name: string | null;
  readonly on_totp: boolean;
  /** To be set up: by the person himself, or because another asked for it. */
  readonly totp_pending: boolean;
  readonly has_passkeys: boolean;
  readonly enabled: boolean;
  readonly deleted: boolean;
  readonly last_sign_in_at: Date | null;
  readonly version: number;
}

const COLUMNS =
  "t.id, t.account, t.email, t.user_type, t.role_id, t.merchant_id, t.on_totp, t.totp_pending or t.totp_due as totp_pending, exists (select from passkeys p where p.user_id = t.id) as has_passkeys, t.enabled, t.deleted_at is not null as deleted, t.last_sign_in_at, t.version";

/** What the state of a user allows. */
export const POSSIBLE = {
  enable: (raw) => !raw.deleted && !raw.enabled,
  disable: (raw) => !raw.deleted && raw.enabled,
  delete: (raw) => !raw.deleted,
  recover: (raw) => raw.deleted,
  "authenticator-reset": (raw) => !raw.deleted && raw.on_totp,
  "passkeys-remove": (raw) => !raw.deleted && raw.has_passkeys,
  "password-reset": (raw) => !raw.deleted,
} as const satisfies Record<UserAction, (raw: UserRaw) => boolean>;

/** What a user may do, as he stands here. */
export function rightsOfUser(raw: Pick<UserRaw, "user_type" | "role_id" | "role_permissions">): Rights {
  return rightsOf(raw.user_type, raw.role_id === null ? null : (raw.role_permissions ?? []));
}

/** True when the viewer may change this user: whoever gives a person a new password could act as him. */
export function mayEdit(viewer: Viewer, raw: Pick<UserRaw, "user_type" | "role_id" | "role_permissions">): boolean {
  return viewer.type === "user" && holds(viewer, "users.edit") && mayGrant(viewer, raw.user_type, rightsOfUser(raw));
}

/** An admin who lacks nothing, of `users u`: one with a role may be one who cannot bring another back. */
export const WHOLE_ADMIN = "u.user_type = 'admin' and u.role_id is null and u.enabled and u.deleted_at is null";

/** The same of a row. */
export function isWholeAdmin(raw: UserRaw): boolean {
  return raw.user_type === "admin" && raw.role_id === null && raw.enabled && !raw.deleted;
}

/** What would leave the platform without an admin. */
const ENDS_ADMIN: ReadonlySet<UserAction> = new Set(["disable", "delete"]);

/** The one enabled admin, where there is no other; null: there are more, or none of these rows is one. */
async function lastAdmin(raws: readonly UserRaw[], db: Queryable): Promise<bigint | null> {
  if (!raws.some(isWholeAdmin)) return null;
  const admins = await db.rows<{ id: bigint }>(`select id from users u where ${WHOLE_ADMIN} limit 2`);
  return admins.length === 1 ? (admins[0]?.id ?? null) : null;
}

/** Rows of the contract for this viewer. `db`: the transaction, where the rows have just been written in one. */
export async function userRows(app: App, raws: readonly UserRaw[], viewer: Viewer, db: Queryable = app.db): Promise<UserRow[]> {
  const locks =
    raws.length === 0
      ? new Map<string, Date>()
      : await lockedUntil(
          app,
          raws.map((raw) => raw.account),
          db,
        );
  const last = await lastAdmin(raws, db);
  return raws.map((raw) => ({
    id: app.publicIds.encode("user", raw.id),
    account: raw.account,
    email: raw.email,
    user_type: raw.user_type,
    role_id: raw.role_id === null ? null : String(raw.role_id),
    role_name: raw.role_name,
    merchant_id: app.publicIds.encodeOrNull("merchant", raw.merchant_id),
    merchant_name: raw.merchant_name,
    on_totp: raw.on_totp,
    totp_pending: raw.totp_pending,
    has_passkeys: raw.has_passkeys,
    enabled: raw.enabled,
    deleted: raw.deleted,
    locked_until: locks.get(accountKey(raw.account))?.toISOString() ?? null,
    last_sign_in_at: raw.last_sign_in_at?.toISOString() ?? null,
    created_at: idIso(raw.id),
    version: raw.version,
    actions: mayEdit(viewer, raw) ? USER_ACTIONS.filter((action) => POSSIBLE[action](raw) && !(raw.id === last && ENDS_ADMIN.has(action))) : [],
  }));
}

/** People of one role, by its name. */
const roleFilter: Filter = (value) => ({ along: sql`t.role_id in (select r.id from user_roles r where lower(r.name) = lower(${value}))` });

/** The list of users: a merchant's admin sees its own people. */
export const USER_LIST: ListSpec<UserQuery, UserRaw, UserRow> = {
  name: "users",
  kind: "user",
  sources: [{ from: "users t", columns: COLUMNS }],
  scope: "t.merchant_id",
  deletedAt: "t.deleted_at",
  filters: { user_type: oneOf("t.user_type"), role: roleFilter, merchant_id: idOf("merchant", "t.merchant_id"), enabled: yesNo("t.enabled") },
  search: [byId("user"), byPart("t.account"), byPart("t.email")],
  outer: {
    select: "m.name as merchant_name, r.name as role_name, r.permissions as role_permissions",
    joins: "left join merchants m on m.id = u.merchant_id left join user_roles r on r.id = u.role_id",
  },
  rows: (app, raws, viewer) => userRows(app, raws, viewer),
};

/** One user inside the viewer's scope, or `not_found`. */
export async function userRaw(db: Queryable, id: bigint | null, viewer: Viewer): Promise<UserRaw | Refused> {
  return (id === null ? null : await findRaw(db, USER_LIST, id, viewer)) ?? new Refused("not_found");
}

/** As {@link userRaw}, as the contract has it. `db`: the transaction, where the user has just been written in one. */
export async function userById(app: App, db: Queryable, id: bigint | null, viewer: Viewer): Promise<UserRow | Refused> {
  const raw = await userRaw(db, id, viewer);
  if (raw instanceof Refused) return raw;
  const [row] = await userRows(app, [raw], viewer, db);
  return row ?? new Refused("not_found");
}

/**
 * The merchant a user is to belong to: its own for a merchant's admin, a living one for merchant types, none for others.
 * @param asked public id, null or nothing
 * @returns its id, null: none, or `validation_failed` on `merchant_id`
 */
export async function merchantFor(app: App, db: Queryable, viewer: Viewer, type: UserType, asked: string | null | undefined): Promise<bigint | Refused | null> {
  const wrong = (code: "required" | "invalid" | "not_allowed"): Refused => refusedField("merchant_id", code);
  const given = asked === undefined || asked === null ? null : app.publicIds.decode("merchant", asked);
  if (!isMerchantType(type)) return asked === undefined || asked === null ? null : wrong("not_allowed");
  const own = viewer.merchantId ?? null;
  if (own !== null) return asked === undefined || asked === null || given === own ? own : wrong("invalid");
  if (asked === undefined || asked === null) return wrong("required");
  const found = given === null ? null : await db.one<{ id: bigint }>("select id from merchants where id = $1 and deleted_at is null", [given]);
  return found?.id ?? wrong("invalid");
}
