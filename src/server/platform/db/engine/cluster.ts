/** Makes, starts and stops one PostgreSQL data folder. Knows nothing of roles and databases. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Account, commandAs, giveTo, giveTreeTo } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { type Settings, writeConfig } from "./conf.ts";
import { choosePort, clearStalePidFile, findRunning, type PidFile, readPidFile } from "./postmaster.ts";
import { isPostmasterOf, sleepMs } from "./proc.ts";

/** Everything needed to run programs on one data folder. */
export interface Cluster {
  dataDir: string;
  /** PostgreSQL's own folder, `DATA_DIR/pg/data`. */
  pgData: string;
  account: Account;
  binaries: Binaries;
  settings: Settings;
  log: (line: string) => void;
}

const KEPT_LOGS = 5;

/** Nothing of the caller's environment (PGDATA, PGOPTIONS, library paths) may reach the server. */
function childEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}

/** Runs a program of PostgreSQL to its end; answers its output, or throws with the last lines of it. */
function run(cluster: Cluster, program: string, args: string[], stdin: string): Promise<string> {
  const command = commandAs(cluster.account, join(cluster.binaries.binDir, program), args);
  return new Promise((done, fail) => {
    const child = spawn(command.file, command.args, { ...command.options, cwd: "/", env: childEnv(), stdio: ["pipe", "pipe", "pipe"] });
    let output = "";
    const take = (chunk: Buffer): void => void (output += chunk.toString());
    child.stdout?.on("data", take);
    child.stderr?.on("data", take);
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(stdin);
    child.once("error", (error: NodeJS.ErrnoException) => {
      // A missing loader (musl systems) shows as "no such file", too.
      fail(new Error(`The embedded PostgreSQL cannot run here (${error.code ?? error.message}): set DATABASE_URL to a PostgreSQL 15 or newer.`));
    });
    child.once("close", (code) => {
      if (code === 0) done(output);
      else fail(new Error(`${program} failed (${code}): ${output.trim().split("\n").slice(-4).join(" ")}`));
    });
  });
}

/** Which locale options this PostgreSQL knows; the result sorts by code point everywhere. */
function localeArgs(major: number): string[] {
  if (major >= 17) return ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  return ["--locale=C.UTF-8"];
}

/**
 * Makes the data folder when there is none. It is built aside and renamed, so that an interrupted first
 * start leaves nothing half made.
 */
export async function ensureInitialised(cluster: Cluster, superPassword: string): Promise<void> {
  const { pgData, account, dataDir } = cluster;
  const pgDir = join(dataDir, "pg");
  mkdirSync(join(pgDir, "log"), { recursive: true, mode: 0o700 });
  giveTreeTo(account, pgDir);
  if (existsSync(join(pgData, "PG_VERSION"))) {
    const major = Number.parseInt(readFileSync(join(pgData, "PG_VERSION"), "utf8"), 10);
    if (major !== cluster.binaries.major) {
      throw new Error(
        `The database in ${dataDir} was made by PostgreSQL ${major}, this version of Floatdesk brings ${cluster.binaries.major}: take a backup with the older version and restore it here.`,
      );
    }
    return;
  }
  for (const name of readdirSync(pgDir)) if (name.startsWith("new-")) rmSync(join(pgDir, name), { recursive: true, force: true });
  const id = randomBytes(6).toString("hex");
  const fresh = join(pgDir, `new-${id}`);
  mkdirSync(fresh, { mode: 0o700 });
  giveTo(account, fresh);
  const passwordFile = join(dataDir, `.password-${id}`);
  writeFileSync(passwordFile, `${superPassword}\n`, { mode: 0o600, flag: "wx" });
  giveTo(account, passwordFile);
  try {
    await run(
      cluster,
      "initdb",
      [
        "-D",
        fresh,
        "-U",
        "postgres",
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--no-instructions",
        ...localeArgs(cluster.binaries.major),
      ],
      "",
    );
  } finally {
    unlinkSync(passwordFile);
  }
  renameSync(fresh, pgData);
}

/** Sets the superuser's password without knowing the old one; the server must not run. */
export async function resetSuperPassword(cluster: Cluster, password: string): Promise<void> {
  clearStalePidFile(cluster.pgData);
  await run(
    cluster,
    "postgres",
    ["--single", "-D", cluster.pgData, "-c", "log_min_messages=fatal", "postgres"],
    `ALTER ROLE postgres PASSWORD '${password}';\n`,
  );
}

function pruneLogs(logDir: string): void {
  const logs = readdirSync(logDir)
    .filter((name) => name.endsWith(".log"))
    .sort();
  for (const name of logs.slice(0, -KEPT_LOGS)) rmSync(join(logDir, name), { force: true });
}

function spawnServer(cluster: Cluster, confDir: string, outputFile: string): ChildProcess {
  const args = ["-D", cluster.pgData, "-c", `config_file=${join(confDir, "postgresql.conf")}`, "-c", `hba_file=${join(confDir, "pg_hba.conf")}`];
  const command = commandAs(cluster.account, join(cluster.binaries.binDir, "postgres"), args);
  const output = openSync(outputFile, "w", 0o600);
  try {
    // A session of its own: neither the terminal's Ctrl-C nor its end reaches the database.
    const child = spawn(command.file, command.args, { ...command.options, cwd: "/", env: childEnv(), detached: true, stdio: ["ignore", output, output] });
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

/** Waits until the started server is ready; null when it ended instead. */
async function waitReady(cluster: Cluster, child: ChildProcess): Promise<PidFile | null> {
  let failed = false;
  child.once("error", () => {
    failed = true;
  });
  let nextWordAt = Date.now() + 10_000;
  for (let pauseMs = 4; !failed && child.exitCode === null && child.signalCode === null; pauseMs = Math.min(pauseMs * 1.5, 50)) {
    const seen = readPidFile(cluster.pgData);
    if (seen !== null && seen.pid === child.pid && seen.status === "ready") return seen;
    if (Date.now() > nextWordAt) {
      // Recovery after a crash replays the log; that may take as long as it takes.
      cluster.log("The database is still starting (it replays its log after an unclean stop).");
      nextWordAt += 10_000;
    }
    await sleepMs(pauseMs);
  }
  return null;
}

/** Starts the server of a made data folder and waits until it is ready. The launcher's lock is held. */
export async function startServer(cluster: Cluster, rememberedPort: number | null): Promise<PidFile> {
  const confDir = join(cluster.dataDir, "conf");
  const logDir = join(cluster.dataDir, "pg", "log");
  const outputFile = join(cluster.dataDir, "engine-start.log");
  pruneLogs(logDir);
  const giveUpAt = Date.now() + 20_000;
  let wanted = rememberedPort;
  for (;;) {
    clearStalePidFile(cluster.pgData);
    const port = await choosePort(wanted);
    writeConfig({ confDir, logDir, port }, cluster.binaries.major, cluster.settings);
    const ready = await waitReady(cluster, spawnServer(cluster, confDir, outputFile));
    if (ready !== null) return ready;
    const output = readFileSync(outputFile, "utf8").trim();
    const portTaken = /could not (bind|create any)/i.test(output);
    // Workers of a killed server need a moment to notice that it is gone.
    const dyingWorkers = /shared memory block|lock file/i.test(output);
    if (Date.now() > giveUpAt || !(portTaken || dyingWorkers)) {
      throw new Error(`The embedded database did not start: ${output.split("\n").slice(-3).join(" ") || "no output"} (logs: ${logDir})`);
    }
    if (portTaken) wanted = null;
    await sleepMs(200);
  }
}

/**
 * Stops the server of a data folder in PostgreSQL's "fast" way: open work is rolled back, everything is
 * written, never killed. Returns when it is gone.
 */
export async function stopServer(pgData: string, log: (line: string) => void): Promise<void> {
  const running = await findRunning(pgData);
  if (running === null) return;
  try {
    process.kill(running.pid, "SIGINT");
  } catch (error) {
    // Gone between the look and the call: that is all that was wanted.
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return;
    throw error;
  }
  let nextWordAt = Date.now() + 10_000;
  for (let pauseMs = 5; isPostmasterOf(running.pid, pgData) === "yes"; pauseMs = Math.min(pauseMs * 1.5, 100)) {
    if (Date.now() > nextWordAt) {
      log("The database is still writing its last changes.");
      nextWordAt += 10_000;
    }
    await sleepMs(pauseMs);
  }
}
