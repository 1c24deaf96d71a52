import { describe, expect, it } from "vitest";
import { planOrders, type PlannedOrder } from "./plan.ts";
import { DECK, NO_CUSTOMER, SCENARIOS, SLOW } from "./scenarios.ts";

const plan = (seed: string, orders: number, run = 0): PlannedOrder[] => [...planOrders({ seed, run, orders, merchants: 3 })];

describe("plan", () => {
  it("is another one for another seed, and for another run of one demo", () => {
    const payers = (orders: readonly PlannedOrder[]): string[] => orders.map((order) => order.payer);
    expect(payers(plan("7", 50))).not.toEqual(payers(plan("8", 50)));
    // Payers of an earlier run may still have open orders.
    const earlier = new Set(payers(plan("7", 500)));
    expect(payers(plan("7", 500, 1)).filter((payer) => earlier.has(payer))).toEqual([]);
  });

  it("is the same for the same seed", () => {
    expect(plan("7", 300)).toEqual(plan("7", 300));
  });

  it("never names a payer twice, nor an amount that has no payer to tell it by", () => {
    const orders = plan("3", 900);
    const people = orders.flatMap((order) => [order.payer, order.stranger]);
    expect(new Set(people).size).toBe(people.length);
    const odd = orders.filter((order) => NO_CUSTOMER.has(order.scenario)).map((order) => order.amount);
    expect(new Set(odd).size).toBe(odd.length);
    for (const amount of odd) expect(amount % 100n).not.toBe(0n);
  });

  it("pays another amount in one scenario only, and always something", () => {
    for (const order of plan("4", 900)) {
      expect(order.paid === order.amount).toBe(order.scenario !== "wrong_amount");
      expect(order.paid).toBeGreaterThan(0n);
      expect(order.amount).toBeGreaterThanOrEqual(50_00n);
      expect(order.payer).toMatch(/^01[345689]\d{8}$/);
    }
  });

  it("deals every scenario in its share; what needs a minute comes early or not at all", () => {
    const deck = plan("5", 100).map((order) => order.scenario);
    expect(deck.toSorted()).toEqual(DECK.toSorted());
    expect(DECK).toHaveLength(100);
    const slow = plan("5", 800).filter((order) => SLOW.has(order.scenario));
    expect(slow).toHaveLength(SCENARIOS.late.of100 + SCENARIOS.expired.of100);
    for (const order of slow) expect(order.no).toBeLessThanOrEqual(60);
    expect(plan("5", 99).filter((order) => SLOW.has(order.scenario))).toEqual([]);
  });

  it("goes on for ever without a number of orders", () => {
    const endless = planOrders({ seed: "6", run: 0, orders: null, merchants: 3 });
    const numbers = Array.from({ length: 1_500 }, () => endless.next().value?.no);
    expect(numbers.at(-1)).toBe(1_500);
  });
});
