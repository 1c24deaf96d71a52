// npm test: everything. Types, lint and what ships (licences, advisories) count as one test each; unit, database and browser tests are vitest projects.
// Database tests run on one engine, and on the other those that can differ (lib/engines.mjs); with `--engines all` all on both. Unit tests and the other engine go on beside the first run, where there is
// memory for both (docs/decisions/0108). All runs go to their end; the last lines name what failed and count. A test that
// fails once has failed: there is no second chance, on its own or with another seed.
import { randomInt } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { lastLine, saysUnasked } from "./lib/advisories.mjs";
import { binOf, checkout, fail, lastLines, readOrNull, runQuietly, sourcePlaces } from "./lib/common.mjs";
import { ENGINE_TESTS } from "./lib/engines.mjs";
import { readFlags } from "./lib/flags.mjs";
import { followNpm } from "./lib/product.mjs";
import { testPlace } from "./lib/test-place.mjs";
import { findChromium, findPostgres } from "./lib/tools.mjs";
import { FAILURES_DIR, runVitest } from "./lib/vitest-run.mjs";
import { ensureInstalled } from "./setup.mjs";

const { values: flags } = readFlags("npm test [-- --engines all]", { engines: { type: "string", default: "one" } });
if (!["one", "all"].includes(flags.engines)) fail("--engines takes one or all");
const allEngines = flags.engines === "all";
const totals = { passed: 0, failed: 0, skipped: 0 };
/** No registry answered what is known of the packages that ship. */
let unanswered = false;
/** What failed, a line each for the end of the output. */
const failures = [];
/** All properties of the run begin here: given, they take the same way again. */
const seed = process.env.TEST_SEED || String(randomInt(2 ** 31));
const place = testPlace(seed);
/** Where runs work that go on beside another one: what is left of one is never taken for the other's. They share what is made of the sources. */
const besidePlace = testPlace(seed);
const { scratch } = place;
const baseEnv = { ...place.env, TEST_FAILURES: FAILURES_DIR };
/** Memory that two runs beside each other may take, with room to spare; where there is less, one waits for the other. Bytes. */
const ROOM_FOR_TWO = 8 * 2 ** 30;

/** The signal that told us to stop: what runs is told too, and nothing is begun any more. */
let stoppedBy = null;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => (stoppedBy ??= signal));
followNpm();

function count(name, passed, failed, skipped) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  console.log(`${failed > 0 ? "✗" : "✓"} ${name}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
}

/** A tool whose success is one test. */
async function tool(name, program, args, needs) {
  if (needs !== null && !existsSync(join(checkout, needs))) return count(`${name} (there is no ${needs})`, 0, 0, 1);
  const { code, output } = await runQuietly(program === "node" ? process.execPath : binOf(program), args, { env: baseEnv });
  if (code !== 0 || program === "node") console.log(lastLines(output));
  if (code !== 0) failures.push(`${name}: see its output above`);
  if (saysUnasked(output)) unanswered = true;
  count(name, code === 0 ? 1 : 0, code === 0 ? 0 : 1, 0);
}

/** Runs a vitest project. What failed once has failed. Beside another run, what it says is kept until it ends. */
async function vitest(name, project, env, { args = [], isBeside = false } = {}) {
  if (stoppedBy !== null) return;
  const file = join(scratch, name.replaceAll(/\W+/g, "-"));
  const at = isBeside ? besidePlace : place;
  const kept = isBeside ? openSync(`${file}.log`, "w") : null;
  if (kept === null) console.log(`— ${name}`);
  const all = ["--project", project, "--passWithNoTests", ...args];
  const run = await runVitest(`${file}.json`, all, { ...baseEnv, TEST_TMP: at.scratch, ...env }, kept === null ? undefined : ["ignore", kept, kept]);
  at.stopLeftDatabases();
  if (kept !== null) {
    closeSync(kept);
    console.log(`— ${name}\n${readFileSync(`${file}.log`, "utf8")}`);
  }
  failures.push(...run.failures.map((line) => `${name}: ${line}`));
  count(name, run.passed, run.failed, run.skipped);
}

/** Counts a project's tests as skipped, as something that they need is missing here. */
async function skip(name, project, env, why) {
  console.log(`— ${name}\n${why}`);
  const file = join(scratch, "list.json");
  await runQuietly(binOf("vitest"), ["list", "--project", project, `--json=${file}`], { env: { ...baseEnv, ...env } });
  const tests = JSON.parse(readOrNull(file) ?? "[]");
  count(name, 0, 0, tests.length);
}

/** The runs of the database tests, the one with all of them first. */
async function databaseRuns() {
  const servers = await findPostgres();
  const engines = [
    ...servers.map(({ major, binDir }) => ({ name: `db on PostgreSQL ${major}`, env: { TEST_ENGINE: "server", TEST_PG_BIN: binDir } })),
    { name: "db on the embedded PostgreSQL", env: { TEST_ENGINE: "embedded" } },
  ];
  if (servers.length === 0) console.log("No PostgreSQL 15 to 18 was found (Debian: apt-get install postgresql); the database tests run on the embedded one.\n");
  return engines.map(({ name, env }, index) =>
    index === 0 || allEngines
      ? { name, env, args: [] }
      : { name: `${name}, what can differ`, env: Object.assign({}, env, ...ENGINE_TESTS.map((test) => test.env)), args: ENGINE_TESTS.map(({ path }) => path) },
  );
}

/** Unit and database tests. The longest run waits for things to happen, and so do the others: beside each other they leave no core idle. */
async function unitAndDatabase() {
  const [whole, ...others] = await databaseRuns();
  const isBeside = (process.availableMemory?.() ?? 0) >= ROOM_FOR_TWO; // Node 20.13 and later tell
  const theOthers = async () => {
    await vitest("unit", "unit", {}, { isBeside });
    for (const { name, env, args } of others) await vitest(name, "db", env, { args, isBeside });
  };
  const run = () => vitest(whole.name, "db", whole.env);
  if (!isBeside) {
    await theOthers();
    return run();
  }
  // Both go to their end, whatever becomes of the other.
  for (const ended of await Promise.allSettled([run(), theOthers()])) if (ended.status === "rejected") throw ended.reason;
}

async function browserRun() {
  if (stoppedBy !== null) return;
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

await ensureInstalled();
rmSync(FAILURES_DIR, { recursive: true, force: true });
console.log(`Seed of this run: ${seed}\n`);
try {
  await Promise.all([
    tool("types", "tsc", ["-b"], "tsconfig.json"),
    tool("lint", "oxlint", sourcePlaces(), null),
    tool("supply", "node", ["scripts/supply.mjs"], null),
  ]);
  await unitAndDatabase();
  await browserRun();
} catch (error) {
  console.error(error);
  failures.push(`npm test itself: ${error}`);
  totals.failed += 1;
} finally {
  place.remove();
  besidePlace.remove();
}
if (stoppedBy !== null) {
  failures.push(`npm test itself: stopped by ${stoppedBy} before everything had run`);
  totals.failed += 1;
}
const { passed, failed } = totals;
if (failed > 0 || passed === 0) process.exitCode = 1;
if (failures.length > 0) console.log(`Failed (the same again: TEST_SEED=${seed} npm test):\n${failures.map((line) => `  ${line}`).join("\n")}\n`);
if (existsSync(FAILURES_DIR)) console.log(`What the browser tests that failed have left (traces, pictures, consoles): ${FAILURES_DIR}\n`);
console.log(lastLine(totals, unanswered));
