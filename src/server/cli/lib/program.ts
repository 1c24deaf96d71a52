/** What every command is around its work: its arguments, the database of its settings, and one sentence where it cannot go on. */
import { resolveEngine, type ResolvedEngine } from "../../platform/db/engine/index.ts";
import { isHelp } from "./help.ts";
import { ensureBoth } from "../../platform/db/reach.ts";

/** Where a start of the database takes longer, another one has its lock: who interrupts a command does not wait for that. */
const LONGEST_START_MS = 10_000;

/** What gives up what is under way, the innermost last. */
const underWay: (() => void)[] = [];
/** What interrupts a command, and the code that it then ends with. */
const INTERRUPTS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
type Interrupt = keyof typeof INTERRUPTS;
let interruptedBy: Interrupt | null = null;

/** Ctrl-C, a terminal that is closed or a supervisor: the innermost work is given up, so that it fails and is cleared away as ever. Without any the process ends. */
function interrupt(signal: Interrupt): void {
  // npm and the terminal may both pass it on.
  if (interruptedBy !== null) return;
  interruptedBy = signal;
  const giveUp = underWay.at(-1);
  if (giveUp === undefined) process.exit(INTERRUPTS[signal]);
  giveUp();
}

/** Does something that has to be cleared away when the command is interrupted. @param giveUp makes it fail @throws Error what it throws, or that it was interrupted */
export async function interruptible<T>(work: () => Promise<T>, giveUp: () => void): Promise<T> {
  let isGivenUp = false;
  const giveThisUp = (): void => {
    isGivenUp = true;
    giveUp();
  };
  underWay.push(giveThisUp);
  try {
    return await work();
  } catch (error) {
    throw isGivenUp ? new Error("interrupted", { cause: error }) : error;
  } finally {
    underWay.splice(underWay.indexOf(giveThisUp), 1);
  }
}

/**
 * Runs a command to its end. What it throws is one line for who called it, and the exit code.
 * @param usage said where it is asked for
 */
export function runProgram(main: (args: readonly string[]) => Promise<void>, code: number, usage: string): void {
  const args = process.argv.slice(2);
  if (args.some(isHelp)) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  for (const signal of Object.keys(INTERRUPTS) as Interrupt[]) process.on(signal, () => interrupt(signal));
  main(args).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = interruptedBy === null ? code : INTERRUPTS[interruptedBy];
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
  // A database that is being started is waited for and stopped: left alone it would run for good.
  const exitLate = (): void => void setTimeout(() => process.exit(interruptedBy === null ? 1 : INTERRUPTS[interruptedBy]), LONGEST_START_MS).unref();
  // Beside what the command answers, which may be read by a program.
  const starting = (): Promise<ResolvedEngine> => resolveEngine(process.env, { log: (line) => void process.stderr.write(`${line}\n`) });
  const engine = await interruptible(starting, exitLate);
  try {
    if (interruptedBy !== null) throw new Error("interrupted");
    if (engine.kind === "server") await ensureBoth({ setting: "DATABASE_URL", url: engine.appUrl }, { setting: "DATABASE_OWNER_URL", url: engine.ownerUrl });
    // The embedded database is stopped with the command that started it.
    const stop = (): void => void engine.stop().finally(() => process.exit(interruptedBy === null ? 1 : INTERRUPTS[interruptedBy]));
    await interruptible(() => work(engine), stop);
  } finally {
    await engine.stop();
  }
}
