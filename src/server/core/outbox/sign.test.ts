import { randomBytes, verify } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { jwkOf, newKeyPair, privateKeyOf, publicKeyOf, secretKeyOf, secretText, signWebhook, whpk } from "./sign.ts";
import { createPublicKey } from "node:crypto";

const BODY = '{"type":"payment.completed","timestamp":"2026-11-21T08:00:00.000Z","data":{"amount":"10.00","note":"收付台 ✓"}}';
const ID = "E261121XY12AB34Z";

describe("v1", () => {
  const secret = randomBytes(32);
  it("is refused by the npm package when secret, body, id or time differ", () => {
    const headers = signWebhook(ID, Date.now(), BODY, [secret], []);
    const right = new Webhook(secretText(secret));
    expect(() => new Webhook(secretText(randomBytes(32))).verify(BODY, { ...headers })).toThrow();
    expect(() => right.verify(BODY.replace("10.00", "90.00"), { ...headers })).toThrow();
    expect(() => right.verify(BODY, { ...headers, "webhook-id": "E261121XY12AB34Y" })).toThrow();
    expect(() => right.verify(BODY, { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) })).toThrow();
    expect(() => right.verify(BODY, { ...signWebhook(ID, Date.now() - 360_000, BODY, [secret], []) })).toThrow(/too old/);
  });

  it("is accepted by the npm package, beside v1a and beside the old secret", () => {
    const old = randomBytes(24);
    const headers = signWebhook(ID, Date.now(), BODY, [secret, old], [privateKeyOf(newKeyPair().privateKey)]);
    expect(headers["webhook-signature"].split(" ").map((part) => part.split(",")[0])).toEqual(["v1", "v1", "v1a"]);
    for (const key of [secret, old]) expect(new Webhook(secretText(key)).verify(BODY, { ...headers })).toEqual(JSON.parse(BODY));
  });

  it("reads a stored secret as bytes or as its text", () => {
    expect(secretKeyOf(Buffer.from(secretText(secret)))).toEqual(secret);
    expect(secretKeyOf(secret)).toEqual(secret);
  });
});

describe("v1a", () => {
  it("verifies with the published key in both of its forms, and with no other", () => {
    const pair = newKeyPair();
    const headers = signWebhook(ID, 1_764_000_000_999, BODY, [], [privateKeyOf(pair.privateKey)]);
    const [version, signature = ""] = headers["webhook-signature"].split(",");
    expect([version, headers["webhook-timestamp"]]).toEqual(["v1a", "1764000000"]);
    const signed = Buffer.from(`${ID}.1764000000.${BODY}`);
    const raw = Buffer.from(whpk(pair.publicKey).slice("whpk_".length), "base64");
    expect(raw.length).toBe(32);
    expect(verify(null, signed, publicKeyOf(raw), Buffer.from(signature, "base64"))).toBe(true);
    expect(verify(null, signed, createPublicKey({ key: jwkOf("k", pair.publicKey), format: "jwk" }), Buffer.from(signature, "base64"))).toBe(true);
    expect(verify(null, signed, publicKeyOf(newKeyPair().publicKey), Buffer.from(signature, "base64"))).toBe(false);
  });
});
