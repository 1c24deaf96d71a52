/** Browsers that people have signed in from: known again by a random text that each keeps, never by what it is like. */
import type { App, UserActor } from "../../platform/context.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { credentialHash, randomToken } from "../../platform/secrets.ts";

const COOKIE = "device";
/** As long as browsers keep a cookie. */
const KEPT_S = 400 * 86_400;
/** Browsers of a person that are remembered; the one that was not seen for longest goes first. */
const MOST = 50;
/** A sign-in that nobody has answered for so long is history. */
const TOLD_MS = 30 * 86_400_000;
const TOKEN = /(?:^|;)\s*device=([A-Za-z0-9_-]{43})\s*(?:;|$)/;

/** The browser of a request. */
export interface Device {
  /** What it is known by. */
  readonly token: string;
  /** The header that makes it keep that. */
  readonly cookie: string;
  readonly userAgent: string;
}

/**
 * The browser of a request: by its cookie, or a new one. Nothing but sign-in sends or sees the cookie, and no script.
 * @param secure the address is https: the cookie never goes another way
 */
export function deviceOf(headers: { readonly cookie?: string | undefined; readonly "user-agent"?: string | undefined }, secure: boolean): Device {
  const token = TOKEN.exec(headers.cookie ?? "")?.[1] ?? randomToken();
  return {
    token,
    cookie: `${COOKIE}=${token}; Max-Age=${KEPT_S}; Path=/api/signin; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`,
    userAgent: headers["user-agent"] ?? "",
  };
}

/** Of one person: that two people use one browser is nobody's business. */
const hashOf = (userId: bigint, device: Device): Buffer => credentialHash(`${userId} ${device.token}`);

/**
 * Notes that a person has signed in from a browser. Call it with the user's row locked, so that two first sign-ins see each other.
 * @returns true where he has signed in from others before, and never from this one
 */
export async function meetDevice(app: App, tx: Tx, user: { readonly userId: bigint; readonly sessionId: bigint }, device: Device): Promise<boolean> {
  const hash = hashOf(user.userId, device);
  const now = new Date(app.now());
  const met = await tx.one<{ is_new: boolean }>(
    `with others as (select exists (select from user_devices where user_id = $1) as any_known),
     met as (insert into user_devices (user_id, device_hash, session_id, first_seen_at, last_seen_at, answered_at)
       select $1, $2, $3, $4::timestamptz, $4::timestamptz, case when any_known then null else $4::timestamptz end from others
       on conflict (user_id, device_hash) do update set last_seen_at = excluded.last_seen_at returning session_id = $3 as is_first)
     select is_first and any_known as is_new from met, others`,
    [user.userId, hash, user.sessionId, now],
  );
  await tx.run("update sessions set device_hash = $2 where id = $1", [user.sessionId, hash]);
  await tx.run(
    // Those that nobody has answered for go first: many sign-ins of a stranger push out none of the owner's.
    `delete from user_devices where user_id = $1 and device_hash in (select device_hash from user_devices where user_id = $1
       order by answered_at is null, last_seen_at desc, device_hash offset $2)`,
    [user.userId, MOST],
  );
  return met?.is_new === true;
}

/** A sign-in from a browser that was new, and which its owner has not answered for. */
export interface NewDeviceRaw {
  readonly device_hash: Buffer;
  readonly session_id: bigint;
  readonly first_seen_at: Date;
  readonly ip: string | null;
  readonly user_agent: string;
  readonly live: boolean;
}

/**
 * Sign-ins that this session may answer for: those of browsers that were new after its own. So a stranger's browser answers neither for
 * itself nor for what was there before it, nor once it has been forgotten. A session from before browsers were remembered answers for all.
 */
export function newDevices(app: App, q: Queryable, actor: UserActor, only: bigint | null = null): Promise<NewDeviceRaw[]> {
  return q.rows<NewDeviceRaw>(
    `select d.device_hash, d.session_id, d.first_seen_at, s.ip, s.user_agent, s.ended_at is null as live from user_devices d join sessions s on s.id = d.session_id
     where d.user_id = $1 and d.answered_at is null and d.first_seen_at > $3 and ($4::bigint is null or d.session_id = $4)
       and exists (select from sessions me left join user_devices own on own.user_id = me.user_id and own.device_hash = me.device_hash
         where me.id = $2 and (me.device_hash is null or d.first_seen_at > own.first_seen_at))
       and d.device_hash is distinct from (select me.device_hash from sessions me where me.id = $2)
     order by d.first_seen_at desc limit 20`,
    [actor.id, actor.sessionId, new Date(app.now() - TOLD_MS), only],
  );
}
