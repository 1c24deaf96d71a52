/** The product as a process of its own on a fresh embedded database, with pgbench beside it on the same server. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startCluster, type EngineHandle } from "../../src/server/platform/db/engine/embedded.ts";
import { cpuTimes, type CpuTimes } from "./cpu.ts";
import { ranOn } from "./report.ts";
import { migrate } from "../../src/server/platform/db/migrate.ts";
import { Secrets } from "../../src/server/platform/secrets.ts";

/** A port that is free now. */
export async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

export interface BenchProduct {
  readonly port: number;
  readonly engine: EngineHandle;
  readonly owner: pg.Client;
  readonly server: ChildProcess;
  readonly adminPassword: string;
  /** Processor time so far by part, µs; null where the system does not tell. */
  cpu(): CpuTimes | null;
  stop(): Promise<void>;
}

/** The password that `admin` gets in a bench's database. */
export const ADMIN_PASSWORD = "bench password of this run";

/** A migrated database of a bench's own, with its owner's connection; `remove` throws its folder away once the engine has stopped. */
export async function freshBenchDatabase(): Promise<{ engine: EngineHandle; owner: pg.Client; secretKey: Buffer; remove: () => void }> {
  const dataDir = mkdtempSync(join(tmpdir(), "floatdesk-bench-"));
  chmodSync(dataDir, 0o755);
  const engine = await startBenchDatabase(dataDir);
  await migrate(engine.ownerUrl);
  const owner = new pg.Client({ connectionString: engine.ownerUrl });
  await owner.connect();
  return { engine, owner, secretKey: randomBytes(32), remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/** Starts database and server. `before` runs on the migrated database, before the server. */
export async function startBenchProduct(before: (owner: pg.Client, secrets: Secrets) => Promise<void>, env: NodeJS.ProcessEnv = {}): Promise<BenchProduct> {
  const { engine, owner, secretKey, remove } = await freshBenchDatabase();
  await before(owner, new Secrets(secretKey));
  return startServer(engine, owner, secretKey, env, remove);
}

/** Starts a server on a database that was made before; its folder is kept. `before` runs before the server. Statements are counted where the database can. */
export async function startProductOn(dataDir: string, secretKey: Buffer, before: (owner: pg.Client) => Promise<void>): Promise<BenchProduct> {
  const counts: Record<string, string> = canCountStatements()
    ? { shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.track_planning": "on" }
    : {};
  const engine = await startBenchDatabase(dataDir, counts);
  const owner = new pg.Client({ connectionString: engine.ownerUrl });
  await owner.connect();
  await before(owner);
  return startServer(engine, owner, secretKey, {}, () => undefined);
}

/** The database of a folder on the newest PostgreSQL that is here. `settings` come on top of the product's. */
export async function startBenchDatabase(dataDir: string, settings: Record<string, string> = {}): Promise<EngineHandle> {
  const binaries = serverBinaries();
  const engine = await startCluster({ dataDir, settings, ...(binaries === null ? {} : { binaries }) });
  console.log(`PostgreSQL ${engine.version}, ${binaries === null ? "the embedded one" : binaries.binDir}`);
  ranOn(engine.version);
  return engine;
}

/** The built server as a process, not ready yet. `env` comes on top of what a bench's server gets. */
export function spawnServer(engine: EngineHandle, secretKey: Buffer, port: number, env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, [...startFlags(), ...(process.env["BENCH_NODE_ARGS"]?.split(" ") ?? []), "dist/server/main.js"], {
    env: {
      ...process.env,
      DATABASE_URL: engine.appUrl,
      DATABASE_OWNER_URL: engine.ownerUrl,
      SECRET_KEY: secretKey.toString("base64"),
      DATA_DIR: engine.dataDir,
      PORT: String(port),
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      ADMIN_ACCOUNT: "admin",
      ADMIN_PASSWORD,
      WEBHOOK_ALLOW_PRIVATE: "1",
      NODE_ENV: "production",
      ...env,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
}

async function startServer(engine: EngineHandle, owner: pg.Client, secretKey: Buffer, env: NodeJS.ProcessEnv, afterwards: () => void): Promise<BenchProduct> {
  const port = await freePort();
  const server = spawnServer(engine, secretKey, port, env);
  await ready(port, server);
  await firstIntegrityCheck(owner);
  const backend = (await owner.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid ?? 0;
  return {
    cpu: () => cpuTimes(server.pid ?? 0, backend),
    port,
    engine,
    owner,
    server,
    adminPassword: ADMIN_PASSWORD,
    async stop() {
      server.kill("SIGTERM");
      await new Promise((resolve) => server.once("exit", resolve));
      await owner.end();
      await engine.stop();
      afterwards();
    },
  };
}

/** Signs in as the first admin. @returns the token of the session */
export async function signIn(product: Pick<BenchProduct, "port" | "adminPassword">): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${product.port}/api/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account: "admin", password: product.adminPassword }),
  });
  if (!answer.ok) throw new Error(`signing in was answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

/** Node's flags of `npm start`. */
function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, "..", "..", "package.json"), "utf8")) as { scripts: { start: string } };
  return scripts.start.split(" ").filter((word) => word.startsWith("--"));
}

/**
 * The newest PostgreSQL 15 to 18 of this machine, as tests use it; null: the embedded one, also with
 * `BENCH_ENGINE=embedded`. Work and yardstick always run on the same server.
 */
function serverBinaries(): { binDir: string; major: number } | null {
  if (process.env["BENCH_ENGINE"] === "embedded") return null;
  for (const major of [18, 17, 16, 15]) {
    const binDir = [`/usr/lib/postgresql/${major}/bin`, `/usr/pgsql-${major}/bin`].find((folder) => existsSync(join(folder, "initdb")));
    if (binDir) return { binDir, major };
  }
  return null;
}

/** Whether this PostgreSQL has the library that counts what statements take. With the embedded one nothing is counted. */
function canCountStatements(): boolean {
  const binaries = serverBinaries();
  if (binaries === null) return false;
  const library = spawnSync(join(binaries.binDir, "pg_config"), ["--pkglibdir"], { encoding: "utf8" }).stdout?.trim() ?? "";
  return existsSync(join(library, "pg_stat_statements.so"));
}

/** Waits until the server says that it is ready. @throws Error when it ends before, or within half a minute does not */
export async function ready(port: number, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    try {
      if ((await fetch(`http://127.0.0.1:${port}/readyz`)).ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the server did not become ready");
}

/** Waits for the ledger integrity check that a product on a fresh database begins with: of a million seeded orders it takes a while. */
async function firstIntegrityCheck(owner: pg.Client): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    if ((await owner.query("select 1 from integrity_checks limit 1")).rowCount === 1) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the ledger was not checked within two minutes");
}

/**
 * Writes out what was loaded, some hundred megabytes, which is no part of a round; and the files of the database's log are there
 * to be used again, as on a server that has run for a while, instead of being made anew by whoever fills them.
 */
export async function loadedToDisk(engine: EngineHandle): Promise<void> {
  if (!engine.superUrl) return;
  const client = new pg.Client({ connectionString: engine.superUrl });
  await client.connect();
  await client.query("checkpoint");
  await client.end();
}

/** pgbench on a database of its own beside the product's: the yardstick of the write benches. */
export class Pgbench {
  private constructor(
    private readonly url: URL,
    private readonly script: readonly string[],
  ) {}

  /** TPC-B at scale 50. @throws Error with one sentence when pgbench is not there */
  static async prepare(engine: EngineHandle): Promise<Pgbench> {
    const made = new Pgbench(await Pgbench.database(engine, "yardstick"), []);
    made.call(["-i", "-q", "-s", "50"]);
    // pgbench cleans its tables before each run itself; a clean-up in the middle of the product's round would be counted as the product's work.
    const tables = new pg.Client({ connectionString: made.url.href });
    await tables.connect();
    for (const table of ["accounts", "branches", "tellers", "history"]) await tables.query(`alter table pgbench_${table} set (autovacuum_enabled = off)`);
    await tables.end();
    await loadedToDisk(engine);
    return made;
  }

  /** A script of one's own on what `statements` make. @throws Error with one sentence when pgbench is not there */
  static async ofScript(engine: EngineHandle, name: string, statements: readonly string[], script: string): Promise<Pgbench> {
    const url = await Pgbench.database(engine, name);
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
    const file = join(engine.dataDir, `${name}.pgbench`);
    writeFileSync(file, script);
    await loadedToDisk(engine);
    return new Pgbench(url, ["-n", "-f", file]);
  }

  private static async database(engine: EngineHandle, name: string): Promise<URL> {
    if (spawnSync("pgbench", ["--version"]).status !== 0 || !engine.superUrl)
      throw new Error("The yardstick needs pgbench: install Debian's postgresql-contrib (or the package that holds pgbench) and try again.");
    const client = new pg.Client({ connectionString: engine.superUrl });
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    const url = new URL(engine.superUrl);
    url.pathname = `/${name}`;
    return url;
  }

  /** Transactions a second over `seconds`. */
  run(seconds: number): number {
    const out = this.call(["-c", "16", "-j", "2", "-M", "prepared", "-T", String(seconds), ...this.script]);
    const tps = Number(/tps = ([\d.]+)/.exec(out)?.[1]);
    if (!Number.isFinite(tps)) throw new Error(`pgbench said no figure: ${out}`);
    return tps;
  }

  private call(args: readonly string[]): string {
    const done = spawnSync("pgbench", [...args, this.url.href], { encoding: "utf8" });
    if (done.status !== 0) throw new Error(`pgbench failed: ${done.stderr}`);
    return done.stdout + done.stderr;
  }
}
