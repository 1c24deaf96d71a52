import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drain, judge, type ContinuityLink } from "./continuity.ts";

const link = (deltaMinor: bigint, balanceMinor: bigint | null, toleranceMinor = 0n): ContinuityLink => ({ deltaMinor, balanceMinor, toleranceMinor });

describe("judge", () => {
  it("fits when before plus delta is after", () => {
    expect(judge(1_000n, [], link(500n, 1_500n))).toEqual({ state: "fits", nextMinor: 1_500n, silentMinor: 0n });
    expect(judge(1_000n, [], link(-500n, 500n))).toEqual({ state: "fits", nextMinor: 500n, silentMinor: 0n });
  });
  it("lets the operator add a silent commission, never take one", () => {
    expect(judge(1_000n, [], link(500n, 1_503n, 5n))).toMatchObject({ state: "fits", silentMinor: 3n });
    expect(judge(1_000n, [], link(500n, 1_506n, 5n))).toMatchObject({ state: "misfit" });
    expect(judge(1_000n, [], link(500n, 1_499n, 5n))).toMatchObject({ state: "misfit" });
  });
  it("holds nothing without an anchor or a printed balance", () => {
    expect(judge(null, [], link(500n, 1_500n))).toEqual({ state: "unknown", nextMinor: 1_500n });
    expect(judge(1_000n, [], link(500n, null))).toEqual({ state: "unknown", nextMinor: 1_500n });
    expect(judge(null, [], link(500n, null))).toEqual({ state: "unknown", nextMinor: null });
  });
  it("repairs a discrepancy from either side, and closes it", () => {
    const discrepancy = { id: 7n, fromMinor: 1_000n, toMinor: 1_800n, skipped: true };
    expect(judge(9_000n, [discrepancy], link(300n, 1_300n))).toEqual({
      state: "repairs",
      discrepancyId: 7n,
      rest: { fromMinor: 1_300n, toMinor: 1_800n },
      silentMinor: 0n,
    });
    expect(judge(9_000n, [discrepancy], link(300n, 1_800n))).toEqual({
      state: "repairs",
      discrepancyId: 7n,
      rest: { fromMinor: 1_000n, toMinor: 1_500n },
      silentMinor: 0n,
    });
    expect(judge(9_000n, [discrepancy], link(800n, 1_800n))).toEqual({ state: "repairs", discrepancyId: 7n, rest: null, silentMinor: 0n });
  });
  it("keeps a silent commission when it repairs", () => {
    expect(judge(9_000n, [{ id: 7n, fromMinor: 1_000n, toMinor: 1_800n, skipped: true }], link(300n, 1_302n, 5n))).toMatchObject({
      state: "repairs",
      silentMinor: 2n,
    });
  });
  it("says what the balance was before a misfit", () => {
    const elsewhere = { id: 7n, fromMinor: 1_000n, toMinor: 1_800n, skipped: false };
    expect(judge(9_000n, [elsewhere], link(300n, 1_700n))).toEqual({ state: "misfit", beforeMinor: 1_400n });
    expect(judge(1_000n, [], link(500n, 9_500n))).toEqual({ state: "misfit", beforeMinor: 9_000n });
  });
});

describe("drain", () => {
  it("finds the order in which the balances follow, whatever the order of arrival", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.bigInt({ min: -500n, max: 500n }).filter((delta) => delta !== 0n),
          { minLength: 1, maxLength: 7 },
        ),
        fc.infiniteStream(fc.nat()),
        (deltas, random) => {
          let balance = 100_000n;
          const seen = new Set([balance]);
          const links: ContinuityLink[] = [];
          for (const delta of deltas) {
            balance += delta;
            if (seen.has(balance)) return; // two states that look alike have no single order
            seen.add(balance);
            links.push(link(delta, balance));
          }
          const shuffled = links
            .map((item) => ({ item, key: random.next().value as number }))
            .sort((left, right) => left.key - right.key)
            .map(({ item }) => item);
          const result = drain(100_000n, shuffled);
          expect(result.anchorMinor).toBe(balance);
          expect(result.order.map((index) => shuffled[index])).toEqual(links);
        },
      ),
    );
  });
  it("leaves what does not fit", () => {
    expect(drain(1_000n, [link(100n, 9_100n), link(100n, 1_100n)])).toEqual({ order: [1], anchorMinor: 1_100n });
  });
});
