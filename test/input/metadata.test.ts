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
