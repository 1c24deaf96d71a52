/** Re-authentication before sensitive acts: five minutes from a proof or from the last sensitive act, thirty from the proof at the most (rule 37). */
import type { UserCtx } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { refuse } from "../../platform/refusal.ts";
import { sessionCache } from "./cache.ts";
import { HOLDS_MS, MOST_MS, recheckedUntil, type Rechecked } from "./rechecked.ts";

/** `recheckedUntilMs` of who acts without a session of his own at hand: he proved himself when he set the work going. */
export const PROVED_BEFORE = Number.MAX_SAFE_INTEGER;

/**
 * Lets the verb go on only while a re-authentication of this session holds, and moves its end on: checked and moved in one statement,
 * whatever is remembered of the session. The answer says the new end (`X-Recheck-Until`).
 * @throws Refusal `recheck_required`
 */
export async function requireRecheck(ctx: UserCtx): Promise<void> {
  const { actor, app } = ctx;
  if (actor.recheckedUntilMs === PROVED_BEFORE) return;
  const nowMs = app.now();
  const moved = await app.db.side.one<Rechecked>(
    `update sessions set rechecked_at = greatest(rechecked_at, $2), proved_at = coalesce(proved_at, rechecked_at)
     where id = $1 and ended_at is null and rechecked_at > $3 and coalesce(proved_at, rechecked_at) > $4 returning rechecked_at, proved_at`,
    [actor.sessionId, new Date(nowMs), new Date(nowMs - HOLDS_MS), new Date(nowMs - MOST_MS)],
  );
  sessionCache(app).dropSession(actor.sessionId);
  actor.recheckAsked = true;
  actor.recheckedUntilMs = moved === null ? 0 : recheckedUntil(moved);
  if (moved === null) refuse("recheck_required");
}

/**
 * Lets somebody look at what a sensitive act will need while a re-authentication of this session holds, and leaves its end where it is.
 * @throws Refusal `recheck_required`
 */
export async function requireRecheckToLook(ctx: UserCtx): Promise<void> {
  const { actor, app } = ctx;
  const proved = await app.db.one<Rechecked>("select rechecked_at, proved_at from sessions where id = $1 and ended_at is null", [actor.sessionId]);
  actor.recheckAsked = true;
  actor.recheckedUntilMs = proved === null ? 0 : recheckedUntil(proved);
  if (actor.recheckedUntilMs > app.now()) return;
  actor.recheckedUntilMs = 0;
  refuse("recheck_required");
}

/** Notes a proof of who the session's person is. @returns until when it holds, ms */
export async function noteRecheck(ctx: UserCtx, db: Queryable): Promise<number> {
  const at = new Date(ctx.app.now());
  await db.run("update sessions set rechecked_at = $2, proved_at = $2 where id = $1 and ended_at is null", [ctx.actor.sessionId, at]);
  sessionCache(ctx.app).dropSession(ctx.actor.sessionId);
  return recheckedUntil({ rechecked_at: at, proved_at: at });
}

/** Ends the session's re-authentication before its time: the next sensitive act asks again. */
export async function endRecheck(ctx: UserCtx): Promise<void> {
  await ctx.app.db.run("update sessions set rechecked_at = null, proved_at = null where id = $1", [ctx.actor.sessionId]);
  sessionCache(ctx.app).dropSession(ctx.actor.sessionId);
}
