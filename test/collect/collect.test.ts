/** Collections end to end: from the merchant's request to the books, through the public interfaces. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bkashTrx, next, received, TestProduct, type TestMerchant, type TestWallet } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import { raced, times } from "../support/attack.ts";

let product: TestProduct;
let merchant: TestMerchant;
let wallet: TestWallet;

beforeAll(async () => {
  product = await TestProduct.start();
  merchant = await product.merchant({ payment_fee: { rate_bps: 150, fixed: "1.00" } });
  wallet = await product.wallet();
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

describe("a payment", () => {
  it("is completed and booked by one message, with balances before and after", async () => {
    const payer = "01711111111";
    const order = await product.pay(merchant, { amount: "500.00", customer: payer });
    expect(order.status).toBe(201);
    expect(order.data).toMatchObject({
      status: "pending",
      receiving_account: wallet.account,
      amount: "500.00",
      pay_by: { account: wallet.account, amount: "500.00", function: "send_money" },
    });
    const sms = await product.sms(wallet, received({ amount: "500.00", from: payer, balance: "500.00" }));
    expect(sms.data.items[0]?.result).toBe("stored");
    const now = await product.good<{ status: string; fee: string; received_amount: string; paid_at: string }>(
      "GET",
      `/v1/payments/${order.data.id}`,
      merchant.secret,
    );
    expect(now).toMatchObject({ status: "completed", fee: "8.50", received_amount: "500.00" });
    const journals = await product.good<{
      items: { kind: string; amount: string; before_balance: string; after_balance: string; reference: { type: string; id: string } }[];
    }>("GET", `/api/journals?merchant_id=${merchant.id}`);
    expect(journals.items.map((row) => [row.kind, row.amount, row.before_balance, row.after_balance])).toEqual([
      ["payment_fee", "-8.50", "500.00", "491.50"],
      ["payment", "500.00", "0.00", "500.00"],
    ]);
    expect(journals.items[0]?.reference).toEqual({ type: "payment", id: order.data.id });
  });

  it("shows staff why this wallet, the message, and the entries", async () => {
    const order = await product.pay(merchant, { amount: "61.00", customer: "01711111112" });
    await product.sms(wallet, received({ amount: "61.00", from: "01711111112", balance: "561.00" }));
    const detail = await product.good<{ routing: { chosen: string }; messages: { match_status: string }[]; entries: unknown[]; timeline: { kind: string }[] }>(
      "GET",
      `/api/payments/${order.data.id}`,
    );
    expect(detail.routing.chosen).toBe(wallet.id);
    expect(detail.messages.map((item) => item.match_status)).toEqual(["matched"]);
    expect(detail.entries).toHaveLength(4);
    expect(detail.timeline.length).toBeGreaterThan(1);
  });

  it("is one order under 20 parallel calls with one merchant order id, and a conflict with other content", async () => {
    for (let round = 0; round < times(4, 60); round += 1) {
      const id = `same-${next()}`;
      // Each with a merchant of its own: so many calls of one in so short a time are too many.
      const one = await product.merchant();
      const answers = await Promise.all(Array.from({ length: 20 }, () => product.pay(one, { merchant_order_id: id, amount: "71.00" })));
      raced("R12", answers);
      expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
      expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
      const other = await product.pay(one, { merchant_order_id: id, amount: "72.00" });
      expect([other.status, other.error?.code]).toEqual([409, "duplicate_order_mismatch"]);
      // The amount's place at the wallet is free for the next round.
      await product.good("POST", `/v1/payments/${answers[0]?.data.id}/cancel`, one.secret, {});
    }
  });

  it("is another order's content when another expiry is asked for, or none any more", async () => {
    const body = { merchant_order_id: `expiry-${next()}`, amount: "71.50" };
    const statuses: number[] = [];
    for (const expires_in of [600, 600, 900, undefined])
      statuses.push((await product.pay(merchant, { ...body, ...(expires_in === undefined ? {} : { expires_in }) })).status);
    expect(statuses).toEqual([201, 200, 409, 409]);
  });

  it("answers an Idempotency-Key with its first answer, refuses another body under it", async () => {
    const headers = { "idempotency-key": `key-${next()}` };
    const body = { merchant_order_id: `keyed-${next()}`, amount: "73.00" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => product.pay(merchant, body, headers)));
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
    expect(answers.some((answer) => answer.headers["idempotency-hit"] === "true")).toBe(true);
    const other = await product.pay(merchant, { ...body, amount: "74.00" }, headers);
    expect([other.status, other.error?.code]).toEqual([422, "idempotency_mismatch"]);
  });

  it("is completed once by the same message sent 20 times at once from two devices", async () => {
    const bound = await product.good<{ code: string }>("POST", `/api/wallets/${wallet.id}/bind`, product.admin, {
      version: (await product.good<{ version: number }>("GET", `/api/wallets/${wallet.id}`)).version,
    });
    const second = await product.good<{ token: string }>("POST", "/device/bind", null, { code: bound.code, device: { name: "Second phone" } });
    const order = await product.pay(merchant, { amount: "81.00", customer: "01711111113" });
    const text = received({ amount: "81.00", from: "01711111113", balance: "642.00" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_unused, index) =>
        product.call<{ items: { result: string }[] }>("POST", "/device/sms", index % 2 ? second.token : wallet.token, { sender: "bKash", text }),
      ),
    );
    expect(answers.filter((answer) => answer.data.items[0]?.result === "stored")).toHaveLength(1);
    const detail = await product.good<{ status: string; entries: unknown[]; deliveries: { type: string }[] }>("GET", `/api/payments/${order.data.id}`);
    expect(detail.status).toBe("completed");
    expect(detail.entries).toHaveLength(4);
    expect(detail.deliveries.filter((item) => item.type === "payment.completed")).toHaveLength(1);
  });

  it("goes to a person when the amount differs, and the person may complete it with what was received", async () => {
    const order = await product.pay(merchant, { amount: "91.00", customer: "01711111114" });
    const trx = bkashTrx();
    await product.good("POST", `/v1/payments/${order.data.id}/trx`, merchant.secret, { trx_id: trx });
    await product.sms(wallet, received({ amount: "90.00", from: "01711111114", balance: "732.00", trx }));
    const detail = await product.good<{ status: string; reason: string; version: number; messages: { id: string }[] }>("GET", `/api/payments/${order.data.id}`);
    expect(detail).toMatchObject({ status: "review", reason: "amount_differs" });
    const message = detail.messages[0]?.id as string;
    const wrong = await product.call("POST", `/api/payments/${order.data.id}/approve`, product.admin, {
      version: detail.version,
      message_id: message,
      amount: "ordered",
    });
    expect([wrong.status, wrong.error?.fields]).toEqual([422, { amount: "mismatch" }]);
    const calls = await Promise.all(
      Array.from({ length: 20 }, () =>
        product.call("POST", `/api/payments/${order.data.id}/approve`, product.admin, { version: detail.version, message_id: message, amount: "received" }),
      ),
    );
    expect(calls.filter((call) => call.success)).toHaveLength(1);
    expect(new Set(calls.filter((call) => !call.success).map((call) => call.status))).toEqual(new Set([409]));
    expect(await product.good("GET", `/v1/payments/${order.data.id}`, merchant.secret)).toMatchObject({
      status: "completed",
      received_amount: "90.00",
      fee: "2.35",
    });
  });

  it("is completed by hand once, and the message that comes later books nothing", async () => {
    const order = await product.pay(merchant, { amount: "101.00", customer: "01711111115" });
    const trx = bkashTrx();
    const done = await product.good<{ status: string; trx_id: string; operators: string[] }>("POST", `/api/payments/${order.data.id}/complete`, product.admin, {
      version: 1,
      trx_id: trx,
      note: "seen on the phone",
    });
    expect(done).toMatchObject({ status: "completed", trx_id: trx, operators: ["admin"] });
    const again = await product.pay(merchant, { amount: "101.00", customer: "01711111116" });
    const used = await product.call("POST", `/api/payments/${again.data.id}/complete`, product.admin, { version: 1, trx_id: trx.toLowerCase(), note: "again" });
    expect(used.error?.code).toBe("trx_used");
    await product.sms(wallet, received({ amount: "101.00", from: "01711111115", balance: "833.00", trx }));
    const messages = await product.good<{ items: { match_status: string; payment_id: string }[] }>("GET", `/api/sms?q=${trx}`);
    expect(messages.items.map((item) => [item.match_status, item.payment_id])).toEqual([["matched", order.data.id]]);
  });

  it("is matched back by TrxID when the money came first", async () => {
    const trx = bkashTrx();
    await product.sms(wallet, received({ amount: "111.00", from: "01711111117", balance: "944.00", trx }));
    const order = await product.pay(merchant, { amount: "111.00" });
    expect(order.data.status).toBe("pending");
    const after = await product.good<{ status: string; trx_id: string }>("POST", `/v1/payments/${order.data.id}/trx`, merchant.secret, { trx_id: trx });
    expect(after).toMatchObject({ status: "completed", trx_id: trx });
  });

  it("can be cancelled by its merchant; money that comes later waits in suspense", async () => {
    const order = await product.pay(merchant, { amount: "121.00", customer: "01711111118" });
    expect(await product.good("POST", `/v1/payments/${order.data.id}/cancel`, merchant.secret, {})).toMatchObject({ status: "cancelled" });
    await product.sms(wallet, received({ amount: "121.00", from: "01711111118", balance: "1,065.00" }));
    const messages = await product.good<{ items: { match_status: string; amount: string }[] }>("GET", "/api/sms?status=unmatched");
    expect(messages.items.map((item) => item.amount)).toContain("121.00");
  });
});

describe("limits", () => {
  it("are never exceeded under 50 parallel orders", async () => {
    const limited = await product.wallet({ operator: "nagad", account: `018${String(next()).padStart(8, "0")}`, daily_max: "1000.00" });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_unused, index) =>
        product.pay(merchant, { operator: "nagad", amount: "100.00", customer: `019${String(index).padStart(8, "0")}` }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(10);
    expect(new Set(answers.filter((answer) => answer.status !== 201).map((answer) => answer.error?.code))).toEqual(new Set(["no_wallet_available"]));
    expect(await product.good("GET", `/api/wallets/${limited.id}`)).toMatchObject({ today: { amount: "1000.00", count: 10 } });
  });
});

describe("other merchants", () => {
  it("get the same answer for another's order as for none", async () => {
    const other = await product.merchant();
    const order = await product.pay(merchant, { amount: "131.00", customer: "01711111119" });
    for (const [method, path] of [
      ["GET", ""],
      ["POST", "/trx"],
      ["POST", "/cancel"],
    ] as const) {
      const body = path === "/trx" ? { trx_id: bkashTrx() } : method === "POST" ? {} : undefined;
      const foreign = await product.call(method, `/v1/payments/${order.data.id}${path}`, other.secret, body);
      const missing = await product.call(method, `/v1/payments/P200101AAAAAAAA${path}`, other.secret, body);
      expect([foreign.status, foreign.error?.code]).toEqual([404, "not_found"]);
      expect(foreign.text.replace(/"request_id":"\w+"/, "")).toBe(missing.text.replace(/"request_id":"\w+"/, ""));
    }
  });
});

describe("notifications", () => {
  interface Got {
    readonly headers: Record<string, string>;
    readonly body: string;
  }
  const got: Got[] = [];
  let url = "";
  const target = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      got.push({ headers: request.headers as Record<string, string>, body });
      response.end("ok");
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/hook`;
  });
  afterAll(() => new Promise((resolve) => target.close(resolve)));
  const told = ({ headers, body }: Got) => new Webhook(merchant.webhookSecret).verify(body, headers) as { type: string; data: { id: string; status: string } };

  it("reach the merchant signed, and a foreign library verifies them", async () => {
    const order = await product.pay(merchant, { amount: "141.00", customer: "01711111120", notify_url: url });
    await product.sms(wallet, received({ amount: "141.00", from: "01711111120", balance: "1,206.00" }));
    await until(() => got.length > 0);
    expect(told(got[0] as Got)).toMatchObject({ type: "payment.completed", data: { id: order.data.id, status: "completed" } });
  });

  it("without an address stand in the log at once, and go out when there is one", async () => {
    const order = await product.pay(merchant, { amount: "142.00", customer: "01711111121" });
    await product.sms(wallet, received({ amount: "142.00", from: "01711111121", balance: "1,348.00" }));
    interface Logged {
      readonly id: string;
      readonly status: string;
      readonly attempts: readonly unknown[];
    }
    const log = async (): Promise<readonly Logged[]> => (await product.good<{ items: Logged[] }>("GET", `/api/deliveries?q=${order.data.id}`)).items;
    const [logged, ...others] = await log();
    expect([logged?.status, logged?.attempts, others]).toEqual(["none", [], []]);
    // Nothing waits where it would have to be carried away again.
    expect(
      await product.product.app.db.rows("select 1 from outbox where object_id = $1", [product.product.app.publicIds.decode("payment", order.data.id)]),
    ).toEqual([]);
    const before = got.length;
    const { version } = await product.good<{ version: number }>("GET", `/api/merchants/${merchant.id}`);
    await product.good("PATCH", `/api/merchants/${merchant.id}`, product.admin, { version, notify_url: url });
    expect(await product.good("POST", "/api/deliveries/resend", product.admin, { ids: [logged?.id] })).toEqual({ count: 1 });
    await until(() => got.length > before);
    expect(told(got[before] as Got)).toMatchObject({ type: "payment.completed", data: { id: order.data.id, status: "completed" } });
    await until(async () => (await log())[0]?.status === "delivered");
  });
});

describe("the ledger integrity check", () => {
  it("runs by itself once an hour, and a start within the hour does not repeat it", async () => {
    const checks = async (): Promise<number> => (await product.product.app.db.rows("select 1 from integrity_checks")).length;
    await product.product.jobs.runOnce("check-integrity");
    const first = await checks();
    await product.product.jobs.runOnce("check-integrity");
    expect([first > 0, await checks()]).toEqual([true, first]);
    const owner = new pg.Client({ connectionString: product.ownerUrl });
    await owner.connect();
    await owner.query("update integrity_checks set checked_at = checked_at - interval '61 minutes'");
    await owner.end();
    // The product's own job may hold the lock at this moment.
    await until(async () => {
      await product.product.jobs.runOnce("check-integrity");
      return (await checks()) > first;
    });
    await product.product.jobs.runOnce("check-integrity");
    expect(await checks()).toBe(first + 1);
  });

  it("is under way once, and those who ask meanwhile share the next", async () => {
    const { db } = product.product.app;
    const checks = async (): Promise<number> => (await db.rows("select 1 from integrity_checks")).length;
    const before = await checks();
    expect(await Promise.all(Array.from({ length: 6 }, () => product.findings()))).toEqual(Array.from({ length: 6 }, () => []));
    expect(await checks()).toBe(before + 2);
  });
});
