/**
 * Who asked and who says yes, as they are when it is decided: a request whose maker was disabled, or has lost what he asked with, can
 * only be rejected; a checker whose right was taken away a moment ago decides nothing, whatever his session remembers.
 */
import { can, type Permission } from "../../../contract/permissions.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import { readRights, RIGHTS_COLUMNS, type RightsRow } from "../../platform/rights.ts";

/** True when the user is one of us and holds the permission; under locks that disabling him and changing his role wait for, so that one comes first. */
async function holdsNow(tx: Tx, userId: bigint, permission: Permission): Promise<boolean> {
  await tx.run("select 1 from users where id = $1 for share", [userId]);
  await tx.run("select 1 from user_roles r join users u on u.role_id = r.id where u.id = $1 for share of r", [userId]);
  const row = await tx.one<RightsRow & { active: boolean }>(
    `select ${RIGHTS_COLUMNS}, u.enabled and u.deleted_at is null as active from users u where u.id = $1`,
    [userId],
  );
  return row?.active === true && can({ rights: readRights(row) }, permission);
}

/** @returns `maker_inactive` when the maker is disabled or deleted, or may not ask for this any more; null: his request stands */
export async function requireActiveMaker(tx: Tx, makerId: bigint, askedWith: Permission): Promise<Refused | null> {
  return (await holdsNow(tx, makerId, askedWith)) ? null : new Refused("maker_inactive");
}

/** @returns `forbidden` when the checker may not decide this any more; null: he may */
export async function requireActiveChecker(tx: Tx, checkerId: bigint, permission: Permission): Promise<Refused | null> {
  return (await holdsNow(tx, checkerId, permission)) ? null : new Refused("forbidden");
}
