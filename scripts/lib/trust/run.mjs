// Runs rows of the trust suite: each family within one or two runs of the tests, then what each row has to show for itself.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { runVitest } from "../vitest-run.mjs";
import { countsIn, isAt, tally } from "./counts.mjs";
import { runProgram } from "./program.mjs";

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** Unit tests stand beside their code and need no database; all others do. */
export const projectOf = (path) => (path.startsWith("test/") || path.endsWith(".db.test.ts") ? "db" : "unit");

/**
 * Runs that rows need: whole files together, and files of which one part is meant by themselves, as a title would choose tests of
 * other files too, and those could disturb what is meant. A file of which several parts are meant runs as a whole.
 */
export function runsFor(rows) {
  const titles = new Map();
  for (const { path, title } of rows.flatMap((row) => row.tests)) titles.set(path, (titles.get(path) ?? new Set()).add(title));
  const isWhole = (path) => titles.get(path).size > 1 || titles.get(path).has(undefined);
  const paths = [...titles.keys()];
  const whole = ["unit", "db"]
    .map((project) => ({ project, files: paths.filter((path) => isWhole(path) && projectOf(path) === project), args: [] }))
    .filter(({ files }) => files.length > 0);
  const parts = paths
    .filter((path) => !isWhole(path))
    .map((path) => ({ project: projectOf(path), files: [path], args: ["-t", escaped([...titles.get(path)][0])] }));
  return [...whole, ...parts];
}

const belongsTo = (test, row) => row.tests.some((place) => isAt(test, place));

/**
 * What a row has to show: held when every test of it passed, and each place of its tests tried it as often as it says.
 * @param tests all tests that ran
 * @param counts what they counted (./counts.mjs)
 * @param few whether the counts are those of npm test, which are not held against what the row wants
 */
export function judge(row, tests, counts, few = false) {
  if (row.tests.length === 0) return { id: row.id, state: "not tried", done: 0, passed: 0, failed: 0, seconds: 0 };
  const own = tests.filter((test) => belongsTo(test, row) && test.status !== "skipped" && test.status !== "pending");
  const passed = own.filter((test) => test.status === "passed").length;
  const failed = own.filter((test) => test.status === "failed").length;
  const { done, short } =
    row.unit === "tests"
      ? { done: passed, short: passed < (few ? 1 : row.wanted) ? [`tried ${passed} times of ${row.wanted}`] : [] }
      : tally(row, counts, own, few);
  const missed = row.tests.filter((place) => !own.some((test) => belongsTo(test, { tests: [place] })));
  const held = failed === 0 && passed > 0 && missed.length === 0 && short.length === 0;
  return {
    id: row.id,
    state: held ? "held" : "failed",
    done,
    passed,
    failed,
    seconds: Math.round(own.reduce((sum, test) => sum + test.ms, 0) / 1000),
    ...(failed > 0 ? { broken: own.filter((test) => test.status === "failed").map(({ path, title }) => ({ path, title })) } : {}),
    ...(missed.length > 0 ? { why: `no test ran of ${missed.map(({ path, title }) => (title ? `${path} "${title}"` : path)).join(", ")}` } : {}),
    ...(failed === 0 && missed.length === 0 && !held ? { why: short.join("; ") } : {}),
  };
}

/** Rows of programs, one after the other: they want the machine for themselves. */
async function runPrograms(rows, place, env, left, few) {
  const results = [];
  for (const row of rows) {
    if (few) results.push(judge(row, [], []));
    else if (left() <= 0) results.push({ ...judge(row, [], []), state: "not reached" });
    else results.push(await runProgram(row, place, env, left()));
  }
  return results;
}

/**
 * Runs rows and judges them: first those of tests, then those of programs.
 * @param rows of one family
 * @param place where tests work (lib/test-place.mjs)
 * @param env of the tests, beside the place's
 * @param left how many milliseconds the runs may still take, asked again before each
 * @param few as for {@link judge}
 */
export async function runRows(rows, place, env, left, few) {
  const tested = await runTests(
    rows.filter((row) => !row.program),
    place,
    env,
    left,
    few,
  );
  const programs = await runPrograms(
    rows.filter((row) => row.program),
    place,
    env,
    left,
    few,
  );
  const all = [...tested.results, ...programs];
  return {
    results: rows.map((row) => all.find(({ id }) => id === row.id)),
    failures: [...tested.failures, ...programs.filter(({ state }) => state === "failed").map(({ id, why }) => `${id}: ${why}`)],
  };
}

async function runTests(rows, place, env, left, few) {
  const file = join(place.scratch, "trust-counts");
  rmSync(file, { force: true });
  let reached = true;
  const [tests, failures] = [[], []];
  for (const [index, { project, files, args }] of runsFor(rows).entries()) {
    if (left() <= 0) {
      reached = false;
      break;
    }
    const report = join(place.scratch, `trust-${index}.json`);
    const more = { ...place.env, ...env, TRUST_COUNTS: file };
    const run = await runVitest(report, ["--project", project, ...files, ...args], more, undefined, left());
    place.stopLeftDatabases();
    tests.push(...run.tests);
    // Time was over while it ran: it has said nothing.
    if (left() <= 0 && run.tests.length === 0) reached = false;
    else failures.push(...run.failures);
  }
  const counts = countsIn(file);
  const results = rows.map((row) => judge(row, tests, counts, few));
  return {
    results: results.map((one) => (!reached && one.failed === 0 && one.state === "failed" ? { ...one, state: "not reached", why: undefined } : one)),
    failures,
  };
}
