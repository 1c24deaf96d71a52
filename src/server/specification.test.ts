/** `docs/specification.md` goes through the specification sentence by sentence: the code and the tests that it names are there. */
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, it } from "vitest";

const CHECKOUT = join(import.meta.dirname, "../..");
const PAGE = readFileSync(join(CHECKOUT, "docs/specification.md"), "utf8");
const ROOTS = ["src", "test", "simulator", "bench", "scripts", "docs"] as const;
/** Files and folders below the roots, as the page writes them. */
const THERE = ROOTS.flatMap((root) =>
  readdirSync(join(CHECKOUT, root), { recursive: true, withFileTypes: true }).map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(CHECKOUT.length + 1)
      .split(sep)
      .join("/"),
  ),
);
const PATH = new RegExp(`\`((?:${ROOTS.join("|")})/[^\`\\s]*)\``, "g");
/** A test's path and what follows it up to the next path or the end of its cell. */
const TEST = /`([^`\s]*\.(?:test|spec)\.tsx?)`([^`|\n]*(?:`[^`/]*`[^`|\n]*)*)/g;
const NO_TEST = "no test";

/** True for a path that is there; `*` stands for any part, a slash at the end for a folder. */
function isThere(path: string): boolean {
  const pattern = new RegExp(
    `^${path
      .replace(/\/$/, "")
      .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", "[^/]*")}$`,
  );
  return THERE.some((one) => pattern.test(one));
}

/** Titles of a source's tests: what stands first in a call's brackets, whatever its quotes. */
function titlesIn(file: string): Set<string> {
  const source = isThere(file) ? readFileSync(join(CHECKOUT, file), "utf8") : "";
  const found = source.matchAll(/(?:\b(?:it|test|describe)|\))\(\s*(["'`])((?:\\.|(?!\1)[\s\S])*)\1/g);
  return new Set([...found].map(([, , title = ""]) => title.replace(/\\(.)/g, "$1")));
}

/** Rows of the tables whose last column names tests. */
function sentences(): string[] {
  let inTable = false;
  return PAGE.split("\n").filter((line) => {
    if (!line.startsWith("|")) inTable = false;
    const heading = line.endsWith("| test |");
    if (heading) inTable = true;
    return inTable && !heading && !line.startsWith("|---");
  });
}

it("names files that are there", () => {
  const named = [...new Set([...PAGE.matchAll(PATH)].map(([, path = ""]) => path))];
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

it("names tests by the titles that they have", () => {
  const named = [...PAGE.matchAll(TEST)].flatMap(([, file = "", rest = ""]) => [...rest.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => ({ file, title })));
  expect(named.length).toBeGreaterThan(150);
  const titles = new Map([...new Set(named.map(({ file }) => file))].map((file) => [file, titlesIn(file)]));
  expect(named.filter(({ file, title }) => titles.get(file)?.has(title) !== true)).toEqual([]);
});

it("names a test for each sentence, or says that there is none and why", () => {
  const rows = sentences();
  expect(rows.length).toBeGreaterThan(90);
  const last = (row: string): string => row.split(" | ").at(-1) ?? "";
  expect(rows.filter((row) => !/\.(test|spec)\.tsx?`|the rows of/.test(last(row)) && !last(row).includes(NO_TEST))).toEqual([]);
  // What has none is collected in the last section, by number.
  const without = rows.filter((row) => row.includes(NO_TEST));
  expect(without.filter((row) => !/no test \(10\.(\d+)\)/.test(row))).toEqual([]);
  for (const row of without) expect(PAGE.slice(PAGE.indexOf("\n## 10."))).toContain(`\n${/no test \(10\.(\d+)\)/.exec(row)?.[1]}. `);
});

/** `中文 / English` in the cells that name columns, as `specification.test.tsx` names them on the screens. */
const COLUMN_WORDS = /([^/,;|:()]*[\u4e00-\u9fff][^/,;|:]*) \/ ([A-Z](?:[^,;|:/()]|\([a-z]*\))*)/g;

it("names columns by words that the product has, in both languages", () => {
  const [zh = "", en = ""] = ["zh", "en"].map((locale) =>
    THERE.filter((path) => path.startsWith(`src/web/i18n/${locale}/`))
      .map((path) => readFileSync(join(CHECKOUT, path), "utf8"))
      .join("\n"),
  );
  const named = PAGE.split("\n").flatMap((row) =>
    [...(row.split(" | ")[2] ?? "").matchAll(COLUMN_WORDS)].map(([, chinese = "", english = ""]) => [chinese.trim(), english.trim()]),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(([chinese, english]) => !zh.includes(`"${chinese}"`) || !en.includes(`"${english}"`))).toEqual([]);
});
