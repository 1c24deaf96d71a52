import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkout, filesBelow } from "./lib/common.mjs";
import { notedPlanted, notedRun } from "./lib/trust/page.mjs";
import { edited, finder } from "./lib/trust/planted-run.mjs";
import { FAULTS } from "./lib/trust/planted.mjs";
import { ROWS } from "./lib/trust/rows.mjs";
import { judge, runsFor } from "./lib/trust/run.mjs";

interface Row {
  readonly id: string;
  readonly what: string;
  readonly unit: string;
  readonly wanted: number;
  readonly callers?: number;
  readonly missing?: string;
  readonly program?: readonly [path: string, ...args: string[]];
  readonly tests: readonly Place[];
}
interface Place {
  readonly path: string;
  readonly title?: string;
  readonly wanted?: number;
  readonly each?: number;
  readonly beside?: boolean;
}
const rows = ROWS as readonly Row[];
const textOf = (path: string): string => readFileSync(join(checkout, path), "utf8");
const counted = rows.filter((row) => row.tests.length > 0 && row.unit !== "tests");

describe("rows", () => {
  it("name tests that are there", () => {
    expect(
      rows.flatMap((row) => [...row.tests.map(({ path }) => path), ...(row.program?.slice(0, 1) ?? [])]).filter((path) => !existsSync(join(checkout, path))),
    ).toEqual([]);
    const strange = rows.flatMap((row) =>
      row.tests.filter(({ path, title }) => title !== undefined && !textOf(path).includes(title)).map(({ title }) => [row.id, title]),
    );
    expect(strange).toEqual([]);
  });

  it("have an id of their own, and say what is missing where nothing tries them", () => {
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    expect(rows.filter((row) => row.tests.length === 0 && !row.program && !row.missing).map((row) => row.id)).toEqual([]);
  });

  it("are counted by their own tests, and every count belongs to a row", () => {
    // In the file itself, or in what it has of test/support.
    const withSupport = (path: string): string =>
      [textOf(path), ...[...textOf(path).matchAll(/from "\.\.\/(support\/[\w/-]+\.ts)"/g)].map(([, name = ""]) => textOf(`test/${name}`))].join("\n");
    const inTests = (path: string): string[] => [...withSupport(path).matchAll(/"([A-Z]\d+b?)"/g)].map(([, id = ""]) => id);
    for (const row of counted)
      for (const { path, wanted } of row.tests) if (wanted !== undefined) expect([row.id, path, inTests(path).includes(row.id)]).toEqual([row.id, path, true]);
    const ids = filesBelow("test", "src")
      .filter((path: string) => path.endsWith(".ts"))
      .flatMap((path: string) => [...readFileSync(path, "utf8").matchAll(/\b(?:tried|raced)\("([A-Z]\d+\w?)"/g)].map(([, id = ""]) => id));
    expect(ids.length).toBeGreaterThan(30);
    expect([...new Set(ids)].filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
  });

  it("want a count of each place, or say that it is there beside them", () => {
    const vague = counted.flatMap((row) =>
      row.tests.filter(({ wanted, beside }) => (wanted ?? 0) > 0 === (beside ?? false)).map(({ path, title }) => [row.id, path, title]),
    );
    expect(vague).toEqual([]);
    for (const row of counted) expect([row.id, row.tests.reduce((sum, { wanted }) => sum + (wanted ?? 0), 0)]).toEqual([row.id, row.wanted]);
  });

  it("of races want sixty rounds of twenty callers of each", () => {
    const races = rows.filter((row) => /^R\d/.test(row.id) && row.unit !== "notifications");
    expect(races.length).toBeGreaterThan(15);
    for (const row of races) {
      expect([row.id, row.callers]).toEqual([row.id, 20]);
      for (const place of row.tests) expect([row.id, place.beside === true || (place.wanted ?? 0) >= 60]).toEqual([row.id, true]);
    }
  });

  it("stand on the page, each with what it wants and what nobody tries", () => {
    const page = textOf("docs/trust-suite.md");
    for (const row of rows) expect(page).toContain(rowOf(row));
  });
});

/** A row as docs/trust-suite.md has it. */
function rowOf(row: Row): string {
  const places = row.program ? [row.program[0]] : row.tests.map(({ path }) => path);
  const counts = (path: string): string => {
    const own = row.tests.filter((place) => place.path === path && place.wanted !== undefined).map(({ wanted = 0 }) => wanted.toLocaleString("en-GB"));
    return own.length === 0 || counted.every(({ id }) => id !== row.id) ? "" : ` (${own.join(" + ")})`;
  };
  const held = places.length === 0 ? "not tried" : [...new Set(places)].map((path) => `\`${path}\`${counts(path)}`).join(", ");
  const wanted = places.length === 0 ? "" : `${row.wanted.toLocaleString("en-GB")} ${row.unit}`;
  return `| ${row.id} | ${row.what} | ${wanted} | ${held} | ${row.missing ?? ""} |`;
}

describe("a row is judged", () => {
  const row: Row = {
    id: "X1",
    what: "",
    unit: "calls",
    wanted: 3,
    tests: [
      { path: "a.test.ts", title: "one", wanted: 3 },
      { path: "b.test.ts", beside: true },
    ],
  };
  const test = (path: string, title: string, status = "passed"): object => ({ path, title, status, ms: 1500 });
  const good = [test("a.test.ts", "the one"), test("a.test.ts", "another", "failed"), test("b.test.ts", "x")];
  const count = (count: number, more: object = {}): object => ({ row: "X1", count, path: "a.test.ts", title: "the one", ...more });

  it("held with all of its tests passed, tried as often as it wants", () => {
    expect(judge(row, good, [count(1), count(2)])).toEqual({ id: "X1", state: "held", done: 3, passed: 2, failed: 0, seconds: 3 });
  });

  it("held with as many counts as a row of calls has", () => {
    const calls = 207_000;
    const counts = Array.from({ length: calls }, () => count(1));
    expect(judge(row, good, counts)).toMatchObject({ state: "held", done: calls });
  });

  it("failed by a test, by too few tries, by a test that did not run", () => {
    expect(judge(row, [...good, test("b.test.ts", "y", "failed")], [count(3)])).toMatchObject({ state: "failed", failed: 1 });
    expect(judge(row, good, [count(2)])).toMatchObject({ state: "failed", why: 'a.test.ts "one" tried 2 times of 3' });
    expect(judge(row, good.slice(0, 2), [count(3)])).toMatchObject({ state: "failed", why: "no test ran of b.test.ts" });
    expect(judge(row, [], [])).toMatchObject({ state: "failed" });
  });

  it("failed by one place that was tried too seldom, however often the others were", () => {
    const two: Row = { ...row, wanted: 6, tests: [...row.tests, { path: "a.test.ts", title: "two", wanted: 3 }] };
    const tests = [...good, test("a.test.ts", "two")];
    expect(judge(two, tests, [count(60)])).toMatchObject({ state: "failed", why: 'a.test.ts "two" tried 0 times of 3' });
    expect(judge(two, tests, [count(60)], true)).toMatchObject({ state: "failed", why: 'a.test.ts "two" tried 0 times of 1' });
    expect(judge(two, tests, [count(3), count(3, { title: "two" })])).toMatchObject({ state: "held", done: 6 });
  });

  it("failed by one test that was tried too seldom, by too few callers, by a count of nobody's", () => {
    const [, beside] = row.tests as [Place, Place];
    const each: Row = { ...row, tests: [{ path: "a.test.ts", wanted: 3, each: 2 }, beside] };
    const tests = [test("a.test.ts", "the one"), test("a.test.ts", "other"), test("b.test.ts", "x")];
    expect(judge(each, tests, [count(5)])).toMatchObject({ state: "failed", why: 'a.test.ts "other" tried 0 times of 2' });
    const crowd: Row = { ...row, callers: 20 };
    expect(judge(crowd, good, [count(2, { callers: 20 }), count(1, { callers: 8 })])).toMatchObject({ why: 'a.test.ts "one" with 8 callers of 20' });
    expect(judge(crowd, good, [count(3, { callers: 20 })]).state).toBe("held");
    expect(judge(row, good, [count(3), count(1, { path: "c.test.ts" })])).toMatchObject({
      state: "failed",
      why: expect.stringContaining('c.test.ts "the one", which is no test'),
    });
  });

  it("never held when nothing tries it", () => {
    expect(judge({ ...row, tests: [] }, good, [count(3)]).state).toBe("not tried");
  });

  it("with whole files together, and one part of a file by itself", () => {
    const whole = { project: "unit", files: ["b.test.ts"], args: [] };
    expect(runsFor([row])).toEqual([whole, { project: "unit", files: ["a.test.ts"], args: ["-t", "one"] }]);
    expect(runsFor([row, { ...row, tests: [{ path: "a.test.ts", title: "two" }] }])).toEqual([{ ...whole, files: ["a.test.ts", "b.test.ts"] }]);
  });
});

describe("planted faults", () => {
  it("find the texts that they replace, each once, and a row that must find them", () => {
    for (const fault of FAULTS) {
      expect([fault.id, rows.find((row) => row.id === fault.row)?.tests.length ?? 0]).not.toEqual([fault.id, 0]);
      const texts = new Map<string, string>();
      for (const edit of fault.edits) texts.set(edit.file, edited(texts.get(edit.file) ?? textOf(edit.file), edit));
    }
  });

  it("name the test of their row that has to find them, and nothing else does", () => {
    for (const { id, row, by } of FAULTS) expect([id, rows.find((one) => one.id === row)?.tests.some(({ path }) => path === by.path)]).toEqual([id, true]);
    const fault = { by: { path: "a.test.ts", title: "sends it once" } };
    const failed = (path: string, title: string): object => ({ broken: [{ path, title }] });
    expect(finder(fault, failed("a.test.ts", "a payout sends it once, whatever happens"))).toBe("a payout sends it once, whatever happens");
    expect(finder(fault, failed("a.test.ts", "(could not be loaded)"))).toBeUndefined();
    expect(finder(fault, failed("b.test.ts", "sends it once"))).toBeUndefined();
    expect(finder(fault, { broken: undefined })).toBeUndefined();
    expect(finder(fault, undefined)).toBeUndefined();
  });

  it("stand on the page", () => {
    const page = textOf("docs/trust-suite.md");
    for (const fault of FAULTS) expect(page).toContain(`| ${fault.id} | ${fault.what} | ${fault.row} |`);
  });

  it("whose text is gone are refused by name", () => {
    expect(() => edited("a a", { file: "x.ts", find: "a", put: "b" })).toThrow("x.ts: the text to replace stands there 2 times: a");
    expect(() => edited("a", { file: "x.ts", find: "c", put: "b" })).toThrow("0 times");
  });
});

describe("a run on the page", () => {
  const page = textOf("docs/trust-suite.md");

  const report = (rows: readonly object[], seed = "7"): object => ({ seed, rows });
  const row = { id: "R1", state: "failed", why: "tried 2|3 of 4", done: 1_200, wanted: 3_000, unit: "rounds", passed: 2, failed: 1, seconds: 9 };
  const run = /\d{4}-\d\d-\d\d, seed 7, ([0-9a-f]{12}( with changes)?|no commit)/;

  it("has of each row its state, count, time, day, seed and commit", () => {
    const line = linesOf(notedRun(page, report([row]))).get("R1") ?? "";
    expect(line).toContain("| R1 | failed: tried 2\\|3 of 4 | 1,200 of 3,000 rounds | 2, 1 failed | 9 | ");
    expect(line).toMatch(run);
  });

  it("leaves rows alone that others have run, or that it did not reach, and keeps none that are not there", () => {
    const first = notedRun(page, report([row, { ...row, id: "R2", state: "held", why: undefined, failed: 0 }]));
    const second = linesOf(
      notedRun(
        first,
        report(
          [
            { ...row, id: "R1", done: 3_000 },
            { ...row, id: "R2", state: "not reached" },
          ],
          "8",
        ),
      ),
    );
    expect(second.get("R1")).toContain("3,000 of 3,000");
    expect(second.get("R1")).toContain("seed 8");
    expect(second.get("R2")).toBe(linesOf(first).get("R2"));
    const strange = linesOf(notedRun(first.replace("| R2 | held", "| R99 | held"), report([])));
    expect(strange.get("R99")).toBeUndefined();
    expect(strange.get("R2")).toBe("| R2 | not run yet | | | | |");
    expect(() => notedRun("no place", report([]))).toThrow("has no place");
  });

  it("has a line for each row and each fault", () => {
    const lines = linesOf(page);
    expect([...rows.map(({ id }) => id), ...FAULTS.map(({ id }: { id: string }) => id)].filter((id) => !lines.has(id))).toEqual([]);
  });

  it("has of each planted fault the test that found it, or that none did", () => {
    const found = [
      { id: "fee", row: "I5", red: true, by: "rounds half up", failed: 6, seconds: 11 },
      { id: "lease", row: "R13", red: false, failed: 0, seconds: 4 },
      { id: "disabled", row: "A3", red: false, failed: 2, seconds: 5 },
    ];
    const lines = linesOf(notedPlanted(page, { seed: "7", red: ["A3"], found }));
    expect(lines.get("fee")).toContain('| fee | found by "rounds half up" | I5 | 6 | 11 | ');
    expect(lines.get("fee")).toMatch(run);
    expect(lines.get("lease")).toContain("| lease | **not found** | R13 | 0 | 4 |");
    expect(lines.get("disabled")).toContain("| disabled | **not shown**: A3 did not hold without a fault | A3 | 2 | 5 |");
  });
});

/** The lines of what runs have written, by id. */
function linesOf(text: string): Map<string, string> {
  const parts = [...text.matchAll(/<!-- (?:Whole counts|Planted faults): written.*?-->\n([\s\S]*?)<!-- End/g)].flatMap(([, part = ""]) => part.split("\n"));
  return new Map(parts.filter((line) => line.startsWith("| ")).map((line) => [line.split(" ")[1] ?? "", line]));
}
