/** Which addresses of redacted links there are, so that who guesses too often costs the database nothing. */
import type { App } from "../../platform/context.ts";
import { credentialHash } from "../../platform/secrets.ts";

/** It is read again no sooner, ms. A link that another process made since waits so long where somebody beside its reader guesses. */
const KEPT_MS = 200;

interface Known {
  readonly at: number;
  readonly hashes: Promise<ReadonlySet<string>>;
}
const all = new WeakMap<object, Known>();

async function read(app: App): Promise<ReadonlySet<string>> {
  const rows = await app.db.rows<{ hash: string }>(
    "select encode(token_hash, 'base64') as hash from shared_links where expires_at > $1 and revoked_at is null",
    [new Date(app.now())],
    "links_known",
  );
  return new Set(rows.map(({ hash }) => hash));
}

/** Whether a link with this token had not ended a moment ago. All who ask within that moment cost one look. */
export async function isKnown(app: App, token: string): Promise<boolean> {
  let known = all.get(app.db);
  if (known === undefined || performance.now() - known.at > KEPT_MS) {
    known = { at: performance.now(), hashes: read(app) };
    all.set(app.db, known);
  }
  try {
    return (await known.hashes).has(credentialHash(token).toString("base64"));
  } catch (error) {
    if (all.get(app.db) === known) all.delete(app.db);
    throw error;
  }
}

/** A link was made: what was read before is not all. */
export function forgetKnown(app: Pick<App, "db">): void {
  all.delete(app.db);
}
