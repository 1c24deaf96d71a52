/** The keys that days are signed with: apart from those of notifications, each but the first endorsed by the one before, private halves encrypted. */
import { createHash, sign } from "node:crypto";
import { keyText } from "../../../domain/seals/texts.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import { newKeyPair, privateKeyOf } from "../outbox/sign.ts";
import { requireRecheck } from "../session/recheck.ts";

const LOCK = 4106;

/** A key as it is published; everything as `verify/README.md` describes it. */
export interface PublishedSealKey {
  readonly id: string;
  /** Raw, base64. */
  readonly public: string;
  readonly endorsed_by: string | null;
  /** base64 */
  readonly endorsement: string | null;
  readonly from: string;
}
interface KeyRow {
  id: string;
  no: number;
  public_key: Buffer;
  private_key: Buffer;
  endorsement: Buffer | null;
  from_at: Date;
}

/** What a private key is bound to at rest. */
export const sealKeyBinding = (id: string): string => `seal-key:${id}`;

const newest = (q: Queryable): Promise<KeyRow | null> => q.one<KeyRow>("select * from seal_keys order by no desc limit 1");

async function addKey(app: Pick<App, "secrets">, tx: Tx, previous: KeyRow | null): Promise<string> {
  const pair = newKeyPair();
  const id = `dsk_${createHash("sha256").update(pair.publicKey).digest("hex").slice(0, 16)}`;
  const endorsement = previous && sign(null, Buffer.from(keyText(id, pair.publicKey.toString("base64"), previous.id)), privateKeyOf(openKey(app, previous)));
  await tx.run("insert into seal_keys (id, no, public_key, private_key, endorsement) values ($1, $2, $3, $4, $5)", [
    id,
    (previous?.no ?? 0) + 1,
    pair.publicKey,
    app.secrets.seal(pair.privateKey, sealKeyBinding(id)),
    endorsement,
  ]);
  return id;
}

function openKey(app: Pick<App, "secrets">, row: KeyRow): Buffer {
  return app.secrets.open(row.private_key, sealKeyBinding(row.id));
}

/** Makes the first key when there is none; any number of processes may call it at once. */
export async function ensureSealKey(app: Pick<App, "db" | "secrets">): Promise<void> {
  if (await newest(app.db)) return;
  await app.db.tx(async (tx) => {
    await tx.run("select pg_advisory_xact_lock($1)", [LOCK]);
    if (!(await newest(tx))) await addKey(app, tx, null);
  });
}

/** The key that signs now. */
export async function sealSigner(app: Pick<App, "secrets">, q: Queryable): Promise<{ readonly id: string; sign(text: string): Buffer }> {
  const row = await newest(q);
  if (!row) throw new Error("there is no key to sign days with");
  const key = privateKeyOf(openKey(app, row));
  return { id: row.id, sign: (text) => sign(null, Buffer.from(text), key) };
}

/** All keys, the oldest first: a sealed day is verified with its own for ever. */
export async function publishedSealKeys(q: Queryable): Promise<PublishedSealKey[]> {
  const rows = await q.rows<KeyRow>("select id, no, public_key, endorsement, from_at from seal_keys order by no");
  return rows.map((row, index) => ({
    id: row.id,
    public: row.public_key.toString("base64"),
    endorsed_by: rows[index - 1]?.id ?? null,
    endorsement: row.endorsement?.toString("base64") ?? null,
    from: row.from_at.toISOString(),
  }));
}

/**
 * A new key, endorsed by the present one; days are signed with it from the next one on.
 * @param current id of the key that it was decided on
 * Refuses `recheck_required`, `conflict` where somebody has renewed it since
 */
export async function renewSealKey(ctx: UserCtx, current: string): Promise<Answer<{ keys: PublishedSealKey[] }>> {
  await requireRecheck(ctx);
  return ctx.tx(async (tx) => {
    await tx.run("select pg_advisory_xact_lock($1)", [LOCK]);
    const row = await newest(tx);
    if (row === null || row.id !== current) return new Refused("conflict");
    const made = await addKey(ctx.app, tx, row);
    await audit(ctx, tx, {
      action: "config.seal-key",
      objectType: "config",
      objectId: null,
      before: { key_ends_with: row.id.slice(-4) },
      after: { key_ends_with: made.slice(-4) },
    });
    return { keys: await publishedSealKeys(tx) };
  });
}
