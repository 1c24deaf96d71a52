import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkout } from "./common.mjs";
import { runVitest } from "./vitest-run.mjs";

// Inside the checkout, so that packages are found from there.
let folder: string;
beforeAll(() => {
  mkdirSync(join(checkout, ".cache"), { recursive: true });
  folder = mkdtempSync(join(checkout, ".cache", "vitest-run-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SEED_FILE = join(checkout, "test", "support", "seed.ts");
/** A property that fails in its first run only, as a wrong one does whose seed was unlucky once. */
function write(): { seen: string; args: string[] } {
  const seen = join(folder, "seen");
  writeFileSync(
    join(folder, "unlucky.test.ts"),
    `import fc from "fast-check";
import { existsSync, writeFileSync } from "node:fs";
import { it } from "vitest";
const first = !existsSync(${JSON.stringify(seen)});
writeFileSync(${JSON.stringify(seen)}, "");
it("holds", () => fc.assert(fc.property(fc.integer(), (n) => !first || n < 1000)));
it("is sure", () => undefined);
`,
  );
  writeFileSync(join(folder, "vitest.config.ts"), `export default { test: { retry: 3, setupFiles: [${JSON.stringify(SEED_FILE)}] } };\n`);
  return { seen, args: ["--root", folder] };
}

it("a property that fails once fails the run, and its line names the seed, which leads there again", async () => {
  const { seen, args } = write();
  const run = (): ReturnType<typeof runVitest> =>
    runVitest(join(folder, "report.json"), args, { ...process.env, TEST_SEED: "-42", VITEST: undefined, VITEST_POOL_ID: undefined }, "ignore");
  const once = await run();
  expect(once).toMatchObject({ passed: 1, failed: 1, skipped: 0 });
  expect(once.tests.map((test: { title: string; status: string }) => [test.title, test.status])).toEqual([
    ["holds", "failed"],
    ["is sure", "passed"],
  ]);
  expect(once.failures).toHaveLength(1);
  expect(once.failures[0]).toMatch(/unlucky\.test\.ts > holds: .*Property failed.* \{ seed: -42, path: "[\d:]+"/);
  rmSync(seen);
  const { passed, failed, failures } = once;
  expect(await run()).toMatchObject({ passed, failed, failures });
  expect(await run()).toMatchObject({ passed: 2, failed: 0, failures: [] });
  expect(existsSync(join(folder, "report.json"))).toBe(false);
  // Three runs of vitest, each in a process of its own: on a busy machine they take longer than a test may.
}, 120_000);

it("every file of tests begins its properties at the seed of the run", () => {
  const { seed } = fc.readConfigureGlobal() ?? {};
  expect(Number.isInteger(seed)).toBe(true);
  if ((process.env["TEST_SEED"] ?? "") !== "") expect(seed).toBe(Number(process.env["TEST_SEED"]));
});
