/** Users as rows of the list, and what the verbs look at. */
import { isMerchantType, mayGrant, type UserType } from "../../../contract/permissions.ts";
import { USER_ACTIONS, type UserAction } from "../../../contract/users.ts";
import type { UserQuery, UserRow } from "../../../contract/users.schema.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { byId, byPart, idOf, oneOf, yesNo } from "../../platform/lists/filters.ts";
import { findRaw } from "../../platform/lists/page.ts";
import { holds } from "../../platform/lists/scope.ts";
import type { ListSpec, Viewer } from "../../platform/lists/spec.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { lockedUntil } from "../../core/session/throttle.ts";

/** A user as SQL gives it; password and seed are not among the columns. */
export interface UserRaw {
  readonly id: bigint;
  readonly account: string;
  readonly email: string;
  readonly user_type: UserType;
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
  "t.id, t.account, t.email, t.user_type, t.merchant_id, t.on_totp, t.totp_pending or t.totp_due as totp_pending, exists (select from passkeys p where p.user_id = t.id) as has_passkeys, t.enabled, t.deleted_at is not null as deleted, t.last_sign_in_at, t.version";

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

/** True when the viewer may change users of this type. */
export function mayEdit(viewer: Viewer, type: UserType): boolean {
  return viewer.type === "user" && holds(viewer, "users.edit") && mayGrant(viewer.userType, type);
}

/** What would leave the platform without an admin. */
const ENDS_ADMIN: ReadonlySet<UserAction> = new Set(["disable", "delete"]);

/** The one enabled admin, where there is no other; null: there are more, or none of these rows is one. */
async function lastAdmin(raws: readonly UserRaw[], db: Queryable): Promise<bigint | null> {
  if (!raws.some((raw) => raw.user_type === "admin" && raw.enabled && !raw.deleted)) return null;
  const admins = await db.rows<{ id: bigint }>("select id from users where user_type = 'admin' and enabled and deleted_at is null limit 2");
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
    merchant_id: app.publicIds.encodeOrNull("merchant", raw.merchant_id),
    merchant_name: raw.merchant_name,
    on_totp: raw.on_totp,
    totp_pending: raw.totp_pending,
    has_passkeys: raw.has_passkeys,
    enabled: raw.enabled,
    deleted: raw.deleted,
    locked_until: locks.get(raw.account.toLowerCase())?.toISOString() ?? null,
    last_sign_in_at: raw.last_sign_in_at?.toISOString() ?? null,
    created_at: idIso(raw.id),
    version: raw.version,
    actions: mayEdit(viewer, raw.user_type) ? USER_ACTIONS.filter((action) => POSSIBLE[action](raw) && !(raw.id === last && ENDS_ADMIN.has(action))) : [],
  }));
}

/** The list of users: a merchant's admin sees its own people. */
export const USER_LIST: ListSpec<UserQuery, UserRaw, UserRow> = {
  name: "users",
  kind: "user",
  sources: [{ from: "users t", columns: COLUMNS }],
  scope: "t.merchant_id",
  deletedAt: "t.deleted_at",
  filters: { user_type: oneOf("t.user_type"), merchant_id: idOf("merchant", "t.merchant_id"), enabled: yesNo("t.enabled") },
  search: [byId("user"), byPart("t.account"), byPart("t.email")],
  outer: { select: "m.name as merchant_name", joins: "left join merchants m on m.id = u.merchant_id" },
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
