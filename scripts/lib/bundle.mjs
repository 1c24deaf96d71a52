// How the server's programs are bundled: by scripts/build.mjs for what runs, by test/support/parts/programs.ts for what tests start.
import { checkout } from "./common.mjs";

/** Settings of esbuild; entries and folder are the caller's. */
export const BUNDLE = {
  absWorkingDir: checkout,
  bundle: true,
  packages: "external",
  platform: "node",
  target: "node20",
  format: "esm",
  // The supervisor of several processes loads what it needs of the product, and no more.
  splitting: true,
  sourcemap: true,
  logLevel: "warning",
};

/** Where threads of the server begin, by the names under which src/server/platform/threads/program.ts finds them beside the bundle. */
export const THREADS = {
  "export-thread": "src/server/platform/lists/export-thread.ts",
  "password-thread": "src/server/core/session/password-thread.ts",
  "statement-pdf": "src/server/features/statements/pdf/thread.ts",
};

/** The month behind a demo is made by the product's own parts, in a process of its own: people sign in there too, so it has the threads. */
export const HISTORY = { main: "simulator/history/main.ts", ...THREADS };
