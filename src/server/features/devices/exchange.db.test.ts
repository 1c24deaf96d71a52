import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import { startTestServer, type TestServer } from "../../../../test/support/parts/wallets.ts";
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

describe("the code", () => {
  test("refused: wrong, empty, malformed bodies", async () => {
    expect((await phones.exchange("AAAAAAAAAA")).error).toMatchObject({ code: "invalid_bind_code", fields: { code: "invalid" } });
    expect((await phones.exchange("")).status).toBe(422);
    expect(
      (
        await server.call({
          method: "POST",
          url: "/device/bind",
          remoteAddress: phones.nextAddress(),
          payload: { code: "A", device: { name: "x" }, wallet: 1 },
        })
      ).error?.fields,
    ).toEqual({ wallet: "unknown_field" });
  });
  test("five wrong tries a minute for an address, then 429 with Retry-After, also for the right code; right ones are free", async () => {
    const ip = phones.nextAddress();
    for (let count = 0; count < 7; count += 1)
      expect((await phones.exchange((await phones.bind(await phones.wallet(), { version: 1 })).data.code ?? "", ip)).status).toBe(200);
    const { data } = await phones.bind(await phones.wallet(), { version: 1 });
    const wrong = await Promise.all(Array.from({ length: 12 }, () => phones.exchange("BBBBBBBBBB", ip)));
    expect(wrong.map((answer) => answer.status).sort()).toEqual([422, 422, 422, 422, 422, 429, 429, 429, 429, 429, 429, 429]);
    const late = await phones.exchange(data.code ?? "", ip);
    expect([late.status, late.error?.code]).toEqual([429, "rate_limited"]);
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
    expect((await phones.exchange(data.code ?? "")).status).toBe(200);
  });
  test("ten characters, ten minutes, shown as a QR text, stored as a hash, never in the answer's copy", async () => {
    const mine = await phones.wallet();
    const before = Math.floor(server.app.now());
    const answer = await phones.bind(mine, { version: 1 });
    const after = Math.ceil(server.app.now());
    expect(answer.data).toMatchObject({ app: "native", hook_url: null, signing_secret: null, template: null, version: 2 });
    expect(answer.data.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect(answer.data.qr).toBe(`floatdesk:https://pay.example?code=${answer.data.code}`);
    expect(answer.headers["cache-control"]).toBe("no-store");
    const tenMinutesBefore = Date.parse(answer.data.expires_at ?? "") - 600_000;
    expect(tenMinutesBefore).toBeGreaterThanOrEqual(before);
    expect(tenMinutesBefore).toBeLessThanOrEqual(after);
    expect(await server.app.db.rows("select 1 from bind_codes where encode(code_hash, 'escape') like '%' || $1 || '%'", [answer.data.code])).toEqual([]);
    const read = await server.as("operator", "POST", `/api/wallets/${mine.id}/bind`, { version: 1 });
    expect(read.error?.code).toBe("conflict");
  });
  test("an expired one is refused", async () => {
    const { data } = await phones.bind(await phones.wallet(), { version: 1 });
    server.advance(600_001);
    expect((await phones.exchange(data.code ?? "")).error?.code).toBe("invalid_bind_code");
  });
  test("of twenty phones at the same moment exactly one gets in", async () => {
    const mine = await phones.wallet();
    const { data } = await phones.bind(mine, { version: 1 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => phones.exchange(data.code ?? "")));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.error?.code === "invalid_bind_code")).toHaveLength(19);
    expect((await phones.show(mine)).devices).toHaveLength(1);
    expect((await phones.exchange(data.code ?? "")).error?.code).toBe("invalid_bind_code");
  });
  test("typed as people type it: lower case, hyphens, O and I", async () => {
    const { data } = await phones.bind(await phones.wallet(), { version: 1 });
    const typed = (data.code ?? "").toLowerCase().replaceAll("0", "o").replaceAll("1", "l");
    expect((await phones.exchange(`${typed.slice(0, 5)}-${typed.slice(5)} `)).status).toBe(200);
  });
  test("the token is 256 bits, stored as a hash; the wallet is bound and online; both acts are audited", async () => {
    const mine = await phones.wallet();
    const { token } = await phones.bound(mine);
    expect(token).toMatch(/^dt_[A-Za-z0-9_-]{43}$/);
    const row = await phones.show(mine);
    expect(row).toMatchObject({
      bind_status: "bound",
      health: "online",
      device: { name: "phone", app: "native", model: "A51", app_version: "1.2", sim: null },
      actions: ["bind", "unbind", "disable", "delete", "clear"],
    });
    expect(await server.app.db.rows<{ action: string }>("select action from audit where object_id = $1 order by id", [mine.id])).toEqual([
      { action: "wallets.create" },
      { action: "wallets.bind" },
      { action: "devices.bind" },
    ]);
    expect(server.events.some((event) => event.kind === "wallets" && event.objectId === phones.rowId(mine) && event.version === 2)).toBe(true);
  });
});
