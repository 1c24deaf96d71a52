import { expect, it } from "vitest";
import { FlagError, readFlags } from "./flags.ts";

it("refuses what makes no sense, with one sentence", () => {
  for (const args of [
    ["--oders", "5"],
    ["--orders"],
    ["--orders", "0"],
    ["--orders", "1.5"],
    ["--orders", "x"],
    ["--orders", "99999"],
    ["--speed", "0"],
    ["--speed", "1000"],
    ["--seed", ""],
    ["--seed", "a b"],
    ["--days", "-1"],
    ["--days", "61"],
    ["--days", "1.5"],
    ["--exit=1"],
    ["7"],
    ["--seed", "--exit"],
  ]) {
    expect(() => readFlags(args), args.join(" ")).toThrow(FlagError);
  }
});

it("reads the flags of the issue", () => {
  expect(readFlags(["--seed", "7", "--orders", "500", "--exit"])).toEqual({ seed: "7", orders: 500, speed: 10, days: 0, exit: true, help: false });
  expect(readFlags(["--seed=night-2", "--speed=4"])).toEqual({ seed: "night-2", orders: null, speed: 4, days: 30, exit: false, help: false });
  expect(readFlags([])).toEqual({ seed: "1", orders: null, speed: 0.5, days: 30, exit: false, help: false });
  expect(readFlags(["--orders", "60", "--days", "7"]).days).toBe(7);
  expect(readFlags(["-h"]).help).toBe(true);
});
