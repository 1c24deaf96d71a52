import { execFile, execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { isRoot, NOBODY } from "./account.ts";
import { resolveDataDir } from "./data-dir.ts";
import { type EngineHandle, startEmbedded } from "./embedded.ts";
import { readPidFile } from "./postmaster.ts";
import { isPostmasterOf, sleepMs, startMark } from "./proc.ts";
import { withClient } from "./provision.ts";
import { resolveEngine } from "./resolve.ts";

const folders: string[] = [];
const handles: EngineHandle[] = [];

function newFolder(base = isRoot() ? "/tmp" : tmpdir()): string {
  const folder = mkdtempSync(join(base, "floatdesk-engine-"));
  folders.push(folder);
  return folder;
}

async function start(dataDir: string): Promise<EngineHandle> {
  const handle = await startEmbedded({ dataDir });
  handles.push(handle);
  return handle;
}

const pgDataOf = (dataDir: string): string => join(dataDir, "pg", "data");

/** All processes of the database, the main one first. */
function processesOf(dataDir: string): number[] {
  const main = readPidFile(pgDataOf(dataDir))?.pid ?? 0;
  const children = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === main)
    .map(([pid]) => pid ?? 0);
  return [main, ...children];
}

/** A worker of the database may have ended by itself since the list was made. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function killAll(dataDir: string): Promise<void> {
  const pids = processesOf(dataDir);
  expect(pids.length).toBeGreaterThan(4);
  for (const pid of pids) killIfThere(pid);
  while (pids.some((pid) => startMark(pid) !== null)) await sleepMs(5);
}

const ask = (url: string, sql: string): Promise<unknown[]> =>
  withClient(url, async (client) => (await client.query({ text: sql, rowMode: "array" })).rows.map((row: unknown[]) => row[0]));

/** Starts in a process of its own and leaves the database running, as a killed server does. */
async function startElsewhere(dataDir: string): Promise<{ started: boolean; appUrl: string }> {
  const module = fileURLToPath(new URL("./embedded.ts", import.meta.url));
  const code = `import { startEmbedded } from ${JSON.stringify(module)}; const h = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} }); console.log(JSON.stringify(h)); process.kill(process.pid, 'SIGKILL');`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code]).catch(
    (error: { stdout: string }) => error,
  );
  return JSON.parse(stdout) as { started: boolean; appUrl: string };
}

afterEach(async () => {
  for (const handle of handles.splice(0)) await handle.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe("a new data folder", () => {
  it("gets roles, database, locale, time zone and durable settings", async () => {
    const dataDir = newFolder();
    const { ownerUrl, appUrl, superUrl, started, version } = await start(dataDir);
    expect(started).toBe(true);
    expect(version).toMatch(/^18\./);
    const flags = `SELECT concat(rolname, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolreplication) FROM pg_roles WHERE rolname LIKE 'floatdesk%' ORDER BY 1`;
    expect(await ask(superUrl ?? "", flags)).toEqual(["floatdesk_appfffff", "floatdesk_ownerfffff"]);
    const database = `SELECT concat_ws(' ', pg_get_userbyid(datdba), pg_encoding_to_char(encoding), datlocprovider, datlocale, datacl) FROM pg_database WHERE datname = 'floatdesk'`;
    expect(await ask(superUrl ?? "", database)).toEqual([
      "floatdesk_owner UTF8 b C.UTF-8 {floatdesk_owner=CTc/floatdesk_owner,floatdesk_app=c/floatdesk_owner}",
    ]);
    const settings = `SELECT name || '=' || setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes', 'TimeZone', 'jit', 'listen_addresses', 'unix_socket_directories', 'data_checksums') ORDER BY lower(name)`;
    expect(await ask(superUrl ?? "", settings)).toEqual([
      "data_checksums=on",
      "fsync=on",
      "full_page_writes=on",
      "jit=off",
      "listen_addresses=127.0.0.1",
      "synchronous_commit=on",
      "TimeZone=UTC",
      "unix_socket_directories=",
    ]);
    await ask(ownerUrl, "CREATE TABLE made_by_owner (id int)");
    await expect(ask(appUrl, "CREATE TABLE made_by_app (id int)")).rejects.toThrow(/permission denied/);
    await expect(ask(appUrl, "CREATE TEMP TABLE made_by_app (id int)")).rejects.toThrow(/permission denied/);
    await expect(ask(appUrl.replace(/\/floatdesk$/, "/postgres"), "SELECT 1")).rejects.toThrow(/permission denied/);
    await expect(ask(appUrl.replace(/:[^:@]+@/, ":wrong@"), "SELECT 1")).rejects.toThrow(/password/);
  });

  it("keeps its secrets private", async () => {
    const dataDir = newFolder();
    const engine = await resolveEngine({ DATA_DIR: dataDir });
    expect(engine.secretKey.length).toBe(32);
    for (const file of ["engine.json", "secret.key"]) expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, "pg")).mode & 0o777).toBe(0o700);
    if (isRoot()) expect(statSync(pgDataOf(dataDir)).uid).toBe(NOBODY);
    await engine.stop();
    const again = await resolveEngine({ DATA_DIR: dataDir });
    await again.stop();
    expect(again.secretKey.equals(engine.secretKey)).toBe(true);
    rmSync(join(dataDir, "secret.key"));
    await expect(resolveEngine({ DATA_DIR: dataDir })).rejects.toThrow(/secret\.key is missing/);
    expect(readPidFile(pgDataOf(dataDir))).toBeNull();
  });

  it("is made once when two processes start at the same time", async () => {
    const dataDir = newFolder();
    const both = await Promise.all([startElsewhere(dataDir), startElsewhere(dataDir)]);
    expect(both.map(({ started }) => started).sort()).toEqual([false, true]);
    expect(both[0].appUrl).toBe(both[1].appUrl);
    expect(readdirSync(join(dataDir, "pg")).sort()).toEqual(["data", "log"]);
    expect((await start(dataDir)).started).toBe(false);
  });

  it("is made anew after an interrupted first start", async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, "pg", "new-halfway"), { recursive: true });
    writeFileSync(join(dataDir, "pg", "new-halfway", "PG_VERSION"), "18\n");
    writeFileSync(join(dataDir, "engine.lock"), "999999999-1 dead");
    expect((await start(dataDir)).started).toBe(true);
    expect(existsSync(join(dataDir, "pg", "new-halfway"))).toBe(false);
  });
});

describe("a data folder in use", () => {
  it("is joined, and stopped by the last user only", async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    const second = await start(dataDir);
    expect([first.started, second.started]).toEqual([true, false]);
    expect(second.appUrl).toBe(first.appUrl);
    await first.stop();
    await first.stop();
    expect(await ask(second.appUrl, "SELECT 1")).toEqual([1]);
    await second.stop();
    expect(readPidFile(pgDataOf(dataDir))).toBeNull();
    await expect(ask(second.appUrl, "SELECT 1")).rejects.toThrow();
  });

  it("starts again on the same port", async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    await first.stop();
    const second = await start(dataDir);
    expect(second.appUrl).toBe(first.appUrl);
  });

  it("outlives a killed server process and is joined by the next one", async () => {
    const dataDir = newFolder();
    const elsewhere = await startElsewhere(dataDir);
    expect(await ask(elsewhere.appUrl, "SELECT 1")).toEqual([1]);
    const next = await start(dataDir);
    expect(next.started).toBe(false);
    await next.stop();
    expect(readPidFile(pgDataOf(dataDir))).toBeNull();
  });
});

describe("after kill -9 of every database process", () => {
  it("keeps what was acknowledged", async () => {
    const dataDir = newFolder();
    let handle = await start(dataDir);
    await ask(handle.ownerUrl, "CREATE TABLE kept (id int PRIMARY KEY)");
    for (let round = 0; round < 3; round += 1) {
      for (let id = 0; id < 20; id += 1) await ask(handle.ownerUrl, `INSERT INTO kept VALUES (${round * 20 + id})`);
      await killAll(dataDir);
      handle = await start(dataDir);
      expect(handle.started).toBe(true);
      expect(await ask(handle.ownerUrl, "SELECT count(*)::int FROM kept")).toEqual([(round + 1) * 20]);
    }
  });

  it("starts though the old process id belongs to another process now", async () => {
    const dataDir = newFolder();
    await start(dataDir);
    await killAll(dataDir);
    const file = join(pgDataOf(dataDir), "postmaster.pid");
    // This very process is alive, and as root the database may not even look at it.
    writeFileSync(file, readFileSync(file, "utf8").replace(/^\d+/, String(process.pid)));
    expect(isPostmasterOf(process.pid, pgDataOf(dataDir))).toBe("no");
    expect((await start(dataDir)).started).toBe(true);
  });

  it("finds its way without engine.json", async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    await ask(first.ownerUrl, "CREATE TABLE kept (id int)");
    await killAll(dataDir);
    rmSync(join(dataDir, "engine.json"));
    const second = await start(dataDir);
    expect(await ask(second.ownerUrl, "SELECT count(*)::int FROM kept")).toEqual([0]);
    expect(second.appUrl).not.toBe(first.appUrl);
  });
});

describe.runIf(isRoot())("as root", () => {
  it("keeps the data of a checkout in a private home where the database can reach it", async () => {
    const home = newFolder("/root");
    chmodSync(home, 0o700);
    const { dataDir, reason } = resolveDataDir({}, join(home, "floatdesk"));
    folders.push(dataDir);
    expect(dataDir).toMatch(/^\/var\/lib\/floatdesk\/[0-9a-f]{16}$/);
    expect(reason).toContain(dataDir);
    const handle = await start(dataDir);
    expect(await ask(handle.appUrl, "SELECT 1")).toEqual([1]);
  });

  it("leaves the data of a reachable checkout in it", () => {
    const folder = newFolder();
    chmodSync(folder, 0o755);
    expect(resolveDataDir({}, folder)).toEqual({ dataDir: join(folder, "data"), reason: null });
    expect(resolveDataDir({ DATA_DIR: "elsewhere" }, folder)).toEqual({ dataDir: join(folder, "elsewhere"), reason: null });
  });
});
