/** The built server as a process with an embedded database of its own: it can be killed, and so can its database. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRoot } from "../../src/server/platform/db/engine/account.ts";
import { readPidFile } from "../../src/server/platform/db/engine/postmaster.ts";
import { freePort } from "./parts/ports.ts";
import { checkout } from "./parts/programs.ts";

const STARTS_WITHIN_MS = 240_000;
const ADMIN = { account: "admin", password: "correct horse battery staple" } as const;

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Ids of all processes with their parents. */
function processes(): { pid: number; parent: number }[] {
  if (process.platform !== "linux")
    return execFileSync("ps", ["-axo", "pid=,ppid="], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number))
      .map(([pid = 0, parent = 0]) => ({ pid, parent }));
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        return [{ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) }];
      } catch {
        return [];
      }
    });
}

/** The program and arguments of a process; empty when it is gone. */
function commandOf(pid: number): string {
  try {
    return process.platform === "linux"
      ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
      : execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

/** One answer; `status` 0: none came. */
export interface Reply<T = Record<string, unknown>> {
  readonly status: number;
  readonly data: T;
  readonly code: string | null;
}

/** A data folder with the processes that work on it. */
export class Deployment {
  readonly dataDir: string;
  private readonly servers = new Set<ServerProcess>();

  /**
   * @param env settings of its servers beside the usual ones
   * @param parent where its folder is made
   * @param logTo a file that takes what its servers say; without one the tests hear it
   */
  constructor(
    private readonly main: string,
    private readonly env: NodeJS.ProcessEnv = {},
    parent = process.env["TEST_TMP"] ?? (isRoot() ? "/tmp" : tmpdir()),
    private readonly logTo: string | null = null,
  ) {
    this.dataDir = mkdtempSync(join(parent, "floatdesk-attack-"));
  }

  /** Starts a server on it and waits until it is ready. */
  async start(port?: number): Promise<ServerProcess> {
    const server = new ServerProcess(this.main, this.dataDir, port ?? (await freePort()), this.env, this.logTo);
    this.servers.add(server);
    await server.ready();
    return server;
  }

  /** Kills all processes of the database, as a machine's failure would. */
  killDatabase(): void {
    const postmaster = readPidFile(join(this.dataDir, "pg", "data"))?.pid;
    if (postmaster === undefined) throw new Error("the database does not run");
    const children = processes().filter((one) => one.parent === postmaster);
    for (const pid of [postmaster, ...children.map((one) => one.pid)]) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // Ended by itself when its parent went.
      }
    }
  }

  /** Ends everything and removes the folder. */
  async remove(): Promise<void> {
    for (const server of this.servers) await server.terminate();
    const left = readPidFile(join(this.dataDir, "pg", "data"));
    if (left) {
      try {
        process.kill(left.pid, "SIGINT");
        for (const end = Date.now() + 10_000; Date.now() < end && readPidFile(join(this.dataDir, "pg", "data")); ) await sleep(50);
      } catch {
        // Not there any more.
      }
    }
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** One server process. */
export class ServerProcess {
  readonly address: string;
  readonly admin = ADMIN;
  private readonly child: ChildProcess;
  private output = "";
  private readonly ended: Promise<number | null>;

  constructor(
    main: string,
    dataDir: string,
    readonly port: number,
    settings: NodeJS.ProcessEnv,
    logTo: string | null,
  ) {
    this.address = `http://127.0.0.1:${port}`;
    const { DATABASE_URL: _url, DATABASE_OWNER_URL: _owner, SECRET_KEY: _key, VITEST: _vitest, ...inherited } = process.env;
    const env = {
      ...inherited,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_ACCOUNT: ADMIN.account,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: "warn",
      API_PROCESSES: "1",
      // Lists answer whole, however busy the machine is: what an answer that was not done looks like is shown by the tests of the lists.
      LIST_BUDGET_MS: "10000",
      ...settings,
    };
    const output = logTo === null ? "pipe" : openSync(logTo, "a");
    this.child = spawn(process.execPath, [main], { cwd: checkout, env, stdio: ["ignore", output, output] });
    if (typeof output === "number") closeSync(output);
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on("data", (part: Buffer) => (this.output = (this.output + part.toString()).slice(-20_000)));
    this.ended = new Promise((done) => this.child.once("close", (code) => done(code)));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }
  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }
  /** What it said last, for the messages of failing tests. */
  get said(): string {
    return this.output.slice(-4_000);
  }

  /** Waits until it serves; answers how long that took, ms. */
  async ready(withinMs = STARTS_WITHIN_MS): Promise<number> {
    const startedAt = performance.now();
    for (;;) {
      if (!this.running) throw new Error(`the server ended:\n${this.said}`);
      if (performance.now() - startedAt > withinMs) throw new Error(`the server was not ready within ${withinMs} ms:\n${this.said}`);
      const ok = await fetch(`${this.address}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
        (answer) => answer.ok,
        () => false,
      );
      if (ok) return performance.now() - startedAt;
      await sleep(30);
    }
  }

  /** Its own processes, where it has several; the database's is none of them. */
  children(): number[] {
    return processes()
      .filter(({ pid, parent }) => parent === this.pid && commandOf(pid).includes("node"))
      .map(({ pid }) => pid);
  }

  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.ended;
  }

  /** Ends it in its own order; answers its exit code. */
  async terminate(): Promise<number | null> {
    if (this.running) this.child.kill("SIGTERM");
    return this.ended;
  }

  /** One call; no answer (cut, refused) has status 0. */
  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    token: string | null,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<T>> {
    try {
      const answer = await fetch(this.address + path, {
        method,
        signal: AbortSignal.timeout(20_000),
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const json = (await answer.json()) as { data: T; error?: { code: string } };
      return { status: answer.status, data: json.data, code: json.error?.code ?? null };
    } catch {
      return { status: 0, data: null as T, code: null };
    }
  }

  /** As {@link call}; throws for anything but success. */
  async good<T = Record<string, unknown>>(...args: Parameters<ServerProcess["call"]>): Promise<T> {
    const answer = await this.call<T>(...args);
    if (answer.status < 200 || answer.status > 299) throw new Error(`${args[0]} ${args[1]} answered ${answer.status} ${answer.code}\n${this.said}`);
    return answer.data;
  }

  /** Signs the admin in. */
  async signIn(): Promise<string> {
    return (await this.good<{ token: string }>("POST", "/api/signin", null, ADMIN)).token;
  }
}
