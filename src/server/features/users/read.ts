/** One user with his history. */
import type { UserDetail } from "../../../contract/users.schema.ts";
import type { UserCtx } from "../../platform/context.ts";
import { timelineFor } from "../../core/staff/timeline.ts";
import { refuse } from "../../platform/refusal.ts";
import { userRaw, userRows } from "./queries.ts";

/** @throws Refusal `not_found`, the same for another merchant's people */
export async function getUser(ctx: UserCtx, id: string): Promise<UserDetail> {
  const { app, actor } = ctx;
  const raw = await userRaw(app.db, app.publicIds.decode("user", id), actor);
  const [[row], timeline] = await Promise.all([userRows(app, [raw], actor), timelineFor(ctx, "user", app.publicIds.encode("user", raw.id))]);
  return { ...(row ?? refuse("not_found")), timeline };
}
