// node scripts/run.mjs <file.ts> [arguments]: runs a TypeScript program; its exit code is ours.
import { fail, runToEnd } from "./lib/common.mjs";
import { ensureInstalled } from "./setup.mjs";

const [file, ...args] = process.argv.slice(2);
if (file === undefined) fail("Which file? node scripts/run.mjs <file.ts> [arguments]");
await ensureInstalled();
process.exitCode = await runToEnd(process.execPath, ["--enable-source-maps", "--import", "tsx", file, ...args]);
