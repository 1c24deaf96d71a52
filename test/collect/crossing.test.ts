/** A TrxID that was submitted while its message was being matched on another wallet: neither saw the other, and both are found. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { bkashTrx, received, TestProduct, type TestMerchant } from "../support/app.ts";
import { until } from "../support/parts/until.ts";

let product: TestProduct;
let merchant: TestMerchant;
beforeAll(async () => {
  product = await TestProduct.start();
  merchant = await product.merchant();
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

it("puts the order before a person, with the message's wallet as the reason", async () => {
  const own = await product.wallet();
  const made = await product.pay(merchant, { amount: "512.00" });
  expect(made.status).toBe(201);
  const beside = await product.wallet();
  const trx = bkashTrx();
  await product.sms(beside, received({ amount: "512.00", from: "01900000077", trx }));
  const { app } = product.product;
  // What a submission leaves that committed between the batch's look for it and the batch's own commit.
  await app.db.run("insert into order_trx (payment_id, operator, trx_key, trx_id) values ($1, 'bkash', $2, $2)", [
    app.publicIds.decode("payment", made.data.id),
    trx,
  ]);
  await product.product.jobs.runOnce("rematch-submitted");
  const seen = (): Promise<{ status: string; reason: string | null }> => product.good("GET", `/api/payments/${made.data.id}`);
  await until(async () => (await seen()).status === "review");
  expect(await seen()).toMatchObject({ status: "review", reason: "other_wallet" });
  expect(own.id).not.toBe(beside.id);
});
