// One run of vitest: what it counted, and a line for each test that failed. A test has one chance.
import { existsSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { binOf, checkout, readOrNull, runToEnd } from "./common.mjs";

const LONGEST_RUN_MS = 55 * 60_000;

/** The failed tests of one file of a report. A file that could not be loaded has no tests in it, but is a failure. */
function failedIn(result) {
  if (result.status !== "failed") return [];
  const failed = result.assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0) return [{ name: "(could not be loaded)", why: result.message ?? "" }];
  return failed.map((test) => ({ name: test.fullName, why: test.failureMessages?.[0] ?? "" }));
}

/** Every test of a file of a report: where it stands, its full title, how it ended, how long it took. A file without any is one that failed. */
function testsOf(result) {
  const path = relative(checkout, result.name);
  const tests = result.assertionResults.map((test) => ({ path, title: test.fullName, status: test.status, ms: test.duration ?? 0 }));
  return tests.length === 0 && result.status === "failed" ? [{ path, title: "(could not be loaded)", status: "failed", ms: 0 }] : tests;
}

/** A failure in one line: what, where, why, and of a property the seed and the path that lead there again. */
export function told(result, test) {
  const why = stripVTControlCharacters(test.why);
  const property = /\{ seed: -?\d+, path: "[^"]*"[^}]*\}/.exec(why)?.[0];
  return `${relative(checkout, result.name)} > ${test.name}: ${why.split("\n")[0]}${property === undefined ? "" : ` ${property}`}`;
}

/**
 * Runs vitest to its end.
 * @param {string} report file that the run writes; it is read and removed
 * @param {readonly string[]} args after `vitest run`
 */
export async function runVitest(report, args, env, stdio = ["ignore", "inherit", "inherit"], longestMs = LONGEST_RUN_MS) {
  const code = await runToEnd(binOf("vitest"), ["run", ...args, "--retry=0", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`], {
    env,
    stdio,
    timeout: longestMs,
  });
  const text = readOrNull(report);
  if (existsSync(report)) rmSync(report);
  if (text === null) return { passed: 0, failed: 1, skipped: 0, tests: [], failures: [`ended with code ${code} before a report was written`] };
  const found = JSON.parse(text);
  const failures = found.testResults.flatMap((result) => failedIn(result).map((test) => told(result, test)));
  // Errors outside of tests (set-up, unhandled rejections) show in the exit code alone.
  if (failures.length === 0 && code !== 0) failures.push("an error outside of the tests, see its output above");
  return {
    passed: found.numPassedTests,
    failed: failures.length,
    skipped: found.numPendingTests + found.numTodoTests,
    failures,
    tests: found.testResults.flatMap(testsOf),
  };
}

/** Where browser tests leave what shows why they failed. */
export const FAILURES_DIR = join(checkout, ".cache", "failures");
