import { expect, it } from "vitest";
import { limitsWithin, SEARCH_LIMITS } from "./limits.ts";

it("a list that may search for longer has more of each part of its time, and begins with the same window", () => {
  expect(limitsWithin(150)).toEqual(SEARCH_LIMITS);
  expect(limitsWithin(600)).toEqual({ ...SEARCH_LIMITS, budgetMs: 600, servedMs: 400, triedMs: 120, windowMs: 80 });
});
