/** The owner of a file as he is at this moment: what is made for him shows what he may see now, and nothing where he may not. */
import { can, isMerchantType, type Permission } from "../../../contract/permissions.ts";
import { EXPORT_TELL_PERMISSION, type ExportOwnerProblem } from "../../../contract/exports.ts";
import type { UserActor } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { readRights, RIGHTS_COLUMNS, type RightsRow } from "../../platform/rights.ts";

interface OwnerRow extends RightsRow {
  readonly account: string;
  readonly merchant_id: bigint | null;
  readonly role_id: number | null;
  readonly live: boolean;
}

/** Whose file it is, and what he was when he asked for it. */
export interface OwnedBy {
  readonly user_id: bigint;
  readonly merchant_id: bigint | null;
}
/** What he was when he last said yes to a schedule. */
export interface Agreed {
  readonly user_type: string;
  readonly role_id: number | null;
}

/** As people are known who may sign in: enabled, there, and of a merchant that is there. */
const OWNER = `select u.account, ${RIGHTS_COLUMNS}, u.merchant_id, u.role_id, u.enabled and u.deleted_at is null and m.deleted_at is null as live
  from users u left join merchants m on m.id = u.merchant_id where u.id = $1`;

/**
 * The owner with his rights of now.
 * @param agreed of a schedule: with another type or role he is asked again, since other columns and rows come of it
 * @returns why nothing is made for him
 */
export async function ownerOf(q: Queryable, of: OwnedBy, permission: Permission, agreed: Agreed | null): Promise<UserActor | ExportOwnerProblem> {
  const row = await q.one<OwnerRow>(OWNER, [of.user_id], "export_owner");
  if (row?.live !== true) return "owner_inactive";
  if (row.merchant_id !== of.merchant_id || isMerchantType(row.user_type) !== (of.merchant_id !== null)) return "merchant_changed";
  const owner: UserActor = {
    type: "user",
    id: of.user_id,
    account: row.account,
    userType: row.user_type,
    rights: readRights(row),
    merchantId: row.merchant_id,
    sessionId: 0n,
    recheckedUntilMs: 0,
  };
  if (!can(owner, permission)) return "permission_lost";
  return agreed !== null && (agreed.user_type !== row.user_type || agreed.role_id !== row.role_id) ? "role_changed" : owner;
}

/** What a person is now, for a schedule that he says yes to. */
export async function agreedNow(q: Queryable, userId: bigint): Promise<Agreed> {
  const row = await q.one<Agreed>("select user_type, role_id from users where id = $1", [userId]);
  if (row === null) throw new Error("whoever calls is not there");
  return row;
}

/** Whether whoever has this id may have the platform's channels told, as he is now. */
export async function mayTell(q: Queryable, userId: bigint): Promise<boolean> {
  const row = await q.one<RightsRow>(`select ${RIGHTS_COLUMNS} from users u where u.id = $1`, [userId]);
  return row !== null && can({ rights: readRights(row) }, EXPORT_TELL_PERMISSION);
}
