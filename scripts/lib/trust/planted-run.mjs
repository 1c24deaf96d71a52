// Applies each planted fault to a copy of the checkout and runs there the row that must find it. The checkout itself is never changed.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkout, fail, lastLines, readOrNull, runQuietly } from "../common.mjs";
import { FAULTS } from "./planted.mjs";

/** Not part of the sources: packages are linked, the rest is made anew or is somebody's data. */
const LEFT_OUT = new Set(["node_modules", ".git", ".cache", "data", "dist"]);

/**
 * A file's text with one edit.
 * @throws Error when the text to replace does not stand there exactly once
 */
export function edited(text, { file, find, put }) {
  const times = text.split(find).length - 1;
  if (times !== 1) throw new Error(`${file}: the text to replace stands there ${times} times: ${find}`);
  return text.replace(find, () => put);
}

/** A copy of the sources with the same packages. */
function makeCopy(folder) {
  mkdirSync(folder);
  for (const name of readdirSync(checkout))
    if (!LEFT_OUT.has(name)) cpSync(join(checkout, name), join(folder, name), { recursive: true, filter: (path) => !path.endsWith("node_modules") });
  symlinkSync(join(checkout, "node_modules"), join(folder, "node_modules"));
}

/** Runs rows in a copy with the counts of npm test; answers their results by id, and what was printed. */
async function runThere(folder, rows, seed) {
  const report = join(folder, ".cache", "trust.json");
  rmSync(report, { force: true });
  const { output } = await runQuietly(process.execPath, ["scripts/trust.mjs", "--few", "--row", rows.join(","), "--seed", seed], { cwd: folder });
  const found = JSON.parse(readOrNull(report) ?? '{"rows":[],"failures":[]}');
  return { results: new Map(found.rows.map((row) => [row.id, row])), failures: found.failures, output };
}

/**
 * The title of the failed test that was expected to find a fault: a crash at the start, or whatever else failed, finds nothing.
 * @param result of the fault's row
 */
export function finder(fault, result) {
  return result?.broken?.find(({ path, title }) => path === fault.by.path && title.includes(fault.by.title))?.title;
}

/** Writes the fault into the copy; answers how to take it out again. */
function plant(folder, { edits }) {
  const before = new Map();
  for (const edit of edits) {
    const path = join(folder, edit.file);
    const text = readFileSync(path, "utf8");
    if (!before.has(path)) before.set(path, text);
    writeFileSync(path, edited(text, edit));
  }
  return () => {
    for (const [path, text] of before) writeFileSync(path, text);
  };
}

/**
 * Plants every fault, one after the other, and prints what found it.
 * @param only ids of faults; all without it
 * @returns the report; its code is 0 when the copy is green without a fault and each is found by the test that is named for it
 */
export async function plantedRuns({ place, only }) {
  const unknown = (only ?? []).filter((id) => !FAULTS.some((fault) => fault.id === id));
  if (unknown.length > 0) fail(`There is no fault ${unknown.join(", ")}. Faults: ${FAULTS.map((fault) => fault.id).join(" ")}`);
  const chosen = FAULTS.filter((fault) => only === undefined || only.includes(fault.id));
  const begunAt = Date.now();
  const folder = join(place.scratch, "copy");
  makeCopy(folder);
  const seed = place.env.TEST_SEED;
  const rows = [...new Set(chosen.map((fault) => fault.row))];
  console.log(`Without a fault: rows ${rows.join(" ")}`);
  const sound = await runThere(folder, rows, seed);
  const red = rows.filter((id) => sound.results.get(id)?.state !== "held");
  if (red.length > 0) console.log(`${lastLines(sound.output, 40)}\n✗ ${red.join(" ")} not green without any fault: what these rows say below says nothing`);
  let missed = 0;
  const found = [];
  for (const fault of chosen) {
    const startedAt = Date.now();
    const takeOut = plant(folder, fault);
    const { results, failures, output } = await runThere(folder, [fault.row], seed);
    takeOut();
    const result = results.get(fault.row);
    const by = finder(fault, result);
    const turnedRed = by !== undefined && !red.includes(fault.row);
    if (!turnedRed) missed += 1;
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    found.push({ id: fault.id, row: fault.row, red: turnedRed, by, failed: result?.failed ?? 0, seconds, first: failures[0] ?? null });
    const others =
      result?.broken?.length > 0
        ? `red by others: ${result.broken
            .slice(0, 3)
            .map(({ title }) => title)
            .join("; ")}`
        : "stays green, or did not run";
    console.log(
      `${turnedRed ? "✓" : "✗"} ${fault.id}: ${fault.what} — ${fault.row} ${turnedRed ? `red by "${by}", ${result.failed} tests, ${seconds} s` : others}`,
    );
    if (result === undefined) console.log(lastLines(output, 20));
  }
  const cache = join(checkout, ".cache");
  if (!existsSync(cache)) mkdirSync(cache);
  const report = { seed, minutes: Math.round((Date.now() - begunAt) / 60_000), red, found, code: missed + red.length === 0 ? 0 : 1 };
  writeFileSync(join(cache, "planted.json"), `${JSON.stringify(report, null, 2)}\n`);
  console.log(`${chosen.length - missed} of ${chosen.length} planted faults found`);
  return report;
}
