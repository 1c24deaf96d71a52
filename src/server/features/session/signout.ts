/** Sign-out: the token is dead on the server from here on. */
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { sessionCache } from "../../core/session/cache.ts";
import { endSession } from "../../core/session/queries.ts";

/** Ends the session that asks. */
export async function signout(ctx: UserCtx): Promise<Answer<Record<string, never>>> {
  const { app, actor } = ctx;
  const done = await ctx.tx(async (tx) => {
    await endSession(app, tx, actor.id, actor.sessionId, "signout");
    await audit(ctx, tx, { action: "user.signout", objectType: "user", objectId: app.publicIds.encode("user", actor.id) });
    return {};
  });
  sessionCache(app).dropSession(actor.sessionId);
  return done;
}
