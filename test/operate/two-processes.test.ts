/** What a process remembers, with two of them on one database (docs/decisions/0038): a limit stays one limit, and what one knows the other acts on. */
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bodySign } from "../../src/domain/forwarders/signatures.ts";
import { startProduct, type Product } from "../../src/server/app.ts";
import { notePing } from "../../src/server/features/devices/pings.ts";
import { announceTask, taskHubOf } from "../../src/server/features/devices/task-hub.ts";
import { readEnv } from "../../src/server/platform/env.ts";
import { heldNumbers } from "../../src/server/platform/db/lease.ts";
import { next, received, TestProduct } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import { TEST_KEY } from "../support/key.ts";

let first: TestProduct;
let second: Product;
beforeAll(async () => {
  first = await TestProduct.start();
  second = await startProduct({
    env: readEnv({ LIST_BUDGET_MS: "10000", LOG_LEVEL: "silent", ROLE: "api" }),
    appUrl: first.databaseUrl,
    secretKey: TEST_KEY,
    log: pino({ level: "silent" }),
    poolMax: 12,
    besideOthers: true,
  });
  await second.http.ready();
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

interface Asked {
  readonly status: number;
  readonly data: unknown;
}
const [here, there] = [(): Product => first.product, (): Product => second];
/** One call of one of the two. */
async function ask(
  of: Product,
  url: string,
  token: string | null,
  payload: unknown,
  more: { ip?: string; headers?: Record<string, string> } = {},
): Promise<Asked> {
  const answer = await of.http.inject({
    method: "POST",
    url,
    remoteAddress: more.ip ?? "127.0.0.1",
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(typeof payload === "string" ? { "content-type": "application/json" } : {}),
      ...more.headers,
    },
    payload: payload as object,
  });
  return { status: answer.statusCode, data: (answer.json() as { data?: unknown }).data };
}

it("each has a number of its own", async () => {
  expect(await heldNumbers(first.product.app.db)).toBe(2);
});

it("a merchant's calls a second are counted over both", async () => {
  const { version } = await first.good<{ version: number }>("GET", "/api/config");
  const changed = await first.good<{ version: number }>("PATCH", "/api/config", first.admin, { version, v1_requests_per_second: 10, v1_burst: 10 });
  const merchant = await first.merchant();
  await until(() => second.app.config.version === changed.version);
  const balance = (): Promise<number[]> =>
    Promise.all(
      [here(), there()].map(async (of) => {
        const answer = await of.http.inject({ method: "GET", url: "/v1/balance", headers: { authorization: `Bearer ${merchant.secret}` } });
        return answer.statusCode;
      }),
    );
  // Each begins to listen to the other with its first call; what is given away before that is not told.
  await balance();
  await new Promise((done) => setTimeout(done, 1_500));
  const from = performance.now();
  let passed = 0;
  // However slow the machine: until more has passed than one burst.
  while (performance.now() - from < 2_500 || passed <= 10) {
    passed += (await balance()).filter((status) => status === 200).length;
    await new Promise((done) => setTimeout(done, 5));
  }
  // The burst, what came back since, and what both gave away before they first told each other is paid back by then. Two limits would let 70 pass.
  const seconds = (performance.now() - from) / 1000;
  expect(passed).toBeLessThanOrEqual(10 + 10 * seconds + 8);
  await first.good("PATCH", "/api/config", first.admin, { version: changed.version, v1_requests_per_second: 1000, v1_burst: 1000 });
  await until(() => second.app.config.version > changed.version);
});

it("wrong codes of an address are counted over both", async () => {
  const ip = "203.0.113.9";
  const guess = (of: Product): Promise<Asked> => ask(of, "/device/bind", null, { code: "BBBBBBBBBB", device: { name: "Guess" } }, { ip });
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await guess(here())).status, (await guess(there())).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
});

it("pings that reach now one and now the other teach their true distance", async () => {
  const db = first.product.app.db;
  await db.run("insert into devices (id, name, app) values (77, 'Pings', 'android_sms_gateway')");
  for (const [index, minutes] of [0, 5, 10, 15, 20].entries())
    await notePing({ ...(index % 2 === 0 ? first.product : second).app, now: () => Date.UTC(2026, 10, 21) + minutes * 60_000 }, 77n);
  expect(await db.one("select ping_seconds from devices where id = 77")).toEqual({ ping_seconds: 300 });
});

it("a captured request of a phone gives no second message at the other", async () => {
  const wallet = await first.wallet();
  const bound = await first.good<{ hook_url: string; signing_secret: string }>("POST", `/api/wallets/${wallet.id}/bind`, first.admin, {
    version: wallet.version,
    app: "android_sms_gateway",
  });
  const payload = { messageId: "m1", sender: "bKash", simNumber: 1, message: "Your offer of the day", receivedAt: "2026-11-21T09:00:00.000+06:00" };
  const raw = JSON.stringify({ id: "w1", webhookId: "h", event: "sms:received", deviceId: "d", payload });
  const stamp = String(Math.floor(first.product.app.now() / 1000));
  const headers = { "x-signature": bodySign(bound.signing_secret, Buffer.from(raw), stamp), "x-timestamp": stamp };
  const path = new URL(bound.hook_url, "http://here").pathname;
  const answers = [await ask(here(), path, null, raw, { headers }), await ask(there(), path, null, raw, { headers })];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(
    await first.product.app.db.rows("select count(*)::int as n from sms where wallet_id = $1", [first.product.app.publicIds.decode("wallet", wallet.id)]),
  ).toEqual([{ n: 1 }]);
});

it("a phone that waits at one is woken by a payout that the other takes", async () => {
  const waiter = await taskHubOf(first.product.app).join([5n]);
  const from = performance.now();
  await announceTask(second.app.db, 5n);
  await waiter.sleep(60_000);
  taskHubOf(first.product.app).leave(waiter);
  expect(performance.now() - from).toBeLessThan(40_000);
});

it("a wallet's orders of the day are counted, and each message pays one order, whichever of them is asked", async () => {
  const merchant = await first.merchant();
  const wallet = await first.onlyWallet({ daily_count_max: 12 });
  const order = (of: Product, index: number): Promise<Asked> =>
    ask(of, "/v1/payments", merchant.secret, {
      merchant_order_id: `day-${next()}`,
      amount: `${300 + index}.00`,
      operator: "bkash",
      customer: `0187000${String(index).padStart(4, "0")}`,
    });
  // Both have the wallets in mind when they are asked for more than it may take.
  await Promise.all([order(here(), 0), order(there(), 1)]);
  const answers = await Promise.all(Array.from({ length: 40 }, (_unused, index) => order(index % 2 === 0 ? here() : there(), index + 2)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 422]));
  const open = await first.good<{ items: { amount: string; customer: string }[] }>("GET", `/api/payments?merchant_id=${merchant.id}&size=200`);
  await Promise.all(
    open.items.flatMap(({ amount, customer }) => {
      const text = received({ amount, from: customer });
      return [here(), there()].map((of) => ask(of, "/device/sms", wallet.token, { sender: "bKash", text }));
    }),
  );
  const paid = await first.good<{ items: { status: string }[] }>("GET", `/api/payments?merchant_id=${merchant.id}&size=200`);
  expect(paid.items.map(({ status }) => status)).toEqual(Array(12).fill("completed"));
  expect(await first.findings()).toEqual([]);
});
