import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import { smsForwarderSign } from "../../../domain/forwarders/signatures.ts";
import { startTestServer, type Answer, type TestServer } from "../../../../test/support/parts/wallets.ts";
import { Phones, type Sent } from "../../../../test/support/parts/devices.ts";

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

describe("the address", () => {
  test("128 bits, shown once with secret and template, stored as a hash; unbound until the first good request", async () => {
    const wallet = await phones.wallet();
    const answer = await phones.bind(wallet, { version: 1, app: "smsforwarder" });
    expect(answer.data).toMatchObject({ app: "smsforwarder", code: null, qr: null, expires_at: null, version: 2 });
    expect(answer.data.hook_url).toMatch(/^https:\/\/pay\.example\/device\/hooks\/[A-Za-z0-9_-]{22}$/);
    expect(answer.data.template).toContain("[org_content]");
    expect(await phones.show(wallet)).toMatchObject({
      bind_status: "unbound",
      device: null,
      devices: [{ app: "smsforwarder", bound_at: null }],
      health: "offline",
    });
    const path = new URL(answer.data.hook_url ?? "").pathname;
    expect((await phones.post(path, "")).status).toBe(400);
    expect((await phones.show(wallet)).bind_status).toBe("unbound");
    expect((await phones.post(path, '{"from":"bKash","text":"a"}')).status).toBe(200);
    expect(await phones.show(wallet)).toMatchObject({ bind_status: "bound", health: "late", device: { app: "smsforwarder" } });
    const row = await server.app.db.one<{ signing_secret: Buffer; hook_hash: Buffer }>(
      "select signing_secret, hook_hash from devices d join device_links l on l.device_id = d.id where l.wallet_id = $1",
      [phones.rowId(wallet)],
    );
    expect(row?.signing_secret.includes(answer.data.signing_secret ?? "")).toBe(false);
    expect(row?.hook_hash).toHaveLength(32);
  });
  test("unknown, malformed, of another kind: 401; other methods: not served", async () => {
    const { path } = await phones.hook("smsforwarder");
    for (const wrong of [`${path}x`, path.slice(0, -1), "/device/hooks/dt_x", "/device/hooks", `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`])
      expect((await phones.post(wrong, '{"from":"bKash","text":"a"}')).status).toBe(401);
    for (const method of ["DELETE", "HEAD", "OPTIONS"] as const) expect((await server.call({ method, url: path })).status).toBe(404);
    expect(phones.texts()).toEqual([]);
  });
  test("after unbind: 401 at once; a new address for the same phone ends the old one", async () => {
    const first = await phones.hook("smsforwarder");
    await phones.json(first, { from: "bKash", text: "a" });
    const device = (await phones.show(first.wallet)).devices[0]?.id;
    const { data } = await phones.bind(first.wallet, { version: first.version, device_id: device });
    expect((await phones.json(first, { from: "bKash", text: "b" })).status).toBe(401);
    const renewed = new URL(data.hook_url ?? "").pathname;
    expect((await phones.post(renewed, '{"from":"bKash","text":"c"}')).status).toBe(200);
    expect((await phones.show(first.wallet)).devices.map((item) => item.id)).toEqual([device]);
    await phones.unbind(first.wallet, { version: data.version });
    expect((await phones.post(renewed, '{"from":"bKash","text":"d"}')).status).toBe(401);
    expect(phones.texts()).toEqual(["a", "c"]);
  });
  test("from outside the wallet's list: 403; from a new network: served, with an alert", async () => {
    const listed = await phones.hook("smsforwarder", { ip_whitelist: ["10.2.0.0/16"] });
    expect((await phones.json(listed, { from: "bKash", text: "a" }, {}, "10.3.0.1")).status).toBe(403);
    const free = await phones.hook("smsforwarder");
    for (const ip of ["10.2.0.1", "10.2.0.200"]) await phones.json(free, { from: "bKash", text: ip }, {}, ip);
    expect(await phones.alerts(free.wallet)).toEqual([]);
    expect((await phones.json(free, { from: "bKash", text: "moved" }, {}, "203.0.113.9")).status).toBe(200);
    expect(await phones.alerts(free.wallet)).toEqual([
      {
        kind: "device_new_network",
        status: "open",
        wallet_id: phones.rowId(free.wallet),
        data: { before: "10.2.0.0/24", after: "203.0.113.0/24", ip: "203.0.113.9" },
      },
    ]);
  });
});

describe("bodies that cannot be read: 400, nothing stored, the reason on the phone", () => {
  test.each([
    ["empty", "", "body_empty"],
    ["cut", '{"from":"bKash","text":"Cash In Tk', "body_broken"],
    ["no UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), "body_encoding"],
    ["half a template", '{"from":"bKash"}', "body_incomplete"],
  ])("%s", async (_name, body, reason) => {
    const mine = await phones.hook("android_income_sms");
    const answer = await phones.post(mine.path, body);
    expect([answer.status, answer.error?.code]).toEqual([400, "malformed"]);
    await expect.poll(() => phones.refusedFor(mine)).toBe(reason);
    expect(phones.texts()).toEqual([]);
  });
  test("too long for any message: 413", async () => {
    expect((await phones.post((await phones.hook("smsforwarder")).path, `{"from":"bKash","text":"${"x".repeat(1_100_000)}"}`)).status).toBe(413);
  });
  test("over a real socket: a length that counts characters, chunks that lie, an end in the middle", async () => {
    const mine = await phones.hook("android_income_sms");
    await server.http.listen({ port: 0, host: "127.0.0.1" });
    const port = (server.http.server.address() as { port: number }).port;
    const body = JSON.stringify({ from: "bKash", text: "৳ ১০০ received", sentStamp: 1_769_025_241_000 });
    const head = (extra: string): string =>
      `POST ${mine.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n${extra}\r\n\r\n`;
    const send = (raw: string, end: boolean): Promise<string> =>
      new Promise((done) => {
        let answer = "";
        const socket = connect(port, "127.0.0.1", () => (end ? socket.end(raw) : socket.write(raw)));
        socket.on("data", (data) => (answer += data.toString("utf8")));
        socket.on("close", () => done(answer.split("\r\n")[0] ?? ""));
        socket.on("error", () => done(""));
      });
    expect(await send(head(`Content-Length: ${body.length}`) + body, false)).toContain("400");
    expect(await send(head("Transfer-Encoding: chunked") + `zz\r\n${body}\r\n0\r\n\r\n`, false)).toContain("400");
    expect(await send(head(`Content-Length: ${Buffer.byteLength(body) + 10}`) + body, true)).not.toContain("200");
    expect(phones.texts()).toEqual([]);
    expect(await send(head("Transfer-Encoding: chunked") + `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`, false)).toContain("200");
    expect(phones.texts()).toEqual(["৳ ১০০ received"]);
  });
});

describe("SmsForwarder", () => {
  test("form, JSON, PUT, PATCH and GET; duplicates are 200 too", async () => {
    const mine = await phones.hook("smsforwarder");
    const form = new URLSearchParams({
      from: "bKash",
      content: "bKash\nvia form\nSIM1_x\nSubId：1\n2026-11-21 09:00:00\nm",
      timestamp: String(server.app.now()),
    }).toString();
    const first = await phones.post(mine.path, form, { "content-type": "application/x-www-form-urlencoded" });
    expect(first.data).toEqual({ event: "sms", items: [{ id: expect.stringMatching(/^S/), result: "stored" }] });
    expect(JSON.parse(first.text)).toMatchObject({ success: true });
    expect((await phones.post(mine.path, form, { "content-type": "application/x-www-form-urlencoded" })).data.items[0]?.result).toBe("duplicate");
    expect(
      (await server.call({ method: "PUT", url: mine.path, headers: { "content-type": "application/json" }, payload: '{"from":"bKash","content":"via put"}' }))
        .status,
    ).toBe(200);
    expect(
      (
        await server.call({
          method: "PATCH",
          url: mine.path,
          headers: { "content-type": "application/json" },
          payload: '{"from":"bKash","content":"via patch"}',
        })
      ).status,
    ).toBe(200);
    expect((await server.call({ method: "GET", url: `${mine.path}?from=bKash&content=via+get` })).status).toBe(200);
    expect((await server.call({ method: "GET", url: mine.path })).status).toBe(400);
    expect(phones.texts()).toEqual(["via form", "via put", "via patch", "via get"]);
    expect(server.posting.messages[0]).toMatchObject({ sender: "bKash", walletId: phones.rowId(mine.wallet), origin: "device", sentAtMs: null });
  });
  test("a signature counts when it is there: good at each encoding, wrong and stale 401, once for a content", async () => {
    const mine = await phones.hook("smsforwarder");
    const signed = (text: string, secret: string, stamp: number, encodings: number): Promise<Answer<Sent>> => {
      let sign = smsForwarderSign(secret, String(stamp));
      for (let step = 0; step < encodings; step += 1) sign = encodeURIComponent(sign);
      return phones.json(mine, { from: "bKash", text, timestamp: String(stamp), sign });
    };
    const now = Math.floor(server.app.now());
    for (const encodings of [0, 1, 2]) expect((await signed(`e${encodings}`, mine.secret, now + encodings, encodings)).status).toBe(200);
    expect((await signed("x", "other", now, 1)).status).toBe(401);
    await expect.poll(() => phones.refusedFor(mine)).toBe("signature_wrong");
    expect((await signed("x", mine.secret, now - 300_500, 1)).status).toBe(401);
    expect((await signed("x", mine.secret, now + 300_500, 1)).status).toBe(401);
    await expect.poll(() => phones.refusedFor(mine)).toBe("signature_stale");
    expect((await signed("e0", mine.secret, now, 1)).data.items).toEqual([{ id: null, result: "duplicate" }]);
    expect(phones.texts()).toEqual(["e0", "e1", "e2"]);
  });
  test("nothing stored is 5xx, and the same signed request may come again", async () => {
    const mine = await phones.hook("smsforwarder");
    const stamp = String(Math.floor(server.app.now()));
    const body = { from: "bKash", text: "again", timestamp: stamp, sign: smsForwarderSign(mine.secret, stamp) };
    server.posting.failure = new Error("gone");
    expect((await phones.json(mine, body)).status).toBe(500);
    server.posting.failure = null;
    expect((await phones.json(mine, body)).data.items[0]?.result).toBe("stored");
  });
});

test("a shape that no app has is taken without a message, and the person who set it up can see it", async () => {
  const mine = await phones.hook("smsforwarder");
  expect((await phones.json(mine, { hello: "world" })).data).toEqual({ event: "unknown", items: [] });
  await expect.poll(() => phones.refusedFor(mine)).toBe("unknown_shape");
});
