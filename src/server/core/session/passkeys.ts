/** Passkeys (WebAuthn): challenges that are answered once, and what a device answers to them. */
import type { WebAuthnCredential } from "@simplewebauthn/server";
import type * as z from "zod";
import type { passkeyCreated, passkeyUsed } from "../../../contract/session.schema.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { randomToken } from "../../platform/secrets.ts";
import { strangerOf } from "./throttle.ts";
import type { RelyingParty } from "./relying-party.ts";

/** How long a challenge waits for its answer. */
export const CHALLENGE_MS = 5 * 60_000;
/** So many of one stranger may wait at sign-in, where nobody is known yet. */
const OPEN_OF_ADDRESS = 60;

/** What a challenge is for, and in whose session: an answer counts for nothing else. */
export type Purpose = { readonly name: "signin"; readonly ip: string | null } | { readonly name: "check" | "register"; readonly sessionId: bigint };

/** What reads answers of devices. Loading it took a fifth of the product's start, and most people never use it: it comes with the first answer. */
const library = (): Promise<typeof import("@simplewebauthn/server")> => import("@simplewebauthn/server");

const sessionOf = (purpose: Purpose): bigint | null => (purpose.name === "signin" ? null : purpose.sessionId);

/** A new challenge; null: too many of this stranger wait. */
export async function newChallenge(app: App, purpose: Purpose): Promise<string | null> {
  const challenge = randomToken();
  const from = purpose.name === "signin" ? strangerOf(purpose.ip) : null;
  const made = await app.db.run(
    `insert into passkey_challenges (challenge, purpose, session_id, asked_from, expires_at) select $1, $2, $3, $4, $5
     where $4::text is null or (select count(*) from passkey_challenges where asked_from = $4 and expires_at > $6) < $7`,
    [challenge, purpose.name, sessionOf(purpose), from, new Date(app.now() + CHALLENGE_MS), new Date(app.now()), OPEN_OF_ADDRESS],
  );
  return made === 1 ? challenge : null;
}

/** Takes the challenge that a device says it answers, whatever comes of the answer; null: it is none of this purpose, or was taken. */
async function takeChallenge(app: App, purpose: Purpose, clientData: string): Promise<string | null> {
  let challenge: unknown;
  try {
    challenge = (JSON.parse(Buffer.from(clientData, "base64url").toString()) as { challenge?: unknown } | null)?.challenge;
  } catch {
    return null;
  }
  if (typeof challenge !== "string" || !/^[A-Za-z0-9_-]{43}$/.test(challenge)) return null;
  const taken = await app.db.run(
    "delete from passkey_challenges where challenge = $1 and purpose = $2 and session_id is not distinct from $3 and expires_at > $4",
    [challenge, purpose.name, sessionOf(purpose), new Date(app.now())],
  );
  return taken === 1 ? challenge : null;
}

/** Deletes challenges that nobody answered in time. */
export async function tidyChallenges(app: App): Promise<void> {
  await app.db.run("delete from passkey_challenges where expires_at < $1", [new Date(app.now())]);
}

/** What a device keeps of its person: opaque, the same for all of his passkeys. */
export const userHandle = (app: App, userId: bigint): string => Buffer.from(app.publicIds.encode("user", userId)).toString("base64url");

/** A passkey that a device has just made for this session; null: it is not what was asked for. */
export async function createdPasskey(
  app: App,
  purpose: Purpose,
  party: RelyingParty,
  { response }: z.output<typeof passkeyCreated>,
): Promise<WebAuthnCredential | null> {
  // Before the challenge is taken: without the library nothing is lost.
  const { verifyRegistrationResponse } = await library();
  const challenge = await takeChallenge(app, purpose, response.response.clientDataJSON);
  if (challenge === null) return null;
  const { clientDataJSON, attestationObject } = response.response;
  const made = await verifyRegistrationResponse({
    response: { ...plain(response), response: { clientDataJSON, attestationObject } },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => null);
  return made?.verified === true ? made.registrationInfo.credential : null;
}

const plain = ({ id, rawId, type }: { readonly id: string; readonly rawId: string; readonly type: "public-key" }) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
});

/** A passkey that has just signed. */
export interface UsedPasskey {
  readonly id: string;
  readonly userId: bigint;
  readonly name: string;
  readonly count: number;
}

interface Row {
  readonly user_id: bigint;
  readonly public_key: Buffer;
  readonly sign_count: bigint;
  readonly name: string;
}

/**
 * Whose passkey answered a challenge, its person verified by the device; null for everything that is wrong. It counts once
 * {@link notePasskeyUse} has written it down.
 * @param userId whose it must be; null: anybody's, at sign-in
 */
export async function usedPasskey(
  app: App,
  purpose: Purpose,
  party: RelyingParty,
  { response }: z.output<typeof passkeyUsed>,
  userId: bigint | null,
): Promise<UsedPasskey | null> {
  const { verifyAuthenticationResponse } = await library();
  const challenge = await takeChallenge(app, purpose, response.response.clientDataJSON);
  const row = await app.db.one<Row>(
    "select user_id, public_key, sign_count, name from passkeys where credential_id = $1 and rp_id = $2 and ($3::bigint is null or user_id = $3)",
    [response.id, party.id, userId],
  );
  if (challenge === null || row === null) return null;
  const { clientDataJSON, authenticatorData, signature, userHandle: handle } = response.response;
  if (handle && handle !== userHandle(app, row.user_id)) return null;
  const used = await verifyAuthenticationResponse({
    response: { ...plain(response), response: { clientDataJSON, authenticatorData, signature } },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: response.id, publicKey: new Uint8Array(row.public_key), counter: Number(row.sign_count) },
    requireUserVerification: true,
  }).catch(() => null);
  if (used?.verified !== true) return null;
  return { id: response.id, userId: row.user_id, name: row.name, count: used.authenticationInfo.newCounter };
}

/** Writes a use down. @returns false where the passkey is gone by now, or its count was passed meanwhile */
export async function notePasskeyUse(app: App, tx: Tx, used: UsedPasskey): Promise<boolean> {
  const noted = await tx.run(
    `update passkeys set sign_count = $3, last_used_at = $4
     where credential_id = $1 and user_id = $2 and (sign_count < $3 or (sign_count = 0 and $3 = 0))`,
    [used.id, used.userId, used.count, new Date(app.now())],
  );
  return noted === 1;
}

/** Removes all passkeys of a user. @returns how many there were */
export function removePasskeys(tx: Tx, userId: bigint): Promise<number> {
  return tx.run("delete from passkeys where user_id = $1", [userId]);
}
