import { describe, expect, it } from "vitest";
import { BESIDE_POOL, LEAST_POOL, MOST_POOL, poolSize, processesWithin } from "../platform/db/connections.ts";
import { readEnv } from "../platform/env.ts";
import { boundOf, processesOf, usualApiProcesses } from "./plan.ts";
import { pauseMs } from "./supervisor.ts";

describe("processes of a start", () => {
  it.each([
    [1, true, 1],
    [2, true, 1],
    [2, false, 1],
    [4, true, 3],
    [8, true, 4],
    [8, false, 7],
    [128, false, 64],
  ])("on %d cores (database here: %s): %d that answer calls", (cores, here, count) => {
    expect(usualApiProcesses(cores, here)).toBe(count);
  });

  it.each([
    ["max 100000", null],
    ["200000 100000\n", 2],
    ["50000 100000", 1],
    ["", null],
    ["nonsense", null],
  ])("a container's bound %j is %s cores", (text, cores) => {
    expect(boundOf(text)).toBe(cores);
  });

  const names = (env: NodeJS.ProcessEnv, usual = 3, most = 20): string[] =>
    processesOf(readEnv(env), usual, most).map(({ name, role, listens }) => `${name}: ${role}${listens ? ", listens" : ""}`);
  it("one does everything its role says; several leave the work behind the calls to a worker", () => {
    expect(names({ API_PROCESSES: "1" })).toEqual(["all: all, listens"]);
    expect(names({ API_PROCESSES: "2" })).toEqual(["api 1: api, listens", "api 2: api, listens", "worker: worker"]);
    expect(names({})).toHaveLength(4);
    expect(names({}, 1)).toEqual(["all: all, listens"]);
    expect(names({ ROLE: "api", API_PROCESSES: "2" })).toEqual(["api 1: api, listens", "api 2: api, listens"]);
    expect(names({ ROLE: "worker", API_PROCESSES: "2" })).toEqual(["worker: worker, listens"]);
  });

  it("no more than the database has connections for, unless somebody says so", () => {
    expect([processesWithin(97, null), processesWithin(97, 6), processesWithin(20, null)]).toEqual([2, 3, 1]);
    expect([names({}, 7, 3).length, names({}, 7, 2).length, names({ ROLE: "api" }, 7, 3).length, names({ API_PROCESSES: "7" }, 1, 3).length]).toEqual([
      3, 1, 3, 8,
    ]);
  });

  it("one that keeps ending is started again ever later, and no later than in five seconds", () => {
    expect([1, 2, 3, 7, 400].map(pauseMs)).toEqual([100, 200, 400, 5_000, 5_000]);
  });
});

describe("settings that cannot be", () => {
  it.each(["0", "65", "1.5", "two", "-1"])("API_PROCESSES=%s", (value) => {
    expect(() => readEnv({ API_PROCESSES: value })).toThrow("API_PROCESSES must be a number from 1 to 64");
  });
  it.each(["5", "201", "many"])("POOL_MAX=%s", (value) => {
    expect(() => readEnv({ POOL_MAX: value })).toThrow("POOL_MAX must be a number from 6 to 200");
  });
});

describe("a process's pool", () => {
  it("is as large as usual where there is room, and never more than there is room for", () => {
    expect(poolSize(1, null, 97)).toBe(16);
    expect(poolSize(5, null, 197)).toBe(16);
    expect(poolSize(2, null, 97)).toBe(16);
    expect(poolSize(3, null, 97)).toBe(8);
    expect(poolSize(2, 25, 100)).toBe(25);
    for (let processes = 1; processes <= 64; processes += 1)
      for (const room of [60, 97, 157, 497, 5000]) {
        const least = processes * (LEAST_POOL + BESIDE_POOL) + 5;
        if (least > room) expect(() => poolSize(processes, null, room)).toThrow(`at least ${least} connections and the database has ${room} for us`);
        else expect(processes * (poolSize(processes, null, room) + BESIDE_POOL) + 5).toBeLessThanOrEqual(room);
      }
  });

  it("that is too large, and processes that are too many, are refused by name, with what is wanted and what there is", () => {
    expect(() => poolSize(2, 28, 100)).toThrow(
      "POOL_MAX=28 in 2 processes needs 105 connections and the database has 100 for us: set POOL_MAX to 25 or less, or raise its max_connections.",
    );
    expect(() => poolSize(6, 6, 97)).toThrow(
      "API_PROCESSES: 6 processes need at least 173 connections and the database has 97 for us: set API_PROCESSES to less, or raise its max_connections.",
    );
    expect(() => poolSize(1, null, 20)).toThrow("The server needs at least 33 connections and the database has 20 for us: raise its max_connections.");
    expect(poolSize(1, MOST_POOL, 5000)).toBe(MOST_POOL);
  });
});
