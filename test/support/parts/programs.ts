/** Programs as a person runs them beside the tests: the commands of src/server/cli, and one that is told to end. */
import { type ChildProcess, execFile } from "node:child_process";
import { promisify } from "node:util";

/** The databases that a command works on, and whatever else it reads of its environment. */
export interface CommandEnv {
  readonly DATABASE_URL: string;
  readonly DATABASE_OWNER_URL: string;
  readonly [name: string]: string;
}

/** Runs a command of src/server/cli. What ends with another code than 0 throws, with `code`, `stdout` and `stderr`. */
export function runCommand(name: string, env: CommandEnv, args: readonly string[] = []): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(process.execPath, ["--import", "tsx", `src/server/cli/${name}.ts`, ...args], { env: { ...process.env, ...env } });
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
