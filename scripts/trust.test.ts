import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkout, filesBelow } from "./lib/common.mjs";
import { edited } from "./lib/trust/planted-run.mjs";
import { FAULTS } from "./lib/trust/planted.mjs";
import { ROWS } from "./lib/trust/rows.mjs";
import { judge, runsFor } from "./lib/trust/run.mjs";

interface Row {
  readonly id: string;
  readonly what: string;
  readonly unit: string;
  readonly wanted: number;
  readonly missing?: string;
  readonly program?: readonly [path: string, ...args: string[]];
  readonly tests: readonly { readonly path: string; readonly title?: string }[];
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
    for (const row of counted) expect([row.id, row.tests.some(({ path }) => inTests(path).includes(row.id))]).toEqual([row.id, true]);
    const ids = filesBelow("test", "src")
      .filter((path: string) => path.endsWith(".ts"))
      .flatMap((path: string) => [...readFileSync(path, "utf8").matchAll(/\b(?:tried|rounds)\("([A-Z]\d+\w?)"/g)].map(([, id = ""]) => id));
    expect(ids.length).toBeGreaterThan(30);
    expect([...new Set(ids)].filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
  });

  it("stand on the page, each with what it wants and what nobody tries", () => {
    const page = textOf("docs/trust-suite.md");
    for (const row of rows) expect(page).toContain(rowOf(row));
  });
});

/** A row as docs/trust-suite.md has it. */
function rowOf(row: Row): string {
  const places = row.program ? [row.program[0]] : row.tests.map(({ path }) => path);
  const held = places.length === 0 ? "not tried" : [...new Set(places.map((path) => `\`${path}\``))].join(", ");
  const wanted = places.length === 0 ? "" : `${row.wanted.toLocaleString("en-GB")} ${row.unit}`;
  return `| ${row.id} | ${row.what} | ${wanted} | ${held} | ${row.missing ?? ""} |`;
}

describe("a row is judged", () => {
  const row: Row = { id: "X1", what: "", unit: "calls", wanted: 3, tests: [{ path: "a.test.ts", title: "one" }, { path: "b.test.ts" }] };
  const test = (path: string, title: string, status = "passed"): object => ({ path, title, status, ms: 1500 });
  const good = [test("a.test.ts", "the one"), test("a.test.ts", "another", "failed"), test("b.test.ts", "x")];

  it("held with all of its tests passed, tried as often as it wants", () => {
    expect(judge(row, good, new Map([["X1", 3]]))).toEqual({ id: "X1", state: "held", done: 3, passed: 2, failed: 0, seconds: 3 });
  });

  it("failed by a test, by too few tries, by a test that did not run", () => {
    expect(judge(row, [...good, test("b.test.ts", "y", "failed")], new Map([["X1", 3]]))).toMatchObject({ state: "failed", failed: 1 });
    expect(judge(row, good, new Map([["X1", 2]]))).toMatchObject({ state: "failed", why: "tried 2 times of 3" });
    expect(judge(row, good.slice(0, 2), new Map([["X1", 3]]))).toMatchObject({ state: "failed", why: "no test ran of b.test.ts" });
    expect(judge(row, [], new Map())).toMatchObject({ state: "failed" });
  });

  it("never held when nothing tries it", () => {
    expect(judge({ ...row, tests: [] }, good, new Map([["X1", 3]])).state).toBe("not tried");
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

  it("stand on the page", () => {
    const page = textOf("docs/trust-suite.md");
    for (const fault of FAULTS) expect(page).toContain(`| ${fault.id} | ${fault.what} | ${fault.row} |`);
  });

  it("whose text is gone are refused by name", () => {
    expect(() => edited("a a", { file: "x.ts", find: "a", put: "b" })).toThrow("x.ts: the text to replace stands there 2 times: a");
    expect(() => edited("a", { file: "x.ts", find: "c", put: "b" })).toThrow("0 times");
  });
});
