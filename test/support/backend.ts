/** Servers as processes of their own, for tests of what happens while one of several ends or begins. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { ADMIN } from "./app.ts";
import { programOf } from "./parts/programs.ts";

const CHECKOUT = join(import.meta.dirname, "../..");

/** A start that takes so long hangs: a busy machine takes ten times as long as a quiet one. Milliseconds. */
const HUNG_MS = 300_000;

/** One server process, at the same port in each of its lives. */
export class Backend {
  private child: ChildProcess | null = null;
  healthy = false;

  /**
   * @param env on top of what every server here gets: where its database and its folder are
   * @param folder the checkout that it is started in
   */
  constructor(
    readonly port: number,
    private readonly env: NodeJS.ProcessEnv,
    private readonly folder = CHECKOUT,
  ) {}

  async start(): Promise<void> {
    const { VITEST: _vitest, ...inherited } = process.env;
    // This checkout's as it is built, another one's from its sources.
    const program = this.folder === CHECKOUT ? [await programOf("main")] : ["--import", "tsx", "src/server/main.ts"];
    this.child = spawn(process.execPath, program, {
      env: {
        ...inherited,
        NODE_ENV: "production",
        PORT: String(this.port),
        ADMIN_ACCOUNT: ADMIN.account,
        ADMIN_PASSWORD: ADMIN.password,
        TRUST_PROXY: "127.0.0.1",
        DRAIN_SECONDS: "3",
        LOG_LEVEL: "warn",
        ...this.env,
      },
      cwd: this.folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${this.port}/readyz`)).status).toBe(200), { timeout: HUNG_MS, interval: 100 });
  }

  /** Ends it; answers its exit code. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
    const { child } = this;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = new Promise<number | null>((done) => child.once("exit", done));
    child.kill(signal);
    return ended;
  }
}
