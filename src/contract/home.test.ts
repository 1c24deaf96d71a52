import { expect, it } from "vitest";
import { successBps } from "./home.ts";

it("a share of orders is rounded down, and none of none", () => {
  expect([successBps(2, 3), successBps(0, 4), successBps(4, 4), successBps(0, 0)]).toEqual([6666, 0, 10_000, null]);
});
