/** The operator's side of Nagad's cryptography: RSA PKCS#1 v1.5 opened by hand (Node 20 refuses to), SHA256withRSA, AES-128-CBC. */
import { constants, createCipheriv, createDecipheriv, privateDecrypt, publicEncrypt, sign, verify } from "node:crypto";

/** Encrypts a text for the owner of a public key; base64. */
export function sealFor(publicKey: string, text: string): string {
  return publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString("base64");
}

/** Opens what was sealed for this key; null when it was not. */
export function unseal(privateKey: string, sealed: string): string | null {
  try {
    const block = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, Buffer.from(sealed, "base64"));
    const end = block.indexOf(0, 2);
    return block[0] === 0 && block[1] === 2 && end >= 10 ? block.subarray(end + 1).toString("utf8") : null;
  } catch {
    return null;
  }
}

/** Signature over a text; base64. */
export function signed(privateKey: string, text: string): string {
  return sign("sha256", Buffer.from(text), privateKey).toString("base64");
}

/** True when the owner of the key signed the text. */
export function isSigned(publicKey: string, text: string, signature: string): boolean {
  return verify("sha256", Buffer.from(text), publicKey, Buffer.from(signature, "base64"));
}

/** One handshake's key. */
export interface SessionKey {
  readonly key: Buffer;
  readonly iv: Buffer;
}

export function aesSeal(session: SessionKey, text: string): string {
  const cipher = createCipheriv("aes-128-cbc", session.key, session.iv);
  return Buffer.concat([cipher.update(text, "utf8"), cipher.final()]).toString("base64");
}

/** Null: it was not sealed with this key. */
export function aesOpen(session: SessionKey, sealed: string): string | null {
  try {
    const decipher = createDecipheriv("aes-128-cbc", session.key, session.iv);
    return Buffer.concat([decipher.update(Buffer.from(sealed, "base64")), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
