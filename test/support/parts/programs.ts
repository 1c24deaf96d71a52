/** Programs as a person runs them beside the tests: server and commands as they are built, and one that is told to end. */
import { type ChildProcess, execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { inject } from "vitest";
import { BUNDLE, THREADS } from "../../../scripts/lib/bundle.mjs";

/** The folder of this checkout. */
export const checkout = fileURLToPath(new URL("../../..", import.meta.url));
/** What tests start, and from which sources. */
const PROGRAMS = {
  main: "src/server/main.ts",
  admin: "src/server/cli/admin.ts",
  archive: "src/server/cli/archive.ts",
  backup: "src/server/cli/backup.ts",
  restore: "src/server/cli/restore.ts",
  parse: "src/server/cli/parse.ts",
  prove: "src/server/cli/prove.ts",
  "payout-worker": "test/payout/worker.ts",
} as const;
export type Program = keyof typeof PROGRAMS;

let made: Promise<string> | null = null;

/** All of them as `npm run build` makes them, once a test process: from the sources one by one each start would take three times the work. */
async function makePrograms(): Promise<string> {
  // In the checkout, where their packages and the schema are found.
  const outdir = join(inject("programs"), String(process.pid), "server");
  mkdirSync(outdir, { recursive: true });
  await build({ ...BUNDLE, entryPoints: { ...PROGRAMS, ...THREADS }, outdir });
  return outdir;
}

/** Path of a program of this checkout, to be run with node. */
export async function programOf(name: Program): Promise<string> {
  made ??= makePrograms();
  return join(await made, `${name}.js`);
}

/** The databases that a command works on, and whatever else it reads of its environment. */
export interface CommandEnv {
  readonly DATABASE_URL: string;
  readonly DATABASE_OWNER_URL: string;
  readonly [name: string]: string;
}

/** Runs a command of src/server/cli. What ends with another code than 0 throws, with `code`, `stdout` and `stderr`. */
export async function runCommand(
  name: "admin" | "archive" | "backup" | "parse" | "prove" | "restore",
  env: CommandEnv,
  args: readonly string[] = [],
): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(process.execPath, [await programOf(name), ...args], { env: { ...process.env, ...env } });
}

/** The databases of a product, for {@link runCommand}. */
export function databasesOf(product: { readonly databaseUrl: string; readonly ownerUrl: string }): CommandEnv {
  return { DATABASE_URL: product.databaseUrl, DATABASE_OWNER_URL: product.ownerUrl };
}

/** Tells a program to end and waits until it has; null and one that has ended are left alone. */
export async function endProgram(program: ChildProcess | null): Promise<void> {
  if (program === null || program.exitCode !== null) return;
  const ended = new Promise((done) => program.once("close", done));
  program.kill("SIGTERM");
  await ended;
}
