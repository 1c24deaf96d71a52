// What runs write into docs/trust-suite.md: each its own part, between two marks.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../common.mjs";
import { FAULTS } from "./planted.mjs";
import { ROWS } from "./rows.mjs";

const PAGE = "docs/trust-suite.md";

/** @throws Error for a page without the place */
function placed(page, begin, end, text) {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place "${begin}"`);
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}

/** Changes the page in the checkout. */
export function writePage(change) {
  const path = join(checkout, PAGE);
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

/** Of which sources a run was: the commit, and whether something was changed beside it other than this page, which runs write themselves. */
function sources() {
  const git = (...args) => execFileSync("git", args, { cwd: checkout, encoding: "utf8" }).trim();
  try {
    return `${git("rev-parse", "--short=12", "HEAD")}${git("status", "--porcelain", "--untracked-files=no", "--", ".", `:!${PAGE}`) === "" ? "" : " with changes"}`;
  } catch {
    return "no commit";
  }
}
const number = (value) => value.toLocaleString("en-GB");
const day = () => new Date().toISOString().slice(0, 10);
const cell = (text) => text.replaceAll("|", "\\|");

/**
 * The page with a table of which a run writes its own lines: those of other runs stay, whatever is not known any more goes.
 * @param between the marks before and behind the table
 * @param table `ids` of all lines in their order, names of the columns, the lines of this run by id, and what is said of it
 * @throws Error for a page without the place
 */
export function merged(page, [begin, end], { ids, head, lines, run }) {
  const there = page.slice(page.indexOf(begin), page.indexOf(end)).split("\n");
  const line = (id) =>
    lines.has(id)
      ? `| ${id} | ${lines.get(id).join(" | ")} | ${run} |`
      : (there.find((one) => one.startsWith(`| ${id} |`)) ?? `| ${id} | not run yet |${" |".repeat(head.length - 1)}`);
  const columns = [...head, "run"];
  return placed(page, begin, end, [`| ${columns.join(" | ")} |`, `|${"---|".repeat(columns.length)}`, ...ids.map(line)].join("\n"));
}
/** Of which day, seed and sources a run is. */
export const runOf = (seed) => `${day()}, seed ${seed}, ${sources()}`;

const RUN = ["<!-- Whole counts: written by npm run trust -- --write. -->", "<!-- End of the whole counts. -->"];
const PLANTED = ["<!-- Planted faults: written by npm run trust -- --planted --write. -->", "<!-- End of the planted faults. -->"];

/** Rows that ran, into the page: how each ended, how often it was tried, and of which run that is. Rows that were not reached keep what they had. */
export function notedRun(page, report) {
  const ended = report.rows.filter(({ state }) => state !== "not reached");
  const lines = ended.map((row) => [
    row.id,
    [
      `${row.state}${row.why ? `: ${cell(row.why)}` : ""}`,
      `${number(row.done)} of ${number(row.wanted)} ${row.unit}`,
      row.program ? "" : `${row.passed}${row.failed > 0 ? `, ${row.failed} failed` : ""}`,
      String(row.seconds),
    ],
  ]);
  const head = ["row", "state", "tried", "tests", "seconds of its tests"];
  return merged(page, RUN, { ids: ROWS.map(({ id }) => id), head, lines: new Map(lines), run: runOf(report.seed) });
}

/** Faults that were planted, into the page: which test found each. A fault whose row was not green without it has shown nothing. */
export function notedPlanted(page, report) {
  const lines = report.found.map(({ id, row, red, by, failed, seconds }) => [
    id,
    [
      red ? `found by "${cell(by)}"` : report.red.includes(row) ? `**not shown**: ${row} did not hold without a fault` : "**not found**",
      row,
      String(failed),
      String(seconds),
    ],
  ]);
  const head = ["fault", "found", "row", "tests that failed", "seconds"];
  return merged(page, PLANTED, { ids: FAULTS.map(({ id }) => id), head, lines: new Map(lines), run: runOf(report.seed) });
}
