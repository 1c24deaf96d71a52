/** The deployment's Ed25519 keys: made at the first start, renewed with an overlap, private halves encrypted. */
import { createHash, type KeyObject } from "node:crypto";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { requireRecheck } from "../session/recheck.ts";
import { jwkOf, newKeyPair, privateKeyOf, whpk } from "./sign.ts";

/** Both keys sign, and both are published, for this long after a renewal, ms. */
export const KEY_OVERLAP_MS = 7 * 24 * 3_600_000;
const LOCK = 4105;

type KeyApp = Pick<App, "db" | "secrets" | "now">;
interface KeyRow {
  id: string;
  public_key: Buffer;
  private_key: Buffer;
  from_at: Date;
  until_at: Date | null;
}

/** What a private key is bound to at rest. */
export const keyBinding = (id: string): string => `webhook-key:${id}`;

/** Adds a key; the present one goes on signing beside it for {@link KEY_OVERLAP_MS}. The caller holds {@link LOCK}. */
export async function addWebhookKey(app: KeyApp, tx: Tx): Promise<{ readonly id: string; readonly previousUntil: Date }> {
  const now = app.now();
  const pair = newKeyPair();
  const id = `whk_${createHash("sha256").update(pair.publicKey).digest("hex").slice(0, 16)}`;
  const previousUntil = new Date(now + KEY_OVERLAP_MS);
  await tx.run("update webhook_keys set until_at = $1 where until_at is null", [previousUntil]);
  await tx.run("insert into webhook_keys (id, public_key, private_key, from_at) values ($1, $2, $3, $4)", [
    id,
    pair.publicKey,
    app.secrets.seal(pair.privateKey, keyBinding(id)),
    new Date(now),
  ]);
  return { id, previousUntil };
}

/** The id of the key that nothing follows, under the lock of all who add one; null: none was made yet. */
async function lockNewest(tx: Tx): Promise<string | null> {
  await tx.run("select pg_advisory_xact_lock($1)", [LOCK]);
  return (await tx.one<{ id: string }>("select id from webhook_keys where until_at is null"))?.id ?? null;
}

/** Makes the first key when there is none; any number of processes may call it at once. */
export async function ensureWebhookKey(app: KeyApp): Promise<void> {
  if (await app.db.one("select 1 from webhook_keys where until_at is null")) return;
  await app.db.tx(async (tx) => {
    if ((await lockNewest(tx)) === null) await addWebhookKey(app, tx);
  });
}

/** Whether the key that signs can be read, which is there from the first start on: it cannot under another SECRET_KEY than the database's. */
export async function fitsDatabase({ db, secrets }: { readonly db: Queryable; readonly secrets: Secrets }): Promise<boolean> {
  const newest = await db.one<Pick<KeyRow, "id" | "private_key">>("select id, private_key from webhook_keys where until_at is null");
  try {
    if (newest) secrets.open(newest.private_key, keyBinding(newest.id));
    return true;
  } catch {
    return false;
  }
}

/** What a start does with the key: makes the first one, and says so where it cannot be read, before anything is missed. */
export async function startWebhookKey(app: KeyApp & Pick<App, "log">): Promise<void> {
  await ensureWebhookKey(app);
  if (!(await fitsDatabase(app)))
    app.log.error("SECRET_KEY is not the key of this database: what it encrypted cannot be read, and what is encrypted from now on is under another key");
}

/**
 * A new key of the deployment's. Who verifies by the old one goes on: both sign and are published for {@link KEY_OVERLAP_MS}.
 * @param current id of the key that it was decided on
 * Refuses `recheck_required`, `conflict` where somebody has renewed it since
 */
export async function renewWebhookKey(ctx: UserCtx, current: string): Promise<Answer<{ keys: PublishedKey[] }>> {
  await requireRecheck(ctx);
  return ctx.tx(async (tx) => {
    if ((await lockNewest(tx)) !== current) return new Refused("conflict");
    const made = await addWebhookKey(ctx.app, tx);
    await audit(ctx, tx, {
      action: "config.webhook-key",
      objectType: "config",
      objectId: null,
      before: { key_ends_with: current.slice(-4) },
      after: { key_ends_with: made.id.slice(-4), previous_until: made.previousUntil.toISOString() },
    });
    return { keys: await publishedKeys({ db: tx, now: () => ctx.app.now() }) };
  });
}

/** A key as it is published; `until`: how long an older one still signs. */
export interface PublishedKey {
  readonly id: string;
  readonly whpk: string;
  readonly jwk: Record<string, string>;
  readonly from: string;
  readonly until: string | null;
}
interface KeySource {
  readonly db: Queryable;
  readonly now: () => number;
}

async function liveKeys(app: KeySource): Promise<KeyRow[]> {
  return app.db.rows<KeyRow>(
    "select id, public_key, private_key, from_at, until_at from webhook_keys where until_at is null or until_at > $1 order by from_at desc, id",
    [new Date(app.now())],
  );
}

/**
 * Keys that sign now, newest first. One that cannot be read (another SECRET_KEY than the database's) is left out and
 * logged: the merchants' own signatures still go out.
 */
export async function signingKeys(app: KeyApp & Pick<App, "log">): Promise<KeyObject[]> {
  return (await liveKeys(app)).flatMap((row) => {
    try {
      return [privateKeyOf(app.secrets.open(row.private_key, keyBinding(row.id)))];
    } catch (error) {
      app.log.error({ err: error, key: row.id }, "a webhook key cannot be read");
      return [];
    }
  });
}

/** Keys as they are published, newest first. */
export async function publishedKeys(app: KeySource): Promise<PublishedKey[]> {
  return (await liveKeys(app)).map((row) => ({
    id: row.id,
    whpk: whpk(row.public_key),
    jwk: jwkOf(row.id, row.public_key),
    from: row.from_at.toISOString(),
    until: row.until_at?.toISOString() ?? null,
  }));
}
