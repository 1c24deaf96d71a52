/** What a storm says is counted right: lost, doubled, recovery; and the files of the cluster name only what is filled in. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compare } from "./count.mjs";
import { filled, nodeLines } from "./place.mjs";
import { drawn, quantile, recoveryOf, seeded } from "./storm.mjs";

const DEPLOY = join(import.meta.dirname, "../../../deploy/cluster");
const names = (file: string): string[] =>
  [...new Set([...readFileSync(join(DEPLOY, file), "utf8").matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name))].toSorted();

describe("the count", () => {
  it("finds what was acknowledged and is not there, and what is there twice though nobody acknowledged it", () => {
    expect(compare(["a", "b", "c"], ["a", "c", "c", "d", "d", "e"])).toEqual({ acknowledged: 3, found: 4, lost: ["b"], doubled: ["c", "d"] });
    expect(compare([], [])).toEqual({ acknowledged: 0, found: 0, lost: [], doubled: [] });
  });
});

describe("recovery", () => {
  const call = (began: number, ended: number, taken = true): { began: number; ended: number; taken: boolean } => ({ began, ended, taken });
  it("ends with the last call that was not taken, or not in time", () => {
    expect(recoveryOf([call(0, 50, false), call(90, 110), call(120, 400, false), call(410, 430)], 100)).toBe(300);
    expect(recoveryOf([call(120, 1_900)], 100)).toBe(1_800);
  });
  it("is nothing where nobody noticed", () => {
    expect(recoveryOf([call(0, 50, false), call(120, 900)], 100)).toBe(0);
  });
  it("at p99 is the longest of less than a hundred", () => {
    expect([quantile([3, 1, 2], 0.5), quantile([3, 1, 2], 0.99), quantile([], 0.99)]).toEqual([2, 3, 0]);
    expect(
      quantile(
        Array.from({ length: 200 }, (_unused, at) => at + 1),
        0.99,
      ),
    ).toBe(198);
  });
});

describe("kills", () => {
  it("come in an order that the seed repeats, each kind once before one comes again", () => {
    const take = (seed: number, count: number): string[] => {
      const kinds = drawn(seeded(seed));
      return Array.from({ length: count }, () => kinds.next().value as string);
    };
    expect(take(7, 30)).toEqual(take(7, 30));
    expect(take(7, 30)).not.toEqual(take(8, 30));
    expect(new Set(take(7, 9)).size).toBe(9);
    expect(new Set(take(7, 18).slice(9)).size).toBe(9);
  });
});

describe("the files", () => {
  it("name what is filled in, and an unknown name is refused", () => {
    const node = ["bin", "conf", "door", "folder", "name", "pgbackrest", "port", "replicationPassword", "rest", "rewindPassword", "superPassword"];
    expect(names("patroni.yml")).toEqual(node);
    expect(names("pgbackrest.conf")).toEqual(["folder", "nodes"]);
    expect(names("haproxy.cfg")).toEqual(["api1", "api2", "node1", "node2", "node3", "primaryPort", "rest1", "rest2", "rest3", "webPort"]);
    expect(filled("a {{x}} b", { x: 5 })).toBe("a 5 b");
    expect(() => filled("a {{y}} b", { x: 5 })).toThrow("y, which is not known");
  });

  it("name a node for its log, all of them for a backup", () => {
    const [one, two] = [1, 2].map((number) => ({ folder: `/c/node${number}`, port: 5430 + number }));
    if (one === undefined || two === undefined) throw new Error("two");
    expect(nodeLines([two])).toBe("pg1-path=/c/node2/data\npg1-port=5432\npg1-socket-path=/c/node2\npg1-user=postgres");
    expect(nodeLines([one, two]).split("\n")).toEqual(expect.arrayContaining(["pg1-path=/c/node1/data", "pg2-path=/c/node2/data", "pg2-port=5432"]));
  });

  it("wait for a synchronous standby, always", () => {
    const text = readFileSync(join(DEPLOY, "patroni.yml"), "utf8");
    for (const line of ["synchronous_mode: true", "synchronous_mode_strict: true", 'synchronous_commit: "on"', 'fsync: "on"', 'full_page_writes: "on"'])
      expect(text).toContain(line);
  });
});
