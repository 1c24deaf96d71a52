/** A person's own sessions: seen and ended by himself. */
import type { SessionRow } from "../../../contract/session.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";
import { sessionCache } from "../../core/session/cache.ts";
import { endSession, liveSessions } from "../../core/session/queries.ts";

/** The live sessions of the person who asks. */
export async function listSessions(ctx: UserCtx): Promise<{ items: SessionRow[] }> {
  return { items: await liveSessions(ctx.app, ctx.actor) };
}

/** Ends one of the person's own sessions. Refuses `not_found` also for somebody else's */
export async function revokeSession(ctx: UserCtx, publicId: string): Promise<Answer<Record<string, never>>> {
  const { app, actor } = ctx;
  const id = app.publicIds.decode("session", publicId);
  if (id === null) return new Refused("not_found");
  const done = await ctx.tx(async (tx) => {
    if (!(await endSession(app, tx, actor.id, id, "revoked"))) return new Refused("not_found");
    await audit(ctx, tx, {
      action: "user.session-end",
      objectType: "user",
      objectId: app.publicIds.encode("user", actor.id),
      before: { session: app.publicIds.encode("session", id) },
    });
    return {};
  });
  sessionCache(app).dropSession(id);
  return done;
}
