/** The apps' own signatures. None is trusted more than the secret in the address, but a wrong one is always refused. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { isObject, member } from "./values.ts";

/** How far a signed stamp may lie from now, ms: SmsForwarder and android-sms-gateway stamp each try anew. */
export const SIGNATURE_WINDOW_MS = 300_000;
/** Who issues the tokens of httpSMS. */
const HTTPSMS_ISSUER = "api.httpsms.com";

export type SignatureVerdict = "good" | "wrong" | "stale";

function sameText(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** SmsForwarder's signature before any percent-encoding: base64 of an HMAC over the stamp and the secret alone. */
export function smsForwarderSign(secret: string, timestamp: string): string {
  return createHmac("sha256", secret).update(`${timestamp}\n${secret}`).digest("base64");
}

/** Compares after decoding none, one or two times: the app encodes once, and each encoder of a request once more. */
export function checkSmsForwarder(secret: string, timestamp: string, sign: string, nowMs: number): SignatureVerdict {
  if (!/^\d{13}$/.test(timestamp) || sign.length > 400) return "wrong";
  const expected = smsForwarderSign(secret, timestamp);
  let current = sign;
  for (let decoded = 0; decoded <= 2; decoded += 1) {
    // A plus sign that met a form decoder has become a blank.
    if (sameText(current.replaceAll(" ", "+"), expected)) return fresh(Number(timestamp), nowMs);
    try {
      current = decodeURIComponent(current);
    } catch {
      return "wrong";
    }
  }
  return "wrong";
}

/** android-sms-gateway's signature: hex HMAC over the raw body followed by the stamp; without a stamp, over the body alone. */
export function bodySign(key: string, body: Uint8Array, timestamp: string | null): string {
  const mac = createHmac("sha256", key).update(body);
  return (timestamp === null ? mac : mac.update(timestamp)).digest("hex");
}

/**
 * Checks a hex signature over the raw body.
 * @param timestamp seconds as text, signed with the body; null: the app signs the body alone (android_income_sms)
 */
export function checkBodySign(key: string, body: Uint8Array, timestamp: string | null, hex: string, nowMs: number): SignatureVerdict {
  if (timestamp !== null && !/^\d{9,11}$/.test(timestamp)) return "wrong";
  const given = hex.replace(/^sha256=/i, "").toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(given) || !sameText(given, bodySign(key, body, timestamp))) return "wrong";
  return timestamp === null ? "good" : fresh(Number(timestamp) * 1000, nowMs);
}

function fresh(stampMs: number, nowMs: number): SignatureVerdict {
  return Math.abs(nowMs - stampMs) <= SIGNATURE_WINDOW_MS ? "good" : "stale";
}

function jsonPart(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}

/**
 * Checks a token of httpSMS: HS256 and nothing else, issuer, audience, expiry, not-before.
 * @param path path of the hook address; the audience must be an address with exactly this path (its 128 random bits
 *   name the hook; the host differs with the way to the server)
 */
export function checkJwt(key: string, token: string, path: string, nowMs: number): SignatureVerdict {
  const parts = token.split(".");
  if (token.length > 4096 || parts.length !== 3 || parts.some((part) => !/^[A-Za-z0-9_-]+$/.test(part))) return "wrong";
  const [head, claims, mac] = parts as [string, string, string];
  const header = jsonPart(head);
  if (!isObject(header) || member(header, "alg") !== "HS256") return "wrong";
  if (!sameText(mac, createHmac("sha256", key).update(`${head}.${claims}`).digest("base64url"))) return "wrong";
  const body = jsonPart(claims);
  if (!isObject(body) || member(body, "iss") !== HTTPSMS_ISSUER || !hasAudience(member(body, "aud"), path)) return "wrong";
  const [expires, notBefore] = [member(body, "exp"), member(body, "nbf")];
  if (typeof expires !== "number" || (notBefore !== undefined && typeof notBefore !== "number")) return "wrong";
  return nowMs >= expires * 1000 || (typeof notBefore === "number" && nowMs < notBefore * 1000) ? "stale" : "good";
}

function hasAudience(unchecked: unknown, path: string): boolean {
  const list: unknown[] = Array.isArray(unchecked) ? unchecked : [unchecked];
  return list.some((item) => typeof item === "string" && URL.canParse(item) && new URL(item).pathname === path);
}
