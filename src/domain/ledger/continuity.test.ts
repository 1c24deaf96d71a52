import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countedIn, judge, type ContinuityLink } from "./continuity.ts";

const link = (deltaMinor: bigint, balanceMinor: bigint | null, toleranceMinor = 0n, owesBalance = false): ContinuityLink => ({
  deltaMinor,
  balanceMinor,
  toleranceMinor,
  owesBalance,
});

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
  it("takes none without a balance at its word where its kind prints one, once a balance is known", () => {
    expect(judge(1_000n, [], link(500n, null, 0n, true))).toEqual({ state: "unprinted", nextMinor: 1_500n });
    expect(judge(null, [], link(500n, null, 0n, true))).toEqual({ state: "unknown", nextMinor: null });
    expect(judge(1_000n, [], link(500n, 1_500n, 0n, true))).toEqual({ state: "fits", nextMinor: 1_500n, silentMinor: 0n });
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

describe("countedIn", () => {
  it("finds what happened, in its order, and leaves what did not", () => {
    expect(countedIn(1_000n, [300n, 777n, -50n], link(20n, 1_270n), true)).toEqual([0, 2]);
    expect(countedIn(1_000n, [300n], link(20n, 1_320n), true)).toEqual([0]);
    // A silent commission of the later one is its own.
    expect(countedIn(1_000n, [300n], link(20n, 1_323n, 5n), true)).toEqual([0]);
  });
  it("chooses nothing where nothing explains it, or several ways would", () => {
    expect(countedIn(1_000n, [300n, 777n], link(20n, 1_500n), true)).toEqual([]);
    expect(countedIn(1_000n, [300n, 300n], link(20n, 1_320n), true)).toEqual([]);
    expect(countedIn(1_000n, [300n, 200n, 100n], link(20n, 1_320n), true)).toEqual([]);
    expect(countedIn(1_000n, [300n, 300n], link(20n, 1_620n), true)).toEqual([0, 1]);
  });
  it("takes one alone where several may not explain it together", () => {
    expect(countedIn(1_000n, [300n, 777n, -50n], link(20n, 1_270n), false)).toEqual([]);
    expect(countedIn(1_000n, [300n, 777n, -50n], link(20n, 1_320n), false)).toEqual([0]);
    // Two may each be it: nobody chooses, as before.
    expect(countedIn(1_000n, [300n, 300n], link(20n, 1_320n), false)).toEqual([]);
  });
  it("needs a balance before and one after", () => {
    expect(countedIn(null, [300n], link(20n, 1_320n), true)).toEqual([]);
    expect(countedIn(1_000n, [300n], link(20n, null), true)).toEqual([]);
  });
  it("looks at the first eight", () => {
    const far = Array.from({ length: 9 }, (_, at) => 10n ** BigInt(at));
    expect(countedIn(0n, far, link(1n, 10_000_001n), true)).toEqual([7]);
    expect(countedIn(0n, far, link(1n, 100_000_001n), true)).toEqual([]);
  });
});

/**
 * Orders messages that wait so that their balances follow, whatever order they arrived in: what waiting.ts does of a wallet, by verdicts alone.
 * @returns the indexes that fit, in the order in which they fit, and the anchor after them
 */
function drain(anchorMinor: bigint, waiting: readonly ContinuityLink[]): { order: number[]; anchorMinor: bigint } {
  const left = new Set(waiting.keys());
  const order: number[] = [];
  let anchor = anchorMinor;
  for (let progress = true; progress; ) {
    progress = false;
    for (const index of left) {
      const verdict = judge(anchor, [], waiting[index] as ContinuityLink);
      if (verdict.state !== "fits") continue;
      anchor = verdict.nextMinor;
      left.delete(index);
      order.push(index);
      progress = true;
    }
  }
  return { order, anchorMinor: anchor };
}

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
