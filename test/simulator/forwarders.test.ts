/** The simulator's requests are what the product recognises: app, message, card, signature. */
import { expect, it } from "vitest";
import { DEVICE_APPS } from "../../src/contract/wallets.ts";
import { recognise } from "../../src/domain/forwarders/recognise.ts";
import { checkBodySign, checkJwt, checkSmsForwarder } from "../../src/domain/forwarders/signatures.ts";
import type { HookApp } from "../../src/domain/forwarders/types.ts";
import { forward, heartbeat, type Bound } from "../../simulator/forwarders.ts";

const nowMs = Date.parse("2026-11-21T03:30:00Z");
const path = "/device/hooks/AAAAAAAAAAAAAAAAAAAAAA";
const secret = "s3cret";
const base = "http://127.0.0.1:3000";
const sms = {
  wallet: "w",
  sender: "NAGAD",
  text: "Money Received.\nAmount: Tk 10.00\nSender: 01700000032\nRef: N/A\nTxnID: 7AB1CD2H\nBalance: Tk 34.49\n12/10/2026 10:03",
  atMs: nowMs - 1000,
  uid: "u1",
  swap: false,
  firm: false,
};
const hooks = DEVICE_APPS.filter((app) => app !== "native");
const variants: Bound[] = hooks.flatMap((app) =>
  (app === "smsforwarder" ? [false, true] : [false]).map((json) => ({ app, json, token: null, hookPath: path, secret })),
);

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

for (const phone of variants) {
  it(`${phone.app}${phone.json ? " as JSON" : ""} is recognised with its signature`, () => {
    const request = forward(phone, { sms, sim: "sim2" }, base, nowMs, 1);
    const body = new TextEncoder().encode(request.body);
    // Every app but the native one posts to a hook.
    const found = recognise({ method: request.method, query: "", headers: lowerCase(request.headers), body, boundApp: phone.app as HookApp });
    if (!found.ok) throw new Error(found.reason);
    expect([found.app, found.messages.length, found.messages[0]?.sender, found.messages[0]?.sim]).toEqual([phone.app, 1, "NAGAD", "sim2"]);
    expect(found.messages[0]?.text.replace(/\s+/g, " ")).toBe(sms.text.replace(/\s+/g, " "));
    const { signature } = found;
    if (phone.app === "android_income_sms") expect(signature).toBeNull();
    else if (signature?.kind === "smsforwarder") expect(checkSmsForwarder(secret, signature.timestamp, signature.sign, nowMs)).toBe("good");
    else if (signature?.kind === "body") expect(checkBodySign(secret, body, signature.timestamp, signature.hex, nowMs)).toBe("good");
    else expect(checkJwt(secret, signature?.kind === "jwt" ? signature.token : "", path, nowMs)).toBe("good");
  });
}

it("signs of life are recognised where an app has them", () => {
  const alive = variants.map((phone) => {
    const request = heartbeat(phone, base, nowMs, 0, 80);
    if (request === null) return [phone.app, null];
    const found = recognise({
      method: request.method,
      query: "",
      headers: lowerCase(request.headers),
      body: new TextEncoder().encode(request.body),
      boundApp: phone.app as HookApp,
    });
    return [phone.app, found.ok && found.alive && found.messages.length === 0];
  });
  expect(Object.fromEntries(alive)).toEqual({ smsforwarder: null, android_sms_gateway: true, android_income_sms: null, httpsms: true });
});
