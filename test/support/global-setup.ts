/** Runs once per vitest project: a database server for `db`, a whole running product for `browser`. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { isRoot } from "../../src/server/platform/db/engine/account.ts";
import { type ClusterOptions, startCluster } from "../../src/server/platform/db/engine/embedded.ts";
import { ensureDatabase, withClient } from "../../src/server/platform/db/engine/provision.ts";
import { migrate } from "../../src/server/platform/db/migrate.ts";
import { onDatabase, TEMPLATE, type TestProduct } from "./pg.ts";

const checkout = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The database's account must reach the folder, and root's own TMPDIR is often private. */
function temporaryFolder(): string {
  const base = process.env.TEST_TMP ?? (isRoot() ? "/tmp" : tmpdir());
  return mkdtempSync(join(base, "floatdesk-test-"));
}

/** Only what tests rebuild in a second may be lost in a crash. Tests of durability start their own. */
const FAST = { fsync: "off", full_page_writes: "off", max_connections: "200", shared_buffers: "128MB" };

function serverBinaries(): NonNullable<ClusterOptions["binaries"]> | null {
  if (process.env.TEST_ENGINE !== "server") return null;
  const binDir = process.env.TEST_PG_BIN;
  if (binDir === undefined) throw new Error("TEST_ENGINE=server needs TEST_PG_BIN, the folder of initdb and postgres.");
  const version = execFileSync(join(binDir, "postgres"), ["--version"], { encoding: "utf8" });
  return { binDir, major: Number(/(\d+)/.exec(version)?.[1]) };
}

async function setUpDatabase(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = temporaryFolder();
  mkdirSync(join(checkout, ".cache"), { recursive: true });
  const programs = mkdtempSync(join(checkout, ".cache", "programs-"));
  project.provide("programs", programs);
  const binaries = serverBinaries();
  const handle = await startCluster({ dataDir, settings: FAST, ...(binaries === null ? {} : { binaries }) });
  const stop = async (): Promise<void> => {
    await handle.stop();
    for (const folder of [dataDir, programs]) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const superUrl = handle.superUrl ?? "";
    await withClient(superUrl, (client) => ensureDatabase(client, TEMPLATE));
    await migrate(onDatabase(handle.ownerUrl, TEMPLATE));
    project.provide("pg", {
      engine: binaries === null ? "embedded" : "server",
      superUrl,
      ownerUrl: handle.ownerUrl,
      appUrl: handle.appUrl,
      major: Number.parseInt(handle.version, 10),
      toolsDir: binaries !== null && existsSync(join(binaries.binDir, "pg_dump")) ? binaries.binDir : null,
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

async function waitReady(baseUrl: string, child: ChildProcess, logFile: string): Promise<void> {
  for (const giveUpAt = Date.now() + 90_000; ; ) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > giveUpAt) {
      throw new Error(`The product did not start for the browser tests:\n${readFileSync(logFile, "utf8").slice(-3000)}`);
    }
    const ready = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** As many as vitest has workers (vitest.config.ts). */
const BROWSER_WORKERS = 2;

/** A product of its own on a free port: two files of browser tests run side by side, and neither sees the other's orders. */
async function startProduct(main: string): Promise<{ product: TestProduct; stop: () => Promise<void> }> {
  const dataDir = temporaryFolder();
  const [adminAccount, adminPassword] = ["admin", `T-${randomBytes(12).toString("base64url")}`];
  const port = await freePort();
  const logFile = join(dataDir, "server.log");
  const output = openSync(logFile, "w", 0o600);
  const { DATABASE_URL: _url, DATABASE_OWNER_URL: _owner, SECRET_KEY: _key, ...inherited } = process.env;
  const env = {
    ...inherited,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_ACCOUNT: adminAccount,
    ADMIN_PASSWORD: adminPassword,
  };
  const child = spawn(process.execPath, ["--enable-source-maps", main], { cwd: checkout, env, stdio: ["ignore", output, output] });
  closeSync(output);
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  try {
    await waitReady(baseUrl, child, logFile);
  } catch (error) {
    await stop();
    throw error;
  }
  return { product: { baseUrl, adminAccount, adminPassword, dataDir, chromium: process.env.CHROMIUM_PATH ?? null }, stop };
}

async function setUpProducts(project: TestProject): Promise<() => Promise<void>> {
  const main = join(checkout, "dist", "server", "main.js");
  execFileSync(process.execPath, [join(checkout, "scripts", "build.mjs")], { stdio: "inherit" });
  const started: { product: TestProduct; stop: () => Promise<void> }[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(started.map((one) => one.stop())));
  try {
    for (let worker = 0; existsSync(main) && worker < BROWSER_WORKERS; worker += 1) started.push(await startProduct(main));
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide(
    "products",
    started.map((one) => one.product),
  );
  return stop;
}

/** Vitest's entry; the returned function runs when the project is done. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return project.name === "browser" ? setUpProducts(project) : setUpDatabase(project);
}
