/** The platform's people around an exception: who may see it, who may be given it. */
import { EXCEPTION_INFO, type ExceptionKind } from "../../../contract/exceptions.ts";
import type { ExceptionPeople } from "../../../contract/exceptions.schema.ts";
import { can, typeHas, USER_TYPES, type Permission, type Rights, type UserType } from "../../../contract/permissions.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import { readRights, RIGHTS_COLUMNS, type RightsRow } from "../../platform/rights.ts";
import { accountKey } from "../session/account-key.ts";
import { queueRow } from "./queue.ts";

const MOST_PEOPLE = 500;

/** What it takes to see a kind. */
const neededFor = (kind: ExceptionKind): Permission[] => ["exceptions.see", EXCEPTION_INFO[kind].see];
/** Types of users who may see a kind; nobody of a merchant is among them. */
const seers = (kind: ExceptionKind): UserType[] => USER_TYPES.filter((type) => neededFor(kind).every((permission) => typeHas(type, permission)));

/** Somebody of the staff who can sign in. */
export interface StaffRaw {
  readonly id: bigint;
  readonly account: string;
  readonly rights: Rights;
}

/** Everybody who may see exceptions of a kind, by account. `accounts`: of these names only, however they are spelt. */
export async function staffFor(q: Queryable, kind: ExceptionKind, accounts: readonly string[] | null = null): Promise<StaffRaw[]> {
  const rows = await q.rows<RightsRow & { id: bigint; account: string }>(
    `select u.id, u.account, ${RIGHTS_COLUMNS} from users u
     where u.enabled and u.deleted_at is null and u.user_type = any ($1) and ($2::text[] is null or lower(u.account) = any ($2))
       and (u.role_id is null or exists (select from user_roles r where r.id = u.role_id and r.permissions @> $3::text[]))
     order by lower(u.account) limit ${MOST_PEOPLE}`,
    [seers(kind), accounts?.map(accountKey) ?? null, neededFor(kind)],
  );
  return rows.map(({ id, account, ...row }) => ({ id, account, rights: readRights(row) }));
}

/** Who may see an exception. Refuses `not_found` */
export async function readPeople(ctx: UserCtx, publicId: string): Promise<ExceptionPeople | Refused> {
  const { app, actor } = ctx;
  const row = await queueRow(app, app.db, app.publicIds.decode("exception", publicId), actor);
  if (row instanceof Refused) return row;
  const people = await staffFor(app.db, row.kind);
  return {
    items: people.map(({ id, account, rights }) => ({
      id: app.publicIds.encode("user", id),
      account,
      own: id === actor.id,
      decides: can({ rights }, "exceptions.decide"),
    })),
  };
}
