/** SQL of sign-in and sessions. */
import type { SessionRow } from "../../../contract/session.schema.ts";
import type { App, UserActor } from "../../platform/context.ts";
import { idAt, idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { networkOf } from "../../platform/http/ip.ts";
import { RIGHTS_COLUMNS, type RightsRow } from "../../platform/rights.ts";
import { credentialHash, randomToken } from "../../platform/secrets.ts";
import { accountKey } from "./account-key.ts";
import { sessionCache } from "./cache.ts";

const KNOWN_FOR_MS = 90 * 86_400_000;

/** What a sign-in needs to know of an account. */
export interface SigninUser extends RightsRow {
  readonly id: bigint;
  readonly account: string;
  readonly password_hash: string;
  /** When a one-time password ends; null: it is none. */
  readonly one_time_until: Date | null;
  readonly merchant_id: bigint | null;
  /** The password alone is not enough: the authenticator is on, or there is a passkey. */
  readonly second: boolean;
  /** Enabled, not deleted, and its merchant not deleted. */
  readonly live: boolean;
}

/** Finds an account by its name, whatever the case. */
export function userByAccount(db: Queryable, account: string): Promise<SigninUser | null> {
  return db.one<SigninUser>(
    `select u.id, u.account, u.password_hash, u.one_time_until, ${RIGHTS_COLUMNS}, u.merchant_id, u.on_totp or exists (select from passkeys p where p.user_id = u.id) as second, u.enabled and u.deleted_at is null and m.deleted_at is null as live
     from users u left join merchants m on m.id = u.merchant_id where lower(u.account) = $1`,
    [accountKey(account)],
  );
}

/** The same of a user by id, whatever his state. */
export async function userOfPasskey(db: Queryable, userId: bigint): Promise<SigninUser | null> {
  const row = await db.one<{ account: string }>("select account from users where id = $1", [userId]);
  return row && userByAccount(db, row.account);
}

/** True when the user has signed in from this network within 90 days. Unknown users ask too: both take the same time. */
export async function knownNetwork(app: App, userId: bigint | null, ip: string | null): Promise<boolean> {
  const rows = await app.db.rows<{ ip: string }>("select distinct ip from sessions where user_id = $1 and id >= $2 and ip is not null limit 500", [
    userId ?? 0n,
    idAt(app.now() - KNOWN_FOR_MS),
  ]);
  return ip !== null && rows.some((row) => networkOf(row.ip) === networkOf(ip));
}

/** Opens a session. @returns its id and the token, which is stored as a hash only */
export async function openSession(
  app: App,
  db: Queryable,
  userId: bigint,
  from: { ip: string | null; userAgent: string },
): Promise<{ id: bigint; token: string }> {
  const id = app.ids.next();
  const token = randomToken();
  await db.run(
    "insert into sessions (id, user_id, token_hash, last_seen_at, last_act_at, ip, user_agent, rechecked_at, proved_at) values ($1, $2, $3, $4, $4, $5, $6, $4, $4)",
    [id, userId, credentialHash(token), new Date(app.now()), from.ip, from.userAgent.slice(0, 256)],
  );
  return { id, token };
}

/** Ends all sessions of a user, but for one that may go on. Call `sessionCache(app).dropUser` after the commit. */
export function endSessions(app: App, db: Queryable, userId: bigint, reason: string, except: bigint | null = null): Promise<number> {
  return db.run("update sessions set ended_at = $3, end_reason = $4 where user_id = $1 and ended_at is null and id is distinct from $2", [
    userId,
    except,
    new Date(app.now()),
    reason,
  ]);
}

/** Ends one session of a user. @returns false when it is not his or over already */
export async function endSession(app: App, db: Queryable, userId: bigint, sessionId: bigint, reason: string): Promise<boolean> {
  const ended = await db.run("update sessions set ended_at = $3, end_reason = $4 where id = $2 and user_id = $1 and ended_at is null", [
    userId,
    sessionId,
    new Date(app.now()),
    reason,
  ]);
  sessionCache(app).dropSession(sessionId);
  return ended === 1;
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Windows/, "Windows"],
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** Browser and system in two words; the start of the text where it is neither. */
export function deviceName(userAgent: string): string {
  const words = [BROWSERS, SYSTEMS].map((table) => table.find(([pattern]) => pattern.test(userAgent))?.[1]).filter((word) => word !== undefined);
  return words.length > 0 ? words.join(", ") : userAgent.slice(0, 60);
}

/** The sessions of a user that still live, newest first. */
export async function liveSessions(app: App, actor: UserActor): Promise<SessionRow[]> {
  const { session_idle_minutes: idle, session_absolute_hours: absolute } = app.config.current;
  const rows = await app.db.rows<{ id: bigint; last_seen_at: Date; ip: string | null; user_agent: string }>(
    "select id, last_seen_at, ip, user_agent from sessions where user_id = $1 and ended_at is null and id > $2 and (last_act_at >= $3 or id = $4) order by id desc limit 200",
    [actor.id, idAt(app.now() - absolute * 3_600_000), new Date(app.now() - idle * 60_000), actor.sessionId],
  );
  return rows.map((row) => ({
    id: app.publicIds.encode("session", row.id),
    created_at: idIso(row.id),
    last_seen_at: row.last_seen_at.toISOString(),
    ip: row.ip,
    device: deviceName(row.user_agent),
    current: row.id === actor.sessionId,
  }));
}
