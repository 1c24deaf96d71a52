/** The score of mutants says what it counts, and its modules and lists name what is there. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkout } from "./lib/common.mjs";
import { EQUIVALENT } from "./lib/trust/mutation/equivalent.mjs";
import { MODULES } from "./lib/trust/mutation/modules.mjs";
import { noted } from "./lib/trust/mutation/note.mjs";
import { scoreOf } from "./lib/trust/mutation/score.mjs";
import { judgeProgram } from "./lib/trust/program.mjs";

const source = "const one = a < b;\nif (one) go();\n";
const at = (line: number, from: number, to: number): object => ({ start: { line, column: from }, end: { line, column: to } });
const mutant = (status: string, replacement: string, location = at(1, 13, 18)): object => ({ status, replacement, location });
const report = (...mutants: object[]): object => ({ files: { "a.ts": { source, mutants } } });
const listed = { file: "a.ts", from: "a < b", to: "a <= b", why: "" };

describe("the score", () => {
  it("is the share of mutants that a test found or that never ended", () => {
    expect(scoreOf(report(mutant("Killed", "x"), mutant("Timeout", "y"), mutant("Survived", "z")), [])).toMatchObject({ found: 2, score: 66.6 });
    expect(scoreOf(report(mutant("Killed", "x"), mutant("NoCoverage", "{}", at(2, 10, 15))), []).missed).toMatchObject([{ line: 2, from: "go();", to: "{}" }]);
    expect(scoreOf(report(), []).score).toBe(0);
  });
  it("leaves out what changes nothing, and what could not be run", () => {
    expect(scoreOf(report(mutant("Killed", "x"), mutant("Survived", "a <= b"), mutant("RuntimeError", "y"), mutant("Ignored", "z")), [listed])).toMatchObject({
      mutants: 3,
      found: 1,
      equivalent: 1,
      failed: 1,
      missed: [],
      stale: [],
      score: 100,
    });
  });
  it("names an entry of the list that a test finds, that is not made, or whose line is another", () => {
    for (const entry of [listed, { ...listed, to: "a > b" }, { ...listed, line: "nowhere" }])
      expect(scoreOf(report(mutant(entry === listed ? "Killed" : "Survived", "a <= b")), [entry]).stale).toEqual([entry]);
  });
  it("stands on the page in its place alone", () => {
    const page = readFileSync(join(checkout, "docs/trust-suite.md"), "utf8");
    const one = { name: "fees", mutants: 3, found: 2, missed: [], equivalent: 1, failed: 0, score: 100 };
    expect(noted(page, [one])).toContain("| fees | `src/contract/money.ts` | 3 | 2 | 0 | 1 | 0 | 100 % |");
    expect(() => noted("no place", [one])).toThrow("has no place");
  });
});

it("modules and the list of what changes nothing name files that are there, each with a reason", () => {
  const files = [...MODULES.flatMap(({ sources, tests }) => [...sources, ...tests]), ...EQUIVALENT.map(({ file }) => file)];
  expect(files.filter((file) => !existsSync(join(checkout, file)))).toEqual([]);
  expect(EQUIVALENT.filter(({ why }) => why.length < 10)).toEqual([]);
  expect(readFileSync(join(checkout, "test/mutation/package-lock.json"), "utf8")).not.toContain('"resolved"');
});

it("a row of a program holds when the program says so, ends well and tried enough", () => {
  const row = { id: "M4", unit: "percent", wanted: 85 };
  expect(judgeProgram(row, { done: 90, held: true }, 0, 1)).toMatchObject({ state: "held", done: 90 });
  expect(judgeProgram(row, { done: 84, held: true }, 0, 1)).toMatchObject({ state: "failed", why: "84 of 85 percent" });
  expect(judgeProgram(row, { done: 90, held: true }, 1, 1)).toMatchObject({ state: "failed", why: "ended with code 1" });
  expect(judgeProgram(row, { done: 90, held: false, why: "low" }, 1, 1)).toMatchObject({ state: "failed", why: "low" });
});
