import { describe, expect, test } from "vitest";
import { bytes, FORM_TYPE, good, json, JSON_TYPE } from "../../../test/support/forwarders.ts";

describe("android-sms-gateway", () => {
  const RAW =
    '{"id":"w-1","webhookId":"h-1","event":"sms:received","deviceId":"d-1","payload":{"messageId":"abc","sender":"bKash","recipient":null,"simNumber":1,"phoneNumber":"bKash","message":"Cash In Tk 10.00","receivedAt":"2026-11-21T09:00:00.000+06:00"}}';
  test("a message: id of the event, card counted from one, zoned stamp", () => {
    const result = good({ headers: { ...JSON_TYPE, "x-signature": "AB", "x-timestamp": "1795230000" }, body: bytes(RAW) });
    expect(result).toMatchObject({ app: "android_sms_gateway", event: "sms:received", signature: { kind: "body", timestamp: "1795230000", hex: "AB" } });
    expect(result.messages).toEqual([
      { sender: "bKash", text: "Cash In Tk 10.00", sim: "sim1", sentAtMs: null, receivedAtMs: 1_795_230_000_000, externalId: "w-1" },
    ]);
  });
  test("a batch gives each message an id of its own", () => {
    const item = { messageId: "m", phoneNumber: "bKash", simNumber: 2, message: "a", receivedAt: "2026-11-21T03:00:00Z" };
    const result = good(json({ id: "w-2", event: "sms:batch:received", payload: { messages: [item, { ...item, message: "b" }] } }));
    expect(result.messages.map((message) => [message.text, message.sim, message.externalId])).toEqual([
      ["a", "sim2", "w-2:0"],
      ["b", "sim2", "w-2:1"],
    ]);
  });
  test("the ping is a sign of life with battery and version", () => {
    const result = good(
      json({ id: "w-3", event: "system:ping", payload: { health: { status: "pass", version: "1.30.0", checks: { "battery:level": { observedValue: 94 } } } } }),
    );
    expect(result).toMatchObject({ messages: [], ping: true, alive: true, phone: { battery: 94, appVersion: "1.30.0" } });
  });
  test.each(["sms:sent", "sms:delivered", "sms:failed", "sms:cancelled", "sms:data-received", "mms:received", "mms:downloaded", "app:started", "made:up"])(
    "%s is taken and gives no message",
    (event) => {
      expect(good(json({ id: "w", deviceId: "d", event, payload: { message: "Cash In Tk 10.00" } }))).toMatchObject({ event, messages: [], ping: false });
    },
  );
});

describe("android_income_sms_gateway_webhook and PipraPay", () => {
  const message = { from: "bKash", text: "Cash In", sentStamp: 1_769_025_241_000, receivedStamp: 1_769_025_248_417, sim: "sim1" };
  test("numbers or texts as stamps, any bound app", () => {
    for (const body of [message, { ...message, sentStamp: "1769025241000", receivedStamp: "1769025248417" }]) {
      const result = good(json(body));
      expect(result.app).toBe("android_income_sms");
      expect(result.messages).toEqual([
        { sender: "bKash", text: "Cash In", sim: "sim1", sentAtMs: 1_769_025_241_000, receivedAtMs: 1_769_025_248_417, externalId: null },
      ]);
    }
  });
  test.each([
    ["undetected", null],
    ["sim2", "sim2"],
    [1, "sim1"],
    [2, "sim2"],
    [0, null],
    ["1", "sim1"],
  ])("sim %s", (sim, expected) => {
    expect(good(json({ ...message, sim })).messages[0]?.sim).toBe(expected);
  });
  test("the test button sends two fields; which app that is, the binding says", () => {
    expect(good(json({ from: "123", text: "test" }, { boundApp: "android_income_sms" })).app).toBe("android_income_sms");
    expect(good(json({ from: "123", text: "test" })).app).toBe("smsforwarder");
  });
  test("PipraPay wants its own words", () => {
    expect(good(json(message, { headers: { "user-agent": "mh-piprapay-api-key" } })).reply).toBe("piprapay");
    expect(good(json(message, { query: "webhook=abc" })).reply).toBe("piprapay");
    expect(good({ headers: FORM_TYPE, body: bytes("check=i_am_active&d_model=A51&d_brand=samsung") })).toMatchObject({
      reply: "piprapay",
      ping: true,
      messages: [],
      phone: { model: "samsung A51" },
    });
    expect(good({ headers: FORM_TYPE, body: bytes("connection_status=Connected&d_model=A51") })).toMatchObject({
      reply: "piprapay",
      ping: false,
      event: "Connected",
    });
  });
});

describe("httpSMS", () => {
  const event = {
    specversion: "1.0",
    id: "e-1",
    source: "/v1/messages/receive",
    type: "message.phone.received",
    time: "2026-11-21T03:00:01Z",
    data: {
      message_id: "m-1",
      user_id: "u",
      owner: "+88017",
      encrypted: false,
      contact: "bKash",
      timestamp: "2026-11-21T03:00:00.5Z",
      content: "Cash In",
      sim: "SIM2",
    },
  };
  test("a message", () => {
    const result = good(json(event, { headers: { authorization: "Bearer a.b.c", "x-event-type": "message.phone.received" } }));
    expect(result).toMatchObject({ app: "httpsms", signature: { kind: "jwt", token: "a.b.c" }, encrypted: false });
    expect(result.messages).toEqual([{ sender: "bKash", text: "Cash In", sim: "sim2", sentAtMs: null, receivedAtMs: 1_795_230_000_500, externalId: "m-1" }]);
  });
  test("an encrypted text is flagged and never read", () => {
    expect(good(json({ ...event, data: { ...event.data, encrypted: true } }))).toMatchObject({ encrypted: true, messages: [] });
  });
  test("the relay's report of a silent phone is no sign of life", () => {
    expect(good(json({ ...event, type: "phone.heartbeat.offline" })).alive).toBe(false);
    expect(good(json({ ...event, type: "phone.heartbeat.online" }))).toMatchObject({ alive: true, messages: [] });
  });
});
