/** One user with his history. */
import type { UserDetail } from "../../../contract/users.schema.ts";
import type { UserCtx } from "../../platform/context.ts";
import { timelineFor } from "../../core/staff/timeline.ts";
import { Refused } from "../../platform/refusal.ts";
import { userById } from "./queries.ts";

/** Refuses `not_found`, the same for another merchant's people */
export async function getUser(ctx: UserCtx, id: string): Promise<UserDetail | Refused> {
  const { app, actor } = ctx;
  const row = await userById(app, app.db, app.publicIds.decode("user", id), actor);
  return row instanceof Refused ? row : { ...row, timeline: await timelineFor(ctx, "user", row.id) };
}
