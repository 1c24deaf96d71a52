/** Which accounts are added up together. */
import { expect, it } from "vitest";
import { inTransactions } from "./catch-up.ts";

const wallet = (id: bigint, entries = 1n) => ({ id, own: true, entries });
const shared = (id: bigint, entries = 1n) => ({ id, own: false, entries });

it("wallets go together as far as there is room, a shared account and a long backlog go alone", () => {
  expect(
    inTransactions([wallet(1n), wallet(2n), shared(3n), shared(4n), wallet(5n, 15_000n), wallet(6n, 5_000n), wallet(7n), wallet(8n, 90_000n), wallet(9n)]),
  ).toEqual([[1n, 2n], [3n], [4n], [5n, 6n], [7n], [8n], [9n]]);
});

it("keeps the order of ids, and holds no more than fifty at once", () => {
  const groups = inTransactions(Array.from({ length: 120 }, (_unused, index) => wallet(BigInt(index))));
  expect(groups.map((group) => group.length)).toEqual([50, 50, 20]);
  expect(groups.flat()).toEqual(Array.from({ length: 120 }, (_unused, index) => BigInt(index)));
});
