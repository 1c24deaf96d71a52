/** A person's own passkeys: made on a device of his, named, removed. Adding and removing need a recent re-authentication. */
import type { FastifyRequest } from "fastify";
import type * as z from "zod";
import { TRANSPORTS, type passkeyCreated, type passkeyCreation, type passkeyRequest, type PasskeyRow } from "../../../contract/session.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit, changedIn } from "../../platform/audit.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { Undone } from "../../platform/db/undone.ts";
import { Refused } from "../../platform/refusal.ts";
import { sessionCache } from "../../core/session/cache.ts";
import { endSessions } from "../../core/session/queries.ts";
import { CHALLENGE_MS, createdPasskey, newChallenge, userHandle } from "../../core/session/passkeys.ts";
import { requireRecheck, requireRecheckToLook } from "../../core/session/recheck.ts";
import { endRecoveryCodes } from "../../core/session/recovery.ts";
import { relyingParty } from "../../core/session/relying-party.ts";

const MOST = 10;
/** Letters of a credential id: an address carries it, whose parts may have two hundred. */
const MOST_ID = 200;
/** EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257] as const;
interface Row {
  readonly credential_id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const rowOf = (row: Row): PasskeyRow => ({
  id: row.credential_id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

/** The passkeys of a user as devices are asked for them. */
export async function descriptors(app: App, userId: bigint): Promise<z.input<typeof passkeyRequest>["allowCredentials"]> {
  const rows = await app.db.rows<{ credential_id: string; transports: string[] }>(
    "select credential_id, transports from passkeys where user_id = $1 order by created_at",
    [userId],
  );
  return rows.map((row) => ({ id: row.credential_id, type: "public-key", transports: TRANSPORTS.filter((one) => row.transports.includes(one)) }));
}

/** The passkeys of the person who asks, oldest first. */
export async function listPasskeys(ctx: UserCtx): Promise<{ items: PasskeyRow[] }> {
  const rows = await ctx.app.db.rows<Row>(
    "select credential_id, name, created_at, last_used_at from passkeys where user_id = $1 order by created_at, credential_id",
    [ctx.actor.id],
  );
  return { items: rows.map(rowOf) };
}

/** What a device is asked to make a passkey. Refuses `recheck_required`, `passkey_address` */
export async function passkeyOptions(ctx: UserCtx, request: FastifyRequest): Promise<Answer<z.input<typeof passkeyCreation>>> {
  const { app, actor } = ctx;
  const party = relyingParty(app, request);
  if (party instanceof Refused) return party;
  await requireRecheckToLook(ctx);
  const challenge = await newChallenge(app, { name: "register", sessionId: actor.sessionId });
  if (challenge === null) return new Refused("rate_limited");
  return {
    rp: { id: party.id, name: "Floatdesk" },
    user: { id: userHandle(app, actor.id), name: actor.account, displayName: actor.account },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: CHALLENGE_MS,
    excludeCredentials: await descriptors(app, actor.id),
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    attestation: "none",
  };
}

const rowAbout = (
  ctx: UserCtx,
  tx: Tx,
  action: "user.passkey-add" | "user.passkey-rename" | "user.passkey-remove",
  names: { before?: string; after?: string },
): Promise<void> =>
  audit(ctx, tx, {
    action,
    objectType: "user",
    objectId: ctx.app.publicIds.encode("user", ctx.actor.id),
    before: names.before === undefined ? null : { name: names.before },
    after: names.after === undefined ? null : { name: names.after },
  });

const lockUser = (db: Queryable, id: bigint): Promise<{ on_totp: boolean; n: number } | null> =>
  db
    .run("select 1 from users where id = $1 for no key update", [id])
    .then(() => db.one("select on_totp, (select count(*)::int from passkeys p where p.user_id = u.id) as n from users u where id = $1", [id]));

/** Keeps a passkey that a device has made. Refuses `recheck_required`, `passkey_address`, `passkey_invalid`, `too_many_passkeys`, `already_exists` */
export async function addPasskey(ctx: UserCtx, body: z.output<typeof passkeyCreated>, request: FastifyRequest): Promise<Answer<PasskeyRow>> {
  const { app, actor } = ctx;
  const party = relyingParty(app, request);
  if (party instanceof Refused) return party;
  await requireRecheck(ctx);
  const made = await createdPasskey(app, { name: "register", sessionId: actor.sessionId }, party, body);
  // What is longer cannot stand in an address, and so could never be removed.
  if (made === null || made.id.length > MOST_ID) return new Refused("passkey_invalid");
  const transports = TRANSPORTS.filter((one) => body.response.response.transports?.includes(one));
  const done = await ctx.tx(async (tx) => {
    const user = await lockUser(tx, actor.id);
    if ((user?.n ?? 0) >= MOST) return new Refused("too_many_passkeys");
    const row = { credential_id: made.id, name: body.name, created_at: new Date(app.now()), last_used_at: null };
    const added = await tx.run(
      `insert into passkeys (credential_id, user_id, rp_id, public_key, sign_count, transports, name, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
      [made.id, actor.id, party.id, Buffer.from(made.publicKey), made.counter, transports, row.name, row.created_at],
    );
    if (added !== 1) return new Refused("already_exists");
    await rowAbout(ctx, tx, "user.passkey-add", { after: row.name });
    return rowOf(row);
  });
  if (!(done instanceof Undone)) sessionCache(app).dropUser(actor.id);
  return done;
}

/** Gives an own passkey another name. Refuses `not_found`, also for somebody else's */
export function renamePasskey(ctx: UserCtx, id: string, name: string): Promise<Answer<PasskeyRow>> {
  return ctx.tx(async (tx) => {
    const before = await tx.one<Row>(
      "select credential_id, name, created_at, last_used_at from passkeys where credential_id = $1 and user_id = $2 for no key update",
      [id, ctx.actor.id],
    );
    if (!before) return new Refused("not_found");
    if (changedIn(tx, { ...before }, { name }) === null) return rowOf(before);
    await tx.run("update passkeys set name = $2 where credential_id = $1", [id, name]);
    await rowAbout(ctx, tx, "user.passkey-rename", { before: before.name, after: name });
    return rowOf({ ...before, name });
  });
}

/** Removes an own passkey for good; with the last second factor the recovery codes end. Refuses `recheck_required`, `not_found` */
export async function removePasskey(ctx: UserCtx, id: string): Promise<Answer<Record<string, never>>> {
  const { app, actor } = ctx;
  await requireRecheck(ctx);
  const done = await ctx.tx(async (tx) => {
    const user = await lockUser(tx, actor.id);
    const gone = await tx.one<{ name: string }>("delete from passkeys where credential_id = $1 and user_id = $2 returning name", [id, actor.id]);
    if (!gone) return new Refused("not_found");
    if (!user?.on_totp && user?.n === 1) await endRecoveryCodes(tx, actor.id);
    // Whoever has the device may be signed in by it.
    await endSessions(app, tx, actor.id, "passkeys_removed", actor.sessionId);
    await rowAbout(ctx, tx, "user.passkey-remove", { before: gone.name });
    return {};
  });
  if (!(done instanceof Undone)) sessionCache(app).dropUser(actor.id);
  return done;
}
