/** A merchant that is deleted while its orders come in, at two processes: never an open order of a merchant that is gone. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { next } from "../support/app.ts";
import { Endings, raced, times } from "../support/attack.ts";
import { Arena, many, winners } from "../support/attack-arena.ts";

const ROUNDS = times(4, 60);
let arena: Arena;
beforeAll(async () => {
  arena = await Arena.open();
  await arena.product.wallet({ operator: "bkash" });
});
afterEach(() => arena.expectSound());
afterAll(() => arena.close());

describe("deleting and recovering a merchant", () => {
  it("is done by one of twenty who act on the same version", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const merchant = await arena.product.merchant();
      for (const version of [1, 2, 3]) {
        const outcomes = await arena.race(
          many(20, (index) => {
            const name = index % 2 === 0 ? "delete" : "recover";
            return { name, url: `/api/merchants/${merchant.id}/${name}`, token: arena.product.admin, body: { version } };
          }),
        );
        raced("R15", outcomes);
        expect(winners(outcomes)).toEqual([version === 2 ? "recover" : "delete"]);
        for (const one of outcomes.filter((outcome) => !outcome.good)) expect(["conflict", "wrong_state"]).toContain(one.code);
      }
    }
  });
});

describe("deleting a merchant", () => {
  it("and its orders: either they were first and it stays, or it is gone and none came in", async () => {
    const endings = new Endings(ROUNDS, "deleted", "refused");
    for (const round of endings) {
      const merchant = await arena.product.merchant();
      const { version } = await arena.product.good<{ version: number }>("GET", `/api/merchants/${merchant.id}`);
      const outcomes = await arena.race(
        [
          ...many(20, () => ({
            name: "order",
            url: "/v1/payments",
            token: merchant.secret,
            body: {
              merchant_order_id: `gone-${next()}`,
              amount: `${50 + (next() % 900)}.25`,
              operator: "bkash",
              customer: `0193${String(next()).padStart(7, "0")}`,
            },
          })),
          { name: "delete", url: `/api/merchants/${merchant.id}/delete`, token: arena.product.admin, body: { version } },
        ],
        // To delete is the shorter way.
        { name: Endings.ahead(round, "order", "delete"), headMs: Endings.headMs(round) },
      );
      raced("R10", outcomes);
      const orders = winners(outcomes.filter((one) => one.name === "order")).length;
      const deleted = outcomes.find((one) => one.name === "delete");
      endings.ended(deleted?.good ? "deleted" : "refused");
      if (deleted?.good) {
        expect(orders).toBe(0);
        expect(new Set(outcomes.filter((one) => one.name === "order").map((one) => one.code))).toEqual(new Set(["unauthorized"]));
      } else {
        expect(deleted?.code).toBe("still_in_use");
        expect(orders).toBeGreaterThan(0);
        expect(outcomes.filter((one) => one.name === "order" && !one.good).map((one) => one.code)).toEqual([]);
      }
    }
  });
});
