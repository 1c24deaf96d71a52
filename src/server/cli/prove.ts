/**
 * `npm run prove`: the ledger integrity check from the command line; exit code 1 when something is wrong. It re-computes some sealed days,
 * those that were looked at longest ago; with `--all-days` every one.
 */
import { resolveEngine } from "../platform/db/engine/index.ts";
import { checkBooks } from "./lib/check-books.ts";

const engine = await resolveEngine(process.env);
try {
  const result = await checkBooks(engine.appUrl, process.argv.includes("--all-days"));
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  process.exitCode = result.ok ? 0 : 1;
} finally {
  await engine.stop();
}
