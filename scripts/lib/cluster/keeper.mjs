// Processes that are started again whenever they end, as an init system does it; nothing here helps them otherwise.
import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";

const AGAIN_MS = 500;

/** One process that is kept running. */
export class Kept {
  child = null;
  stopping = false;
  /** Starts so far. */
  starts = 0;

  /** @param options file, args, env, account, log: where its output goes */
  constructor(name, options) {
    this.name = name;
    this.options = options;
  }

  start() {
    const { file, args, env, account, log } = this.options;
    const output = openSync(log, "a", 0o600);
    // A session of its own: Ctrl-C reaches who started it alone, and that one ends everything in order.
    const child = spawn(file, args, { cwd: "/", env, ...account, detached: true, stdio: ["ignore", output, output] });
    closeSync(output);
    this.child = child;
    this.starts += 1;
    const ended = () => {
      if (this.child !== child) return;
      this.child = null;
      if (!this.stopping) setTimeout(() => this.stopping || this.start(), AGAIN_MS);
    };
    child.once("exit", ended);
    child.once("error", ended);
  }

  get pid() {
    return this.child?.pid ?? null;
  }

  /** @throws Error when it does not run: a kill of nothing would count as one that was survived */
  kill(signal = "SIGKILL") {
    if (this.child === null) throw new Error(`${this.name} does not run: there is nothing to kill.`);
    this.child.kill(signal);
  }

  /** Tells it to end, and ends it where it does not within the time, ms. */
  async stop(waitsMs = 20_000) {
    this.stopping = true;
    const { child } = this;
    if (child === null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    // One that stands still hears nothing.
    child.kill("SIGCONT");
    const cut = setTimeout(() => child.kill("SIGKILL"), waitsMs);
    await ended;
    clearTimeout(cut);
  }
}
