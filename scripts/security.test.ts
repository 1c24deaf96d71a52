/** docs/security.md has a line for each requirement that applies, each with a test or a text that is there; and what sources may not hold. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkout, filesBelow } from "./lib/common.mjs";

const PAGE = readFileSync(join(checkout, "docs/security.md"), "utf8");
/** The lines of ASVS 5.0.0 that apply: `a-b` is a range. */
const APPLY = `
  1.1.1-2 1.2.1-5 1.2.9-10 1.3.2-3 1.3.5-7 1.3.10 1.4.2 1.5.2
  2.1.1-3 2.2.1-3 2.3.1-5 2.4.1-2
  3.2.1-2 3.3.1-4 3.4.1-6 3.4.8 3.5.1-5 3.7.2
  4.1.1-5 4.2.1
  5.2.1-3 5.3.1-2 5.4.1-2
  6.1.1 6.1.3 6.2.1-12 6.3.1-4 6.3.8 6.4.1-4 6.5.1-5 6.5.8
  7.1.1-2 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-3
  8.1.1-2 8.2.1-3 8.3.1-2 8.4.1
  11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1 11.6.1
  12.1.1-2 12.2.1-2 12.3.1-4
  13.1.1 13.2.1-5 13.3.1-2 13.4.1-5
  14.1.1-2 14.2.1-4 14.3.1-3
  15.1.1-3 15.2.1-3 15.3.1-7 15.4.2
  16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-4`;
const STATES = ["met", "partly", "not met", "by deployment"];

const ids = APPLY.trim()
  .split(/\s+/)
  .flatMap((text) => {
    const [, head = "", first = "", last = first] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(text) ?? [];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_unused, index) => `${head}.${Number(first) + index}`);
  });
const lines = PAGE.split("\n").flatMap((line) => {
  const cells = line.split(" | ").map((cell) => cell.replace(/^\| |\s*\|$/g, ""));
  return /^\d+\.\d+\.\d+$/.test(cells[0] ?? "") ? [{ id: cells[0] ?? "", state: cells[1] ?? "", how: cells[2] ?? "", shown: cells[3] ?? "" }] : [];
});
/** Files that a text names, and pages that it leads to, by path from the checkout. */
const named = (text: string): string[] => [
  ...[...text.matchAll(/`([\w./-]+\/[\w./-]+\.\w+)`/g)].map(([, path = ""]) => path),
  ...[...text.matchAll(/\]\(([^)#\s]*)/g)].map(([, path = ""]) => (path === "" ? "docs/security.md" : join("docs", path))),
];

describe("the requirements", () => {
  it("have a line each, in order, and no other", () => {
    expect(ids.length).toBeGreaterThan(185);
    expect(lines.map((line) => line.id)).toEqual(ids);
  });

  it("say how they are met, or that they are not, with what shows it", () => {
    for (const { id, state, how, shown } of lines) {
      expect([id, STATES.includes(state), how.length > 3, named(shown).length > 0]).toEqual([id, true, true, true]);
    }
  });

  it("name files that are there", () => {
    const files = [...new Set(named(PAGE))];
    expect(files.length).toBeGreaterThan(80);
    expect(files.filter((path) => !existsSync(join(checkout, path)))).toEqual([]);
  });
});

describe("sources", () => {
  const sources = (folder: string): { path: string; text: string }[] =>
    (filesBelow(folder) as string[])
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .map((path) => ({ path: path.slice(checkout.length + 1), text: readFileSync(path, "utf8") }));

  it("of the web set no HTML from a value and evaluate nothing", () => {
    const found = sources("src/web").filter(({ text }) =>
      /dangerouslySetInnerHTML|\.(?:innerHTML|outerHTML)\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function\(/.test(text),
    );
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it("of the server start programs for the embedded database alone", () => {
    const found = sources("src/server").filter(({ text }) => /from "node:child_process"/.test(text));
    expect([...new Set(found.map(({ path }) => dirname(path)))].sort()).toEqual(["src/server/platform/db/engine"]);
  });

  it("of the server take chance from the system alone, but for how long something waits", () => {
    const found = [...sources("src/server"), ...sources("src/domain"), ...sources("src/contract")].filter(({ text }) => /Math\.random/.test(text));
    expect(found.map(({ path }) => path).sort()).toEqual(["src/server/core/outbox/schedule.ts", "src/server/platform/events/streams.ts"]);
  });
});
