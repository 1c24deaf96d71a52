/** One process of the product: wires, makes the first admin where it is told to, listens, and stops in order. */
import { startProduct, type Product } from "../app.ts";
import { writeDemoFile } from "../demo.ts";
import { drainSecondsOf, stopGracefully } from "../drain.ts";
import { ensureFirstAdmin } from "../features/users/first-admin.ts";
import type { Env } from "../platform/env.ts";
import { makeLogger } from "../platform/log.ts";
import { addressOf } from "./greet.ts";
import type { FirstAdmin, ProcessPlan } from "./orders.ts";

/** What a process runs with. */
export interface RunOptions {
  /** As read, with the role and the port of this process. */
  readonly env: Env;
  readonly plan: ProcessPlan;
  readonly appUrl: string;
  readonly secretKey: Buffer;
  readonly secretKeyAlso: Buffer | null;
  readonly dataDir: string;
  readonly poolMax: number;
  readonly isFirst: boolean;
  /** Called while the database is away, again and again. */
  readonly revive: () => Promise<void>;
}

/** A process that works. */
export interface Running {
  /** The port that it takes calls on; 0: none. */
  readonly port: number;
  readonly admin: FirstAdmin;
  /** Lets proxies see it go, takes no more calls, finishes what is under way, gives everything back. @param hurry after a fault: at once */
  stop(hurry: boolean): Promise<void>;
}

/** It could not be started after the first admin was made: the password is shown once, so who started it must hear it. */
export class StartFailed extends Error {
  constructor(
    cause: unknown,
    readonly admin: FirstAdmin,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** @throws Error with one sentence that names the setting */
async function listen(product: Product, env: Env): Promise<number> {
  try {
    await product.http.listen({ port: env.port, host: env.host });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "EADDRINUSE") throw new Error(`PORT ${env.port} is taken on ${env.host}: end what listens there, or set another PORT.`, { cause: error });
    if (code === "EACCES") throw new Error(`PORT ${env.port} may not be opened by this account: set a PORT from 1024 on.`, { cause: error });
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new Error(`HOST ${env.host} is no address of this machine: set another HOST.`, { cause: error });
    throw error;
  }
  return (product.http.server.address() as { port: number }).port;
}

/** @throws Error with one sentence why it cannot; `StartFailed` once there is a first admin */
export async function runProcess(options: RunOptions): Promise<Running> {
  const { env, plan, dataDir } = options;
  const product = await startProduct({
    env,
    appUrl: options.appUrl,
    secretKey: options.secretKey,
    secretKeyAlso: options.secretKeyAlso,
    poolMax: options.poolMax,
    besideOthers: plan.role === "api",
    log: makeLogger(env.logLevel === "info" && process.stdout.isTTY ? "warn" : env.logLevel),
    reviveDatabase: options.revive,
  });
  // Before it listens: whoever finds the server ready can sign in.
  const admin = options.isFirst ? await ensureFirstAdmin(product.app) : null;
  try {
    const port = plan.listens ? await listen(product, env) : 0;
    if (options.isFirst && env.floatdeskDemo) await writeDemoFile(product.app, dataDir, addressOf(env, port), admin);
    return { port, admin, stop: (hurry) => stopGracefully(product, hurry ? 0 : drainSecondsOf(env)) };
  } catch (error) {
    throw new StartFailed(error, admin);
  }
}
