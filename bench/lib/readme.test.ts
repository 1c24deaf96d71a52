import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { reached, readResults, shown, tableOf, withTable, type Figure, type Result } from "./readme.ts";

const figure = (value: number, better: "more" | "less", bounds: { mark?: number; aim?: number }): Figure => ({
  name: "x",
  unit: "ms",
  value,
  better,
  ...bounds,
});
const result = (name: string, figures: readonly Figure[]): Result => ({
  name,
  figures,
  commit: "abc1234",
  at: "2026-11-25T10:00:00.000Z",
  versions: { node: "v20.20.2", postgres: "15.18 (Debian)", cores: 2 },
});

describe("the table of last figures", () => {
  it("is what the result files say", () => {
    const text = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");
    expect(text, "npm run bench -- readme").toBe(withTable(text, tableOf(readResults())));
  });

  it("has a row for each figure of each result, by name, with where it ran", () => {
    const table = tableOf([
      result("lists", [{ ...figure(41.26, "less", { mark: 40 }), low: 30, high: 50.62, rounds: 5 }]),
      result("export", [figure(1234.5, "more", {}), figure(0.5, "more", { mark: 0.5, aim: 0.8 })]),
      { ...result("peer", [figure(7, "more", {})]), load_average: { before: 0.4, after: 3.1 } },
    ]);
    expect(table.split("\n").slice(2)).toEqual([
      "| `export` | x | 1,235 ms | – | – | – | – | – | 2026-11-25, abc1234, Node 20.20.2, PostgreSQL 15.18, 2 cores |",
      "| `export` | x | 0.5 ms | – | – | ≥ 0.5 | ≥ 0.8 | reached | 2026-11-25, abc1234, Node 20.20.2, PostgreSQL 15.18, 2 cores |",
      "| `lists` | x | 41.3 ms | 30 to 50.6, 5 rounds | – | ≤ 40 | – | not reached | 2026-11-25, abc1234, Node 20.20.2, PostgreSQL 15.18, 2 cores |",
      "| `peer` | x | 7 ms | – | – | – | – | – | 2026-11-25, abc1234, Node 20.20.2, PostgreSQL 15.18, 2 cores, load 0.4 before |",
    ]);
  });

  it("judges by the side that is better", () => {
    expect(reached(figure(5, "less", { mark: 5, aim: 4 }))).toBe("reached");
    expect(reached(figure(4, "less", { mark: 5, aim: 4 }))).toBe("aim met");
    expect(reached(figure(4, "more", { mark: 5 }))).toBe("not reached");
    expect(reached(figure(6, "more", { mark: 5 }))).toBe("reached");
    expect(reached(figure(6, "more", {}))).toBe("–");
  });

  it("keeps what was written by hand", () => {
    const marked = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");
    const other = withTable(marked, "| other |");
    expect(other).toContain("| other |");
    expect(withTable(other, tableOf(readResults()))).toBe(withTable(marked, tableOf(readResults())));
    expect(() => withTable("no marks", "")).toThrow("lacks the marks");
  });

  it("shows three digits that count", () => {
    expect([0.04567, 1, 12.345, 123.4, 12_345.6].map(shown)).toEqual(["0.0457", "1", "12.3", "123", "12,346"]);
  });
});
