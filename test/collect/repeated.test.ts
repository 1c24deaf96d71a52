/** Whoever missed an answer asks again: what would refuse a new order does not hide the one that is there. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { next, TestProduct, type TestMerchant } from "../support/app.ts";
import { fundMerchant } from "../support/attack-money.ts";

let product: TestProduct;
let merchant: TestMerchant;
beforeAll(async () => {
  product = await TestProduct.start({ ROLE: "api" });
  merchant = await product.merchant();
  await product.wallet();
  await fundMerchant(product, merchant, 100_000n);
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

it.each(["payments", "disburses"])("of %s, once notifications may not go to its address any more", async (way) => {
  const order = { merchant_order_id: `again-${next()}`, amount: "120.00", operator: "bkash", customer: "01812345678", notify_url: "http://127.0.0.1:9/hook" };
  const ask = (body: object = order) => product.call<{ id: string }>("POST", `/v1/${way}`, merchant.secret, body);
  const made = await ask();
  expect(made.status).toBe(201);
  const { env } = product.product.app;
  try {
    // As where the name of its host leads inside by now.
    Object.assign(env, { webhookAllowPrivate: false });
    const again = await ask();
    expect([again.status, again.data?.id]).toEqual([200, made.data.id]);
    expect((await ask({ ...order, amount: "121.00" })).error?.code).toBe("duplicate_order_mismatch");
    const other = await ask({ ...order, merchant_order_id: `again-${next()}` });
    expect([other.status, other.error?.code]).toEqual([422, "target_not_allowed"]);
  } finally {
    Object.assign(env, { webhookAllowPrivate: true });
  }
});
