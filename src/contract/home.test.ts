import { expect, it } from "vitest";
import { successBps } from "./home.ts";

it("a share of orders is rounded down, none of none, and never more than all", () => {
  expect([successBps(2, 3), successBps(0, 4), successBps(4, 4), successBps(0, 0), successBps(15, 13)]).toEqual([6666, 0, 10_000, null, 10_000]);
});
