import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The launcher's own tests start embedded databases: once is enough, in the run on the embedded engine. */
const onServer = process.env.TEST_ENGINE === "server";

/** Where the runs of one `npm test` or `npm run trust` leave what they have made of the sources, for the next of them; a run alone leaves nothing. */
const modules = process.env.TEST_MODULES ?? "";
const experimental = modules === "" ? {} : { fsModuleCache: true, fsModuleCachePath: modules };

/** What a test waits for takes as long as a busy machine needs; only what never comes is waited for in full. Milliseconds. */
const patience = 60_000;
/** Whatever runs for so long hangs. It is no measure of anything: a busy machine takes ten times as long as a quiet one. Milliseconds. */
const hung = 300_000;

const isSweep = ({ moduleId }: TestSpecification): boolean => /e2e\/screens-\w+\.spec\.ts$/.test(moduleId);
const hasWindow = ({ moduleId }: TestSpecification): boolean => readFileSync(moduleId, "utf8").startsWith("// @vitest-environment happy-dom");
const group = (file: TestSpecification): number => (isSweep(file) ? 0 : hasWindow(file) ? 2 : 1);

/**
 * The sweeps of all screens take longest: each worker begins with one. Files with a window stand together: a worker whose next file
 * has another environment ends, and all modules are loaded anew.
 */
class Grouped extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [0, 1, 2].flatMap((wanted) => sorted.filter((file) => group(file) === wanted));
  }
}

export default defineConfig({
  test: {
    experimental,
    sequence: { sequencer: Grouped },
    pool: "forks",
    // Files of a worker share their modules where a project says `isolate: false`: loading them anew for each file took as long
    // as half of the tests. So what a module keeps belongs to an app, a window or a test, never to the module alone, and `vi.mock`
    // reaches what is imported at run time only: a module that another file of the worker has loaded keeps its imports.
    // Two cores, of which the database wants its share.
    maxWorkers: 2,
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: "unit",
          experimental,
          pool: "forks",
          isolate: false,
          include: ["{src,simulator,bench,scripts}/**/*.test.{ts,tsx}"],
          exclude: ["**/node_modules/**", "**/*.db.test.ts"],
          setupFiles: ["test/support/seed.ts", "test/support/anew.ts"],
          testTimeout: hung,
          hookTimeout: hung,
        },
      },
      {
        test: {
          name: "db",
          experimental,
          pool: "forks",
          isolate: false,
          // Its tests often wait for something to happen: of two workers' time an eighth was nobody's.
          maxWorkers: 3,
          include: ["**/*.db.test.ts", "test/**/*.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**", ...(onServer ? ["src/server/platform/db/engine/**"] : [])],
          globalSetup: ["test/support/global-setup.ts"],
          setupFiles: ["test/support/seed.ts"],
          testTimeout: hung,
          hookTimeout: hung,
          expect: { poll: { timeout: patience } },
        },
      },
      {
        test: {
          name: "browser",
          experimental,
          pool: "forks",
          isolate: false,
          include: ["test/e2e/**/*.spec.ts"],
          globalSetup: ["test/support/global-setup.ts"],
          setupFiles: ["test/support/seed.ts", "test/e2e/copy.ts"],
          testTimeout: hung,
          hookTimeout: hung,
          expect: { poll: { timeout: patience } },
        },
      },
    ],
  },
});
