/** The tests of one module for Stryker (scripts/lib/trust/mutation/run.mjs): those named in MUTATION_TESTS, one file after the other, on one database. */
import { defineConfig } from "vitest/config";

const files = (process.env["MUTATION_TESTS"] ?? "").split(",").filter(Boolean);

export default defineConfig({
  test: {
    include: files,
    globalSetup: process.env["MUTATION_DATABASE"] === "1" ? ["test/support/global-setup.ts"] : [],
    setupFiles: ["test/support/seed.ts"],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
