/** Start of the simulator. `scripts/demo.mjs` runs it beside the product; DATA_DIR, PORT and HOST are the product's. */
import { FlagError, readFlags, USAGE, type Flags } from "./flags.ts";
import { run } from "./run.ts";

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function flagsOrEnd(): Flags {
  try {
    return readFlags(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof FlagError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

async function main(): Promise<number> {
  const flags = flagsOrEnd();
  if (flags.help) {
    print(USAGE);
    return 0;
  }
  const dataDir = process.env["DATA_DIR"];
  if (!dataDir) throw new Error("The simulator is started by npm run demo; by itself it needs DATA_DIR and PORT of a running demo.");
  const host = process.env["HOST"] ?? "127.0.0.1";
  const base = `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${process.env["PORT"] ?? "3000"}`;
  const stop = new AbortController();
  const end = (): void => {
    stop.abort();
    // Whatever still waits for an answer: the server may be gone already.
    setTimeout(() => process.exit(0), 2_000).unref();
  };
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
  const outside = process.env["PUBLIC_URL"]?.replace(/\/+$/, "");
  return run({ flags, base, dataDir, addresses: outside ? [base, outside] : [base], print, signal: stop.signal });
}

main()
  .then((code) => process.exit(code))
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
