import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bodySign, checkBodySign, checkJwt, checkSmsForwarder, SIGNATURE_WINDOW_MS, smsForwarderSign } from "./signatures.ts";

const SF_STAMP = "1795230000123";
const SF_NOW = Number(SF_STAMP);
const SF_SIGN = "S/CYzdFyYsGRx598p/zcKByn29LYtJlulsKzcFXh78A=";

describe("SmsForwarder", () => {
  test("refused: changed, empty, of another secret or stamp, malformed stamp, endless", () => {
    for (const sign of ["", "x", "%", SF_SIGN.slice(1), `${SF_SIGN}=`, "%25".repeat(200)])
      expect(checkSmsForwarder("SECabc", SF_STAMP, sign, SF_NOW)).toBe("wrong");
    expect(checkSmsForwarder("SECabd", SF_STAMP, SF_SIGN, SF_NOW)).toBe("wrong");
    expect(checkSmsForwarder("SECabc", "1795230000124", SF_SIGN, SF_NOW)).toBe("wrong");
    expect(checkSmsForwarder("SECabc", "", SF_SIGN, SF_NOW)).toBe("wrong");
  });
  test("the vector, not encoded, encoded once and twice, with a plus that became a blank", () => {
    expect(smsForwarderSign("SECabc", SF_STAMP)).toBe(SF_SIGN);
    for (const sign of [SF_SIGN, "S%2FCYzdFyYsGRx598p%2FzcKByn29LYtJlulsKzcFXh78A%3D", "S%252FCYzdFyYsGRx598p%252FzcKByn29LYtJlulsKzcFXh78A%253D"])
      expect(checkSmsForwarder("SECabc", SF_STAMP, sign, SF_NOW)).toBe("good");
    expect(checkSmsForwarder("SECabc", SF_STAMP, encodeURIComponent(encodeURIComponent(encodeURIComponent(SF_SIGN))), SF_NOW)).toBe("wrong");
  });
  test("five minutes both ways, not one millisecond more", () => {
    for (const way of [-1, 1]) {
      expect(checkSmsForwarder("SECabc", SF_STAMP, SF_SIGN, SF_NOW + way * SIGNATURE_WINDOW_MS)).toBe("good");
      expect(checkSmsForwarder("SECabc", SF_STAMP, SF_SIGN, SF_NOW + way * (SIGNATURE_WINDOW_MS + 1))).toBe("stale");
    }
  });
  test("property: what the app makes is accepted at each stage of encoding", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 1e12, max: 2e12 }), fc.integer({ min: 0, max: 2 }), (secret, stamp, times) => {
        let sign = smsForwarderSign(secret, String(stamp));
        for (let step = 0; step < times; step += 1) sign = encodeURIComponent(sign);
        expect(checkSmsForwarder(secret, String(stamp), sign, stamp)).toBe("good");
      }),
    );
  });
});

describe("hex HMAC over the raw body", () => {
  const BODY = Buffer.from(
    '{"id":"w-1","webhookId":"h-1","event":"sms:received","deviceId":"d-1","payload":{"messageId":"abc","sender":"bKash","recipient":null,"simNumber":1,"phoneNumber":"bKash","message":"Cash In Tk 10.00","receivedAt":"2026-11-21T09:00:00.000+06:00"}}',
  );
  const HEX = "ab3e9bbac7a7110be0a7abdef1a4512a2a90c998a3e71872f2ffc34ad101a227";
  const NOW = 1_795_230_000_000;
  test("the vector over 244 bytes, in either case", () => {
    expect(BODY.length).toBe(244);
    expect(bodySign("k3y", BODY, "1795230000")).toBe(HEX);
    expect(checkBodySign("k3y", BODY, "1795230000", HEX, NOW)).toBe("good");
    expect(checkBodySign("k3y", BODY, "1795230000", HEX.toUpperCase(), NOW)).toBe("good");
  });
  test("refused: each single bit of the body, another key, another or no stamp, another length", () => {
    for (let at = 0; at < BODY.length; at += 1) {
      const changed = Buffer.from(BODY);
      changed[at] = (changed[at] as number) ^ 1;
      expect(checkBodySign("k3y", changed, "1795230000", HEX, NOW)).toBe("wrong");
    }
    expect(checkBodySign("k3z", BODY, "1795230000", HEX, NOW)).toBe("wrong");
    expect(checkBodySign("k3y", BODY, "1795230001", HEX, NOW)).toBe("wrong");
    expect(checkBodySign("k3y", BODY, null, HEX, NOW)).toBe("wrong");
    expect(checkBodySign("k3y", BODY, "now", HEX, NOW)).toBe("wrong");
    for (const hex of ["", "ab", `${HEX}00`, HEX.replace("a", "g")]) expect(checkBodySign("k3y", BODY, "1795230000", hex, NOW)).toBe("wrong");
  });
  test("an old stamp is stale although the signature is right", () => {
    expect(checkBodySign("k3y", BODY, "1795230000", HEX, NOW + SIGNATURE_WINDOW_MS + 1)).toBe("stale");
    expect(checkBodySign("k3y", BODY, "1795230000", HEX, NOW - SIGNATURE_WINDOW_MS - 1)).toBe("stale");
  });
  test("android_income_sms signs the body alone", () => {
    expect(checkBodySign("k3y", BODY, null, createHmac("sha256", "k3y").update(BODY).digest("hex"), NOW)).toBe("good");
  });
});

describe("token of httpSMS", () => {
  const PATH = "/device/hooks/tok";
  const NOW = 1_795_230_000_000;
  const seconds = NOW / 1000;
  const CLAIMS = { iss: "api.httpsms.com", aud: [`https://pay.example${PATH}`], sub: "u", exp: seconds + 600, nbf: seconds - 600, iat: seconds };
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const make = (claims: unknown, head: unknown = { alg: "HS256", typ: "JWT" }, key = "sec"): string => {
    const signed = `${part(head)}.${part(claims)}`;
    return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
  };
  const check = (token: string, path = PATH): string => checkJwt("sec", token, path, NOW);
  test("refused: no signature, other algorithms, other key, changed parts", () => {
    expect(check(`${part({ alg: "none" })}.${part(CLAIMS)}.`)).toBe("wrong");
    expect(check(make(CLAIMS, { alg: "none" }))).toBe("wrong");
    expect(check(make(CLAIMS, { alg: "hs256" }))).toBe("wrong");
    expect(check(make(CLAIMS, { alg: "RS256" }))).toBe("wrong");
    expect(check(make(CLAIMS, { alg: "HS256" }, "other"))).toBe("wrong");
    const [head, , mac] = make(CLAIMS).split(".");
    expect(check(`${head}.${part({ ...CLAIMS, sub: "v" })}.${mac}`)).toBe("wrong");
    for (const token of ["", "a", "a.b", "..", "a.b.c.d", "é.é.é"]) expect(check(token)).toBe("wrong");
  });
  test("refused: issuer, audience, missing expiry", () => {
    expect(check(make({ ...CLAIMS, iss: "evil" }))).toBe("wrong");
    expect(check(make({ ...CLAIMS, aud: [] }))).toBe("wrong");
    expect(check(make({ ...CLAIMS, aud: [`https://pay.example${PATH}x`] }))).toBe("wrong");
    expect(check(make(CLAIMS), "/device/hooks/other")).toBe("wrong");
    const { exp: _exp, ...endless } = CLAIMS;
    expect(check(make(endless))).toBe("wrong");
    expect(check(make({ ...CLAIMS, exp: "soon" }))).toBe("wrong");
  });
  test("stale: expired, not yet valid", () => {
    expect(check(make({ ...CLAIMS, exp: seconds }))).toBe("stale");
    expect(check(make({ ...CLAIMS, nbf: seconds + 1 }))).toBe("stale");
  });
  test("good, with a list or a single audience, on any host of ours", () => {
    expect(check(make(CLAIMS))).toBe("good");
    expect(check(make({ ...CLAIMS, aud: `http://127.0.0.1:3000${PATH}` }))).toBe("good");
  });
});
