/**
 * Limits of guessing, shared by all processes. A try is reserved before anything is hashed and given back when it was
 * no wrong guess, so parallel tries cannot pass together. Who goes on guessing waits in growing pauses.
 */
import { MINUTE_MS } from "../../../contract/time.ts";
import { answerOfVerb, Refused } from "../../platform/refusal.ts";
import type { App } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { networkOf } from "../../platform/http/ip.ts";
import { accountKey } from "./account-key.ts";

const LOCK_SPACE = 4110;
/** A refusal is remembered this long, so that a flood costs no statement each. */
const REMEMBER_MS = 1000;
/** Stands in no account name that a sign-in can give, so that nobody guesses on another subject. */
const APART = "\n";
const COUNTED = new Set(["invalid_credentials", "invalid_code", "passkey_invalid", "invalid_bind_code"]);

/** So many wrong tries in a window; the window doubles with each further such number inside the horizon. */
export interface Limit {
  readonly scope: "account" | "address" | "code";
  readonly subject: string;
  readonly tries: number;
  readonly windowMs: number;
  readonly maxWindowMs: number;
  readonly horizonMs: number;
}

const accountLimit = (app: App, subject: string, maxWindowMs: number): Limit => {
  const windowMs = 30 * MINUTE_MS;
  return { scope: "account", subject, tries: app.config.current.signin_per_account_half_hour, windowMs, maxWindowMs, horizonMs: 6 * maxWindowMs };
};

/** What strangers are counted by: an address, of IPv6 its network, since whoever has one address there has them all. */
export const strangerOf = (ip: string | null): string => (ip === null ? "unknown" : ip.includes(":") ? networkOf(ip) : ip);

/** Limit of wrong sign-ins from one address, whatever the accounts. */
export function addressLimit(app: App, ip: string | null): Limit {
  return {
    scope: "address",
    subject: strangerOf(ip),
    tries: app.config.current.signin_per_address_minute,
    windowMs: MINUTE_MS,
    maxWindowMs: 30 * MINUTE_MS,
    horizonMs: 60 * MINUTE_MS,
  };
}

/**
 * Limits of a sign-in. An address that the account has signed in from before has a count of its own: strangers cannot
 * lock the owner out of where he usually works.
 */
export function signinLimits(app: App, account: string, ip: string | null, known: boolean): Limit[] {
  const name = accountKey(account);
  return [
    addressLimit(app, ip),
    known && ip !== null ? accountLimit(app, `${name}${APART}${networkOf(ip)}`, 30 * MINUTE_MS) : accountLimit(app, name, 120 * MINUTE_MS),
  ];
}

/** Limit of password guesses by the holder of a session; apart from sign-in, so that a stolen token cannot lock the owner out. */
export function recheckLimit(app: App, userId: bigint): Limit {
  return accountLimit(app, `${APART}${userId}`, 30 * MINUTE_MS);
}

/** Limit of one-time codes: five wrong ones in five minutes, whatever they were for. */
export function codeLimit(userId: bigint): Limit {
  return { scope: "code", subject: String(userId), tries: 5, windowMs: 5 * MINUTE_MS, maxWindowMs: 30 * MINUTE_MS, horizonMs: 120 * MINUTE_MS };
}

/** Limit of codes that phones are bound with: five wrong ones of an address in a minute. */
export function bindLimit(ip: string | null): Limit {
  return { scope: "address", subject: `${APART}bind ${ip ?? "unknown"}`, tries: 5, windowMs: MINUTE_MS, maxWindowMs: MINUTE_MS, horizonMs: MINUTE_MS };
}

/** When the next try is free, ms; not after `nowMs`: now. `failedAt`: newest first. */
export function freeAt(limit: Limit, failedAt: readonly number[], nowMs: number): number {
  const recent = failedAt.filter((at) => at > nowMs - limit.horizonMs);
  const level = Math.floor(recent.length / limit.tries);
  const windowMs = Math.min(limit.maxWindowMs, limit.windowMs * 2 ** Math.max(0, level - 1));
  const oldest = recent.filter((at) => at > nowMs - windowMs)[limit.tries - 1];
  return oldest === undefined ? nowMs : oldest + windowMs;
}

const remembered = new WeakMap<App, Map<string, { free: number; until: number }>>();

function memory(app: App): Map<string, { free: number; until: number }> {
  const found = remembered.get(app) ?? new Map<string, { free: number; until: number }>();
  remembered.set(app, found);
  if (found.size > 10_000) found.clear();
  return found;
}

function refusedUntil(limit: Limit, free: number, nowMs: number): Refused {
  const retryAfterSeconds = Math.max(1, Math.ceil((free - nowMs) / 1000));
  return new Refused(limit.scope === "address" ? "rate_limited" : "locked", {
    retryAfterSeconds,
    details: { until: new Date(free).toISOString(), retry_after: retryAfterSeconds },
  });
}

const key = (limit: Limit): string => `${limit.scope} ${limit.subject}`;

/** Known at once, without a statement: what was refused within the last second. */
export function refusedBefore(app: App, limits: readonly Limit[]): Refused | null {
  const nowMs = app.now();
  for (const limit of limits) {
    const seen = memory(app).get(key(limit));
    if (seen && seen.until > nowMs && seen.until <= nowMs + REMEMBER_MS && seen.free > nowMs) return refusedUntil(limit, seen.free, nowMs);
  }
  return null;
}

async function reserve(app: App, limits: readonly Limit[]): Promise<bigint[] | Refused> {
  const nowMs = app.now();
  const before = refusedBefore(app, limits);
  if (before) return before;
  return app.db.tx(async (tx) => {
    for (const limit of [...limits].sort((left, right) => (key(left) < key(right) ? -1 : 1))) {
      await tx.run("select pg_advisory_xact_lock($1, hashtext($2))", [LOCK_SPACE, key(limit)]);
      const rows = await tx.rows<{ at: Date }>("select at from signin_failures where scope = $1 and subject = $2 and at > $3 order by at desc limit $4", [
        limit.scope,
        limit.subject,
        new Date(nowMs - limit.horizonMs),
        limit.tries * 8,
      ]);
      const free = freeAt(
        limit,
        rows.map((row) => row.at.getTime()),
        nowMs,
      );
      if (free <= nowMs) continue;
      memory(app).set(key(limit), { free, until: nowMs + REMEMBER_MS });
      return refusedUntil(limit, free, nowMs);
    }
    const made = await tx.rows<{ id: bigint }>(
      "insert into signin_failures (scope, subject, at) select s, u, $3 from unnest($1::text[], $2::text[]) as x (s, u) returning id",
      [limits.map((limit) => limit.scope), limits.map((limit) => limit.subject), new Date(nowMs)],
    );
    return made.map((row) => row.id);
  });
}

/**
 * Runs `work` under the limits. A wrong password or code (of a person, of a phone) counts; success and every other failure give the try back.
 * @returns what the work answers, its refusals among it, or `rate_limited`, `locked` with the time of the next try
 */
export async function guarded<T>(app: App, limits: readonly Limit[], work: () => Promise<T>): Promise<T | Refused> {
  const tries = await reserve(app, limits);
  if (tries instanceof Refused) return tries;
  let counts = false;
  try {
    const answer = await answerOfVerb(work);
    counts = answer instanceof Refused && COUNTED.has(answer.code);
    return answer;
  } finally {
    if (!counts) await app.db.run("delete from signin_failures where id = any ($1::bigint[])", [tries]);
  }
}

/** Until when sign-in to these accounts from unknown addresses is locked, by {@link accountKey}. */
export async function lockedUntil(app: App, accounts: readonly string[], db: Queryable = app.db): Promise<Map<string, Date>> {
  const nowMs = app.now();
  const names = accounts.map(accountKey);
  const rows = await db.rows<{ subject: string; at: Date[] }>(
    "select subject, array_agg(at order by at desc) as at from signin_failures where scope = 'account' and subject = any ($1::text[]) and at > $2 group by subject",
    [names, new Date(nowMs - 24 * 60 * MINUTE_MS)],
  );
  const found = new Map<string, Date>();
  for (const row of rows) {
    const free = freeAt(
      accountLimit(app, row.subject, 120 * MINUTE_MS),
      row.at.map((at) => at.getTime()),
      nowMs,
    );
    if (free > nowMs) found.set(row.subject, new Date(free));
  }
  return found;
}

/** Forgets the wrong tries of an account, from wherever they came; another process refuses for a second more. */
export async function unlock(app: App, db: Queryable, userId: bigint, account: string): Promise<void> {
  remembered.delete(app);
  await db.run(
    `delete from signin_failures where (scope = 'account' and (subject = $1 or starts_with(subject, $1 || $3) or subject = $3 || $2))
       or (scope = 'code' and subject = $2)`,
    [accountKey(account), String(userId), APART],
  );
}
