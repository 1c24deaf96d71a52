/** Starts the embedded PostgreSQL of a data folder, or joins the one that runs there already. */
import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { chooseAccount } from "./account.ts";
import { type Binaries, prepareBinaries } from "./binaries.ts";
import { type Cluster, ensureInitialised, resetSuperPassword, startServer, stopServer } from "./cluster.ts";
import type { Settings } from "./conf.ts";
import { addHolder, removeHolder, takeLock } from "./lock.ts";
import { findRunning, type PidFile } from "./postmaster.ts";
import { provision, withClient } from "./provision.ts";
import { type EngineState, newState, readState, writeState } from "./state.ts";

/** A database that this process uses. */
export interface EngineHandle {
  /** The application role: owns nothing. */
  appUrl: string;
  /** The role that owns database and schema: migrations only. */
  ownerUrl: string;
  superUrl?: string;
  dataDir: string;
  /** False: a running one was reused. */
  started: boolean;
  version: string;
  /** Starts it again when it is gone (killed, out of memory); false: it had to take another port. */
  revive(): Promise<boolean>;
  /** Gives the database up; it is stopped cleanly when no other process uses it. May be called again. */
  stop(): Promise<void>;
}

/** Options of {@link startCluster}. */
export interface ClusterOptions {
  dataDir: string;
  log?: (line: string) => void;
  /** Another PostgreSQL's programs instead of the embedded ones (tests). */
  binaries?: Binaries;
  /** Settings on top of the product's (tests). */
  settings?: Settings;
}

function urls(state: EngineState, port: number): { appUrl: string; ownerUrl: string; superUrl: string } {
  const url = (role: keyof EngineState["passwords"], database: string): string => `postgres://${role}:${state.passwords[role]}@127.0.0.1:${port}/${database}`;
  return { appUrl: url("floatdesk_app", "floatdesk"), ownerUrl: url("floatdesk_owner", "floatdesk"), superUrl: url("postgres", "postgres") };
}

/** Makes the data folder; files in it are private by their own modes. */
function makeDataDir(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return realpathSync(dataDir);
  } catch (error) {
    throw new Error(
      `The data folder ${dataDir} cannot be made (${(error as NodeJS.ErrnoException).code}): set DATA_DIR to a folder that this user may write.`,
      { cause: error },
    );
  }
}

async function bringUp(options: ClusterOptions, dataDir: string): Promise<{ running: PidFile; state: EngineState; started: boolean }> {
  const log = options.log ?? (() => undefined);
  const pgData = join(dataDir, "pg", "data");
  const known = readState(dataDir);
  const running = await findRunning(pgData);
  if (running !== null && known?.provisioned) return { running, state: known, started: false };
  if (running !== null) await stopServer(pgData, log);
  const account = chooseAccount(dataDir);
  const binaries = options.binaries ?? prepareBinaries(join(dataDir, "bin"), account);
  const cluster: Cluster = { dataDir, pgData, account, binaries, settings: options.settings ?? {}, log };
  const state = known ?? newState();
  // Kept before anything is made with these passwords.
  if (known === null) writeState(dataDir, state);
  const isNew = !existsSync(join(pgData, "PG_VERSION"));
  await ensureInitialised(cluster, state.passwords.postgres);
  if (!isNew && !state.provisioned) await resetSuperPassword(cluster, state.passwords.postgres);
  const ready = await startServer(cluster, state.port);
  try {
    if (state.port !== ready.port || !state.provisioned) {
      state.port = ready.port;
      if (!state.provisioned) await provision(urls(state, ready.port).superUrl, state.passwords);
      state.provisioned = true;
      writeState(dataDir, state);
    }
  } catch (error) {
    await stopServer(pgData, log);
    throw error;
  }
  return { running: ready, state, started: true };
}

/** {@link startEmbedded} with the programs and settings open to choice. */
export async function startCluster(options: ClusterOptions): Promise<EngineHandle> {
  const log = options.log ?? (() => undefined);
  const dataDir = makeDataDir(options.dataDir);
  const release = await takeLock(dataDir);
  try {
    const { running, state, started } = await bringUp(options, dataDir);
    const { appUrl, ownerUrl, superUrl } = urls(state, running.port);
    // Both sides prove the password to each other: what answers here is our server.
    const version = await withClient(appUrl, async (client) => {
      const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
      return rows[0]?.server_version ?? "";
    });
    const holder = addHolder(dataDir);
    let stopping: Promise<void> | null = null;
    const stop = (): Promise<void> => (stopping ??= giveUp(dataDir, holder, log));
    const revive = async (): Promise<boolean> => {
      const giveBack = await takeLock(dataDir);
      try {
        return (await bringUp(options, dataDir)).running.port === running.port;
      } finally {
        giveBack();
      }
    };
    return { appUrl, ownerUrl, superUrl, dataDir, started, version, revive, stop };
  } finally {
    release();
  }
}

async function giveUp(dataDir: string, holder: string, log: (line: string) => void): Promise<void> {
  const release = await takeLock(dataDir);
  try {
    if (removeHolder(dataDir, holder) === 0) await stopServer(join(dataDir, "pg", "data"), log);
  } finally {
    release();
  }
}

/**
 * The embedded database of `dataDir`: made at the first call, started when it does not run, joined when
 * it does (a server process that was killed leaves it running). Data survives any of these.
 * Throws an Error with one plain sentence when it cannot run here.
 */
export async function startEmbedded(options: { dataDir: string; log?: (line: string) => void; env?: NodeJS.ProcessEnv }): Promise<EngineHandle> {
  const { dataDir, log } = options;
  return startCluster(log === undefined ? { dataDir } : { dataDir, log });
}
