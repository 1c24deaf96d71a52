import { describe, expect, it } from "vitest";
import { Trust } from "./backoff.ts";

/** How many turns go the long way before the next try. */
function leftOut(trust: Trust): number {
  let turns = 0;
  while (!trust.isGiven()) turns += 1;
  return turns;
}

describe("a short cut", () => {
  it("is left out longer each time that it was in vain, to a bound, and at once again after a success", () => {
    const trust = new Trust();
    expect(leftOut(trust)).toBe(0);
    const waits = Array.from({ length: 7 }, () => {
      trust.shown(false);
      return leftOut(trust);
    });
    expect(waits).toEqual([1, 2, 4, 8, 16, 16, 16]);
    trust.shown(true);
    expect(leftOut(trust)).toBe(0);
    trust.shown(false);
    expect(leftOut(trust)).toBe(1);
  });
});
