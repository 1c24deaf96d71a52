// What runs write into docs/trust-suite.md: each its own part, between two marks.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../common.mjs";

/**
 * A page with a new text in one of its places.
 * @param begin the mark before it
 * @param end the mark behind it
 * @throws Error for a page without the place
 */
export function placed(page, begin, end, text) {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/trust-suite.md has no place "${begin}"`);
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}

/** Changes the page in the checkout. */
export function writePage(change) {
  const path = join(checkout, "docs", "trust-suite.md");
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

/** Of which sources a run was: the commit, and whether something was changed beside it. */
function sources() {
  const git = (...args) => execFileSync("git", args, { cwd: checkout, encoding: "utf8" }).trim();
  try {
    return `commit ${git("rev-parse", "--short=12", "HEAD")}${git("status", "--porcelain", "--untracked-files=no") === "" ? "" : ", with changes beside it"}`;
  } catch {
    return "no commit: these sources are not under git";
  }
}
const number = (value) => value.toLocaleString("en-GB");
const head = ({ seed, minutes }, today) => `Run of ${today}, seed ${seed}, ${sources()}, ${minutes} minutes`;
const day = () => new Date().toISOString().slice(0, 10);

/** The last whole run: its seed, day and commit, and of each row how it ended and how often it was tried. */
export function runTable(report, today = day()) {
  const rows = report.rows.map((row) => {
    const tests = row.program ? "" : `${row.passed}${row.failed > 0 ? `, ${row.failed} failed` : ""}`;
    return `| ${row.id} | ${row.state}${row.why ? `: ${row.why.replaceAll("|", "\\|")}` : ""} | ${number(row.done)} of ${number(row.wanted)} ${row.unit} | ${tests} | ${row.seconds} |`;
  });
  const families = report.families.map(({ name, seconds }) => `${name} ${number(seconds)} s`).join(", ");
  return [`${head(report, today)} (${families}):`, "", "| row | state | tried | tests | seconds of its tests |", "|---|---|---|---|---|", ...rows].join("\n");
}

/** The last run against copies with a fault each: which test found it. */
export function plantedTable(report, today = day()) {
  const rows = report.found.map(
    ({ id, row, red, by, failed, seconds }) => `| ${id} | ${row} | ${red ? `found by "${by}"` : "**not found**"} | ${failed} | ${seconds} |`,
  );
  const without = report.red.length === 0 ? "without a fault all of these rows held" : `without a fault ${report.red.join(" ")} did not hold`;
  return [`${head(report, today)}; ${without}:`, "", "| fault | row | found | tests that failed | seconds |", "|---|---|---|---|---|", ...rows].join("\n");
}

const RUN = ["<!-- The last whole run: written by npm run trust -- --write. -->", "<!-- End of the last whole run. -->"];
const PLANTED = ["<!-- The last run with planted faults: written by npm run trust -- --planted --write. -->", "<!-- End of the planted faults. -->"];

export const notedRun = (page, report) => placed(page, ...RUN, runTable(report));
export const notedPlanted = (page, report) => placed(page, ...PLANTED, plantedTable(report));
