/** Official collecting end to end: the merchant's order, the payer at the simulated operator, the callback, the books. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BkashSimulator, NagadSimulator } from "../../simulator/operators/index.ts";
import { ADMIN, letExpire, next, received, TestProduct, type Answer, type TestMerchant } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import { bkashWallet, nagadWallet, walletNumber } from "./benches.ts";
import { Endings, person, raced, times, type Person } from "../support/attack.ts";

const PAYER = "01711999001";
let product: TestProduct;
let merchant: TestMerchant;
let bkash: BkashSimulator;
let nagad: NagadSimulator;
let checker: Person;

interface Order {
  readonly id: string;
  readonly status: string;
  readonly payment_url: string | null;
  readonly pay_by: object | null;
  readonly trx_id: string | null;
  readonly received_amount: string | null;
  readonly fee: string | null;
}
const order = (id: string): Promise<Order> => product.good<Order>("GET", `/v1/payments/${id}`, merchant.secret);
const pay = (operator: string, amount: string, more: Record<string, unknown> = {}): Promise<Answer<Order>> =>
  product.call("POST", "/v1/payments", merchant.secret, { merchant_order_id: `official-${next()}`, amount, operator, ...more });
/** The payer's browser follows an address; answers status and page. */
async function browse(address: string): Promise<{ status: number; page: string; headers: Record<string, unknown> }> {
  const url = new URL(address);
  const answer = await product.product.http.inject({ method: "GET", url: url.pathname + url.search });
  return { status: answer.statusCode, page: answer.body, headers: answer.headers };
}
const paymentId = (order: Order): string => new URL(order.payment_url ?? "").searchParams.get("paymentID") ?? "";
const job = (name: string): Promise<void> => product.product.jobs.runOnce(name);
const sql = (text: string, params: readonly unknown[] = []): Promise<number> => product.product.app.db.run(text, params);
/** The session is due; the job, which runs by itself, too, is done with it. */
async function visit(made: Order): Promise<void> {
  await sql("update operator_sessions set next_at = now() where payment_id = $1", [number(made)]);
  const due =
    "select 1 from operator_sessions where payment_id = $1 and state in ('wanted', 'open', 'executing') and (next_at <= now() or lease_until is not null)";
  await until(async () => {
    await job("official-sessions");
    return (await product.product.app.db.rows(due, [number(made)])).length === 0;
  });
}
const number = (order: Order): bigint => product.product.app.publicIds.decode("payment", order.id) as bigint;

beforeAll(async () => {
  bkash = new BkashSimulator();
  nagad = new NagadSimulator();
  await Promise.all([bkash.server.listen(), nagad.server.listen()]);
  product = await TestProduct.start();
  merchant = await product.merchant({ payment_fee: { rate_bps: 100, fixed: "0.00" } });
  checker = await person(product, "finance");
  await bkashWallet(product, bkash);
  await nagadWallet(product, nagad);
  bkash.state.accounts.customer(PAYER, 100_000_000n);
  nagad.state.accounts.customer(PAYER, 100_000_000n);
});
beforeEach(() => {
  bkash.faults.clear();
  nagad.faults.clear();
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await product.stop();
  await Promise.all([bkash.server.close(), nagad.server.close()]);
});

describe("bKash", () => {
  it("gives the merchant an address, takes the money when the payer comes back, and books it once", async () => {
    const made = await pay("bkash", "500.00");
    expect(made.status).toBe(201);
    expect(made.data).toMatchObject({ status: "pending", pay_by: null });
    expect(made.data.payment_url).toContain("/redirect/tokenized/?paymentID=");
    expect((await order(made.data.id)).payment_url).toBe(made.data.payment_url);
    const back = bkash.approve(paymentId(made.data), PAYER);
    const pages = await Promise.all(Array.from({ length: 10 }, () => browse(back)));
    expect(pages.every((one) => one.status === 200)).toBe(true);
    await until(async () => (await order(made.data.id)).status === "completed");
    const later = await browse(back);
    expect(later.page).toContain("付款成功");
    expect(later.page).toContain("Payment received");
    expect(later.page).not.toContain("<script");
    const done = await order(made.data.id);
    const payment = bkash.state.payments.get(paymentId(made.data));
    expect(done).toMatchObject({ status: "completed", received_amount: "500.00", fee: "5.00", trx_id: payment?.trxId });
    const detail = await product.good<{ entries: unknown[]; deliveries: { type: string }[]; timeline: { kind: string }[] }>(
      "GET",
      `/api/payments/${made.data.id}`,
    );
    expect(detail.entries).toHaveLength(4);
    expect(detail.deliveries.filter((one) => one.type === "payment.completed")).toHaveLength(1);
    expect(detail.timeline.filter((one) => one.kind === "official_confirmed")).toHaveLength(1);
    expect(bkash.server.asked.filter((one) => one.call === "tokenized.execute" && one.body["paymentID"] === payment?.id)).toHaveLength(1);
  });

  it("does not query after execute answered, and does when its answer was lost", async () => {
    const asked = (call: string, id: string): number => bkash.server.asked.filter((one) => one.call === call && one.body["paymentID"] === id).length;
    const first = await pay("bkash", "501.00");
    await browse(bkash.approve(paymentId(first.data), PAYER));
    expect((await order(first.data.id)).status).toBe("completed");
    expect(asked("tokenized.query", paymentId(first.data))).toBe(0);
    const second = await pay("bkash", "502.00");
    bkash.faults.inject("tokenized.execute", { kind: "drop_after" });
    expect((await browse(bkash.approve(paymentId(second.data), PAYER))).page).toContain("付款成功");
    expect(asked("tokenized.query", paymentId(second.data))).toBe(1);
    expect(asked("tokenized.execute", paymentId(second.data))).toBe(1);
  });

  it.each([
    { fault: { kind: "drop_before" } },
    { fault: { kind: "status", status: 503 } },
    { fault: { kind: "status", status: 500, after: true } },
    { fault: { kind: "body", body: { statusCode: "2117", statusMessage: "x" }, after: true } },
  ] as const)("completes once whatever happens at execute: $fault.kind", async ({ fault }) => {
    const made = await pay("bkash", `${600 + next()}.00`);
    const before = bkash.state.accounts.customerBalance(PAYER) ?? 0n;
    bkash.faults.inject("tokenized.execute", fault);
    await browse(bkash.approve(paymentId(made.data), PAYER));
    await visit(made.data);
    const done = await order(made.data.id);
    expect(done.status).toBe("completed");
    expect(before - (bkash.state.accounts.customerBalance(PAYER) ?? 0n)).toBe(BigInt(done.received_amount?.replace(".", "") ?? "0"));
  });

  it("believes no callback: a forged success takes nothing and completes nothing", async () => {
    const made = await pay("bkash", "700.00");
    const forged = bkash.callback(paymentId(made.data), "success");
    expect((await browse(forged)).page).toContain("正在确认付款");
    expect((await order(made.data.id)).status).toBe("pending");
    const cancel = await browse(bkash.callback(paymentId(made.data), "cancel"));
    expect(cancel.page).toContain("付款未完成");
    const stranger = new URL(forged);
    stranger.searchParams.set("paymentID", "TR0011GUESS");
    expect(await browse(stranger.href)).toMatchObject({ status: 404 });
    expect(await browse(forged.replace("/bkash/", "/nagad/"))).toMatchObject({ status: 404 });
    expect(await browse("http://x/operators/mpesa_ke/callback/P261121XY12AB34?paymentID=1&status=success")).toMatchObject({ status: 404 });
    expect(await browse("http://x/operators/bkash/callback/%3Cscript%3E?paymentID=%3Cscript%3E&status=success")).toMatchObject({ status: 404 });
    for (const broken of [
      "paymentID=%00&status=success",
      "paymentID=a&paymentID=b",
      "paymentID[]=x",
      "paymentID=%ED%A0%80",
      `paymentID=${"x".repeat(500)}`,
      "__proto__=1",
      "",
    ])
      expect((await browse(`http://x/operators/bkash/callback/${made.data.id}?${broken}`)).status).toBe(404);
    expect((await browse(`http://x/operators/constructor/callback/${made.data.id}?paymentID=${paymentId(made.data)}`)).status).toBe(404);
    expect((await order(made.data.id)).status).toBe("pending");
  });

  it("finds out by itself when the payer never came back", async () => {
    const made = await pay("bkash", "701.00");
    bkash.approve(paymentId(made.data), PAYER);
    await visit(made.data);
    expect((await order(made.data.id)).status).toBe("completed");
  });

  it("asks before it lets an order expire, and takes nothing afterwards", async () => {
    const paid = await pay("bkash", "702.00");
    const unpaid = await pay("bkash", "703.00");
    bkash.approve(paymentId(paid.data), PAYER);
    for (const one of [paid, unpaid]) {
      await letExpire(product.product.app.db, number(one.data));
    }
    await Promise.all([visit(paid.data), visit(unpaid.data)]);
    await until(async () => (await order(unpaid.data.id)).status !== "pending");
    expect([(await order(paid.data.id)).status, (await order(unpaid.data.id)).status]).toEqual(["completed", "expired"]);
    // The payer finishes too late: his money is not taken.
    const before = bkash.state.accounts.customerBalance(PAYER);
    await browse(bkash.approve(paymentId(unpaid.data), PAYER));
    expect(bkash.state.accounts.customerBalance(PAYER)).toBe(before);
    expect((await order(unpaid.data.id)).status).toBe("expired");
  });

  it("completes by re-check, and a late callback changes nothing", async () => {
    const made = await pay("bkash", "704.00");
    const back = bkash.approve(paymentId(made.data), PAYER);
    const row = await product.good<{ status: string; trx_id: string }>("POST", `/api/payments/${made.data.id}/recheck`, product.admin, { version: 1 });
    expect(row.status).toBe("completed");
    await browse(back);
    const detail = await product.good<{ entries: unknown[] }>("GET", `/api/payments/${made.data.id}`);
    expect(detail.entries).toHaveLength(4);
  });

  it("puts money for a cancelled order before people, in suspense, once", async () => {
    const made = await pay("bkash", "705.00");
    const id = paymentId(made.data);
    bkash.approve(id, PAYER);
    // The order is cancelled while the answer of the execution is on its way.
    bkash.faults.inject("tokenized.execute", { kind: "slow", ms: 700 });
    const coming = browse(bkash.callback(id, "success"));
    await until(() => bkash.state.payments.get(id)?.status === "Completed");
    await product.good("POST", `/v1/payments/${made.data.id}/cancel`, merchant.secret, {});
    await coming;
    expect((await order(made.data.id)).status).toBe("cancelled");
    const messages = await product.good<{ items: { origin: string; match_status: string; amount: string }[] }>(
      "GET",
      `/api/sms?q=${bkash.state.payments.get(id)?.trxId}`,
    );
    expect(messages.items).toMatchObject([{ origin: "operator", match_status: "unmatched", amount: "705.00" }]);
    await sql("update operator_sessions set state = 'open' where payment_id = $1", [number(made.data)]);
    await visit(made.data);
    const again = await product.good<{ items: unknown[] }>("GET", `/api/sms?q=${bkash.state.payments.get(id)?.trxId}`);
    expect(again.items).toHaveLength(1);
  });

  it.each(["pending", "cancelled"])("puts an order before people whose money was written off before the operator's answer came: %s", async (status) => {
    const made = await pay("bkash", `${800 + next()}.00`);
    const id = paymentId(made.data);
    // The operator has taken the money, and its answer is lost; nobody can be asked about it yet.
    bkash.faults.inject("tokenized.execute", { kind: "drop_after" });
    bkash.faults.inject("tokenized.query", { kind: "status", status: 503 }, Number.POSITIVE_INFINITY);
    await browse(bkash.approve(id, PAYER));
    const { trxId } = bkash.state.payments.get(id) ?? {};
    const { wallet_id, amount } = await product.good<{ wallet_id: string; amount: string }>("GET", `/api/payments/${made.data.id}`);
    const text = received({ amount, from: "01711999077", trx: trxId ?? "" });
    const sms = await product.good<{ id: string }>("POST", "/api/sms", product.admin, { wallet_id, sender: "bKash", text });
    const asked = await product.good<{ id: string; version: number }>("POST", "/api/manual", product.admin, {
      kind: "write_off",
      sms_id: sms.id,
      note: "nobody's",
    });
    await product.good("POST", `/api/manual/${asked.id}/apply`, checker.token, { version: asked.version });
    if (status === "cancelled") await product.good("POST", `/v1/payments/${made.data.id}/cancel`, merchant.secret, {});
    bkash.faults.clear();
    await visit(made.data);
    expect((await order(made.data.id)).status).toBe(status);
    const waiting = () =>
      product.good<{ items: { id: string; version: number; object: { id: string }; amount: string }[] }>(
        "GET",
        "/api/exceptions?kind=payment_written_off&size=200",
      );
    const found = (await waiting()).items.filter((row) => row.object.id === made.data.id);
    expect(found).toMatchObject([{ object: { type: "payment", id: made.data.id }, amount }]);
    // Whoever has settled it with the merchant ends it.
    await product.good("POST", `/api/exceptions/${found[0]?.id}/resolve`, product.admin, { version: found[0]?.version, note: "credited by hand" });
    expect((await waiting()).items.filter((row) => row.object.id === made.data.id)).toEqual([]);
  });

  it("answers without an address when the operator is slow, and gives it later", async () => {
    bkash.faults.inject("tokenized.create", { kind: "drop_after" });
    const made = await pay("bkash", "706.00");
    expect(made.status).toBe(201);
    expect(made.data.payment_url).toBeNull();
    await visit(made.data);
    const later = await order(made.data.id);
    expect(later.payment_url).toContain("/redirect/");
    await browse(bkash.approve(paymentId(later), PAYER));
    expect((await order(made.data.id)).status).toBe("completed");
  });

  it("opens what a lost process left after the order's commit", async () => {
    const made = await pay("bkash", "707.00");
    await sql("update payments set payment_url = null where id = $1", [number(made.data)]);
    await product.product.app.db.run(
      "update operator_sessions set state = 'wanted', operator_ref = null, url = null, no = no + 1, next_at = now() where payment_id = $1",
      [number(made.data)],
    );
    await visit(made.data);
    expect((await order(made.data.id)).payment_url).toContain("/redirect/");
  });

  it("answers an Idempotency-Key with the same address", async () => {
    const body = { merchant_order_id: `keyed-${next()}`, amount: "708.00", operator: "bkash" };
    const headers = { "idempotency-key": `official-${next()}` };
    const first = await product.call<Order>("POST", "/v1/payments", merchant.secret, body, headers);
    const second = await product.call<Order>("POST", "/v1/payments", merchant.secret, body, headers);
    expect(second.headers["idempotency-hit"]).toBe("true");
    expect(second.data.payment_url).toBe(first.data.payment_url);
    expect(first.data.payment_url).not.toBeNull();
  });

  it("is one completion when the wallet's phone reports the same money", async () => {
    const made = await pay("bkash", "709.00");
    await browse(bkash.approve(paymentId(made.data), PAYER));
    const done = await order(made.data.id);
    const wallet = await product.wallet({ wallet_type: "merchant", collect: false });
    const text = received({ amount: "709.00", from: PAYER, trx: done.trx_id ?? "" });
    await product.sms(wallet, text);
    expect((await order(made.data.id)).status).toBe("completed");
  });
});

describe("Nagad", () => {
  const refOf = (order: Order): string => (order.payment_url ?? "").split("/").at(-1) ?? "";

  it("gives the merchant an address and completes by its own question", async () => {
    const made = await pay("nagad", "300.00");
    expect(made.data.payment_url).toContain("/check-out/");
    const back = nagad.approve(refOf(made.data), PAYER);
    await Promise.all(Array.from({ length: 5 }, () => browse(back)));
    await until(async () => (await order(made.data.id)).status === "completed");
    expect(await order(made.data.id)).toMatchObject({ received_amount: "300.00", trx_id: nagad.state.payments.get(refOf(made.data))?.trxId });
  });

  it("says so when the payer gave up, and believes no forged success", async () => {
    const made = await pay("nagad", "301.00");
    const forged = nagad.callback(refOf(made.data), "Success");
    expect((await browse(forged)).page).toContain("正在确认付款");
    expect((await browse(nagad.abort(refOf(made.data)))).page).toContain("付款未完成");
    expect((await order(made.data.id)).status).toBe("pending");
  });

  it("opens nothing on an answer that Nagad has not signed, and tries again under another order id", async () => {
    nagad.faults.inject("initialize", { kind: "wrong_signature" });
    const made = await pay("nagad", "302.00");
    expect(made.data.payment_url).toBeNull();
    await visit(made.data);
    expect((await order(made.data.id)).payment_url).toContain("/check-out/");
  });

  it("takes a late payment of an expired order", async () => {
    const made = await pay("nagad", "303.00");
    await letExpire(product.product.app.db, number(made.data));
    await visit(made.data);
    await until(async () => (await order(made.data.id)).status === "expired");
    await browse(nagad.approve(refOf(made.data), PAYER));
    // The job may hold the session as the payer comes back: then it is the one that completes.
    await until(async () => (await order(made.data.id)).status === "completed");
  });
});

describe("everything at once", () => {
  const ROUNDS = times(4, 60);

  it(`books one payment once in ${ROUNDS} rounds of 20 callers: callbacks, re-checks, the job, the payer's TrxID`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const operator = round % 2 === 0 ? "bkash" : "nagad";
      const made = (await pay(operator, `${2000 + next()}.00`)).data;
      const ref = operator === "bkash" ? paymentId(made) : ((made.payment_url ?? "").split("/").at(-1) ?? "");
      const back = operator === "bkash" ? bkash.approve(ref, PAYER) : nagad.approve(ref, PAYER);
      await sql("update operator_sessions set next_at = now() where payment_id = $1", [number(made)]);
      const trx = operator === "nagad" ? nagad.state.payments.get(ref)?.trxId : undefined;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_unused, index): Promise<unknown> => {
          if (index % 4 === 0) return product.call("POST", `/api/payments/${made.id}/recheck`, product.admin, { version: 1 });
          if (index % 4 === 1) return job("official-sessions");
          if (index % 4 === 2 && trx) return product.call("POST", `/v1/payments/${made.id}/trx`, merchant.secret, { trx_id: trx });
          return browse(back);
        }),
      );
      raced("R16", answers);
      await visit(made);
      const detail = await product.good<{ status: string; entries: unknown[]; deliveries: { type: string }[] }>("GET", `/api/payments/${made.id}`);
      expect([detail.status, detail.entries.length, detail.deliveries.filter((one) => one.type === "payment.completed").length]).toEqual(["completed", 4, 1]);
      expect(await product.findings()).toEqual([]);
    }
  });

  it("lets a cancellation and a completion meet: one of them, and no money is lost", async () => {
    const endings = new Endings(ROUNDS, "completed", "cancelled");
    for (const round of endings) {
      const made = (await pay("bkash", `${3000 + next()}.00`)).data;
      const id = paymentId(made);
      const back = bkash.approve(id, PAYER);
      const cancel = (): Promise<unknown> => product.call("POST", `/v1/payments/${made.id}/cancel`, merchant.secret, {});
      // The payer's way is the longer one: in every other round he is on it already, further and further.
      const head = round % 2 === 0 ? 0 : 20 * (round % 9);
      const late = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, head)).then(cancel);
      const answers = await Promise.all(Array.from({ length: 20 }, (_unused, index): Promise<unknown> => (index % 2 === 0 ? late() : browse(back))));
      raced("R16", answers);
      await visit(made);
      const { status } = await order(made.id);
      endings.ended(status);
      const taken = bkash.state.payments.get(id)?.status === "Completed";
      const waiting = await product.good<{ items: { match_status: string }[] }>("GET", `/api/sms?q=${bkash.state.payments.get(id)?.trxId ?? "nothing"}`);
      if (status === "completed") expect([taken, waiting.items.length]).toEqual([true, 0]);
      else expect([status, waiting.items.length]).toEqual(["cancelled", taken ? 1 : 0]);
      expect(await product.findings()).toEqual([]);
    }
  });
});

describe("the wallet's connection", () => {
  it("is never shown, sealed at rest, and kept out of trail and log", async () => {
    const secret = `canary-${next()}-0123456789abcdef`;
    const wallet = await bkashWallet(product, bkash, { collect: false });
    const row = await product.good<{ version: number; official: { credentials: Record<string, string>; collects: boolean; pays: boolean; base_url: string } }>(
      "PATCH",
      `/api/wallets/${wallet.id}`,
      product.admin,
      {
        version: wallet.version,
        official: { credentials: { app_secret: secret } },
      },
    );
    expect(row.official).toMatchObject({ collects: true, pays: true, base_url: bkash.baseUrl });
    expect(row.official.credentials["app_secret"]).toBe("••••cdef");
    const stored = await product.product.app.db.one<{ credentials: Buffer; shown: string }>(
      "select credentials, credentials_shown::text as shown from wallets where id = $1",
      [walletNumber(product, wallet.id)],
    );
    expect(stored?.credentials.includes(secret)).toBe(false);
    expect(stored?.shown).not.toContain(secret);
    const trail = await product.call("GET", `/api/audit?q=${wallet.id}`);
    expect(trail.text).not.toContain("canary");
    const listed = await product.call("GET", "/api/wallets");
    expect(listed.text).not.toContain(secret);
    const forgotten = await product.good<{ official: unknown }>("PATCH", `/api/wallets/${wallet.id}`, product.admin, { version: row.version, official: null });
    expect(forgotten.official).toBeNull();
  });

  it.each([
    ["https://evil.example/v1.2.0-beta", "official.base_url"],
    ["https://tokenized.pay.bka.sh.evil.example", "official.base_url"],
    ["http://tokenized.pay.bka.sh/v1.2.0-beta", "official.base_url"],
    ["https://user:pass@tokenized.pay.bka.sh", "official.base_url"],
    ["http://169.254.169.254/latest", "official.base_url"],
    ["javascript:alert(1)", "official.base_url"],
  ])("takes no address but the operator's own: %s", async (base_url, field) => {
    const wallet = await bkashWallet(product, bkash, { collect: false });
    const answer = await product.call("PATCH", `/api/wallets/${wallet.id}`, product.admin, { version: wallet.version, official: { base_url } });
    expect([answer.status, answer.error?.fields?.[field]]).toEqual([422, expect.stringMatching(/invalid|not_allowed/)]);
  });

  it("refuses another operator's credentials, broken keys, and wallets that are not official", async () => {
    const wallet = await bkashWallet(product, bkash, { collect: false });
    const patch = (id: string, version: number, official: unknown): Promise<Answer> =>
      product.call("PATCH", `/api/wallets/${id}`, product.admin, { version, official });
    expect((await patch(wallet.id, wallet.version, { credentials: { merchant_id: "1" } })).error?.fields).toEqual({
      "official.credentials.merchant_id": "not_allowed",
    });
    const other = await nagadWallet(product, nagad, { collect: false });
    expect((await patch(other.id, other.version, { credentials: { private_key: "not a key" } })).error?.fields).toEqual({
      "official.credentials.private_key": "invalid",
    });
    const phone = await product.wallet({ collect: false });
    expect((await patch(phone.id, phone.version, { base_url: bkash.baseUrl })).error?.fields).toEqual({ official: "not_allowed" });
  });

  it("without credentials gets no orders", async () => {
    await product.good("POST", "/api/wallets", product.admin, {
      name: "bare",
      operator: "nagad",
      wallet_type: "merchant",
      api_type: "official",
      account: "01912345678",
    });
    const made = await Promise.all(Array.from({ length: 5 }, () => pay("nagad", `${1000 + next()}.00`)));
    expect(made.every((one) => one.data.payment_url?.includes("/check-out/"))).toBe(true);
  });

  it("brings the real balance", async () => {
    const wallet = await bkashWallet(product, bkash, { collect: false });
    await job("official-balances");
    const row = await product.good<{ real_balance: string | null; real_balance_at: string | null }>("GET", `/api/wallets/${wallet.id}`);
    expect(row.real_balance).toBe("1000000.00");
    expect(row.real_balance_at).not.toBeNull();
  });

  it("asks for a fresh password", async () => {
    const wallet = await bkashWallet(product, bkash, { collect: false });
    await sql("update sessions set rechecked_at = null");
    const signed = await product.product.http.inject({ method: "POST", url: "/api/signin", payload: ADMIN });
    const token = (signed.json() as { data: { token: string } }).data.token;
    await sql("update sessions set rechecked_at = now() - interval '6 minutes'");
    await new Promise((done) => setTimeout(done, 1100));
    const answer = await product.call("PATCH", `/api/wallets/${wallet.id}`, token, { version: wallet.version, official: { credentials: { password: "x" } } });
    expect([answer.status, answer.error?.code]).toEqual([403, "recheck_required"]);
  });
});
