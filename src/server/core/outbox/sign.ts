/** Standard Webhooks signatures: `v1` with the merchant's own secret, `v1a` with the deployment's Ed25519 key (rule 32). */
import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

const SECRET_PREFIX = "whsec_";
const KEY_PREFIX = "whpk_";
/** DER headers of a raw Ed25519 key (RFC 8410). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

/** Headers of one attempt. */
export interface WebhookHeaders {
  readonly "webhook-id": string;
  readonly "webhook-timestamp": string;
  readonly "webhook-signature": string;
}

/**
 * Signs one attempt.
 * @param webhookId stays the same over all attempts
 * @param atMs the attempt's own time
 * @param secrets HMAC keys, newest first: several while a renewed secret overlaps those before it
 * @param keys Ed25519 private keys, newest first
 */
export function signWebhook(webhookId: string, atMs: number, body: string, secrets: readonly Buffer[], keys: readonly KeyObject[]): WebhookHeaders {
  const timestamp = Math.floor(atMs / 1000).toString();
  const content = Buffer.from(`${webhookId}.${timestamp}.${body}`);
  const signatures = [
    ...secrets.map((secret) => `v1,${createHmac("sha256", secret).update(content).digest("base64")}`),
    ...keys.map((key) => `v1a,${sign(null, content, key).toString("base64")}`),
  ];
  return { "webhook-id": webhookId, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}

/** The HMAC key of a merchant's secret, stored as raw bytes or as its text `whsec_` + base64. */
export function secretKeyOf(opened: Buffer): Buffer {
  const text = opened.toString("latin1");
  return text.startsWith(SECRET_PREFIX) ? Buffer.from(text.slice(SECRET_PREFIX.length), "base64") : opened;
}

/** The HMAC keys of a merchant's earlier secrets, stored as one or as {@link secretsText}; newest first. */
export function secretKeysOf(opened: Buffer): Buffer[] {
  const text = opened.toString("latin1");
  return text.startsWith(SECRET_PREFIX) ? text.split(" ").map((one) => secretKeyOf(Buffer.from(one))) : [opened];
}

/** Several secrets as one text. */
export function secretsText(keys: readonly Buffer[]): string {
  return keys.map(secretText).join(" ");
}

/** A merchant's secret as it is shown once: `whsec_` + base64 of the raw key. */
export function secretText(key: Buffer): string {
  return SECRET_PREFIX + key.toString("base64");
}

/** What a merchant's secret is bound to at rest (see `Secrets.seal`). */
export function secretBinding(merchantId: bigint): string {
  return `webhook:${merchantId}`;
}

/** A new key pair as raw bytes, 32 each. */
export function newKeyPair(): { publicKey: Buffer; privateKey: Buffer } {
  const pair = generateKeyPairSync("ed25519");
  return {
    publicKey: pair.publicKey.export({ type: "spki", format: "der" }).subarray(SPKI.length),
    privateKey: pair.privateKey.export({ type: "pkcs8", format: "der" }).subarray(PKCS8.length),
  };
}

/** The signing key of 32 raw bytes. */
export function privateKeyOf(raw: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8, raw]), format: "der", type: "pkcs8" });
}

/** The verifying key of 32 raw bytes. */
export function publicKeyOf(raw: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI, raw]), format: "der", type: "spki" });
}

/** A public key as Standard Webhooks writes it. */
export function whpk(raw: Buffer): string {
  return KEY_PREFIX + raw.toString("base64");
}

/** A public key as a JSON Web Key (RFC 8037). */
export function jwkOf(id: string, raw: Buffer): Record<string, string> {
  return { kty: "OKP", crv: "Ed25519", x: raw.toString("base64url"), kid: id, use: "sig", alg: "EdDSA" };
}
