/** Fills a database with orders and all that follows from them: then the product's own check of the ledger. */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { OFFERS } from "../../../src/server/app.ts";
import { checkIntegrity, type IntegrityResult } from "../../../src/server/core/ledger/integrity.ts";
import { loadPublicIds } from "../../../src/server/platform/db/ids.ts";
import { leaseNode } from "../../../src/server/platform/db/lease.ts";
import { migrate } from "../../../src/server/platform/db/migrate.ts";
import { Db } from "../../../src/server/platform/db/pool.ts";
import { dumpSchema } from "../../../src/server/platform/db/schema.ts";
import { startBenchDatabase } from "../product.ts";
import { load, same } from "./load.ts";

/** What a filled folder says of itself; written last, so that a folder without it is begun anew. */
export interface Filled {
  readonly orders: number;
  /** {@link EDITION} of who filled it. */
  readonly edition: number;
  readonly filled_at: string;
  /** Seconds until the data, indexes and statistics were there, and those of the ledger check after it. */
  readonly seconds: number;
  readonly check_seconds: number;
  /** Of the database's processors until then; null where the system does not tell. */
  readonly cpu_seconds: number | null;
  readonly entries: number;
  readonly bytes: number;
  readonly schema: string;
  readonly secretKey: string;
  readonly merchants: readonly { readonly id: string; readonly secret: string }[];
  readonly wallets: readonly { readonly id: string; readonly account: string; readonly token: string }[];
}

/**
 * Settings while it is loaded. A load that is broken off is begun anew, so nothing has to be on disk before its end; the folder is used
 * with the product's own settings.
 */
const LOADING = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  archive_mode: "off",
  autovacuum: "off",
  shared_buffers: "1GB",
  work_mem: "512MB",
  maintenance_work_mem: "768MB",
  max_wal_size: "16GB",
  checkpoint_timeout: "1h",
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
};

const FACTS = "filled.json";
/** Rises with what is written: a folder of another edition is filled anew. */
const EDITION = 2;

/** What the folder holds; null when its filling was not finished, or it is not what was asked for. */
export function filledIn(dataDir: string, orders: number): Filled | null {
  const file = join(dataDir, FACTS);
  if (!existsSync(file)) return null;
  const facts = JSON.parse(readFileSync(file, "utf8")) as Filled;
  return facts.orders === orders && facts.edition === EDITION ? facts : null;
}

/** The product's own check, kept as the newest result: a server that starts within the hour does not repeat it. */
export async function checked(appUrl: string): Promise<IntegrityResult> {
  const db = new Db({ url: appUrl, max: 2, statementTimeoutMs: 0 });
  const { minter, lease } = await leaseNode(db, () => Date.now());
  try {
    return await checkIntegrity({ db, ids: minter, publicIds: await loadPublicIds(db), now: () => Date.now(), log: pino({ level: "silent" }), offers: OFFERS });
  } finally {
    await lease.release();
    await db.close();
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/**
 * Fills a folder, or finds it filled. One whose filling was broken off, or that another schema or size made, is begun anew.
 * @throws Error when the ledger check disagrees with what was written
 */
export async function fill(dataDir: string, orders: number): Promise<Filled> {
  const found = filledIn(dataDir, orders);
  if (found) return found;
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  chmodSync(dataDir, 0o755);
  console.log(`filling with ${orders.toLocaleString("en")} orders`);
  const engine = await startBenchDatabase(dataDir, LOADING);
  const secretKey = randomBytes(32);
  await migrate(engine.ownerUrl);
  // Triggers are off while it is loaded, which only the administrator may say: the ledger check at the end looks at every row that they would have.
  const url = new URL(engine.superUrl ?? engine.ownerUrl);
  url.pathname = new URL(engine.ownerUrl).pathname;
  const clients = [await connected(url.href), await connected(url.href)] as const;
  try {
    for (const client of clients) await client.query("set session_replication_role = replica; set role floatdesk_owner");
    const schema = await dumpSchema(clients[0], "floatdesk_app");
    const made = await load(clients, orders, secretKey, engine.appUrl, console.log);
    same("schema", schema, await dumpSchema(clients[0], "floatdesk_app"));
    const { rows } = await clients[0].query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
    const began = performance.now();
    console.log("the ledger integrity check");
    const result = await checked(engine.appUrl);
    if (!result.ok) throw new Error(`the ledger check has findings: ${JSON.stringify(result.findings.slice(0, 10), null, 1)}`);
    await clients[0].query("reset role");
    await clients[0].query("checkpoint");
    const facts: Filled = {
      orders,
      edition: EDITION,
      filled_at: new Date().toISOString(),
      seconds: Math.round(made.seconds * 10) / 10,
      cpu_seconds: made.cpuSeconds,
      check_seconds: Math.round((performance.now() - began) / 100) / 10,
      entries: result.entries,
      bytes: Number(rows[0]?.bytes),
      schema,
      secretKey: secretKey.toString("base64"),
      merchants: made.merchants.map(({ id, secret }) => ({ id: id.toString(), secret })),
      wallets: made.wallets.map(({ id, account, token }) => ({ id: id.toString(), account, token })),
    };
    for (const client of clients) await client.end();
    await engine.stop();
    writeFileSync(join(dataDir, FACTS), JSON.stringify(facts));
    return facts;
  } catch (error) {
    for (const client of clients) await client.end().catch(() => undefined);
    await engine.stop();
    throw error;
  }
}
