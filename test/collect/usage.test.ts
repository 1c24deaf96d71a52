/** What orders of several days give back in one call is taken from the running day and month alone, each part of it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestProduct } from "../support/app.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await TestProduct.start({ ROLE: "api" });
});
afterAll(() => product.stop());

it("counts each day of a wallet that one batch gives back", async () => {
  const wallet = await product.wallet();
  const { db, publicIds } = product.product.app;
  const id = publicIds.decode("wallet", wallet.id) as bigint;
  const set = "update wallet_usage set day = '2026-11-25', month = '2026-11-01', day_amount = 900, day_count = 9, month_amount = 5000, month_count = 50";
  await db.run(`${set} where wallet_id = $1 and direction = 'in'`, [id]);
  const rows = [
    { wallet_id: Number(id), day: "2026-11-25", month: "2026-11-01", amount: 100, count: 1 },
    { wallet_id: Number(id), day: "2026-11-24", month: "2026-11-01", amount: 200, count: 2 },
    { wallet_id: Number(id), day: "2026-10-31", month: "2026-10-01", amount: 400, count: 4 },
    { wallet_id: Number(id), day: "2026-11-25", month: "2026-11-01", amount: -50, count: -1 },
  ];
  await db.run("select usage_release($1)", [JSON.stringify(rows)]);
  expect(await db.one("select day_amount, day_count, month_amount, month_count from wallet_usage where wallet_id = $1 and direction = 'in'", [id])).toEqual({
    day_amount: 850n,
    day_count: 9,
    month_amount: 4750n,
    month_count: 48,
  });
});
