/** The product on clocks that lie elsewhere: a little off, a year ahead, just before the ends of days, months and years, on a leap day (rule 80). */
import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { businessDay } from "../../src/contract/time.ts";
import { ADMIN, bkashTrx, received, TestProduct } from "../support/app.ts";
import { FULL, tried } from "../support/attack.ts";
import { testDatabase } from "../support/pg.ts";
import { shiftClock } from "../support/shifted-clock.ts";

const toInstant = (iso: string): number => Math.round((Date.parse(iso) - Date.now()) / 1000);
/** The next instant of a kind, so many seconds before it. */
const nextYear = new Date().getUTCFullYear() + 1;
const CLOCKS: readonly (readonly [string, () => number])[] = [
  ["90 s ahead", () => 90],
  ["just before Shanghai's midnight", () => toInstant(`${nextYear}-03-10T15:59:57Z`)],
  ["90 s behind", () => -90],
  ["a year ahead", () => 365 * 86_400],
  ["just before the year's end in Shanghai", () => toInstant(`${nextYear}-12-31T15:59:57Z`)],
  ["just before a month's end in Shanghai", () => toInstant(`${nextYear}-04-30T15:59:57Z`)],
  ["just before midnight in Dhaka, where limits begin anew", () => toInstant(`${nextYear}-05-11T17:59:57Z`)],
  ["on a leap day", () => toInstant("2028-02-29T05:00:00Z")],
];

/** An order and its message; answers the order. */
async function paid(
  product: TestProduct,
  merchant: { id: string; secret: string; webhookSecret: string },
  wallet: Parameters<TestProduct["sms"]>[0],
  amount: string,
) {
  const made = await product.pay(merchant, { amount, customer: `0187${amount.replace(".", "").padStart(7, "0")}` });
  expect(made.status, made.text).toBe(201);
  const at = product.product.app.now();
  await product.sms(wallet, received({ amount, from: `0187${amount.replace(".", "").padStart(7, "0")}`, trx: bkashTrx(), at }));
  return product.good<{ status: string; created_at: string; paid_at: string | null }>("GET", `/api/payments/${made.data.id}`);
}

describe("one clock, the database's, wherever it stands", () => {
  it.each(FULL ? CLOCKS : CLOCKS.slice(0, 2))("%s", async (_where, seconds) => {
    const database = await testDatabase();
    // Once: what is left until an instant grows less while the product starts.
    const shiftS = seconds();
    await shiftClock(database.ownerUrl, shiftS);
    const product = await TestProduct.start({ ROLE: "api" }, database);
    try {
      const { app } = product.product;
      // Months are made three ahead, every hour; a clock that jumps by more needs them now.
      await product.product.jobs.runOnce("make-partitions");
      const shiftMs = app.now() - Date.now();
      expect(Math.abs(shiftMs - shiftS * 1000)).toBeLessThan(10_000);
      const [merchant, wallet] = [await product.merchant(), await product.wallet({ daily_count_max: 5 })];
      const first = await paid(product, merchant, wallet, "101.00");
      // Where a day ends in three seconds, it ends between the two.
      const day = businessDay(app.now());
      for (const end = Date.now() + 6_000; Date.now() < end && businessDay(app.now()) === day && /:59:5\d/.test(new Date(app.now()).toISOString()); )
        await new Promise((resolve) => setTimeout(resolve, 200));
      const second = await paid(product, merchant, wallet, "102.00");
      expect([first.status, second.status]).toEqual(["completed", "completed"]);
      for (const order of [first, second]) {
        expect(Math.abs(Date.parse(order.created_at) - (Date.now() + shiftMs))).toBeLessThan(120_000);
        const days = await product.good<{ items: unknown[] }>(
          "GET",
          `/api/payments?from=${businessDay(Date.parse(order.created_at))}&to=${businessDay(Date.parse(order.created_at))}`,
        );
        expect(days.items.length).toBeGreaterThan(0);
      }
      expect((await product.good<{ available: string }>("GET", "/v1/balance", merchant.secret)).available).toBe("203.00");
      // Sessions and codes go by the same clock.
      const signed = await product.good<{ token: string }>("POST", "/api/signin", null, ADMIN);
      const made = await product.good<{ token: string; totp: string }>("PUT", "/api/user/authenticator/reset", signed.token);
      const totp = new TOTP({ algorithm: "SHA1", digits: 6, period: 30, secret: Secret.fromBase32(new URL(made.totp).searchParams.get("secret") ?? "") });
      expect(await product.good("POST", "/api/user/verify", made.token, { code: totp.generate({ timestamp: app.now() }) })).toEqual({ on_totp: true });
      await product.product.jobs.runOnce("seal-audit");
      expect(await product.findings()).toEqual([]);
      tried("K5");
    } finally {
      await product.stop();
    }
  });
});
