/**
 * `npm run prove`: the ledger integrity check from the command line; exit code 1 when something is wrong, 2 when it could not be run. It
 * re-computes some sealed days, those that were looked at longest ago; with `--all-days` every one.
 */
import { refuseBehind } from "../platform/db/migrate.ts";
import { runProgram, withEngine } from "./lib/program.ts";

const USAGE = "Usage: npm run prove [-- --all-days]";

async function main(args: readonly string[]): Promise<void> {
  if (args.some((arg) => arg !== "--all-days")) throw new Error(USAGE);
  await withEngine(async ({ appUrl }) => {
    await refuseBehind(appUrl);
    // The whole application, of which nothing else is needed to refuse: it takes longer to load than all the rest.
    const { checkBooks } = await import("./lib/check-books.ts");
    const result = await checkBooks(appUrl, args.length > 0);
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    process.exitCode = result.ok ? 0 : 1;
  });
}

runProgram(main, 2, USAGE);
