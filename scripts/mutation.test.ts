/** The score of mutants says what it counts, and its modules and lists name what is there. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkout } from "./lib/common.mjs";
import { EQUIVALENT } from "./lib/trust/mutation/equivalent.mjs";
import { EQUIVALENT_SQL } from "./lib/trust/mutation/equivalent-sql.mjs";
import { MODULES, SQL_MODULES } from "./lib/trust/mutation/modules.mjs";
import { failureOf } from "./lib/trust/mutation/failure.mjs";
import { noted } from "./lib/trust/mutation/note.mjs";
import { scoreOf } from "./lib/trust/mutation/score.mjs";
import { sqlMutants } from "./lib/trust/mutation/sql.mjs";
import { sqlScore } from "./lib/trust/mutation/sql-score.mjs";
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
  it("stands on the page in its place, with its run, and leaves other modules alone", () => {
    const page = readFileSync(join(checkout, "docs/trust-suite.md"), "utf8");
    const one = { name: "fees", mutants: 3, found: 2, missed: [], equivalent: 1, failed: 0, score: 100 };
    const text = noted(page, [one], "42");
    expect(text).toMatch(/\| fees \| `src\/contract\/money.ts` \| 3 \| 2 \| 0 \| 1 \| 0 \| 100 % \| \d{4}-\d\d-\d\d, seed 42, .+ \|/);
    const other = page.split("\n").find((line) => line.startsWith("| matching |"));
    expect(text).toContain(`\n${other}\n`);
    expect(() => noted("no place", [one], "42")).toThrow("has no place");
  });
});

it("modules and the list of what changes nothing name files that are there, each with a reason", () => {
  const functions = SQL_MODULES.flatMap((module) => module.functions).map((name) => `db/functions/${name}.sql`);
  const tests = [...MODULES, ...SQL_MODULES].flatMap((module) => module.tests);
  const files = [...MODULES.flatMap(({ sources }) => sources), ...tests, ...functions, ...[...EQUIVALENT, ...EQUIVALENT_SQL].map(({ file }) => file)];
  expect(files.filter((file) => !existsSync(join(checkout, file)))).toEqual([]);
  expect([...EQUIVALENT, ...EQUIVALENT_SQL].filter(({ why }) => why.length < 10)).toEqual([]);
  const made = functions.flatMap((file) => sqlMutants(readFileSync(join(checkout, file), "utf8")).map(({ from, to }) => `${file} ${from} → ${to}`));
  expect(EQUIVALENT_SQL.map(({ file, from, to }) => `${file} ${from} → ${to}`).filter((name) => !made.includes(name))).toEqual([]);
  expect(readFileSync(join(checkout, "test/mutation/package-lock.json"), "utf8")).not.toContain('"resolved"');
});

describe("changes of a function of the database", () => {
  const HEAD = "-- What it is for, and not 1 = 2.\ncreate or replace function f() returns void\n  language plpgsql set jit = off as $$\n";
  const TAIL = '\nend $$;\n\ngrant execute on function f to :"app_role";\n';
  const changes = (body: string): string[] => sqlMutants(`${HEAD}${body}${TAIL}`).map(({ from, to }) => `${from} → ${to}`);

  it("are made in its body alone, one at a time, and each is a whole statement", () => {
    const [one, ...others] = sqlMutants(`${HEAD}begin\n  select a < b; -- not c < d${TAIL}`);
    expect(others).toEqual([]);
    expect([one?.line, one?.from, one?.to]).toEqual([5, "<", "<="]);
    expect(one?.sql).toBe("create or replace function f() returns void\n  language plpgsql set jit = off as $$\nbegin\n  select a <= b; -- not c < d\nend $$;");
    expect(sqlMutants("create or replace aggregate s(bigint) (sfunc = int8pl, stype = bigint);")).toEqual([]);
  });

  it("turn comparisons and not assignments, texts or named values", () => {
    expect(changes("v := 1; update t set a = 1, b = f(c => 2) where d = 'x = y' and e <> 3;")).toEqual([
      "d = 'x = y' → true",
      "= → <>",
      "and e <> 3 → ",
      "<> → =",
    ]);
    expect(changes("get diagnostics v = row_count;")).toEqual([]);
  });

  it("leave conditions out, whole, with what is inside of them", () => {
    const condition = "select from t where a in (select b from u) and (c is distinct from d or e) and f between 1 and 2 group by g;";
    expect(changes(condition)).toEqual([
      "a in (select b from u) → true",
      "and (c is distinct from d or e) → ",
      "is → is not",
      "or e → ",
      "and f between 1 and 2 → ",
    ]);
    expect(changes("if a is not null then b; end if;")).toEqual(["a is not null → true", "a is not null → false", "is not → is"]);
    expect(changes("select case when a and not b then 1 else 2 end;")).toEqual(["a → true", "and not b → ", "not → "]);
  });

  it("swap plus and minus, the ends of a list, and take defaults away", () => {
    expect(changes("select a + b - -1, count(*), coalesce(max(c), 0) from t order by d desc;")).toEqual([
      "+ → -",
      "- → +",
      "coalesce(max(c), 0) → (max(c))",
      "coalesce(max(c), 0) → (0)",
      "max → min",
      "desc → asc",
    ]);
  });

  it("are scored as those of sources are, and an entry of the list is out of date only when all were tried", () => {
    const [a, b] = [
      { file: "f.sql", from: "a", to: "b", text: "" },
      { file: "f.sql", from: "c", to: "d", text: "" },
    ];
    expect(sqlScore([a, b], { found: [a], survived: [b], failed: [] }, true, [])).toMatchObject({ score: 50, missed: [b] });
    expect(sqlScore([a, b], { found: [a], survived: [b], failed: [] }, true, [{ ...b, why: "" }])).toMatchObject({ score: 100, equivalent: 1, stale: [] });
    expect(sqlScore([a], { found: [a], survived: [], failed: [] }, true, [{ ...a, why: "" }]).stale).toHaveLength(1);
    expect(sqlScore([a], { found: [a], survived: [], failed: [] }, false, [{ ...b, why: "" }]).stale).toEqual([]);
  });
});

it("what a change is found by is said of the file that ran now, whatever ran before it", () => {
  const module = (name: string, ...failed: string[]): object => ({
    moduleId: join(checkout, name),
    state: () => (failed.length > 0 ? "failed" : "passed"),
    children: { allTests: () => failed.map((fullName) => ({ fullName })) },
    errors: () => [],
  });
  const ran = [module("test/a.test.ts"), module("test/b.test.ts", "sums to zero")];
  expect(failureOf(ran, join(checkout, "test/a.test.ts"))).toBeNull();
  expect(failureOf(ran, join(checkout, "test/b.test.ts"))).toBe("test/b.test.ts: sums to zero");
  expect(failureOf(ran, join(checkout, "test/c.test.ts"))).toBe("test/c.test.ts: did not end");
});

it("a row of a program holds when the program says so, ends well and tried enough", () => {
  const row = { id: "M4", unit: "percent", wanted: 85 };
  expect(judgeProgram(row, { done: 90, held: true }, 0, 1)).toMatchObject({ state: "held", done: 90 });
  expect(judgeProgram(row, { done: 84, held: true }, 0, 1)).toMatchObject({ state: "failed", why: "84 of 85 percent" });
  expect(judgeProgram(row, { done: 90, held: true }, 1, 1)).toMatchObject({ state: "failed", why: "ended with code 1" });
  expect(judgeProgram(row, { done: 90, held: false, why: "low" }, 1, 1)).toMatchObject({ state: "failed", why: "low" });
});
