/** A merchant's credentials: the app secret is stored as a hash, the webhook secret encrypted; each is shown once. */
import { randomBytes, randomInt } from "node:crypto";
import type { App } from "../../platform/context.ts";
import { credentialHash, randomToken } from "../../platform/secrets.ts";

const APP_ID_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const APP_ID_LENGTH = 12;
const WEBHOOK_BYTES = 32;

/** A new app id: letters and digits only, so that the key can be taken apart. */
export function newAppId(): string {
  return Array.from({ length: APP_ID_LENGTH }, () => APP_ID_ALPHABET[randomInt(APP_ID_ALPHABET.length)]).join("");
}

/** A new app secret with what is stored of it. */
export function newAppSecret(appId: string): { secret: string; hash: Buffer; last4: string } {
  const secret = `sk_${appId}_${randomToken()}`;
  return { secret, hash: credentialHash(secret), last4: secret.slice(-4) };
}

/** A new webhook secret (`whsec_` and base64, as Standard Webhooks has it), and the same encrypted for its merchant. */
export function newWebhookSecret(app: App, merchantId: bigint): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(WEBHOOK_BYTES).toString("base64")}`;
  return { secret, sealed: app.secrets.seal(secret, `webhook:${merchantId}`) };
}
