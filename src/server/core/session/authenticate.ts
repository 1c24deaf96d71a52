/** From a bearer token to the user who calls: opaque token, user state on every call, idle and absolute limits. */
import type { FastifyRequest } from "fastify";
import { isMerchantType } from "../../../contract/permissions.ts";
import type { App, UserActor } from "../../platform/context.ts";
import { idTime } from "../../platform/db/ids.ts";
import { bearer } from "../../platform/http/auth.ts";
import { ipAllowed } from "../../platform/http/ip.ts";
import type { Early } from "../../platform/http/route.ts";
import { refuse } from "../../platform/refusal.ts";
import { credentialHash } from "../../platform/secrets.ts";
import { sessionCache, type LiveSession } from "./cache.ts";

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const ACT_EVERY_MS = 15_000;
const SEEN_EVERY_MS = 60_000;

/** The first instant at which the session is over whatever its person does, ms. */
export function absoluteEnd(app: App, sessionId: bigint): number {
  return idTime(sessionId) + app.config.current.session_absolute_hours * 3_600_000;
}

/**
 * True for a person who has to set up the authenticator first: it was asked for or cleared by another, or the configuration asks it of
 * staff. A passkey serves as well.
 */
export function needsTotp(app: App, user: Pick<LiveSession, "userType" | "onTotp" | "hasPasskey" | "totpDue">): boolean {
  return !user.onTotp && !user.hasPasskey && (user.totpDue || (app.config.current.totp_required_for_staff && !isMerchantType(user.userType)));
}

/**
 * Moves the session's times, seldom. `GET /api/user` itself writes nothing (it is retried and must change nothing):
 * its act is remembered and written with the next call.
 */
async function touch(app: App, session: LiveSession, request: FastifyRequest): Promise<void> {
  const cache = sessionCache(app);
  const nowMs = app.now();
  const background = request.headers["x-background"] === "1";
  if (!background) cache.acted(session, nowMs);
  if (request.method === "GET" && request.routeOptions.url === "/api/user") return;
  const actMs = cache.lastAct(session);
  const actDue = actMs - session.lastActMs >= ACT_EVERY_MS;
  if (!actDue && nowMs - session.lastSeenMs < SEEN_EVERY_MS) return;
  // The cached times go first: calls that arrive meanwhile do not write again.
  session.lastSeenMs = nowMs;
  if (actDue) session.lastActMs = actMs;
  await app.db.run(
    "update sessions set last_seen_at = greatest(last_seen_at, $2), last_act_at = greatest(last_act_at, $3) where id = $1 and ended_at is null",
    [session.id, new Date(nowMs), new Date(session.lastActMs)],
  );
}

/**
 * Resolver of the session surface. A refusal costs one look-up at most: no password hash, no write.
 * @returns the user; `early` says what the route works before
 */
export function makeSessionAuth(app: App): (request: FastifyRequest, ip: string | null, early: Early | undefined) => Promise<UserActor> {
  return async (request, ip, early) => {
    const token = bearer(request);
    const session = TOKEN.test(token) ? await sessionCache(app).get(credentialHash(token)) : null;
    if (!session) return refuse("unauthorized");
    const nowMs = app.now();
    const idleMs = app.config.current.session_idle_minutes * 60_000;
    if (nowMs - sessionCache(app).lastAct(session) > idleMs || nowMs >= absoluteEnd(app, session.id)) refuse("unauthorized");
    if (!isMerchantType(session.userType) && !ipAllowed(app.config.current.staff_ip_allowlist, ip)) refuse("ip_not_allowed");
    if (early !== "password" && session.mustChangePassword) refuse("password_change_required");
    if (early === undefined && needsTotp(app, session)) refuse("totp_setup_required");
    await touch(app, session, request);
    return {
      type: "user",
      id: session.userId,
      account: session.account,
      userType: session.userType,
      rights: session.rights,
      merchantId: session.merchantId,
      sessionId: session.id,
      recheckedUntilMs: session.recheckedUntilMs,
    };
  };
}
