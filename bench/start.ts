/** `npm start` to ready at the second start, and the idle memory of all processes. */
import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./lib/product.ts";
import { reportFigures, spreadOf } from "./lib/report.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const dataDir = mkdtempSync(join(tmpdir(), "floatdesk-start-"));
chmodSync(dataDir, 0o755);

async function start(): Promise<{ child: ChildProcess; ms: number; port: number }> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn("npm", ["start", "--silent"], {
    env: { ...process.env, DATABASE_URL: "", DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "error" },
    stdio: "ignore",
  });
  for (;;) {
    try {
      if ((await fetch(`http://127.0.0.1:${port}/readyz`)).ok) break;
    } catch {
      // Not listening yet.
    }
    if (child.exitCode !== null) throw new Error("npm start ended early");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { child, ms: performance.now() - started, port };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
  await new Promise((resolve) => setTimeout(resolve, 1500));
}

/** Proportional memory of this start's processes: npm, the server, the database. */
function memory(root: number): { mb: number; processes: number } {
  const stat = (pid: string): { parent: number; text: string } | null => {
    try {
      const text = readFileSync(`/proc/${pid}/stat`, "utf8");
      return { parent: Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]), text: readFileSync(`/proc/${pid}/cmdline`, "utf8") };
    } catch {
      return null;
    }
  };
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid: Number(pid), found: stat(pid) }));
  const mine = new Set([root]);
  for (const { pid, found } of all) if (found?.text.includes(dataDir)) mine.add(pid);
  for (let grown = true; grown; ) {
    const before = mine.size;
    for (const { pid, found } of all) if (found && mine.has(found.parent)) mine.add(pid);
    grown = mine.size > before;
  }
  let kb = 0;
  for (const pid of mine) {
    try {
      kb += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
    } catch {
      // Ended meanwhile.
    }
  }
  return { mb: kb / 1024, processes: mine.size };
}

try {
  const first = await start();
  await stop(first.child);
  const times: number[] = [];
  let idle = { mb: 0, processes: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { child, ms } = await start();
    times.push(ms);
    if (round === ROUNDS - 1) {
      await new Promise((resolve) => setTimeout(resolve, 8000));
      idle = memory(child.pid as number);
    }
    await stop(child);
  }
  reportFigures(
    "start",
    [
      { name: "second start to ready", unit: "ms", ...spreadOf(times.map(Math.round)), mark: 2000, aim: 1000, better: "less" },
      { name: "idle memory of all processes", unit: "MB", value: Math.round(idle.mb), mark: 300, better: "less" },
    ],
    { first_start_ms: Math.round(first.ms), rounds: times.map(Math.round), processes: idle.processes },
  );
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
