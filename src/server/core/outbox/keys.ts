/** The deployment's Ed25519 keys: made at the first start, renewed with an overlap, private halves encrypted. */
import { createHash, type KeyObject } from "node:crypto";
import type { App } from "../../platform/context.ts";
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

async function makeKey(app: KeyApp, renew: boolean): Promise<void> {
  const now = app.now();
  await app.db.tx(async (tx) => {
    await tx.run("select pg_advisory_xact_lock($1)", [LOCK]);
    if (!renew && (await tx.one("select 1 from webhook_keys where until_at is null"))) return;
    const pair = newKeyPair();
    const id = `whk_${createHash("sha256").update(pair.publicKey).digest("hex").slice(0, 16)}`;
    await tx.run("update webhook_keys set until_at = $1 where until_at is null", [new Date(now + KEY_OVERLAP_MS)]);
    await tx.run("insert into webhook_keys (id, public_key, private_key, from_at) values ($1, $2, $3, $4)", [
      id,
      pair.publicKey,
      app.secrets.seal(pair.privateKey, keyBinding(id)),
      new Date(now),
    ]);
  });
}

/** Makes the first key when there is none; any number of processes may call it at once. */
export async function ensureWebhookKey(app: KeyApp): Promise<void> {
  if (!(await app.db.one("select 1 from webhook_keys where until_at is null"))) await makeKey(app, false);
}

/** Adds a new key; the present one goes on signing beside it for {@link KEY_OVERLAP_MS}. */
export function rotateWebhookKey(app: KeyApp): Promise<void> {
  return makeKey(app, true);
}

async function liveKeys(app: Pick<App, "db" | "now">): Promise<KeyRow[]> {
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
export async function publishedKeys(
  app: Pick<App, "db" | "now">,
): Promise<{ id: string; whpk: string; jwk: Record<string, string>; from: string; until: string | null }[]> {
  return (await liveKeys(app)).map((row) => ({
    id: row.id,
    whpk: whpk(row.public_key),
    jwk: jwkOf(row.id, row.public_key),
    from: row.from_at.toISOString(),
    until: row.until_at?.toISOString() ?? null,
  }));
}
