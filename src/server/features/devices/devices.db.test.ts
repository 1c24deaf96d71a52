import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import { startTestServer, type TestServer } from "../../../../test/support/parts/wallets.ts";
import { watchDevices } from "./jobs.ts";
import { Phones } from "../../../../test/support/parts/devices.ts";

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

const sms = (text: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({ sender: "bKash", text, ...more });
const deviceRow = async (of: WalletRow): Promise<Record<string, unknown>> => {
  const id = server.app.publicIds.decode("device", (await phones.show(of)).devices[0]?.id ?? "");
  return (await server.app.db.one<Record<string, unknown>>("select * from devices where id = $1", [id])) ?? {};
};

describe("who may speak", () => {
  test("no token, one of another kind, one bit off: 401", async () => {
    const { token } = await phones.bound(await phones.wallet());
    expect((await server.call({ method: "POST", url: "/device/heartbeat", payload: {} })).status).toBe(401);
    const flipped = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    for (const wrong of ["user:admin:7", "sk_x_y", flipped, `${token}x`, "dt_"]) expect((await phones.device(wrong, "heartbeat", {})).status).toBe(401);
    expect((await server.call({ method: "GET", url: "/api/wallets", headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
    expect((await server.call({ method: "POST", url: `/device/heartbeat?token=${token}`, payload: {} })).status).toBe(401);
  });
  test("from another address than the wallet's list: 403, and the reason stands on the phone", async () => {
    const mine = await phones.wallet({ ip_whitelist: ["10.7.0.0/16"] });
    const { token } = await phones.bound(mine);
    expect((await phones.device(token, "heartbeat", {}, { "x-forwarded-for": "10.7.0.1" })).error?.code).toBe("ip_not_allowed");
    expect((await phones.device(token, "heartbeat", {}, {}, "10.7.3.4")).status).toBe(200);
    await expect.poll(async () => (await deviceRow(mine))["last_refused"]).toBe("ip_not_allowed");
    expect((await phones.show(mine)).device).toMatchObject({ last_refused: "ip_not_allowed" });
  });
  test("more than its rate: 429", async () => {
    const { token } = await phones.bound(await phones.wallet());
    server.config.device_requests_per_second = 1;
    const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await phones.device(token, "heartbeat", {})).status));
    server.config.device_requests_per_second = 100;
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3);
    expect(statuses).toContain(200);
  });
  test("after unbind: 401 within a second, the record reset, what is said then is not stored", async () => {
    const mine = await phones.wallet();
    const { token, version } = await phones.bound(mine);
    expect((await phones.device(token, "heartbeat", { battery: 50 })).status).toBe(200);
    expect((await server.as("auditor", "POST", `/api/wallets/${mine.id}/unbind`, { version })).status).toBe(403);
    const unbound = await phones.unbind(mine, { version });
    expect(unbound.data).toMatchObject({ bind_status: "unbound", device: null, devices: [], health: "offline" });
    expect((await phones.device(token, "sms", sms("late"))).status).toBe(401);
    expect(server.posting.messages).toEqual([]);
    expect((await phones.unbind(mine, { version: version + 1 })).error?.code).toBe("wrong_state");
  });
  test("unbind while posting: each report is either stored or refused, never an error of ours", async () => {
    const mine = await phones.wallet();
    const { token, version } = await phones.bound(mine);
    const posts = Array.from({ length: 30 }, async (_unused, index) => {
      await sleep(index * 4);
      return (await phones.device(token, "sms", sms(`m${index}`))).status;
    });
    await sleep(30);
    await phones.unbind(mine, { version });
    const statuses = await Promise.all(posts);
    expect(statuses.every((status) => status === 200 || status === 401)).toBe(true);
    expect(server.posting.messages).toHaveLength(statuses.filter((status) => status === 200).length);
  });
  test("unbinding one of two phones leaves the other", async () => {
    const mine = await phones.wallet();
    const first = await phones.bound(mine);
    const second = await phones.bound(mine, first.version);
    const [older] = (await phones.show(mine)).devices;
    expect((await phones.unbind(mine, { version: second.version, device_id: "G26112100000000" })).error?.fields).toEqual({ device_id: "invalid" });
    const left = await phones.unbind(mine, { version: second.version, device_id: older?.id });
    expect(left.data).toMatchObject({ bind_status: "bound" });
    expect(left.data.devices).toHaveLength(1);
    expect([(await phones.device(first.token, "heartbeat", {})).status, (await phones.device(second.token, "heartbeat", {})).status]).toEqual([401, 200]);
  });
});

describe("messages", () => {
  test("refused: 501 at once, none, unknown fields, NUL, an endless text", async () => {
    const { token } = await phones.bound(await phones.wallet());
    for (const body of [
      [],
      Array.from({ length: 501 }, () => sms("x")),
      { ...sms("x"), amount: "1" },
      sms("a\u0000"),
      sms("a", { sender: "b\u0000" }),
      sms("a", { sender: "\ud800" }),
      sms("a", { id: "\u0000a" }),
      sms("a", { id: "a\ud800" }),
      sms("x".repeat(4001)),
      sms(""),
      { text: "x" },
    ])
      expect((await phones.device(token, "sms", body)).status).toBe(422);
    expect(server.posting.messages).toEqual([]);
  });
  test("one or many, each with its id and result, stamps in milliseconds", async () => {
    const mine = await phones.wallet();
    const { token } = await phones.bound(mine);
    const one = await phones.device(token, "sms", sms("a", { id: "x1", received_at: "2026-11-21T09:00:00+06:00", sent_at: 1_795_230_000_000 }));
    expect(one.data.items).toEqual([{ id: expect.stringMatching(/^S/), result: "stored" }]);
    expect(server.posting.messages[0]).toMatchObject({
      walletId: phones.rowId(mine),
      sender: "bKash",
      text: "a",
      externalId: "x1",
      sentAtMs: 1_795_230_000_000,
      receivedAtMs: 1_795_230_000_000,
      origin: "device",
    });
    expect((await phones.device(token, "sms", [sms("a"), sms("b"), sms("b")])).data.items.map((item) => item.result)).toEqual([
      "duplicate",
      "stored",
      "duplicate",
    ]);
  });
  test("two cards: two wallets; no card or the wrong one is refused by name and nothing is stored", async () => {
    const [first, second] = [await phones.wallet(), await phones.wallet({ operator: "nagad" })];
    const { token, version } = await phones.bound(first);
    const deviceId = (await phones.show(first)).devices[0]?.id;
    expect((await phones.bind(second, { version: 1, device_id: deviceId })).error?.fields).toEqual({ sim: "required" });
    expect((await phones.bind(second, { version: 1, device_id: deviceId, app: "httpsms" })).error?.fields).toEqual({ app: "mismatch" });
    expect((await phones.bind(second, { version: 1, device_id: deviceId, sim: "sim2" })).data).toMatchObject({ app: "native", code: null, hook_url: null });
    expect((await phones.bind(first, { version, device_id: deviceId, sim: "sim2" })).error).toMatchObject({ code: "already_exists", fields: { sim: "taken" } });
    expect((await phones.bind(first, { version, device_id: deviceId, sim: "sim1" })).status).toBe(200);
    expect(await phones.show(second)).toMatchObject({ bind_status: "bound", device: { id: deviceId, sim: "sim2" } });
    expect((await phones.device(token, "sms", sms("a"))).error?.fields).toEqual({ sim: "required" });
    expect((await phones.device(token, "sms", [sms("a", { sim: "sim1" }), sms("b")])).error?.fields).toEqual({ "1.sim": "required" });
    expect(server.posting.messages).toEqual([]);
    await phones.device(token, "sms", [sms("a", { sim: "sim1" }), sms("b", { sim: "sim2" })]);
    expect(server.posting.messages.map((message) => message.walletId)).toEqual([first, second].map((of) => phones.rowId(of)));
    expect((await phones.device(token, "heartbeat", { balance: "5.00" })).error?.fields).toEqual({ balance: "not_allowed" });
    await phones.unbind(first, { version: version + 1 });
    expect((await phones.device(token, "sms", sms("c", { sim: "sim2" }))).status).toBe(200);
    expect((await phones.device(token, "sms", sms("d", { sim: "sim1" }))).error?.fields).toEqual({ sim: "not_allowed" });
  });
  test("a rising counter: a replay is a duplicate, whatever it holds; a failure does not use the number up", async () => {
    const { token } = await phones.bound(await phones.wallet());
    const send = (counter: string, text: string): ReturnType<Phones["device"]> => phones.device(token, "sms", sms(text), { "x-device-counter": counter });
    for (const wrong of ["-1", "1.5", "x", "9".repeat(19)]) expect((await send(wrong, "a")).error?.fields).toEqual({ "X-Device-Counter": "invalid" });
    server.posting.failure = new Error("gone");
    expect((await send("7", "a")).status).toBe(500);
    server.posting.failure = null;
    expect((await send("7", "a")).data.items[0]?.result).toBe("stored");
    for (const counter of ["7", "6", "0"]) expect((await send(counter, "other")).data.items).toEqual([{ id: null, result: "duplicate" }]);
    expect((await send("8", "b")).data.items[0]?.result).toBe("stored");
    expect(server.posting.messages.map((message) => message.text)).toEqual(["a", "b"]);
  });
  test("a new phone takes over the record: same cards, new token, counter from the beginning", async () => {
    const mine = await phones.wallet();
    const { token, version } = await phones.bound(mine);
    await phones.device(token, "sms", sms("a"), { "x-device-counter": "9" });
    const before = (await phones.show(mine)).devices;
    const second = await phones.wallet();
    await phones.bind(second, { version: 1, device_id: before[0]?.id, sim: "sim2" });
    const { data } = await phones.bind(mine, { version, device_id: before[0]?.id });
    const next = (await phones.exchange(data.code ?? "")).data.token;
    expect((await phones.show(mine)).devices.map((item) => item.id)).toEqual(before.map((item) => item.id));
    expect((await phones.device(token, "heartbeat", {})).status).toBe(401);
    expect((await phones.device(next, "sms", sms("b", { sim: "sim2" }), { "x-device-counter": "1" })).data.items[0]?.result).toBe("stored");
    expect(server.posting.messages.at(-1)?.walletId).toBe(phones.rowId(second));
  });
});

describe("heartbeat", () => {
  test("keeps what the phone says; a clock that is off shows as skew", async () => {
    const mine = await phones.wallet();
    const { token } = await phones.bound(mine);
    const before = server.app.now();
    const beat = await phones.device(token, "heartbeat", {
      battery: 81,
      app_version: "1.3",
      location: "Dhaka",
      queue_length: 4,
      balance: "1250.50",
      device_time: new Date(before - 3_600_000).toISOString(),
    });
    const tookMs = server.app.now() - before;
    expect(beat.data).toMatchObject({ wallet: { name: "w", account: mine.account, enabled: true } });
    expect(await deviceRow(mine)).toMatchObject({ battery: 81, app_version: "1.3", location: "Dhaka", queue_length: 4 });
    const row = await phones.show(mine);
    expect(row).toMatchObject({ real_balance: "1250.50", device: { battery: 81, queue_length: 4 } });
    expect(Math.abs((row.device?.clock_skew_ms ?? 0) + 3_600_000)).toBeLessThan(5000 + tookMs);
    for (const [field, value] of [
      ["balance", "-1"],
      ["balance", "1e3"],
      ["device_time", "yesterday"],
      ["device_time", "2026-02-30T00:00:00Z"],
      ["device_time", "2026-11-21T24:00:00Z"],
      ["battery", 101],
      ["root", true],
    ] as const)
      expect((await phones.device(token, "heartbeat", { [field]: value })).error?.fields).toHaveProperty(field);
  });
});

describe("silent phones", () => {
  test("an alert once, resolved when the phone is heard again", async () => {
    const mine = await phones.wallet();
    const { token } = await phones.bound(mine);
    const alerts = async (): Promise<string[]> =>
      (
        await server.app.db.rows<{ status: string }>(
          "select a.status from alerts a join device_links l on l.device_id = a.object_id where a.kind = 'device_silent' and l.wallet_id = $1 order by a.id",
          [phones.rowId(mine)],
        )
      ).map((row) => row.status);
    await watchDevices(server.app);
    expect(await alerts()).toEqual([]);
    server.advance(121_000);
    await watchDevices(server.app);
    await watchDevices(server.app);
    expect(await alerts()).toEqual(["open"]);
    expect(await phones.alerts(mine)).toMatchObject([{ kind: "device_silent", wallet_id: phones.rowId(mine) }]);
    expect((await phones.show(mine)).health).toBe("offline");
    await phones.device(token, "heartbeat", {});
    await watchDevices(server.app);
    expect(await alerts()).toEqual(["resolved"]);
    expect((await phones.show(mine)).health).toBe("online");
  });
});
