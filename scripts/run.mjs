// node scripts/run.mjs <file.ts> [arguments]: runs a TypeScript program; its exit code is ours. In a production installation
// (npm ci --omit=dev) it runs what was built of it.
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { checkout, fail, runToEnd } from "./lib/common.mjs";
import { ensureInstalled, isProduction } from "./setup.mjs";

const [file, ...args] = process.argv.slice(2);
if (file === undefined) fail("Which file? node scripts/run.mjs <file.ts> [arguments]");
const flags = ["--enable-source-maps"];
if (isProduction()) {
  const built = join(checkout, "dist", "server", `${basename(file, ".ts")}.js`);
  if (!existsSync(built)) fail(`${file} is for development: npm ci installs what it needs.`);
  process.exitCode = await runToEnd(process.execPath, [...flags, built, ...args]);
} else {
  await ensureInstalled();
  process.exitCode = await runToEnd(process.execPath, [...flags, "--import", "tsx", file, ...args]);
}
