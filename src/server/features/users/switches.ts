/** Enables, disables, deletes and recovers users; who is disabled or deleted is signed out at once. */
import type { UserRow } from "../../../contract/users.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { userRaw } from "./queries.ts";
import { changeUser } from "./write.ts";

/** Refuses `not_found`, `forbidden`, `conflict`, `wrong_state`, `last_admin` */
export function enableUser(ctx: UserCtx, id: string, version: number, enabled: boolean): Promise<Answer<UserRow>> {
  return changeUser(ctx, { id, version, action: enabled ? "user.enable" : "user.disable" }, ({ raw, lastAdmin }) => {
    if (raw.deleted || raw.enabled === enabled) return new Refused("wrong_state");
    if (!enabled && lastAdmin) return lastAdmin;
    return { columns: { enabled }, before: { enabled: raw.enabled }, after: { enabled }, ...(enabled ? {} : { endSessions: "disabled" }) };
  });
}

/** Refuses `recheck_required`, `not_found`, `forbidden`, `conflict`, `wrong_state`, `last_admin` */
export async function deleteUser(ctx: UserCtx, id: string, version: number): Promise<Answer<UserRow>> {
  const found = await userRaw(ctx.app.db, ctx.app.publicIds.decode("user", id), ctx.actor);
  if (found instanceof Refused) return found;
  await requireRecheck(ctx);
  const at = new Date(ctx.app.now());
  return changeUser(ctx, { id, version, action: "user.delete" }, ({ raw, lastAdmin }) => {
    if (raw.deleted) return new Refused("wrong_state");
    if (lastAdmin) return lastAdmin;
    return { columns: { deleted_at: at }, before: { deleted: false }, after: { deleted: true }, endSessions: "deleted" };
  });
}

/** Refuses `not_found`, `forbidden`, `conflict`, `wrong_state` */
export function recoverUser(ctx: UserCtx, id: string, version: number): Promise<Answer<UserRow>> {
  return changeUser(ctx, { id, version, action: "user.recover" }, ({ raw }) => {
    if (!raw.deleted) return new Refused("wrong_state");
    return { columns: { deleted_at: null }, before: { deleted: true }, after: { deleted: false } };
  });
}
