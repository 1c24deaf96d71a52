/**
 * Makes the history of a demo before its server starts: `DATA_DIR`, `--seed`, `--days`. Only a folder that nobody has used gets one.
 * `scripts/demo.mjs` runs it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { resolveEngine } from "../../src/server/platform/db/engine/index.ts";
import { startEmbedded } from "../../src/server/platform/db/engine/embedded.ts";
import { migrate } from "../../src/server/platform/db/migrate.ts";
import { FlagError, readFlags } from "../flags.ts";
import { makeHistory } from "./history.ts";

/** Stands in the folder as long as its history is not whole; names the process that makes it. */
const UNDER_WAY = "history-under-way";

/** What people still do as the last slot ends is over before the server starts. */
const BEFORE_NOW_MS = 3 * 60_000;

/** Somebody ends this program: what fails from now on fails for that. */
let isEnding = false;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Throws away what a history that was broken off has left: the mark says that nothing else is in the folder. */
async function clearBrokenOff(dataDir: string): Promise<void> {
  const mark = join(dataDir, UNDER_WAY);
  if (!existsSync(mark)) return;
  const pid = Number(readFileSync(mark, "utf8"));
  if (pid !== process.pid && lives(pid)) throw new Error(`Process ${pid} is making the history in ${dataDir}: wait for it, or end it.`);
  say("The history of this demo was broken off; it begins anew.");
  // Joins a database that was left running, and ends it.
  if (existsSync(join(dataDir, "pg"))) await (await startEmbedded({ dataDir })).stop();
  for (const name of readdirSync(dataDir)) if (name !== UNDER_WAY) rmSync(join(dataDir, name), { recursive: true, force: true });
  rmSync(mark);
}

async function main(): Promise<void> {
  const { seed, days, help } = readFlags(process.argv.slice(2));
  if (help) return;
  const dataDir = process.env["DATA_DIR"];
  if (!dataDir) throw new Error("The history is made by npm run demo; by itself it needs DATA_DIR.");
  await clearBrokenOff(dataDir);
  if (days === 0 || (existsSync(dataDir) && readdirSync(dataDir).length > 0)) return;
  const began = performance.now();
  say(`Making ${days} days of history (--days 0 starts without)`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, UNDER_WAY), String(process.pid), { mode: 0o600, flag: "wx" });
  const starting = resolveEngine(process.env);
  // Also while the database starts, and once for however many of them: npm and the terminal may both pass one on.
  const end = (code: number): void => {
    if (isEnding) return;
    isEnding = true;
    void starting.then((started) => started.stop()).finally(() => process.exit(code));
  };
  process.on("SIGINT", () => end(130));
  process.on("SIGTERM", () => end(143));
  const engine = await starting;
  try {
    if (isEnding) return;
    const { ownerUrl, appUrl, secretKey } = engine;
    if (ownerUrl === null) throw new Error("a database of somebody else's gets no history");
    await migrate(ownerUrl);
    const { counts } = await makeHistory({
      appUrl,
      ownerUrl,
      secretKey,
      dataDir: engine.dataDir,
      env: process.env,
      seed,
      days,
      endMs: Date.now() - BEFORE_NOW_MS,
      print: say,
    });
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    await owner.query("analyze");
    await owner.end();
    say(
      `${counts.orders} payments, ${counts.payouts} payouts, ${counts.messages} messages in ${((performance.now() - began) / 1000).toFixed(0)} s; the books agree`,
    );
  } finally {
    await engine.stop();
  }
  rmSync(join(dataDir, UNDER_WAY));
}

function told(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (process.env["LOG_LEVEL"] === "debug" ? error.stack : null) ?? error.message;
}

main().then(
  () => {
    if (!isEnding) process.exit(0);
  },
  (error: unknown) => {
    if (isEnding) return;
    const isFlag = error instanceof FlagError;
    process.stderr.write(`${isFlag ? error.message : `${told(error)}\nThe history could not be made; --days 0 starts without.`}\n`);
    process.exit(isFlag ? 2 : 1);
  },
);
