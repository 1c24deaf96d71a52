/** Reads the environment, brings the database up, and starts one process or several; nothing else does. */
import cluster from "node:cluster";
import { type AddressInfo, createServer } from "node:net";
import { drainSecondsOf, stopsWithinMs } from "./drain.ts";
import { poolSize, processesWithin, roomFor } from "./platform/db/connections.ts";
import { resolveEngine, type ResolvedEngine } from "./platform/db/engine/index.ts";
import { addressOf, connectTo, readRisks, riskSentence } from "./platform/db/hosts/index.ts";
import { migrate, pendingMigrations } from "./platform/db/migrate.ts";
import { ensureBoth, ensureSorted, rightsTooMany } from "./platform/db/reach.ts";
import { readEnv, type Env } from "./platform/env.ts";
import { makeLogger } from "./platform/log.ts";
import { greet, say, sayFirstAdmin } from "./start/greet.ts";
import type { ProcessPlan } from "./start/orders.ts";
import { coresHere, processesOf, usualApiProcesses } from "./start/plan.ts";

/** Beyond what the processes take at most, ms: the supervisor waits for them, and the database ends after them. */
const LONGER_MS = 2_000;

/** @throws Error with one sentence when several servers could lose what one of them acknowledged, unless the settings take that */
async function refuseLoss(appUrl: string, lossOk: boolean): Promise<void> {
  const { seeks, place } = addressOf(appUrl);
  if (!seeks) return;
  const client = await connectTo(appUrl);
  const risks = await readRisks(async (text, values) => (await client.query<{ name: string; value: string }>(text, [...values])).rows).finally(() =>
    client.end(),
  );
  if (risks.length === 0) return;
  if (!lossOk) throw new Error(riskSentence(place, risks));
  say(`DATABASE_LOSS_OK=1: an acknowledged commit can be lost with the primary (${risks.join(", ")}).`);
}

async function bringSchemaUpToDate(engine: ResolvedEngine, env: Env): Promise<void> {
  if (engine.kind === "server") {
    await ensureBoth({ setting: "DATABASE_URL", url: engine.appUrl }, { setting: "DATABASE_OWNER_URL", url: engine.ownerUrl });
    // Here and not for commands: a backup takes the data out of such a database.
    const sortedOtherwise = await ensureSorted("DATABASE_URL", engine.appUrl);
    if (sortedOtherwise !== null) say(sortedOtherwise);
    await refuseLoss(engine.appUrl, env.databaseLossOk);
  }
  if (engine.ownerUrl) {
    // The grants go to whoever DATABASE_URL signs in as.
    await migrate(engine.ownerUrl, { log: say, appRole: addressOf(engine.appUrl).user || "floatdesk_app" });
  } else {
    const pending = await pendingMigrations(engine.appUrl);
    if (pending.length > 0)
      throw new Error(
        `The database schema is behind (${pending.length} files, next db/${pending[0]}); set DATABASE_OWNER_URL to the owner's connection so that it can be migrated.`,
      );
  }
  const tooMany = engine.kind === "server" ? await rightsTooMany("DATABASE_URL", engine.appUrl) : null;
  if (tooMany !== null) say(tooMany);
}

/** What can be stopped: one process in here, or all of them. */
interface Stoppable {
  stop(hurry: boolean): Promise<void>;
}

/** Ends everything in order, once, and this process with it: also while it starts, and however often it is told. */
class Ending {
  running: Stoppable | null = null;
  private isStopping = false;

  /** @param engine on its way from the first: a database that is being started is stopped as well */
  constructor(
    private readonly engine: Promise<ResolvedEngine>,
    private readonly drainSeconds: number,
  ) {}

  get hasBegun(): boolean {
    return this.isStopping;
  }

  async stop(code: number): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    // After a fault there is nothing to wait for.
    const hurry = code !== 0;
    setTimeout(() => process.exit(code || 1), stopsWithinMs(hurry ? 0 : this.drainSeconds) + LONGER_MS).unref();
    await this.running?.stop(hurry).catch((error: unknown) => process.stderr.write(`stopping: ${String(error)}\n`));
    await this.engine.then(
      (engine) => engine.stop(),
      () => undefined,
    );
    process.exit(code);
  }

  /** With a sentence for who looks why. */
  async fail(sentence: string): Promise<void> {
    if (!this.isStopping) process.stderr.write(`${sentence}\n`);
    await this.stop(1);
  }
}

/** Everything in this very process. */
async function startAlone(env: Env, engine: ResolvedEngine, plan: ProcessPlan, poolMax: number, ending: Ending): Promise<void> {
  // Loaded here alone: the supervisor of several processes stays small.
  const { runProcess, StartFailed } = await import("./start/run.ts");
  const revive = async (): Promise<void> => {
    // At another address this process could not reach it.
    if (!ending.hasBegun && !(await engine.revive())) void ending.fail("The database came back at another address.");
  };
  try {
    const running = await runProcess({ ...engine, env, plan, poolMax, isFirst: true, revive });
    ending.running = running;
    greet(env, running.port, running.admin);
  } catch (error) {
    if (error instanceof StartFailed) sayFirstAdmin(error.admin);
    throw error;
  }
}

/** A port that is free now, for processes that share one; 0 where there is none to be had here: whoever listens says why. */
function freePort(host: string): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().once("error", () => done(0));
    probe.listen(0, host, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}

async function startSeveral(env: Env, engine: ResolvedEngine, plans: readonly ProcessPlan[], poolMax: number, ending: Ending): Promise<void> {
  const { FirstFailed, Supervisor } = await import("./start/supervisor.ts");
  const supervisor = new Supervisor({
    plans,
    order: {
      appUrl: engine.appUrl,
      secretKey: engine.secretKey.toString("base64"),
      secretKeyAlso: engine.secretKeyAlso?.toString("base64") ?? null,
      dataDir: engine.dataDir,
      poolMax,
      port: env.port === 0 ? await freePort(env.host) : env.port,
    },
    log: makeLogger(env.logLevel),
    stopsWithinMs: stopsWithinMs(drainSecondsOf(env)) + LONGER_MS / 2,
    revive: () => engine.revive(),
    onEnd: (sentence) => void ending.fail(sentence),
  });
  ending.running = supervisor;
  try {
    const { port, admin } = await supervisor.start();
    greet(env, port, admin);
  } catch (error) {
    if (error instanceof FirstFailed) sayFirstAdmin(error.admin);
    throw error;
  }
}

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const starting = resolveEngine(process.env, { log: say });
  const ending = new Ending(starting, drainSecondsOf(env));
  // Heard from now on, and to the end: npm and the terminal may both pass one on, and a terminal that is closed says SIGHUP.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void ending.stop(0));
  try {
    const engine = await starting;
    if (!ending.hasBegun) await bringSchemaUpToDate(engine, env);
    const room = ending.hasBegun ? null : await roomFor(engine.appUrl);
    if (room === null || ending.hasBegun) return;
    const plans = processesOf(env, usualApiProcesses(coresHere(), engine.kind === "embedded"), processesWithin(room, env.poolMax));
    const poolMax = poolSize(plans.length, env.poolMax, room);
    const [only] = plans;
    if (only && plans.length === 1) await startAlone(env, engine, only, poolMax, ending);
    else await startSeveral(env, engine, plans, poolMax, ending);
  } catch (error) {
    if (process.env["LOG_LEVEL"] === "debug" && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    await ending.fail(error instanceof Error ? error.message : String(error));
  }
}

function failed(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

if (cluster.isPrimary) main().catch(failed);
else import("./start/child.ts").then(({ serveSupervisor }) => serveSupervisor()).catch(failed);
