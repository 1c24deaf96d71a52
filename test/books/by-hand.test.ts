/**
 * Everything that people do with money beside orders, in random sequences, beside a model of a few lines: withdrawals, transfers, credits and
 * debits by hand, of two merchants and two wallets that are disabled, deleted and brought back in between. After each act the entries add
 * up to what the model holds, and a refusal names what the model says stands against it.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { manualRoutes } from "../../src/server/features/manual/routes.ts";
import { merchantsRoutes } from "../../src/server/features/merchants/routes.ts";
import { transfersRoutes } from "../../src/server/features/transfers/routes.ts";
import { walletsRoutes } from "../../src/server/features/wallets/routes.ts";
import { withdrawalRoutes } from "../../src/server/features/withdrawal/routes.ts";
import { MoneyLab, times } from "../support/parts/transfers.ts";
import { ACTS, World, type Move } from "./by-hand.ts";

let lab: MoneyLab;
beforeAll(async () => {
  lab = await MoneyLab.start([...withdrawalRoutes, ...transfersRoutes, ...manualRoutes, ...merchantsRoutes, ...walletsRoutes]);
});
afterAll(() => lab.close());

const move: fc.Arbitrary<Move> = fc.record({
  act: fc.constantFrom(...ACTS),
  which: fc.nat(7),
  side: fc.nat(1),
  size: fc.constantFrom("least", "some", "all", "beyond"),
  cost: fc.constantFrom(0n, 1n, 5_000n, 50_000n),
  odd: fc.nat(9).map((chance) => chance === 0),
});

it(
  "the entries are what the model says, act by act",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 40, maxLength: 80 }), async (moves) => {
        const world = await World.open(lab);
        for (const one of moves) {
          await world.make(one);
          expect(await world.counted(), one.act).toEqual(world.held());
        }
        expect(await lab.findings()).toEqual([]);
      }),
      { numRuns: times(8, 60), endOnFailure: true },
    );
  },
  times(600_000, 3_600_000),
);
