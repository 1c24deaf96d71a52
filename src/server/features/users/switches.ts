/** Enables, disables, deletes and recovers users; who is disabled or deleted is signed out at once. */
import type { UserRow } from "../../../contract/users.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";
import { changeUser, permitChange } from "./write.ts";

/** Refuses `recheck_required` (of who enables), `not_found`, `forbidden`, `conflict`, `wrong_state`, `last_admin` */
export async function enableUser(ctx: UserCtx, id: string, version: number, enabled: boolean): Promise<Answer<UserRow>> {
  const refused = enabled ? await permitChange(ctx, id) : null;
  if (refused) return refused;
  return changeUser(ctx, { id, version, action: enabled ? "user.enable" : "user.disable" }, ({ raw, lastAdmin }) => {
    if (raw.deleted || raw.enabled === enabled) return new Refused("wrong_state");
    if (!enabled && lastAdmin) return lastAdmin;
    return { columns: { enabled }, before: { enabled: raw.enabled }, after: { enabled }, ...(enabled ? {} : { endSessions: "disabled" }) };
  });
}

/** Refuses `recheck_required`, `not_found`, `forbidden`, `conflict`, `wrong_state`, `last_admin` */
export async function deleteUser(ctx: UserCtx, id: string, version: number): Promise<Answer<UserRow>> {
  const refused = await permitChange(ctx, id);
  if (refused) return refused;
  const at = new Date(ctx.app.now());
  return changeUser(ctx, { id, version, action: "user.delete" }, ({ raw, lastAdmin }) => {
    if (raw.deleted) return new Refused("wrong_state");
    if (lastAdmin) return lastAdmin;
    return { columns: { deleted_at: at }, before: { deleted: false }, after: { deleted: true }, endSessions: "deleted" };
  });
}

/** Refuses `recheck_required`, `not_found`, `forbidden`, `conflict`, `wrong_state` */
export async function recoverUser(ctx: UserCtx, id: string, version: number): Promise<Answer<UserRow>> {
  const refused = await permitChange(ctx, id);
  if (refused) return refused;
  return changeUser(ctx, { id, version, action: "user.recover" }, ({ raw }) => {
    if (!raw.deleted) return new Refused("wrong_state");
    return { columns: { deleted_at: null }, before: { deleted: true }, after: { deleted: false } };
  });
}
