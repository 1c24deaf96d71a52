/** Lists that show all there is to an object answer it by itself, too. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { received, TestProduct, type TestMerchant } from "../support/app.ts";

let product: TestProduct;
let merchant: TestMerchant;
beforeAll(async () => {
  product = await TestProduct.start({ ROLE: "api" });
  merchant = await product.merchant();
  const wallet = await product.wallet();
  await product.pay(merchant, { amount: "81.00", customer: "01812345681" });
  await product.sms(wallet, received({ amount: "81.00", from: "01812345681" }));
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

it.each(["journals", "audit"])("%s", async (kind) => {
  const { items } = await product.good<{ items: { id: string }[] }>("GET", `/api/${kind}`);
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) expect(await product.good("GET", `/api/${kind}/${item.id}`)).toMatchObject(kind === "audit" ? { id: item.id } : item);
  // An id of another kind, and what is no id.
  for (const id of [merchant.id, "x", `${items[0]?.id}0`]) expect((await product.call("GET", `/api/${kind}/${id}`)).status).toBe(404);
});
