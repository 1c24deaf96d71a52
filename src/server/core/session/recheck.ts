/** Re-authentication before sensitive acts: five minutes from a sign-in, a password check or a code (rule 37). */
import type { UserCtx } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { refuse } from "../../platform/refusal.ts";
import { sessionCache } from "./cache.ts";

const RECHECK_MS = 5 * 60_000;

/** Until when a re-authentication of that moment holds, ms. */
export function recheckedUntil(atMs: number): number {
  return atMs + RECHECK_MS;
}

/**
 * Lets the verb go on only after a recent re-authentication of this session.
 * @throws Refusal `recheck_required`
 */
export async function requireRecheck(ctx: UserCtx): Promise<void> {
  const nowMs = ctx.app.now();
  if (ctx.actor.recheckedUntilMs > nowMs) return;
  // Another process may have taken it within the last second.
  const row = await ctx.app.db.side.one<{ rechecked_at: Date | null }>("select rechecked_at from sessions where id = $1 and ended_at is null", [
    ctx.actor.sessionId,
  ]);
  if (!row?.rechecked_at || recheckedUntil(row.rechecked_at.getTime()) <= nowMs) refuse("recheck_required");
}

/** Notes a re-authentication of the session. @returns until when it holds, ms */
export async function noteRecheck(ctx: UserCtx, db: Queryable): Promise<number> {
  const nowMs = ctx.app.now();
  await db.run("update sessions set rechecked_at = $2 where id = $1 and ended_at is null", [ctx.actor.sessionId, new Date(nowMs)]);
  sessionCache(ctx.app).dropSession(ctx.actor.sessionId);
  return recheckedUntil(nowMs);
}
