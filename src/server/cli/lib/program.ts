/** What every command is around its work: its arguments, the database of its settings, and one sentence where it cannot go on. */
import { resolveEngine, type ResolvedEngine } from "../../platform/db/engine/index.ts";
import { ensureBoth } from "../../platform/db/reach.ts";

/** Runs a command to its end. What it throws is one line for who called it, and the exit code. */
export function runProgram(main: (args: readonly string[]) => Promise<void>, code: number): void {
  main(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = code;
  });
}

/** The folder that is all a command takes. @throws Error with how it is used */
export function onlyFolder(args: readonly string[], usage: string): string {
  const [folder = ""] = args;
  if (args.length !== 1 || folder.trim() === "" || folder.startsWith("-")) throw new Error(usage);
  return folder;
}

/**
 * Does something with the database of the settings, which is given back whatever comes of it.
 * @throws Error with one sentence that names the setting, also where the database cannot be reached
 */
export async function withEngine(work: (engine: ResolvedEngine) => Promise<void>): Promise<void> {
  // Beside what the command answers, which may be read by a program.
  const engine = await resolveEngine(process.env, { log: (line) => void process.stderr.write(`${line}\n`) });
  try {
    if (engine.kind === "server") await ensureBoth({ setting: "DATABASE_URL", url: engine.appUrl }, { setting: "DATABASE_OWNER_URL", url: engine.ownerUrl });
    await work(engine);
  } finally {
    await engine.stop();
  }
}
