/** What comments and pages refer to is in the repository: files and folders, rules of `docs/rules.md`, records of `docs/decisions/`, and no other text by number. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const CHECKOUT = join(import.meta.dirname, "../..");
const RULES = readFileSync(join(CHECKOUT, "docs/rules.md"), "utf8");
const ROWS = RULES.split("\n").filter((line) => line.startsWith("| <a "));
const NUMBERS = ROWS.map((row) => Number(/^\| <a id="R(\d+)"><\/a>R\1 \|/.exec(row)?.[1]));
const RECORDS = readdirSync(join(CHECKOUT, "docs/decisions")).filter((name) => /^\d{4}-/.test(name));

/** Every file of these kinds below some folders, as a path in the checkout. */
function filesIn(folders: readonly string[], kind: RegExp): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(CHECKOUT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && kind.test(entry.name) && !entry.parentPath.includes("node_modules"))
      .map((entry) => join(entry.parentPath, entry.name).slice(CHECKOUT.length + 1)),
  );
}

/** The comments of a source, each as one line: a reference may be broken across two. */
function commentsOf(path: string): string {
  const source = readFileSync(join(CHECKOUT, path), "utf8");
  const found = path.endsWith(".sql") ? /(?:^[ \t]*--.*\n?)+|--.*/gm : /\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+|[ \t]\/\/.*/gm;
  return [...source.matchAll(found)].map(([comment]) => comment.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|--)?\s*/g, " ")).join("\n");
}

const COMMENTS = filesIn(["src", "db", "test", "simulator", "bench", "scripts"], /\.(?:tsx?|mjs|sql)$/).map((path) => ({ path, text: commentsOf(path) }));
const PAGES = ["README.md", "CHANGELOG.md", "db/README.md", "bench/README.md", ...filesIn(["docs"], /\.md$/)].map((path) => ({
  path,
  text: readFileSync(join(CHECKOUT, path), "utf8"),
}));

/** Everything that a pattern finds, as "file: what". */
function named(places: readonly { path: string; text: string }[], pattern: RegExp): { path: string; what: string }[] {
  return places.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([what]) => ({ path, what })));
}

it("each rule has a number of its own, and a test that is there or none by name", () => {
  expect(NUMBERS.length).toBeGreaterThan(75);
  expect(NUMBERS).toEqual([...new Set(NUMBERS)].toSorted((a, b) => a - b));
  const heldBy = (row: string): string => row.split(" | ").at(-1) ?? "";
  expect(ROWS.filter((row) => !/`[^`]+\.(?:test|spec)\.tsx?`|no test/.test(heldBy(row)))).toEqual([]);
  const tests = named([{ path: "docs/rules.md", text: RULES }], /(?<=`)[^`\s]+\.(?:test|spec)\.tsx?(?=`)/g);
  expect(tests.filter(({ what }) => !existsSync(join(CHECKOUT, what)))).toEqual([]);
});

it("rules that are referred to are there", () => {
  const found = named([...COMMENTS, ...PAGES], /(?:\b[Rr]ules? \d+(?:(?:, | and | to )\d+)*|rules\.md#R\d+|\brules\.md R\d+)(?![\d.]*[\d%])/g);
  expect(found.length).toBeGreaterThan(150);
  const missing = found.filter(({ what }) => (what.match(/\d+/g) ?? []).some((number) => !NUMBERS.includes(Number(number))));
  expect(missing).toEqual([]);
});

it("decisions that are referred to are there", () => {
  const found = named([...COMMENTS, ...PAGES], /(?<=decisions\/|\]\()\d{4}(?:-[a-z-]+\.md)?/g);
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(({ what }) => !RECORDS.some((name) => (what.length === 4 ? name.startsWith(`${what}-`) : name === what)))).toEqual([]);
});

it("each decision has a status, and stands in the index with it", () => {
  const index = readFileSync(join(CHECKOUT, "docs/decisions/README.md"), "utf8").split("\n");
  const statusOf = (name: string): string | undefined =>
    /^# .*\n\nStatus: (Accepted|Superseded by \[\d{4}\]\([^)]+\))[.:]/.exec(readFileSync(join(CHECKOUT, "docs/decisions", name), "utf8"))?.[1];
  expect(
    RECORDS.filter((name) => !index.some((row) => row.startsWith(`| [${name.slice(0, 4)}](${name}) | `) && row.endsWith(` | ${statusOf(name)} |`))),
  ).toEqual([]);
});

it("links of pages lead to what is there", () => {
  const found = named(PAGES, /(?<=\]\()[^)\s#:|]+(?=[#)])/g);
  expect(found.length).toBeGreaterThan(80);
  expect(found.filter(({ path, what }) => !existsSync(join(CHECKOUT, dirname(path), what)))).toEqual([]);
});

/** Every file and folder, as it may be named: by its whole path, or from any of its folders on; folders end with a slash, and files may lack their ending. */
const NAMES = new Set(
  [...filesIn(["src", "db", "test", "simulator", "bench", "scripts", "docs", "deploy", "verify"], /./), ...readdirSync(CHECKOUT)].flatMap((path) => {
    const parts = path.split("/");
    const from = parts.flatMap((_part, at) => [
      parts.slice(at).join("/"),
      ...parts.slice(at + 1).map((_below, to) => `${parts.slice(at, at + to + 1).join("/")}/`),
    ]);
    return [...from, ...from.filter((name) => !name.endsWith("/")).map((name) => name.replace(/\.[a-z]+$/, ""))];
  }),
);
/** What comes with the first release. */
const LATER = new Set(["db/migrations", "0001_what_for.sql"]);

it("files and folders that are named are there", () => {
  const files = named([...COMMENTS, ...PAGES], /(?<![\w./*…~<>@:-])(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:tsx?|mjs|sql|css|md)\b(?![\w/*])/g);
  const folders = named(
    [...COMMENTS, ...PAGES],
    /(?<![\w./*…~<>@:-])(?:src|db|test|docs|simulator|bench|scripts|core|features|platform|domain|contract|screens|frame)\/(?!decisions\/\d{4}\b)[\w-]+(?:\/[\w-]+)*\/?(?![\w./*…<{(-])/g,
  );
  expect(files.length).toBeGreaterThan(1500);
  expect(folders.length).toBeGreaterThan(100);
  const isThere = (name: string): boolean => LATER.has(name) || NAMES.has(name) || NAMES.has(`${name.replace(/\/$/, "")}/`);
  expect([...files, ...folders].filter(({ what }) => !isThere(what))).toEqual([]);
});

it("no text is referred to that is not here", () => {
  const elsewhere =
    /\b[Dd]ecisions? \d{1,3}\b|\b(?:domain|performance|product|api|interface|trust|facts|stack|layout|looks|house) texts?,?(?= (?:sections?|\d|[AFIK]\d)|[,;)."]|$)|\bmobile-money facts\b|\bfacts,? section|\(facts, |\b(?:domain|performance|product|api|trust|stack|layout|looks|house|beyond)\.md\b/gim;
  expect(named([...COMMENTS, ...PAGES], elsewhere)).toEqual([]);
});

it("advisory locks stand in db/README.md by number, each that is taken and no other", () => {
  const sources = filesIn(["src/server", "db/functions", "db/schema"], /(?<!\.test)\.(?:ts|sql)$/).map((path) => readFileSync(join(CHECKOUT, path), "utf8"));
  const taken = sources.flatMap((text) => [
    ...text.replaceAll(/--[^\n]+/g, "").matchAll(/(?:advisory_\w+\(|\bconst [A-Z_]*(?:LOCK|SPACE|DOOR)[A-Z_]* = \[?)(4\d{3})\b/g),
  ]);
  const [list = ""] = /Advisory: [^\n]+/.exec(readFileSync(join(CHECKOUT, "db/README.md"), "utf8")) ?? [];
  const listed = list.match(/\b4\d{3}\b/g) ?? [];
  expect(listed).toEqual([...new Set(taken.map(([, number]) => number))].toSorted());
});
