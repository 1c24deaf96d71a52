// npm run demo: the product with data of its own and the simulator around it.
// Flags after -- go to the simulator: npm run demo -- --seed 7 --orders 500 --speed 4 --exit
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkout, fail, runToEnd } from "./lib/common.mjs";
import { buildApart, startHere } from "./lib/product.mjs";
import { ensureInstalled } from "./setup.mjs";

const args = process.argv.slice(2);
/** A setting as the product reads it: spaces around it are none of it, and blank is not set. */
const read = (text) => text?.trim() ?? "";
const host = read(process.env.HOST) || "127.0.0.1";
const loopback = /^(127(\.\d{1,3}){3}|localhost|::1|\[::1\])$/;

/** The demo makes accounts with known passwords and invented money: never in reach of others. */
function refuse() {
  if (!loopback.test(host)) fail(`The demo listens on this machine only: HOST=${host} is refused, leave it unset or 127.0.0.1.`);
  if (read(process.env.DATABASE_URL) && read(process.env.DEMO_DATABASE_OK) !== "1") {
    fail("The demo fills a database with invented data and keeps to its own: unset DATABASE_URL, or set DEMO_DATABASE_OK=1 for an empty database made for it.");
  }
}

/** PORT as given, 3000 without it. 0 is any free port, chosen here: the simulator must know it too. */
async function choosePort() {
  const port = read(process.env.PORT) || "3000";
  if (port !== "0") return port;
  const probe = createServer();
  await new Promise((done, failed) => probe.once("error", failed).listen(0, host.replace(/^\[|\]$/g, ""), done));
  const free = String(probe.address().port);
  await new Promise((done) => probe.close(done));
  return free;
}

/** The demo's own folder: DATA_DIR as given, else "demo" in the usual place. */
async function chooseDataDir() {
  const { resolveDataDir } = await import(pathToFileURL(join(checkout, "dist", "server", "data-dir.js")).href);
  const { dataDir, reason } = resolveDataDir(process.env, checkout);
  if (reason !== null) console.log(reason);
  return read(process.env.DATA_DIR) ? dataDir : join(dataDir, "demo");
}

async function untilReady(address) {
  for (;;) {
    try {
      const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2_000) });
      if (answer.ok) return;
    } catch {
      // Not listening yet. When the server cannot start, this process ends with it.
    }
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Makes a fresh folder's history in a process of its own, before the server starts. A database of somebody else's gets none. */
async function makeHistory(env) {
  const program = join(checkout, "dist", "history", "main.js");
  if (read(process.env.DATABASE_URL) || !existsSync(program)) return;
  const code = await runToEnd(process.execPath, ["--enable-source-maps", program, ...args], { env: { ...process.env, ...env } });
  if (code !== 0) process.exit(code);
}

function runSimulator() {
  const main = join(checkout, "dist", "simulator", "main.js");
  if (!existsSync(main)) return Promise.resolve(null);
  return new Promise((done) => {
    const child = spawn(process.execPath, ["--enable-source-maps", main, ...args], { cwd: checkout, stdio: "inherit" });
    // Whatever ends the server ends the simulator, and one who waits for the other would hold it up.
    for (const end of ["SIGINT", "SIGTERM", "SIGHUP", "exit"]) process.once(end, () => child.kill("SIGTERM"));
    child.once("error", () => done(1));
    child.once("close", (code) => done(code ?? 1));
  });
}

refuse();
await ensureInstalled();
await buildApart();
const port = await choosePort();
// Invented money only, and merchants whose notifications go to this machine. The simulator's report ends the output, so the log speaks of errors alone.
const settings = {
  FLOATDESK_DEMO: "1",
  SANDBOX: "1",
  WEBHOOK_ALLOW_PRIVATE: "1",
  LOG_LEVEL: read(process.env.LOG_LEVEL) || "error",
  DATA_DIR: await chooseDataDir(),
  PORT: port,
  HOST: host,
};
await makeHistory(settings);
Object.assign(process.env, settings);
await startHere();
await untilReady(`http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`);
const code = await runSimulator();
if (code === null) console.log("The simulator is not part of this checkout yet; the product runs without it.");
else if (args.includes("--exit")) {
  // The server stops in its own order; the verdict is the simulator's.
  process.once("exit", () => {
    process.exitCode = code;
  });
  process.kill(process.pid, "SIGTERM");
}
