/** Chooses the database by environment: an external one (`DATABASE_URL`) or the embedded one. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { refuseNearMisses } from "../../settings/names.ts";
import { parseSecretKey } from "../../settings/secret-key.ts";
import { readSetting } from "../../settings/table.ts";
import { findCheckout, resolveDataDir } from "./data-dir.ts";
import { startEmbedded } from "./embedded.ts";
import { takeLock } from "./lock.ts";
import { readState, writePrivate, writeState } from "./state.ts";

const KEY_BYTES = 32;

/** The database and the key that this process works with. */
export interface ResolvedEngine {
  kind: "embedded" | "server";
  /** The application role. */
  appUrl: string;
  /** The owner, for migrations; null: an external database that somebody else migrates. */
  ownerUrl: string | null;
  superUrl?: string;
  /** Encrypts secrets at rest: 32 bytes. */
  secretKey: Buffer;
  /** A second key to read with, while the key is changed. */
  secretKeyAlso: Buffer | null;
  dataDir: string;
  /** False: a running embedded database, or an external one, was joined. */
  started: boolean;
  /** Starts an embedded database that is gone again; false: it is at another address now. Nothing to do for an external one. */
  revive(): Promise<boolean>;
  /** Gives an embedded database up; nothing to do for an external one. */
  stop(): Promise<void>;
}

/**
 * The external database of the environment, or null when `DATABASE_URL` is unset.
 * @throws Error with one sentence when its owner is named alone
 */
export function engineFromUrl(env: NodeJS.ProcessEnv): { appUrl: string; ownerUrl: string | null } | null {
  const [appUrl, ownerUrl] = [readSetting(env, "DATABASE_URL"), readSetting(env, "DATABASE_OWNER_URL")];
  // Without this the embedded database would be taken, and the owner's be left as it is.
  if (appUrl === null && ownerUrl !== null) throw new Error("DATABASE_OWNER_URL needs DATABASE_URL beside it: the same database, as the application's role.");
  return appUrl === null ? null : { appUrl, ownerUrl };
}

/** The key of `DATA_DIR/secret.key`, made at the first start and never again. */
async function storedSecretKey(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, "secret.key");
  // Two first starts at once must end up with one key.
  const release = await takeLock(dataDir);
  try {
    const state = readState(dataDir);
    if (!existsSync(file)) {
      if (state === null || state.secretMade) {
        throw new Error(`${file} is missing: bring it back from your backup or set SECRET_KEY, as what it encrypted cannot be read without it.`);
      }
      writePrivate(file, `${randomBytes(KEY_BYTES).toString("base64")}\n`);
    }
    if (state !== null && !state.secretMade) writeState(dataDir, { ...state, secretMade: true });
  } finally {
    release();
  }
  return parseSecretKey(readFileSync(file, "utf8"), file);
}

/**
 * The database and secret key for this environment. Embedded: started or joined, the key generated into
 * the data folder unless `SECRET_KEY` is set. External: `SECRET_KEY` is required.
 * Throws an Error with one sentence that names a missing or wrong setting.
 */
export async function resolveEngine(env: NodeJS.ProcessEnv, options: { checkoutDir?: string; log?: (line: string) => void } = {}): Promise<ResolvedEngine> {
  refuseNearMisses(env);
  const external = engineFromUrl(env);
  const given = readSetting(env, "SECRET_KEY");
  const secretKeyAlso = readSetting(env, "SECRET_KEY_ALSO");
  const checkout = options.checkoutDir ?? findCheckout();
  if (external !== null) {
    if (given === null) throw new Error("SECRET_KEY is required with DATABASE_URL: 32 bytes in base64 (make one with: openssl rand -base64 32).");
    return {
      kind: "server",
      ...external,
      secretKey: given,
      secretKeyAlso,
      dataDir: resolveDataDir(env, checkout).dataDir,
      started: false,
      revive: async () => true,
      stop: async () => undefined,
    };
  }
  const { dataDir, reason } = resolveDataDir(env, checkout);
  if (reason !== null) options.log?.(reason);
  const engine = await startEmbedded({ dataDir, env, ...(options.log === undefined ? {} : { log: options.log }) });
  try {
    const secretKey = given ?? (await storedSecretKey(engine.dataDir));
    const { appUrl, ownerUrl, started, revive, stop } = engine;
    return {
      kind: "embedded",
      appUrl,
      ownerUrl,
      ...(engine.superUrl === undefined ? {} : { superUrl: engine.superUrl }),
      secretKey,
      secretKeyAlso,
      dataDir: engine.dataDir,
      started,
      revive,
      stop,
    };
  } catch (error) {
    await engine.stop();
    throw error;
  }
}
