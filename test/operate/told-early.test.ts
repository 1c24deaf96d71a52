/** A server or command that is told to stop while it starts, or twice, ends in its order as well: nothing of it goes on. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isRoot } from "../../src/server/platform/db/engine/account.ts";
import { readPidFile } from "../../src/server/platform/db/engine/postmaster.ts";
import { checkout, programOf } from "../support/parts/programs.ts";
import { until } from "../support/parts/until.ts";

/** Node.js has no terminals. Says the number of the process in it, then what that says. */
const IN_A_TERMINAL = `import os, pty, sys
pid, terminal = pty.fork()
if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
os.write(1, b"%d\\n" % pid)
while True: os.write(1, os.read(terminal, 4096))`;
const hasTerminals = spawnSync("python3", ["-c", "import pty"]).status === 0;

let dataDir: string;
let server: ChildProcess | null = null;
let said = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(process.env["TEST_TMP"] ?? (isRoot() ? "/tmp" : tmpdir()), "floatdesk-early-"));
});
afterEach(() => {
  server?.kill("SIGKILL");
  const left = database();
  if (left) process.kill(left.pid, "SIGQUIT");
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

const database = (): ReturnType<typeof readPidFile> => readPidFile(join(dataDir, "pg", "data"));
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
const hasEnded = (): boolean => server?.exitCode !== null || server.signalCode !== null;

function settingsOf(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { DATABASE_URL: _url, DATABASE_OWNER_URL: _owner, SECRET_KEY: _key, VITEST: _vitest, ...inherited } = process.env;
  return { ...inherited, NODE_ENV: "production", HOST: "127.0.0.1", PORT: "0", DATA_DIR: dataDir, API_PROCESSES: "1", ...own };
}

/** Starts it on the folder of the test; what it says is in `said`. */
async function begin(settings: NodeJS.ProcessEnv = {}, program: "main" | "prove" = "main"): Promise<ChildProcess> {
  said = "";
  const child = spawn(process.execPath, [await programOf(program)], { cwd: checkout, env: settingsOf(settings), stdio: ["ignore", "pipe", "pipe"] });
  server = child;
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (said += part.toString()));
  return child;
}

const MOMENTS: Readonly<Record<string, () => boolean>> = {
  "while its database starts": () => database() !== null,
  "while the schema is made": () => said.includes("migrated"),
};
for (const [moment, hasCome] of Object.entries(MOMENTS))
  it(`leaves no database running when it is told to stop ${moment}, and starts anew`, async () => {
    const child = await begin();
    await until(() => hasCome() || hasEnded());
    child.kill("SIGTERM");
    await until(hasEnded);
    expect({ database: database(), code: child.exitCode, said: said.replace(/migrated .*\n/g, "") }).toEqual({ database: null, code: 0, said: "" });
    const again = await begin();
    await until(() => said.includes("Sign in:") || hasEnded());
    again.kill("SIGTERM");
    await until(hasEnded);
    expect({ database: database(), code: again.exitCode }).toEqual({ database: null, code: 0 });
  });

it("leaves no database running when a command is interrupted while that starts", async () => {
  const child = await begin({}, "prove");
  await until(() => database() !== null || hasEnded());
  child.kill("SIGINT");
  await until(hasEnded);
  expect({ database: database(), code: child.exitCode, said }).toEqual({ database: null, code: 130, said: "interrupted\n" });
});

it("leaves no database running when it is told to stop again and again", async () => {
  const child = await begin({ API_PROCESSES: "2", LOG_LEVEL: "info" });
  await until(() => said.split("Server listening").length > 2 || hasEnded());
  await until(() => !child.kill("SIGINT") || hasEnded());
  expect({ database: database(), code: child.exitCode, signal: child.signalCode }).toEqual({ database: null, code: 0, signal: null });
});

it("starts no further process once it is told to stop", async () => {
  const child = await begin({ API_PROCESSES: "2", LOG_LEVEL: "info" });
  await until(() => said.includes("Sign in:") || hasEnded());
  child.kill("SIGTERM");
  await until(hasEnded);
  expect({ listening: said.split("Server listening").length - 1, code: child.exitCode }).toEqual({ listening: 1, code: 0 });
});

it.skipIf(!hasTerminals)("leaves no database running when its terminal is closed, which takes what it says no more", async () => {
  const settings = settingsOf({ API_PROCESSES: "2", LOG_LEVEL: "debug" });
  const terminal = spawn("python3", ["-c", IN_A_TERMINAL, process.execPath, await programOf("main")], {
    cwd: checkout,
    env: settings,
    stdio: ["ignore", "pipe", "inherit"],
  });
  server = terminal;
  said = "";
  terminal.stdout.on("data", (part: Buffer) => (said += part.toString()));
  await until(() => said.split("Server listening").length > 2 || hasEnded());
  // Whoever holds the terminal ends, and the system tells all that run in it.
  terminal.kill("SIGKILL");
  await until(() => !isAlive(Number.parseInt(said, 10)));
  expect(database()).toBeNull();
});
