/**
 * Nagad's cryptography. PKCS#1 v1.5 is opened by hand: Node refuses the padding where its OpenSSL has no implicit
 * rejection (CVE-2023-46809). Whatever is wrong gives one and the same error, so that nothing can be learnt from trying.
 */
import { constants, createCipheriv, createDecipheriv, privateDecrypt, publicEncrypt, sign, verify, type KeyObject } from "node:crypto";

/** The answer cannot be opened, or its signature is not Nagad's. */
export class BadAnswer extends Error {
  constructor() {
    super("the operator's answer could not be opened");
  }
}

const MIN_PAD = 8;
/** `00 02`, at least eight bytes that are not zero, `00`. */
const MIN_HEAD = 2 + MIN_PAD + 1;

/** Encrypts for the operator; base64. */
export function rsaSeal(key: KeyObject, text: string): string {
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text, "utf8")).toString("base64");
}

/** Opens what was encrypted for us. @throws BadAnswer */
export function rsaOpen(key: KeyObject, sealed: unknown): string {
  let block: Buffer;
  try {
    block = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, Buffer.from(String(sealed), "base64"));
  } catch {
    throw new BadAnswer();
  }
  const end = block.indexOf(0, 2);
  if (block.length < MIN_HEAD || block[0] !== 0 || block[1] !== 2 || end < MIN_HEAD - 1) throw new BadAnswer();
  return block.subarray(end + 1).toString("utf8");
}

/** SHA256withRSA over the plain text; base64. */
export function rsaSign(key: KeyObject, text: string): string {
  return sign("sha256", Buffer.from(text, "utf8"), key).toString("base64");
}

/** Refuses what the owner of the key has not signed. @throws BadAnswer */
export function checkSignature(key: KeyObject, text: string, signature: unknown): void {
  const good = typeof signature === "string" && verify("sha256", Buffer.from(text, "utf8"), key, Buffer.from(signature, "base64"));
  if (!good) throw new BadAnswer();
}

/** Reads an object out of opened text. @throws BadAnswer */
export function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // One error for everything that is wrong.
  }
  throw new BadAnswer();
}

/** The AES key of one handshake. */
export interface SessionKey {
  readonly key: Buffer;
  readonly iv: Buffer;
}

export function aesSeal(session: SessionKey, text: string): string {
  const cipher = createCipheriv("aes-128-cbc", session.key, session.iv);
  return Buffer.concat([cipher.update(text, "utf8"), cipher.final()]).toString("base64");
}

/** @throws BadAnswer */
export function aesOpen(session: SessionKey, sealed: unknown): string {
  try {
    const decipher = createDecipheriv("aes-128-cbc", session.key, session.iv);
    return Buffer.concat([decipher.update(Buffer.from(String(sealed), "base64")), decipher.final()]).toString("utf8");
  } catch {
    throw new BadAnswer();
  }
}
