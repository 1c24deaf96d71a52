import { afterAll, beforeAll, expect, test } from "vitest";
import { bkashTime, bkashTrx, next, TestProduct } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import type { WalletRow } from "../../src/contract/wallets.schema.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await TestProduct.start();
});
afterAll(async () => {
  await product.stop();
});

test("one message over two apps of one wallet, in a form and as JSON: stored once, and the order is paid once", async () => {
  const [wallet, merchant] = [await product.wallet(), await product.merchant()];
  const order = (await product.pay(merchant, { amount: "500.00", customer: "01811111111" })).data;
  expect(order.receiving_account).toBe(wallet.account);
  const bound = await product.good<{ hook_url: string }>("POST", `/api/wallets/${wallet.id}/bind`, product.admin, {
    version: wallet.version,
    app: "smsforwarder",
  });
  const text = `You have received Tk 500.00 from 01811111111. Fee Tk 0.00. Balance Tk 1,500.00. TrxID ${bkashTrx()} at ${bkashTime()}`;
  const hook = await product.product.http.inject({
    method: "POST",
    url: new URL(bound.hook_url).pathname,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ from: "bKash", content: text, timestamp: String(Date.now()) }).toString(),
  });
  expect(hook.json()).toMatchObject({ success: true, data: { event: "sms", items: [{ result: "stored" }] } });
  const native = await product.sms(wallet, text);
  expect(native.data.items).toEqual([{ id: hook.json<{ data: { items: { id: string }[] } }>().data.items[0]?.id, result: "duplicate" }]);
  await until(async () => (await product.call<{ status: string }>("GET", `/v1/payments/${order.id}`, merchant.secret)).data.status === "completed");
  const row = await product.good<WalletRow>("GET", `/api/wallets/${wallet.id}`, product.admin);
  expect(row).toMatchObject({ balance: "500.00", real_balance: "1500.00", today: { amount: "500.00", count: 1 }, bind_status: "bound" });
  expect(row.devices.map((device) => device.app)).toEqual(["native", "smsforwarder"]);
  expect((await product.call("POST", `/api/wallets/${wallet.id}/delete`, product.admin, { version: row.version })).error).toMatchObject({
    code: "still_in_use",
    details: { balance: "500.00" },
  });
  expect(await product.findings()).toEqual([]);
});

test("an unbound wallet takes no order; bound and heard it does; unbound again it does not", async () => {
  const made = await product.good<WalletRow>("POST", "/api/wallets", product.admin, {
    name: "Nagad",
    operator: "nagad",
    wallet_type: "personal",
    api_type: "app",
    account: "01999999999",
  });
  const merchant = await product.merchant();
  const order = (): Promise<string> =>
    product
      .pay(merchant, { operator: "nagad", amount: "70.00", customer: `0181${1_000_000 + next()}` })
      .then((answer) => answer.error?.code ?? answer.data.receiving_account);
  expect(await order()).toBe("no_wallet_available");
  const { code, version } = await product.good<{ code: string; version: number }>("POST", `/api/wallets/${made.id}/bind`, product.admin, { version: 1 });
  await product.good("POST", "/device/bind", null, { code, device: { name: "Phone" } });
  await until(async () => (await order()) === "01999999999");
  await product.good("POST", `/api/wallets/${made.id}/unbind`, product.admin, { version });
  await until(async () => (await order()) === "no_wallet_available");
});

test("no sender, a blank one, or the operator's name with a space at its end: kept as suspicious, pays nothing", async () => {
  const [wallet, merchant] = [await product.wallet(), await product.merchant()];
  const bound = await product.good<{ hook_url: string }>("POST", `/api/wallets/${wallet.id}/bind`, product.admin, {
    version: wallet.version,
    app: "android_income_sms",
  });
  const order = (await product.pay(merchant, { amount: "321.00", customer: "01822222222" })).data;
  expect(order.receiving_account).toBe(wallet.account);
  const text = (): string => `You have received Tk 321.00 from 01822222222. TrxID ${bkashTrx()} at ${bkashTime()}`;
  const posted = (from: string): Promise<unknown> =>
    product.product.http.inject({
      method: "POST",
      url: new URL(bound.hook_url).pathname,
      headers: { "content-type": "application/json" },
      payload: JSON.stringify({ from, text: text(), sentStamp: Date.now(), receivedStamp: Date.now(), sim: "sim1" }),
    });
  for (const from of ["", "  ", "bKash ", "bKash\u00A0"]) await posted(from);
  expect((await product.call("POST", "/device/sms", wallet.token, { sender: null, text: text() })).status).toBe(200);
  const listed = (): Promise<{ items: { match_status: string; reasons: string[] }[] }> => product.good("GET", `/api/sms?wallet_id=${wallet.id}`, product.admin);
  await until(async () => (await listed()).items.length === 5);
  expect((await listed()).items.map(({ match_status, reasons }) => [match_status, reasons.includes("sender_unknown")])).toEqual(
    Array.from({ length: 5 }, () => ["suspicious", true]),
  );
  const after = await product.call<{ status: string }>("GET", `/v1/payments/${order.id}`, merchant.secret);
  expect(after.data.status).toBe("pending");
  await posted("bKash");
  await until(async () => (await product.call<{ status: string }>("GET", `/v1/payments/${order.id}`, merchant.secret)).data.status === "completed");
});
