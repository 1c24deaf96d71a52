import { describe, expect, test } from "vitest";
import { bindQr, hookTemplate, publicBase } from "./templates.ts";
import { isRoutable, walletHealth, type HealthFacts } from "./health.ts";

const NOW = 1_795_230_000_000;
const MINUTE = 60_000;
const at = (ageMs: number | null, more: Partial<HealthFacts>): string =>
  walletHealth({
    apiType: "app",
    app: "native",
    lastSeenMs: ageMs === null ? null : NOW - ageMs,
    pingSeconds: null,
    silentAfterMinutes: 60,
    nowMs: NOW,
    ...more,
  });

describe("health", () => {
  test("without a phone, or with one that never spoke, a wallet is offline", () => {
    expect(at(null, { app: null })).toBe("offline");
    expect(at(null, {})).toBe("offline");
  });
  test("worked by people or by the operator's API it needs no phone", () => {
    expect(at(null, { apiType: "manual", app: null })).toBe("manual");
    expect(at(null, { apiType: "official", app: null })).toBe("online");
  });
  test.each([
    ["native", 2 * MINUTE, null, "online"],
    ["httpsms", 35 * MINUTE, null, "online"],
    ["android_sms_gateway", 10 * MINUTE, 300, "online"],
    ["android_sms_gateway", 60 * MINUTE, null, "late"],
    ["smsforwarder", 60 * MINUTE, null, "late"],
    ["android_income_sms", 60 * MINUTE, 1800, "late"],
  ] as const)("%s within %d ms (ping %s): %s; one ms later offline", (app, windowMs, pingSeconds, inside) => {
    expect(at(windowMs, { app, pingSeconds })).toBe(inside);
    expect(at(windowMs + 1, { app, pingSeconds })).toBe("offline");
  });
  test("routed to: all but offline", () => {
    expect((["online", "late", "manual", "offline"] as const).map(isRoutable)).toEqual([true, true, true, false]);
  });
});

describe("what is pasted into the apps", () => {
  const url = "https://pay.example/device/hooks/tok";
  test("the outside address", () => {
    expect(publicBase({ publicUrl: "https://pay.example", host: "127.0.0.1", port: 3000 })).toBe("https://pay.example");
    expect(publicBase({ publicUrl: null, host: "0.0.0.0", port: 3000 })).toBe("http://127.0.0.1:3000");
    expect(publicBase({ publicUrl: null, host: "::1", port: 1 })).toBe("http://[::1]:1");
    expect(bindQr("https://pay.example", "ABC")).toBe("floatdesk:https://pay.example?code=ABC");
  });
  test("each template is what its app takes", () => {
    expect(JSON.parse(hookTemplate("smsforwarder", url, "s"))).toEqual({
      from: "[from]",
      text: "[org_content]",
      card: "[card_slot]",
      device: "[device_mark]",
      time: "[receive_time]",
      timestamp: "[timestamp]",
      sign: "[sign]",
    });
    expect(JSON.parse(hookTemplate("android_income_sms", url, "s").replace(/:%(\w+)%/g, ':"$1"'))).toEqual({
      from: "%from%",
      text: "%text%",
      sentStamp: "sentStamp",
      receivedStamp: "receivedStamp",
      sim: "%sim%",
    });
    expect(JSON.parse(hookTemplate("httpsms", url, "s"))).toMatchObject({ url, signing_key: "s", events: expect.arrayContaining(["message.phone.received"]) });
    expect(JSON.parse(`[${hookTemplate("android_sms_gateway", url, "s").replace("}\n{", "},{")}]`)).toEqual([
      { id: "floatdesk-sms", url, event: "sms:received" },
      { id: "floatdesk-ping", url, event: "system:ping" },
    ]);
  });
});
