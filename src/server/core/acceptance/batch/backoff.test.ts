import { describe, expect, it } from "vitest";
import { FastPathBackoff } from "./backoff.ts";

/** How many turns go the long way before the next try. */
function leftOut(trust: FastPathBackoff): number {
  let turns = 0;
  while (!trust.takesTurn()) turns += 1;
  return turns;
}

describe("a short cut", () => {
  it("is left out longer each time that it was in vain, to a bound, and at once again after a success", () => {
    const trust = new FastPathBackoff();
    expect(leftOut(trust)).toBe(0);
    const waits = Array.from({ length: 7 }, () => {
      trust.tried(false);
      return leftOut(trust);
    });
    expect(waits).toEqual([1, 2, 4, 8, 16, 16, 16]);
    trust.tried(true);
    expect(leftOut(trust)).toBe(0);
    trust.tried(false);
    expect(leftOut(trust)).toBe(1);
  });
});
