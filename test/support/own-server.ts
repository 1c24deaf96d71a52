/** A PostgreSQL where nothing was made before, for tests of what its administrator does. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { type Account, chooseAccount, giveTo, isRoot } from "../../src/server/platform/db/engine/account.ts";
import { prepareBinaries } from "../../src/server/platform/db/engine/binaries.ts";
import { type Cluster, ensureInitialised, startServer, stopServer } from "../../src/server/platform/db/engine/cluster.ts";

const PASSWORD = "secret of the administrator";

/** A server of its own with a folder of its own. */
export interface OwnServer {
  readonly folder: string;
  readonly port: number;
  /** What the server runs as. */
  readonly account: Account;
  readonly password: string;
  /** Where its data are; another place is another server. */
  readonly pgData: string;
  url(role: string, password: string, database: string): string;
  stop(): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

/** A folder that the database's account may enter. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(process.env["TEST_TMP"] ?? (isRoot() ? "/tmp" : tmpdir()), "floatdesk-own-"));
  if (isRoot()) chmodSync(folder, 0o711);
  return folder;
}

/** A folder in it that the database's account may write into. */
export function folderFor(account: Account, path: string): string {
  mkdirSync(path, { recursive: true });
  giveTo(account, path);
  return path;
}

/**
 * Starts one.
 * @param settings on top of the product's
 * @param folder of a server whose data are there already; without it a new one
 */
export async function startOwnServer(settings: Readonly<Record<string, string>> = {}, folder = ownFolder()): Promise<OwnServer> {
  const { engine, major } = inject("pg");
  const account = chooseAccount(folder);
  mkdirSync(join(folder, "bin"), { recursive: true });
  const binaries = engine === "server" ? { binDir: process.env["TEST_PG_BIN"] ?? "", major } : prepareBinaries(join(folder, "bin"), account);
  const pgData = join(folder, "pg", "data");
  const cluster: Cluster = { dataDir: folder, pgData, account, binaries, settings: { fsync: "off", ...settings }, log: () => undefined };
  await ensureInitialised(cluster, PASSWORD);
  const { port } = await startServer(cluster, null);
  const stop = (): Promise<void> => stopServer(pgData, () => undefined).then(() => undefined);
  return {
    folder,
    port,
    account,
    password: PASSWORD,
    pgData,
    url: (role, password, database) => `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    stop,
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
