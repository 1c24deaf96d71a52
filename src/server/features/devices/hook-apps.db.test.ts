import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import { bodySign } from "../../../domain/forwarders/signatures.ts";
import { startTestServer, type Answer, type TestServer } from "../../../../test/support/parts/wallets.ts";
import { Phones, type Hook, type Sent } from "../../../../test/support/parts/devices.ts";

let database: TestDatabase;
let server: TestServer;
const phones = new Phones(() => server);

beforeAll(async () => {
  database = await testDatabase();
  server = await startTestServer(database.appUrl);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});
beforeEach(() => {
  server.posting.messages.length = 0;
  server.posting.failure = null;
});

describe("android-sms-gateway", () => {
  const event = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
    id: "w-1",
    webhookId: "h",
    event: "sms:received",
    deviceId: "d",
    payload: { messageId: "m", sender: "bKash", simNumber: 1, message: "Cash In Tk 10.00", receivedAt: "2026-11-21T09:00:00.000+06:00" },
    ...more,
  });
  const signed = (of: Hook, body: unknown, secret = of.secret, shiftS = 0): Promise<Answer<Sent>> => {
    const raw = JSON.stringify(body);
    const stamp = String(Math.floor(server.app.now() / 1000) + shiftS);
    return phones.post(of.path, raw, { "x-signature": bodySign(secret, Buffer.from(raw), stamp), "x-timestamp": stamp });
  };
  test("unsigned, signed by another key, stale, changed by one byte: 401", async () => {
    const [mine, other] = [await phones.hook("android_sms_gateway"), await phones.hook("android_sms_gateway")];
    expect((await phones.json(mine, event())).status).toBe(401);
    await expect.poll(() => phones.refusedFor(mine)).toBe("signature_missing");
    expect((await signed(mine, event(), other.secret)).status).toBe(401);
    expect((await signed(mine, event(), mine.secret, -301)).status).toBe(401);
    const stamp = String(Math.floor(server.app.now() / 1000));
    expect(
      (
        await phones.post(mine.path, '{"event":"sms:received","payload":{"message":"b"}}', {
          "x-signature": bodySign(mine.secret, Buffer.from('{"event":"sms:received","payload":{"message":"a"}}'), stamp),
          "x-timestamp": stamp,
        })
      ).status,
    ).toBe(401);
    expect((await phones.json(mine, { from: "bKash", text: "another shape, unsigned" })).status).toBe(401);
    expect(phones.texts()).toEqual([]);
    expect((await phones.show(mine.wallet)).bind_status).toBe("unbound");
  });
  test("good: stored under the event's id; unknown events 200; pings teach the window", async () => {
    const mine = await phones.hook("android_sms_gateway");
    expect((await signed(mine, event())).data.items[0]?.result).toBe("stored");
    expect(server.posting.messages[0]).toMatchObject({ externalId: "w-1", receivedAtMs: 1_795_230_000_000 });
    for (const name of ["sms:sent", "mms:received", "app:started", "made:up"])
      expect((await signed(mine, event({ event: name }))).data).toEqual({ event: name, items: [] });
    expect((await phones.show(mine.wallet)).health).toBe("late");
    const ping = event({ event: "system:ping", payload: { health: { checks: { "battery:level": { observedValue: 42 } } } } });
    for (let beat = 0; beat < 2; beat += 1) {
      expect((await signed(mine, ping)).status).toBe(200);
      server.advance(60_000);
    }
    expect(await phones.show(mine.wallet)).toMatchObject({ health: "online", device: { battery: 42 } });
    server.advance(61_000);
    expect((await phones.show(mine.wallet)).health).toBe("offline");
  });
});

describe("android_income_sms and PipraPay", () => {
  const body = { from: "bKash", text: "Cash In", sentStamp: 1_769_025_241_000, receivedStamp: "1769025248417", sim: 1 };
  test("unsigned as it comes; its own signature, when set, must be right", async () => {
    const mine = await phones.hook("android_income_sms");
    expect((await phones.json(mine, body)).data.items[0]?.result).toBe("stored");
    expect(server.posting.messages[0]).toMatchObject({ sentAtMs: 1_769_025_241_000, receivedAtMs: 1_769_025_248_417, externalId: null });
    const raw = JSON.stringify({ ...body, text: "signed" });
    expect((await phones.post(mine.path, raw, { "x-signature": createHmac("sha256", mine.secret).update(raw).digest("hex") })).status).toBe(200);
    expect((await phones.post(mine.path, raw, { "x-signature": createHmac("sha256", "x").update(raw).digest("hex") })).status).toBe(401);
  });
  test("signed once: refused unsigned from then on, seen on the phone, until it gets a new address", async () => {
    const mine = await phones.hook("android_income_sms");
    const raw = JSON.stringify({ ...body, text: "signed" });
    const mac = { "x-signature": createHmac("sha256", mine.secret).update(raw).digest("hex") };
    expect((await phones.post(mine.path, raw, { "x-signature": "0".repeat(64) })).status).toBe(401);
    expect((await phones.json(mine, body)).status).toBe(200);
    expect((await phones.post(mine.path, raw, mac)).status).toBe(200);
    for (const text of ["Cash In again", "signed"]) expect((await phones.json(mine, { ...body, text })).status).toBe(401);
    await expect.poll(() => phones.refusedFor(mine)).toBe("signature_missing");
    expect(phones.texts()).toEqual(["Cash In", "signed"]);
    const device = (await phones.show(mine.wallet)).devices[0]?.id;
    const { data } = await phones.bind(mine.wallet, { version: mine.version, device_id: device });
    expect((await phones.post(new URL(data.hook_url ?? "").pathname, JSON.stringify({ ...body, text: "new address" }))).status).toBe(200);
  });
  test("PipraPay: the token in ?webhook=, its check, its pings, its words", async () => {
    const mine = await phones.hook("android_income_sms");
    const url = `/device/hooks?webhook=${mine.path.split("/").at(-1)}`;
    const form = { "content-type": "application/x-www-form-urlencoded" };
    for (const check of ["connection_status=Connected&d_brand=samsung&d_model=A51", "check=i_am_active&d_brand=samsung&d_model=A51"]) {
      const answer = await phones.post(url, check, form);
      expect(JSON.parse(answer.text)).toMatchObject({ success: true, status: "true", message: "Device Connected", data: { items: [] } });
    }
    expect(JSON.parse((await phones.post(url, JSON.stringify(body), { "user-agent": "mh-piprapay-api-key" })).text)).toMatchObject({
      success: true,
      status: "true",
      data: { items: [{ result: "stored" }] },
    });
    expect(await phones.show(mine.wallet)).toMatchObject({ bind_status: "bound", device: { model: "samsung A51" } });
  });
});

describe("httpSMS", () => {
  const event = {
    specversion: "1.0",
    id: "e-1",
    source: "/v1/messages/receive",
    type: "message.phone.received",
    time: "2026-11-21T03:00:01Z",
    data: { message_id: "m-1", owner: "+88017", encrypted: false, contact: "bKash", timestamp: "2026-11-21T03:00:00Z", content: "Cash In", sim: "SIM1" },
  };
  const token = (of: Hook, claims: Record<string, unknown> = {}, key = of.secret, alg = "HS256"): string => {
    const now = Math.floor(server.app.now() / 1000);
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const text = `${part({ alg, typ: "JWT" })}.${part({ iss: "api.httpsms.com", aud: [`https://pay.example${of.path}`], sub: "u", exp: now + 600, nbf: now - 600, ...claims })}`;
    return `${text}.${alg === "none" ? "" : createHmac("sha256", key).update(text).digest("base64url")}`;
  };
  const send = (of: Hook, body: unknown, jwt: string | null): Promise<Answer<Sent>> =>
    phones.json(of, body, jwt === null ? {} : { authorization: `Bearer ${jwt}`, "x-event-type": "message.phone.received" });
  test("no token, unsigned, wrong key, issuer, audience, expired: 401", async () => {
    const [mine, other] = [await phones.hook("httpsms"), await phones.hook("httpsms")];
    const past = Math.floor(server.app.now() / 1000) - 1;
    for (const jwt of [
      null,
      token(mine, {}, mine.secret, "none"),
      token(mine, {}, other.secret),
      token(mine, { iss: "x" }),
      token(other, {}, mine.secret),
      token(mine, { exp: past }),
      token(mine, { nbf: past + 100 }),
    ])
      expect((await send(mine, event, jwt)).status).toBe(401);
    expect(phones.texts()).toEqual([]);
  });
  test("good: stored; other events 200; an encrypted text is flagged, not read", async () => {
    const mine = await phones.hook("httpsms");
    expect((await send(mine, event, token(mine))).data.items[0]?.result).toBe("stored");
    expect(server.posting.messages[0]).toMatchObject({ externalId: "m-1", text: "Cash In" });
    expect((await phones.show(mine.wallet)).health).toBe("online");
    expect((await send(mine, { ...event, type: "message.phone.sent" }, token(mine))).data).toEqual({ event: "message.phone.sent", items: [] });
    expect((await send(mine, { ...event, data: { ...event.data, encrypted: true, content: "zzz" } }, token(mine))).data.items).toEqual([]);
    expect(await phones.alerts(mine.wallet)).toMatchObject([{ kind: "device_encrypted", wallet_id: phones.rowId(mine.wallet) }]);
    expect(phones.texts()).toEqual(["Cash In"]);
  });
});

describe("two cards on one phone", () => {
  const setUp = async (operator: string): Promise<{ mine: Hook; second: WalletRow }> => {
    const mine = await phones.hook("smsforwarder");
    await phones.json(mine, { from: "bKash", text: "hello" });
    const device = (await phones.show(mine.wallet)).devices[0]?.id;
    const second = await phones.wallet({ operator });
    await phones.bind(second, { version: 1, device_id: device, sim: "sim2" });
    await phones.bind(mine.wallet, { version: mine.version, device_id: device, sim: "sim1" });
    server.posting.messages.length = 0;
    return { mine, second };
  };
  test("the card decides", async () => {
    const { mine, second } = await setUp("bkash");
    await phones.json(mine, { from: "bKash", text: "one", card: "SIM1_a" });
    await phones.json(mine, { from: "bKash", text: "two", card: "SIM2_b" });
    expect(server.posting.messages.map((message) => message.walletId)).toEqual([phones.rowId(mine.wallet), phones.rowId(second)]);
  });
  test("no card: the operator's sender decides where only one wallet can be meant", async () => {
    const { mine, second } = await setUp("nagad");
    await phones.json(mine, { from: "NAGAD", text: "by sender", card: "" });
    expect(server.posting.messages.map((message) => message.walletId)).toEqual([phones.rowId(second)]);
  });
  test("no card and no telling sender: put to no wallet, 200, found in an alert, codes masked", async () => {
    const { mine, second } = await setUp("bkash");
    const answer = await phones.json(mine, { from: "bKash", text: "You have received Tk 1,500.00 from 01712345678", card: "" });
    expect([answer.status, answer.data.items]).toEqual([200, [{ id: null, result: "unassigned" }]]);
    await phones.json(mine, { from: "bKash", text: "Your verification code is 123456", card: "" });
    expect(phones.texts()).toEqual([]);
    const [alert] = await phones.alerts(mine.wallet);
    expect(alert).toMatchObject({
      kind: "device_sim_unknown",
      // Of its wallets the one bound first: only the queue is told so, the text is put to none.
      wallet_id: phones.rowId(second),
      data: { texts: [{ text: "You have received Tk 1,500.00 from 01712345678", sender: "bKash", sim: null }, { text: "Your verification code is ••••••" }] },
    });
    await expect.poll(() => phones.refusedFor(mine)).toBe("sim_unknown");
  });
  test("a message over the card of the other operator: stored where the card says, with a warning", async () => {
    const { mine, second } = await setUp("nagad");
    await phones.json(mine, { from: "bKash", text: "swapped?", card: "SIM2_a" });
    expect(server.posting.messages.map((message) => message.walletId)).toEqual([phones.rowId(second)]);
    expect(await phones.alerts(mine.wallet)).toMatchObject([{ kind: "device_sims_swapped", wallet_id: phones.rowId(second) }]);
  });
});
