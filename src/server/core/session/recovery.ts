/** Recovery codes: ten at a time, each stands in for a one-time code once. Only hashes are kept; new ones end the old ones. */
import { oneTimePassword } from "./passwords.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { credentialHash } from "../../platform/secrets.ts";

const HOW_MANY = 10;
/** As one-time passwords are made: 16 characters that are easy to read aloud, about 79 bits. */
const SHAPE = /^[a-hjkmnp-z2-9]{16}$/;

/** A recovery code as it is stored, however its groups are typed; null: the text cannot be one. */
export function recoveryCodeOf(unchecked: string): string | null {
  const folded = unchecked.normalize("NFKC").toLowerCase().replace(/[\s-]/g, "");
  return SHAPE.test(folded) ? folded : null;
}

const hashOf = (userId: bigint, folded: string): Buffer => credentialHash(`recovery ${userId} ${folded}`);

/** Gives a user ten new codes, in groups; the old ones end. The row of the user is locked by it. */
export async function newRecoveryCodes(tx: Tx, userId: bigint): Promise<string[]> {
  await tx.run("select 1 from users where id = $1 for no key update", [userId]);
  await endRecoveryCodes(tx, userId);
  const codes = Array.from({ length: HOW_MANY }, oneTimePassword);
  await tx.run("insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])", [
    userId,
    codes.map((code) => hashOf(userId, recoveryCodeOf(code) ?? "")),
  ]);
  return codes;
}

/** Uses a code up; of two uses at once one wins. @returns whether it was one of the user's */
export async function takeRecoveryCode(tx: Tx, userId: bigint, folded: string): Promise<boolean> {
  return (await tx.run("delete from recovery_codes where user_id = $1 and code_hash = $2", [userId, hashOf(userId, folded)])) === 1;
}

/** Ends all codes of a user: what they stood in for is gone. */
export async function endRecoveryCodes(db: Queryable, userId: bigint): Promise<void> {
  await db.run("delete from recovery_codes where user_id = $1", [userId]);
}

/** How many codes a user has left. */
export async function recoveryCodesLeft(db: Queryable, userId: bigint): Promise<number> {
  return (await db.one<{ n: number }>("select count(*)::int as n from recovery_codes where user_id = $1", [userId]))?.n ?? 0;
}
