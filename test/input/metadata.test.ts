import { afterAll, beforeAll, expect, test } from "vitest";
import { TestProduct } from "../support/app.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await TestProduct.start();
});
afterAll(async () => {
  await product.stop();
});

test("a key that cannot be stored is refused by name; orders of the same moment are taken", async () => {
  await product.wallet();
  const [merchant, other] = [await product.merchant(), await product.merchant()];
  for (const key of ["a\u0000b", "\ud800", "k".repeat(65)]) {
    const [bad, good] = await Promise.all([
      product.pay(merchant, { customer: `018${String(10_000_000 + key.length)}`, amount: "510.00", metadata: { [key]: 1 } }),
      product.pay(other, { customer: `019${String(10_000_000 + key.length)}`, amount: "520.00", metadata: { cart: "1" } }),
    ]);
    expect([bad.status, bad.error?.code]).toEqual([422, "validation_failed"]);
    expect(Object.keys(bad.error?.fields ?? {})[0]).toMatch(/^metadata/);
    expect(good.status).toBe(201);
    const payout = await product.call("POST", "/v1/disburses", merchant.secret, {
      merchant_order_id: `payout-${key.length}`,
      amount: "10.00",
      operator: "bkash",
      customer: "01811111111",
      metadata: { [key]: 1 },
    });
    expect([payout.status, payout.error?.code]).toEqual([422, "validation_failed"]);
  }
});

test("a name that the caller chose comes back in part only; a list that is too long is called so", async () => {
  const merchant = await product.merchant();
  const wallet = await product.wallet();
  const named = await product.pay(merchant, { metadata: { ["k".repeat(5_000)]: 1 } });
  expect([named.status, named.error?.fields]).toEqual([422, { [`metadata.${"k".repeat(100)}`]: "too_long" }]);
  const blank = await product.pay(merchant, { metadata: { "a\u0000": 1 } });
  expect([blank.status, blank.error?.fields]).toEqual([422, { "metadata.a\u0000": "invalid" }]);
  const list = await product.call(
    "POST",
    "/device/sms",
    wallet.token,
    Array.from({ length: 501 }, () => ({ sender: "bKash", text: "x" })),
  );
  expect([list.status, list.error?.fields]).toEqual([422, { body: "too_long" }]);
  const wrong = await product.call("POST", "/device/sms", wallet.token, [{ sender: "bKash", text: "x" }, { sender: "bKash" }]);
  expect([wrong.status, wrong.error?.fields]).toEqual([422, { "1.text": "required" }]);
});
