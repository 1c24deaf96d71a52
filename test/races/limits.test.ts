/** Limits of wallets under parallel orders from two processes: what routing reserves never exceeds one of them, by one unit or one order. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { letExpire, next, type TestWallet } from "../support/app.ts";
import { Endings, raced, times } from "../support/attack.ts";
import { Arena, many, winners } from "../support/attack-arena.ts";

/** How often fifty come at once, in each test. */
const FLOODS = times(6, 60);
const PARALLEL = 50;
let arena: Arena;
beforeAll(async () => {
  arena = await Arena.open();
  await arena.configure({ operators: ["bkash", "nagad", "rocket", "upay"] });
});
afterEach(() => arena.expectSound());
afterAll(() => arena.close());

/** The only wallet of an operator; those of the rounds before are disabled. */
const only = (operator: string, values: Record<string, unknown>): Promise<TestWallet> => arena.product.onlyWallet({ operator, ...values });

/** Fifty orders at once; answers how many were taken. What is refused is refused for want of a wallet. */
async function flood(operator: string, amount: (index: number) => string): Promise<number> {
  const outcomes = await arena.race(
    many(PARALLEL, (index) => ({
      name: "order",
      url: "/v1/payments",
      token: arena.merchant.secret,
      body: { merchant_order_id: `flood-${next()}`, amount: amount(index), operator, customer: `0192${String(next()).padStart(7, "0")}` },
    })),
  );
  raced("R9", outcomes);
  expect(new Set(outcomes.filter((one) => !one.good).map((one) => one.code))).toEqual(new Set(["no_wallet_available"]));
  return winners(outcomes).length;
}

const today = (wallet: TestWallet): Promise<{ today: { amount: string; count: number }; month: { amount: string; count: number } }> =>
  arena.product.good("GET", `/api/wallets/${wallet.id}`);

describe("a wallet's limit", () => {
  it("of a day's amount holds to the unit", async () => {
    for (let round = 0; round < FLOODS / 2; round += 1) {
      const wallet = await only("bkash", { daily_max: "1000.00" });
      expect(await flood("bkash", () => "100.00")).toBe(10);
      expect((await today(wallet)).today).toEqual({ amount: "1000.00", count: 10 });
      const odd = await only("bkash", { daily_max: "1000.00" });
      // Sums that pass the limit by a cent: never 1,000.01.
      await flood("bkash", (index) => `${33 + (index % 3)}.34`);
      const used = Number((await today(odd)).today.amount);
      expect(used).toBeGreaterThan(960);
      expect(used).toBeLessThanOrEqual(1000);
    }
  });

  it("of a month's amount, of a day's count and of a month's count hold, too", async () => {
    for (let round = 0; round < FLOODS / 3; round += 1) {
      await only("nagad", { month_max: "700.00" });
      expect(await flood("nagad", () => "100.00")).toBe(7);
      await only("nagad", { daily_count_max: 13 });
      expect(await flood("nagad", (index) => `${10 + index}.00`)).toBe(13);
      await only("nagad", { month_count_max: 9 });
      expect(await flood("nagad", (index) => `${10 + index}.00`)).toBe(9);
    }
  });

  it("of one order in a stretch of time lets one through", async () => {
    for (let round = 0; round < FLOODS; round += 1) {
      await only("rocket", { cool_interval: 3600 });
      expect(await flood("rocket", (index) => `${20 + index}.00`)).toBe(1);
    }
  });

  it("is shared by several wallets without one of them passing its own", async () => {
    await only("upay", { daily_max: "500.00" });
    const more = [await arena.product.wallet({ operator: "upay", daily_max: "300.00" }), await arena.product.wallet({ operator: "upay", daily_max: "450.00" })];
    expect(await flood("upay", () => "100.00")).toBe(5 + 3 + 4);
    for (const wallet of more) expect(Number((await today(wallet)).today.amount)).toBeLessThanOrEqual(450);
  });

  it("is given back by orders that are cancelled or expire, once, however often they are asked to", async () => {
    const wallet = await only("bkash", { daily_max: "1000.00" });
    const orders = await Promise.all(Array.from({ length: 10 }, () => arena.order({ amount: "100.00" })));
    await arena.race(
      orders.slice(0, 5).flatMap((order) => many(4, () => ({ name: "cancel", url: `/v1/payments/${order.id}/cancel`, token: arena.merchant.secret }))),
    );
    const { db, publicIds } = arena.product.product.app;
    await letExpire(db, ...orders.map((order) => publicIds.decode("payment", order.id)));
    await Promise.all([arena.product.product, arena.beside, arena.product.product, arena.beside].map((product) => product.jobs.runOnce("expire-payments")));
    expect((await today(wallet)).today).toEqual({ amount: "0.00", count: 0 });
    expect(await flood("bkash", () => "100.00")).toBe(10);
  });
});

describe("a wallet that is taken out", () => {
  it("gets no order after the answer, whatever was under way", async () => {
    for (let round = 0; round < FLOODS / 2; round += 1) {
      const wallet = await only("bkash", {});
      const [outcomes, doneAt] = await Promise.all([
        arena.race(
          many(30, () => ({
            name: "order",
            url: "/v1/payments",
            token: arena.merchant.secret,
            body: { merchant_order_id: `late-${next()}`, amount: `${40 + next()}.00`, operator: "bkash", customer: `0192${String(next()).padStart(7, "0")}` },
          })),
        ),
        arena.product
          .good("POST", `/api/wallets/${wallet.id}/disable`, arena.product.admin, { version: wallet.version })
          .then(() => arena.product.product.app.now()),
      ]);
      raced("R9", outcomes);
      for (const one of outcomes.filter((outcome) => !outcome.good)) expect(one.code).toBe("no_wallet_available");
      const { items } = await arena.product.good<{ items: { created_at: string }[] }>("GET", `/api/payments?wallet_id=${wallet.id}&size=200`);
      expect(items).toHaveLength(winners(outcomes).length);
      // Two processes measure the database's clock each for itself.
      for (const item of items) expect(Date.parse(item.created_at)).toBeLessThanOrEqual(doneAt + 100);
      expect(await flood("bkash", (index) => `${10 + index}.00`)).toBe(0);
    }
  });

  it("is not deleted while an order or money comes in", async () => {
    const endings = new Endings(times(6, 60), "deleted", "has an order");
    for (const round of endings) {
      const wallet = await only("bkash", {});
      const outcomes = await arena.race(
        [
          ...many(10, () => ({ name: "delete", url: `/api/wallets/${wallet.id}/delete`, token: arena.product.admin, body: { version: wallet.version } })),
          ...many(10, (index) => ({
            name: "order",
            url: "/v1/payments",
            token: arena.merchant.secret,
            body: { merchant_order_id: `gone-${next()}`, amount: `${60 + index}.00`, operator: "bkash" },
          })),
        ],
        { name: Endings.ahead(round, "order", "delete"), headMs: Endings.headMs(round) },
      );
      raced("R9", outcomes);
      const gone = winners(outcomes).includes("delete");
      endings.ended(gone ? "deleted" : "has an order");
      const { items } = await arena.product.good<{ items: unknown[] }>("GET", `/api/payments?wallet_id=${wallet.id}`);
      expect([gone, items.length === 0]).toEqual([gone, gone]);
    }
  });
});
