import { verify } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import type { UserActor } from "../../platform/context.ts";
import { testServer, testUser } from "../../../../test/support/parts/http.ts";
import { deliveriesJobs } from "./jobs.ts";
import { addWebhookKey, ensureWebhookKey } from "./keys.ts";
import { resendForObject } from "./resend.ts";
import { deliveriesReadRoutes } from "./read-routes.ts";
import { deliveriesRoutes } from "./routes.ts";
import { publicKeyOf, secretBinding, secretText } from "./sign.ts";
import { addMerchant, addPayment, makeParts, makeReceiver, queue, type Receiver, type TestParts } from "../../../../test/support/parts/notifications.ts";
import { until } from "../../../../test/support/parts/until.ts";
import { makeNotificationWorker, type NotificationWorker } from "./worker.ts";

let database: TestDatabase;
let parts: TestParts;
let server: FastifyInstance;
let own: { id: bigint; secret: Buffer };
let other: { id: bigint; secret: Buffer };
let target: Receiver;
let worker: NotificationWorker;
let woken = 0;
let code = 200;

beforeAll(async () => {
  database = await testDatabase();
  parts = makeParts(database.appUrl);
  target = await makeReceiver((response) => void response.writeHead(code).end("ok"));
  own = await addMerchant(parts.app, { url: target.url });
  other = await addMerchant(parts.app, { url: target.url });
  worker = makeNotificationWorker(parts.app, { pollMs: 25, waits: [0, 60_000] });
  await worker.start();
  const users: Record<string, UserActor> = {
    admin: testUser("admin"),
    operator: testUser("operator"),
    auditor: testUser("auditor"),
    own: testUser("merchant_admin", own.id),
    viewer: testUser("merchant_viewer", own.id),
    nobody: testUser("merchant_admin", null),
  };
  const merchants = {
    sk_own: { type: "merchant" as const, merchantId: own.id, appId: "own" },
    sk_other: { type: "merchant" as const, merchantId: other.id, appId: "other" },
  };
  server = await testServer(
    { ...parts.app, wakeOutbox: () => void ((woken += 1), worker.wake()) },
    { routes: [...deliveriesRoutes, ...deliveriesReadRoutes], users, merchants },
  );
});
afterEach(async () => {
  code = 200;
  await worker.idle();
});
afterAll(async () => {
  await worker.stop();
  await server.close();
  await target.close();
  await parts.db.close();
  await database.drop();
});

const post = (url: string, token: string | null, payload: object = {}) =>
  server.inject({ method: "POST", url, payload, ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}) });
const publicId = (id: bigint): string => parts.app.publicIds.encode("delivery", id);
const table = async (id: bigint): Promise<string | null> =>
  (
    await parts.db.one<{ place: string }>("select 'outbox' as place from outbox where id = $1 union all select 'deliveries' from deliveries where id = $1", [
      id,
    ])
  )?.place ?? null;
async function delivered(merchantId: bigint, objectId = parts.app.ids.next()): Promise<bigint> {
  const row = await queue(parts.app, { merchantId, url: target.url, objectId });
  worker.wake();
  await until(async () => (await table(row.id)) === "deliveries");
  return row.id;
}
const received = (id: bigint): number => target.got.filter((item) => item.id === parts.app.publicIds.encode("webhook", id)).length;

describe("POST /api/deliveries/resend", () => {
  it("is refused without session, without the permission, and for a merchant's key", async () => {
    expect((await post("/api/deliveries/resend", null, { ids: ["V1"] })).statusCode).toBe(401);
    expect((await post("/api/deliveries/resend", "sk_own", { ids: ["V1"] })).statusCode).toBe(401);
    for (const token of ["auditor", "viewer"]) expect((await post("/api/deliveries/resend", token, { ids: ["V1"] })).statusCode).toBe(403);
  });

  it("wants ids or a filter, not both, not none, nothing unknown", async () => {
    for (const body of [{}, { ids: ["V1"], filter: {} }, { ids: [] }, { filter: { colour: "red" } }, { everything: true }])
      expect((await post("/api/deliveries/resend", "admin", body)).statusCode).toBe(422);
  });

  it("answers another merchant's and a missing one alike", async () => {
    const id = await delivered(other.id);
    const foreign = await post("/api/deliveries/resend", "own", { ids: [publicId(id)] });
    const missing = await post("/api/deliveries/resend", "own", { ids: [publicId(parts.app.ids.next())] });
    expect([foreign.statusCode, foreign.json().error.fields]).toEqual([422, { ids: "invalid" }]);
    expect({ ...missing.json().error, request_id: "" }).toEqual({ ...foreign.json().error, request_id: "" });
    expect((await post("/api/deliveries/resend", "nobody", { ids: [publicId(id)] })).statusCode).toBe(422);
    expect([await table(id), received(id)]).toEqual(["deliveries", 1]);
  });

  it("sends a delivered one again: same webhook-id, one row, both attempts in it, an audit row", async () => {
    const id = await delivered(own.id);
    const before = woken;
    const response = await post("/api/deliveries/resend", "own", { ids: [publicId(id)] });
    expect([response.statusCode, response.json().data]).toEqual([200, { count: 1 }]);
    expect(woken).toBeGreaterThan(before);
    await until(() => received(id) === 2);
    await until(async () => (await table(id)) === "deliveries");
    const row = await parts.db.one<{ attempts: number; attempt_log: unknown[] }>("select attempts, attempt_log from deliveries where id = $1", [id]);
    expect([row?.attempts, row?.attempt_log.length]).toEqual([2, 2]);
    expect(
      await parts.db.one("select account, merchant_id, after ->> 'count' as count from audit where action = 'deliveries.resend' order by id desc limit 1"),
    ).toEqual({ account: "merchant_admin", merchant_id: own.id, count: "1" });
  });

  it("takes the list's filter, inside the viewer's own rows", async () => {
    code = 410;
    const rows = await Promise.all([own.id, own.id, other.id].map((merchantId) => queue(parts.app, { merchantId, url: target.url, type: "payment.review" })));
    worker.wake();
    await until(async () => (await parts.db.rows("select 1 from outbox where status = 'stopped' and type = 'payment.review'")).length === 3);
    code = 200;
    expect((await post("/api/deliveries/resend", "own", { filter: { status: "stopped,failed", type: "payment.review" } })).json().data).toEqual({ count: 2 });
    await until(async () => (await table(rows[0]?.id ?? 0n)) === "deliveries" && (await table(rows[1]?.id ?? 0n)) === "deliveries");
    expect(await table(rows[2]?.id ?? 0n)).toBe("outbox");
    expect((await post("/api/deliveries/resend", "operator", { filter: { status: "stopped", type: "payment.review" } })).json().data).toEqual({ count: 1 });
    await until(async () => (await table(rows[2]?.id ?? 0n)) === "deliveries");
  });

  it("does not wait for its neighbours, and leaves alone what has no target", async () => {
    const object = parts.app.ids.next();
    const nextAt = new Date(Date.now() + 3_600_000).toISOString();
    const first = await queue(parts.app, { merchantId: own.id, url: target.url, objectId: object, nextAt });
    const second = await queue(parts.app, { merchantId: own.id, url: target.url, objectId: object, nextAt });
    expect((await post("/api/deliveries/resend", "admin", { ids: [publicId(second.id)] })).json().data.count).toBe(1);
    await until(async () => (await table(second.id)) === "deliveries");
    expect(await table(first.id)).toBe("outbox");
    const lone = await addMerchant(parts.app);
    const none = await queue(parts.app, { merchantId: lone.id, url: null });
    expect((await post("/api/deliveries/resend", "admin", { ids: [publicId(none.id)] })).json().data.count).toBe(0);
    expect(await parts.db.one("select status from deliveries where id = $1", [none.id])).toEqual({ status: "none" });
  });

  it("gives a row without target the merchant's present one, from the history too", async () => {
    const row = await queue(parts.app, { merchantId: own.id, url: null });
    expect(await table(row.id)).toBe("deliveries");
    expect((await post("/api/deliveries/resend", "admin", { ids: [publicId(row.id)] })).json().data.count).toBe(1);
    await until(() => received(row.id) === 1);
  });

  it("goes to the merchant's present address once that has changed, unless its order has one of its own", async () => {
    const moved = await makeReceiver();
    const merchant = await addMerchant(parts.app, { url: "http://127.0.0.1:9/gone" });
    const [plain, apart] = [await addPayment(parts.app, merchant.id), await addPayment(parts.app, merchant.id, target.url)];
    const before = await queue(parts.app, { merchantId: merchant.id, url: "http://127.0.0.1:9/gone", objectId: plain });
    const kept = await delivered(merchant.id, apart);
    await until(async () => (await parts.db.one<{ attempts: number }>("select attempts from outbox where id = $1", [before.id]))?.attempts === 1);
    await parts.db.run("update merchants set notify_url = $2 where id = $1", [merchant.id, moved.url]);
    expect((await post("/api/deliveries/resend", "admin", { ids: [publicId(before.id), publicId(kept)] })).json().data.count).toBe(2);
    await until(async () => (await table(before.id)) === "deliveries");
    await until(() => received(kept) === 2);
    expect(moved.got.map((item) => item.id)).toEqual([parts.app.publicIds.encode("webhook", before.id)]);
    await moved.close();
  });

  it("finds what an earlier version queued and the job carried into the history", async () => {
    const row = await queue(parts.app, { merchantId: own.id, url: null });
    await parts.db.run(
      `with gone as (delete from deliveries where id = $1 returning *)
       insert into outbox (id, merchant_id, object_type, object_id, type, body, status) select id, merchant_id, object_type, object_id, type, body, status from gone`,
      [row.id],
    );
    await deliveriesJobs[0]?.run(parts.app);
    expect(await table(row.id)).toBe("deliveries");
    expect((await post("/api/deliveries/resend", "admin", { ids: [publicId(row.id)] })).json().data.count).toBe(1);
    await until(() => received(row.id) === 1);
  });
});

describe("POST /v1/deliveries/{id}/resend", () => {
  it("is for the merchant's own", async () => {
    const id = await delivered(other.id);
    expect((await post(`/v1/deliveries/${publicId(id)}/resend`, null)).statusCode).toBe(401);
    expect((await post(`/v1/deliveries/${publicId(id)}/resend`, "admin")).statusCode).toBe(401);
    expect((await post(`/v1/deliveries/${publicId(id)}/resend`, "sk_own")).statusCode).toBe(404);
    expect((await post("/v1/deliveries/nonsense/resend", "sk_own")).statusCode).toBe(404);
    expect((await post(`/v1/deliveries/${publicId(id)}/resend`, "sk_other")).json().data).toEqual({ count: 1 });
    await until(() => received(id) === 2);
  });
});

describe("GET /v1/deliveries", () => {
  const get = (url: string) => server.inject({ method: "GET", url, headers: { authorization: "Bearer sk_own" } });

  it("wants one order: without its id, or with an empty one, nothing of the merchant's others is told", async () => {
    const payment = await addPayment(parts.app, own.id);
    await delivered(own.id, payment);
    for (const query of ["", "?order_id="]) {
      const refused = await get(`/v1/deliveries${query}`);
      expect([refused.statusCode, refused.json().error?.fields], query).toEqual([422, { order_id: "required" }]);
    }
    const told = await get(`/v1/deliveries?order_id=${parts.app.publicIds.encode("payment", payment)}`);
    expect([told.statusCode, told.json().data.items.length]).toEqual([200, 1]);
  });
});

describe("resendForObject", () => {
  it("sends the newest notification of an order, and the order says that it waits", async () => {
    const payment = await addPayment(parts.app, own.id);
    const [first, second] = [await delivered(own.id, payment), await delivered(own.id, payment)];
    await parts.db.tx(async (tx) => {
      expect(await resendForObject(tx, parts.app, "payment", payment)).toBe(1);
      expect(await tx.one("select notify_status from payments where id = $1", [payment])).toEqual({ notify_status: "waiting" });
      expect(await resendForObject(tx, parts.app, "disburse", payment)).toBe(0);
    });
    worker.wake();
    await until(() => received(second) === 2);
    expect(received(first)).toBe(1);
    await until(
      async () => (await parts.db.one<{ notify_status: string }>("select notify_status from payments where id = $1", [payment]))?.notify_status === "delivered",
    );
  });
});

describe("POST /api/merchants/:id/webhook-test", () => {
  const url = (id: bigint): string => `/api/merchants/${parts.app.publicIds.encode("merchant", id)}/webhook-test`;
  it("is refused to others, without an address, and too often", async () => {
    expect((await post(url(own.id), null)).statusCode).toBe(401);
    expect((await post(url(own.id), "viewer")).statusCode).toBe(403);
    expect((await post(url(other.id), "own")).statusCode).toBe(404);
    expect((await post(url(own.id), "nobody")).statusCode).toBe(404);
    const lone = await addMerchant(parts.app);
    expect((await post(url(lone.id), "admin")).json().error.fields).toEqual({ notify_url: "required" });
    const busy = await addMerchant(parts.app, { url: target.url });
    const codes = [];
    for (let index = 0; index < 7; index += 1) codes.push((await post(url(busy.id), "admin")).statusCode);
    expect(codes.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
    expect(codes[6]).toBe(429);
  });

  it("sends a signed event now and answers what came back", async () => {
    const response = await post(url(own.id), "own");
    expect(response.json().data).toMatchObject({ code: 200, body_start: "ok", error: null });
    const seen = target.got.at(-1);
    expect(new Webhook(secretText(own.secret)).verify(seen?.body ?? "", seen?.headers as Record<string, string>)).toMatchObject({ type: "test.ping" });
    expect((await parts.db.rows("select 1 from outbox where type = 'test.ping'")).length).toBe(0);
  });

  it("says that nothing can be signed where the secret cannot be read", async () => {
    const merchant = await addMerchant(parts.app, { url: target.url });
    await parts.db.run("update merchants set webhook_secret = '\\x0102' where id = $1", [merchant.id]);
    const response = await post(url(merchant.id), "admin");
    expect([response.statusCode, response.json().data]).toEqual([200, { code: null, ms: 0, body_start: null, error: "no_secret" }]);
  });
});

describe("keys", () => {
  it("are made once, whoever asks at the same time", async () => {
    await Promise.all(Array.from({ length: 5 }, () => ensureWebhookKey(parts.app)));
    expect((await parts.db.rows("select 1 from webhook_keys")).length).toBe(1);
  });

  it("overlap when renewed: both are published, both sign", async () => {
    await parts.app.db.tx((tx) => addWebhookKey(parts.app, tx));
    const fresh = await testServer({ ...parts.app }, { routes: deliveriesRoutes });
    const { keys } = (await fresh.inject({ url: "/v1/webhook-key" })).json().data as { keys: { whpk: string; until: string | null; jwk: { x: string } }[] };
    await fresh.close();
    expect(keys.map((key) => key.until === null)).toEqual([true, false]);
    const second = makeNotificationWorker(parts.app, { pollMs: 25 });
    await worker.stop();
    await second.start();
    const row = await queue(parts.app, { merchantId: own.id, url: target.url });
    second.wake();
    await until(() => received(row.id) === 1);
    await second.stop();
    const seen = target.got.at(-1);
    const signatures = String(seen?.headers["webhook-signature"])
      .split(" ")
      .filter((part) => part.startsWith("v1a,"))
      .map((part) => Buffer.from(part.slice(4), "base64"));
    const signed = Buffer.from(`${seen?.headers["webhook-id"]}.${seen?.headers["webhook-timestamp"]}.${seen?.body}`);
    expect(
      keys.map((key, index) => verify(null, signed, publicKeyOf(Buffer.from(key.whpk.slice(5), "base64")), signatures[index] ?? Buffer.alloc(64))),
    ).toEqual([true, true]);
    expect(Buffer.from(keys[0]?.jwk.x ?? "", "base64url").toString("base64")).toBe(keys[0]?.whpk.slice(5));
    worker = makeNotificationWorker(parts.app, { pollMs: 25, waits: [0, 60_000] });
    await worker.start();
  });

  it("the merchant's old secret signs beside the new one until its time is over", async () => {
    const merchant = await addMerchant(parts.app, { url: target.url });
    const renewed = Buffer.alloc(32, 3);
    await parts.db.run("update merchants set webhook_secret_previous = webhook_secret, webhook_secret = $2, webhook_previous_until = $3 where id = $1", [
      merchant.id,
      parts.app.secrets.seal(secretText(renewed), secretBinding(merchant.id)),
      new Date(Date.now() + 60_000),
    ]);
    await delivered(merchant.id);
    const seen = target.got.at(-1);
    for (const secret of [merchant.secret, renewed])
      expect(() => new Webhook(secretText(secret)).verify(seen?.body ?? "", seen?.headers as Record<string, string>)).not.toThrow();
    expect(String(seen?.headers["webhook-signature"]).match(/v1,/g)?.length).toBe(2);
  });

  it("a merchant whose secret cannot be read holds up nobody", async () => {
    const merchant = await addMerchant(parts.app, { url: target.url });
    await parts.db.run("update merchants set webhook_secret = '\\x0102' where id = $1", [merchant.id]);
    const bad = await queue(parts.app, { merchantId: merchant.id, url: target.url });
    await delivered(own.id);
    await until(
      async () =>
        (await parts.db.one<{ error: string }>("select attempt_log -> 0 ->> 'error' as error from outbox where id = $1", [bad.id]))?.error === "no_secret",
    );
    expect(received(bad.id)).toBe(0);
  });

  it("a key of the deployment that cannot be read leaves the merchant's own signature", async () => {
    await parts.db.run(
      "insert into webhook_keys (id, public_key, private_key, until_at) values ('whk_foreign', '\\x01', '\\x0203', now() + interval '1 hour')",
    );
    const second = makeNotificationWorker(parts.app, { pollMs: 25 });
    await worker.stop();
    await second.start();
    const row = await queue(parts.app, { merchantId: own.id, url: target.url });
    second.wake();
    await until(() => received(row.id) === 1);
    await second.stop();
    const seen = target.got.at(-1);
    expect(() => new Webhook(secretText(own.secret)).verify(seen?.body ?? "", seen?.headers as Record<string, string>)).not.toThrow();
  });
});
