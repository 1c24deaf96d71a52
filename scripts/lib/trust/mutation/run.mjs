// Runs Stryker on one module of ./modules.mjs. Its packages stand apart, in test/mutation, as nothing else needs them.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkout, fail, filesBelow, hashOf, lastLines, readOrNull, runQuietly } from "../../common.mjs";
import { scoreOf } from "./score.mjs";

const home = join(checkout, "test", "mutation");
const work = join(checkout, ".cache", "mutation");
/** A mutant may make a loop endless: so long after its tests should have ended it counts as found. */
const PATIENCE_MS = 20_000;

/** Installs Stryker once, at the versions of test/mutation/package-lock.json. */
export async function ensureStryker() {
  const lock = createHash("sha256")
    .update(readFileSync(join(home, "package-lock.json")))
    .digest("hex");
  const stamp = join(home, "node_modules", ".floatdesk-lock");
  if (readOrNull(stamp)?.trim() === lock) return;
  console.log("Installing what changes the sources (npm ci in test/mutation) ...");
  const { code, output } = await runQuietly("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], { cwd: home });
  if (code !== 0) fail(`Stryker could not be installed:\n${lastLines(output, 15)}`);
  writeFileSync(stamp, `${lock}\n`);
}

/** Stryker's settings; what it copies of the checkout is what tests read. */
function settings(module, slug) {
  return {
    plugins: ["@stryker-mutator/vitest-runner"],
    testRunner: "vitest",
    vitest: { configFile: "test/mutation/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    mutate: module.sources,
    // One process at a time where all mutants share a database.
    concurrency: module.database ? 1 : 2,
    timeoutMS: PATIENCE_MS,
    // It would read tsconfig.json by the interface of an older TypeScript.
    tsconfigFile: "none.json",
    packageManager: "npm",
    reporters: ["json"],
    jsonReporter: { fileName: join(".cache", "mutation", `${slug}.json`) },
    tempDirName: join(".cache", "mutation", "copies"),
    ignorePatterns: ["/.cache", "/dist", "/data", "/bench/results", "/deploy", "/test/e2e"],
    warnings: { slow: false },
    disableTypeChecks: false,
  };
}

/**
 * Changes a module's sources one place at a time and runs its tests against each.
 * @param {import("./modules.mjs").Module} module
 * @param {NodeJS.ProcessEnv} env of the tests
 * @param {boolean} anew also where nothing has changed since the last run
 * @throws Error when the tests do not pass without a change, with the end of what was printed
 */
export async function mutate(module, env, anew = false) {
  const slug = module.name.replaceAll(" ", "-");
  mkdirSync(work, { recursive: true });
  const report = join(work, `${slug}.json`);
  const stamp = join(work, `${slug}.hash`);
  // Stryker's own memory of earlier runs takes no notice of new tests where code runs once, while its file is loaded.
  const hash = hashOf(filesBelow("src", "db", "test/support", "test/mutation/package-lock.json", ...module.tests), JSON.stringify(module));
  if (!anew && readOrNull(stamp) === hash && existsSync(report)) return { name: module.name, seconds: 0, ...scoreOf(JSON.parse(readFileSync(report, "utf8"))) };
  for (const old of [report, stamp]) rmSync(old, { force: true });
  const file = join(work, `${slug}.config.json`);
  writeFileSync(file, JSON.stringify(settings(module, slug)));
  const startedAt = Date.now();
  const program = join(home, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
  const { output } = await runQuietly("nice", ["-n", "10", process.execPath, program, "run", file], {
    env: { ...env, MUTATION_TESTS: module.tests.join(","), ...(module.database ? { MUTATION_DATABASE: "1" } : {}) },
  });
  if (!existsSync(report)) throw new Error(`${module.name} could not be tried:\n${lastLines(output, 40)}`);
  writeFileSync(stamp, hash);
  return { name: module.name, seconds: Math.round((Date.now() - startedAt) / 1000), ...scoreOf(JSON.parse(readFileSync(report, "utf8"))) };
}
