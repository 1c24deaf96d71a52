/** The database's clock jumps while the product runs: between the jump and the moment that the product notices it, and after it (rule 80). */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bkashTrx, received, TestProduct, type TestMerchant, type TestWallet } from "../support/app.ts";
import { times, tried } from "../support/attack.ts";
import { expectInvariants } from "../support/invariants.ts";
import { testDatabase, type TestDatabase } from "../support/pg.ts";
import { shiftClock } from "../support/shifted-clock.ts";

const HOUR = 3_600;
/** Where the clock stands after each jump, seconds from the real one. */
const JUMPS = [90, -90, HOUR, 0, -HOUR, 26 * HOUR, 25 * HOUR, 0].slice(0, times(3, 8));
/** So often the product asks the database for the time (platform/db/clock.ts), ms. */
const ASKS_EVERY = 30_000;

let database: TestDatabase;
let product: TestProduct;
let merchant: TestMerchant;
let wallet: TestWallet;
/** What the product does every half minute. */
const everyHalfMinute: (() => void)[] = [];

beforeAll(async () => {
  database = await testDatabase();
  await shiftClock(database.ownerUrl, 0);
  const real = globalThis.setInterval;
  const spy = vi.spyOn(globalThis, "setInterval").mockImplementation(((work: () => void, ms?: number) => {
    if (ms === ASKS_EVERY) everyHalfMinute.push(work);
    return real(work, ms);
  }) as typeof setInterval);
  product = await TestProduct.start({ ROLE: "api" }, database);
  spy.mockRestore();
  merchant = await product.merchant();
  wallet = await product.wallet();
});
afterAll(async () => {
  await product.product.jobs.runOnce("seal-audit");
  expect(await product.findings()).toEqual([]);
  await expectInvariants(product.product);
  await product.stop();
});

/** What came in by messages, minor units, and how many orders they have completed. */
const told = { minor: 0n, orders: 0, completed: 0 };
/** The operator's clock never goes back: each message is later than the one before, and none is earlier than our time. */
let operatorMs = 0;

/** An order that is made and paid. A phone that has been silent for as long as the clock has jumped takes no order until that is noticed. */
async function payNow(): Promise<void> {
  const { app } = product.product;
  told.orders += 1;
  const [amount, customer] = [`${300 + told.orders}.00`, `0186${String(told.orders).padStart(7, "0")}`];
  await product.good("POST", "/device/heartbeat", wallet.token, {});
  const made = await product.pay(merchant, { amount, customer });
  if (!made.success) return expect(made.error?.code).toBe("no_wallet_available");
  operatorMs = Math.max(operatorMs + 1_000, app.now());
  await product.sms(wallet, received({ amount, from: customer, trx: bkashTrx(), at: operatorMs }));
  told.minor += BigInt(300 + told.orders) * 100n;
  if ((await product.good<{ status: string }>("GET", `/v1/payments/${made.data.id}`, merchant.secret)).status === "completed") told.completed += 1;
}

/** What merchants have, and what nobody has explained: together all that has come in, whatever the clock said. */
const heldMinor = async (): Promise<bigint> =>
  (
    await product.product.app.db.one<{ sum: bigint }>(
      "select coalesce(sum(amount), 0)::bigint as sum from entries e join accounts a on a.id = e.account_id where a.kind in ('merchant', 'suspense')",
    )
  )?.sum ?? 0n;

describe("a clock that jumps while the product runs", () => {
  it.each(JUMPS)("to %i s: what is paid stands in the books once, before it is noticed and after", async (seconds) => {
    await shiftClock(database.ownerUrl, seconds);
    await payNow();
    expect(everyHalfMinute.length).toBeGreaterThan(0);
    for (const work of everyHalfMinute) work();
    await expect.poll(() => Math.abs(product.product.app.now() - Date.now() - seconds * 1_000)).toBeLessThan(5_000);
    const before = told.completed;
    await payNow();
    tried("K5", 2);
    expect(await heldMinor()).toBe(told.minor);
    // Ahead all is as ever; behind what the operator printed, a message may wait for a person.
    if (operatorMs < product.product.app.now() + 2_000) expect(told.completed).toBe(before + 1);
  });
});
