/** Sessions as every call needs them, kept for less than a second; what this process ends is forgotten at once. */
import type { Rights, UserType } from "../../../contract/permissions.ts";
import type { App } from "../../platform/context.ts";
import { isLiveBus, type Listener } from "../../platform/events/bus.ts";
import { ANY_OBJECT } from "../../platform/events/view.ts";
import { readRights, RIGHTS_COLUMNS, type RightsRow } from "../../platform/rights.ts";
import { recheckedUntil, type Rechecked } from "./rechecked.ts";

const TTL_MS = 900;
const MAX_ENTRIES = 10_000;

/** A live session with the state of its user. */
export interface LiveSession {
  readonly id: bigint;
  readonly userId: bigint;
  readonly account: string;
  readonly userType: UserType;
  readonly rights: Rights;
  readonly merchantId: bigint | null;
  readonly mustChangePassword: boolean;
  readonly onTotp: boolean;
  readonly hasPasskey: boolean;
  readonly totpDue: boolean;
  /** Until when a re-authentication holds, ms; 0: there is none. Acts ask the database ({@link requireRecheck}). */
  readonly recheckedUntilMs: number;
  /** As stored (or about to be); {@link SessionCache.lastAct} may know of a later one. */
  lastActMs: number;
  lastSeenMs: number;
}

interface Row extends Rechecked, RightsRow {
  id: bigint;
  user_id: bigint;
  account: string;
  merchant_id: bigint | null;
  must_change_password: boolean;
  on_totp: boolean;
  has_passkey: boolean;
  totp_due: boolean;
  last_act_at: Date;
  last_seen_at: Date;
}

/** Ended sessions, disabled and deleted users, and users of deleted merchants are as good as absent. */
const LIVE = `select s.id, s.user_id, u.account, ${RIGHTS_COLUMNS}, u.merchant_id, u.must_change_password, u.on_totp, u.totp_due, exists (select from passkeys p where p.user_id = u.id) as has_passkey, s.rechecked_at, s.proved_at, s.last_act_at, s.last_seen_at
  from sessions s join users u on u.id = s.user_id left join merchants m on m.id = u.merchant_id
  where s.token_hash = $1 and s.ended_at is null and u.enabled and u.deleted_at is null and m.deleted_at is null`;

/** One per application. */
export class SessionCache {
  private readonly entries = new Map<string, { session: LiveSession; until: number }>();
  private readonly acts = new Map<bigint, number>();
  /** Moves with each forgetting: what was read before it is not kept after it. */
  private generation = 0;

  constructor(private readonly app: App) {}

  /** The live session of a token's hash, or null. */
  async get(tokenHash: Buffer): Promise<LiveSession | null> {
    const key = tokenHash.toString("base64");
    const found = this.entries.get(key);
    if (found && found.until > performance.now()) return found.session;
    this.entries.delete(key);
    const { generation } = this;
    const row = await this.app.db.one<Row>(LIVE, [tokenHash], "session_live");
    if (!row) return null;
    const session: LiveSession = {
      id: row.id,
      userId: row.user_id,
      account: row.account,
      userType: row.user_type,
      rights: readRights(row),
      merchantId: row.merchant_id,
      mustChangePassword: row.must_change_password,
      onTotp: row.on_totp,
      hasPasskey: row.has_passkey,
      totpDue: row.totp_due,
      recheckedUntilMs: recheckedUntil(row),
      lastActMs: row.last_act_at.getTime(),
      lastSeenMs: row.last_seen_at.getTime(),
    };
    if (this.entries.size >= MAX_ENTRIES) this.entries.clear();
    if (generation === this.generation) this.entries.set(key, { session, until: performance.now() + TTL_MS });
    return session;
  }

  /** When the person last acted in this session, ms: as stored, or as this process has seen since. */
  lastAct(session: LiveSession): number {
    return Math.max(session.lastActMs, this.acts.get(session.id) ?? 0);
  }

  /** Remembers an act without writing it. */
  acted(session: LiveSession, atMs: number): void {
    if (this.acts.size >= MAX_ENTRIES) this.acts.clear();
    this.acts.set(session.id, atMs);
  }

  /** Forgets the sessions of a user: his rights or state have changed. */
  dropUser(userId: bigint): void {
    this.generation += 1;
    for (const [key, entry] of this.entries) if (entry.session.userId === userId) this.entries.delete(key);
  }

  /** Forgets one session. */
  dropSession(sessionId: bigint): void {
    this.generation += 1;
    for (const [key, entry] of this.entries) if (entry.session.id === sessionId) this.entries.delete(key);
  }

  /** Forgets all, where many users change at once. */
  clear(): void {
    this.generation += 1;
    this.entries.clear();
  }
}

const caches = new WeakMap<App, SessionCache>();

/** The sessions of an application. */
export function sessionCache(app: App): SessionCache {
  const found = caches.get(app);
  if (found) return found;
  const made = new SessionCache(app);
  caches.set(app, made);
  // What another process changed of people or roles is told as it is to the screens: sooner than entries grow old.
  if (isLiveBus(app.events)) app.events.subscribe(forgetting(made));
  return made;
}

/** Forgets the sessions of whoever has changed; of everybody where it is not said who. */
function forgetting(cache: SessionCache): Listener {
  return (news) => {
    if (news === "reset") return cache.clear();
    for (const { kind, objectId } of news) {
      if (kind !== "users") continue;
      if (objectId === ANY_OBJECT) cache.clear();
      else cache.dropUser(objectId);
    }
  };
}
