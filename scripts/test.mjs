// npm test: everything. Types and lint count as one test each; unit, database (on each engine) and
// browser tests are vitest projects. All runs go to their end; the last lines name what failed and count.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { binOf, checkout, lastLines, readOrNull, runQuietly, runToEnd, sourcePlaces } from "./lib/common.mjs";
import { findChromium, findPostgres } from "./lib/tools.mjs";
import { ensureInstalled } from "./setup.mjs";

const totals = { passed: 0, failed: 0, skipped: 0 };
/** What failed, and what failed only beside other work (secondChance), a line each for the end of the output. */
const failures = [];
const unsteady = [];
const LONGEST_RUN_MS = 40 * 60_000;
const isRoot = process.geteuid?.() === 0;
const scratch = mkdtempSync(join(isRoot ? "/tmp" : tmpdir(), "floatdesk-run-"));
// The account of the databases passes through.
if (isRoot) chmodSync(scratch, 0o711);
const baseEnv = { ...process.env, CI: "true", TEST_TMP: scratch, NODE_ENV: "test" };
// Tests make their own databases; a developer's settings must not lead them to a real one.
for (const name of ["DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_REPLICA_URL", "DATA_DIR", "SECRET_KEY", "TEST_ENGINE", "TEST_PG_BIN"]) delete baseEnv[name];

/** A race of money that shows once in a hundred runs is a fault: a claim that did not hold in these files has no second chance. */
const ABOUT_MONEY = /\/test\/(approvals|collect|faults|payout|races)\//;
/** More than this many failed files are a change that is wrong, not a machine that was slow. */
const MOST_SECOND_CHANCES = 3;

function count(name, passed, failed, skipped) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  console.log(`${failed > 0 ? "✗" : "✓"} ${name}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
}

/** A tool whose success is one test. */
async function tool(name, program, args, needs) {
  if (needs !== null && !existsSync(join(checkout, needs))) return count(`${name} (there is no ${needs})`, 0, 0, 1);
  const { code, output } = await runQuietly(binOf(program), args, { env: baseEnv });
  if (code !== 0) {
    console.log(lastLines(output));
    failures.push(`${name}: see its output above`);
  }
  count(name, code === 0 ? 1 : 0, code === 0 ? 0 : 1, 0);
}

/** Runs a vitest project, or some files of it. The report is null where the run ended before it wrote one. */
async function runVitest(name, project, env, files) {
  const file = join(scratch, `${name.replaceAll(/\W+/g, "-")}.json`);
  const args = ["run", "--project", project, "--passWithNoTests", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...files];
  const code = await runToEnd(binOf("vitest"), args, { env: { ...baseEnv, ...env }, stdio: ["ignore", "inherit", "inherit"], timeout: LONGEST_RUN_MS });
  stopLeftDatabases();
  const text = readOrNull(file);
  return { code, report: text === null ? null : JSON.parse(text) };
}

/** The failed tests of one file of a report. A file that could not be loaded has no tests in it, but is a failure. */
function failedIn(result) {
  if (result.status !== "failed") return [];
  const failed = result.assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0) return [{ name: "(could not be loaded)", why: result.message ?? "" }];
  return failed.map((test) => ({ name: test.fullName, why: test.failureMessages?.[0] ?? "" }));
}

const told = (result, test) => `${relative(checkout, result.name)} > ${test.name}: ${stripVTControlCharacters(test.why).split("\n")[0]}`;

/**
 * Runs the files that failed once more, on their own. Two cores that carry a database and another test beside it
 * are slow now and then; what fails again is wrong. Returns how many of the failed tests passed then.
 */
async function secondChance(name, project, env, report) {
  const failed = report.testResults.filter((one) => failedIn(one).length > 0);
  const isFault = (one) => ABOUT_MONEY.test(one.name) && failedIn(one).some((test) => stripVTControlCharacters(test.why).startsWith("AssertionError"));
  if (failed.length > MOST_SECOND_CHANCES || failed.some(isFault)) return 0;
  console.log(`— ${name}: once more, what failed`);
  const again = await runVitest(
    `${name} again`,
    project,
    env,
    failed.map((one) => one.name),
  );
  if (again.code !== 0 || again.report === null || again.report.numPassedTests === 0) return 0;
  for (const result of failed) for (const test of failedIn(result)) unsteady.push(`${name}: ${told(result, test)}`);
  return failed.flatMap(failedIn).length;
}

async function vitest(name, project, env) {
  console.log(`— ${name}`);
  const { code, report } = await runVitest(name, project, env, []);
  if (report === null) {
    failures.push(`${name}: ended with code ${code} before a report was written`);
    return count(name, 0, 1, 0);
  }
  const failed = report.testResults.flatMap((result) => failedIn(result).map((test) => told(result, test)));
  const skipped = report.numPendingTests + report.numTodoTests;
  // Errors outside of tests (set-up, unhandled rejections) show in the exit code alone.
  if (failed.length === 0 && code !== 0) {
    failures.push(`${name}: an error outside of the tests, see its output above`);
    return count(name, report.numPassedTests, 1, skipped);
  }
  const saved = failed.length === 0 ? 0 : await secondChance(name, project, env, report);
  if (saved > 0) return count(name, report.numPassedTests + saved, 0, skipped);
  failures.push(...failed.map((line) => `${name}: ${line}`));
  count(name, report.numPassedTests, failed.length, skipped);
}

/** Counts a project's tests as skipped, as something that they need is missing here. */
async function skip(name, project, env, why) {
  console.log(`— ${name}\n${why}`);
  const file = join(scratch, "list.json");
  await runQuietly(binOf("vitest"), ["list", "--project", project, `--json=${file}`], { env: { ...baseEnv, ...env } });
  const tests = JSON.parse(readOrNull(file) ?? "[]");
  count(name, 0, 0, tests.length);
}

/** Databases that a killed run left in our own scratch folder are stopped; no others are looked at. */
function stopLeftDatabases() {
  for (const name of readdirSync(scratch)) {
    const pgData = join(scratch, name, "pg", "data");
    const pid = Number.parseInt(readOrNull(join(pgData, "postmaster.pid")) ?? "", 10);
    if (!Number.isInteger(pid) || pid <= 1) continue;
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === pgData) process.kill(pid, "SIGINT");
    } catch {
      // Gone meanwhile, or a system without /proc.
    }
  }
}

async function databaseRuns() {
  const servers = await findPostgres();
  for (const { major, binDir } of servers) await vitest(`db on PostgreSQL ${major}`, "db", { TEST_ENGINE: "server", TEST_PG_BIN: binDir });
  if (servers.length === 0) {
    await skip(
      "db on a PostgreSQL of this machine",
      "db",
      { TEST_ENGINE: "server" },
      "No PostgreSQL 15 to 18 was found (Debian: apt-get install postgresql); the database tests run on the embedded one only.",
    );
  }
  await vitest("db on the embedded PostgreSQL", "db", { TEST_ENGINE: "embedded" });
}

async function browserRun() {
  const chromium = await findChromium();
  if (chromium === null) {
    return skip(
      "browser",
      "browser",
      {},
      "No Chromium was found, so the browser tests are skipped. Install one (Debian: apt-get install chromium; any system: npx playwright install chromium) or set CHROMIUM_PATH.",
    );
  }
  const { code, output } = await runQuietly(process.execPath, [join(checkout, "scripts", "build.mjs")], { env: { ...baseEnv, NODE_ENV: "production" } });
  if (code !== 0) {
    console.log(lastLines(output));
    failures.push("build: see its output above");
    return count("build", 0, 1, 0);
  }
  await vitest("browser", "browser", { CHROMIUM_PATH: chromium });
}

function cleanUp() {
  stopLeftDatabases();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

await ensureInstalled();
try {
  await tool("types", "tsc", ["-b"], "tsconfig.json");
  await tool("lint", "oxlint", sourcePlaces(), null);
  await vitest("unit", "unit", {});
  await databaseRuns();
  await browserRun();
} catch (error) {
  console.error(error);
  failures.push(`npm test itself: ${error}`);
  totals.failed += 1;
} finally {
  cleanUp();
}
const { passed, failed, skipped } = totals;
if (failed > 0 || passed === 0) process.exitCode = 1;
if (unsteady.length > 0) console.log(`Unsteady, passed only on their own:\n${unsteady.map((line) => `  ${line}`).join("\n")}\n`);
if (failures.length > 0) console.log(`Failed:\n${failures.map((line) => `  ${line}`).join("\n")}\n`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
