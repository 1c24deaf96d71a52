/** A process under the supervisor: does what it is told, and stops when it is told or left alone. */
import { drainSecondsOf, stopsWithinMs } from "../drain.ts";
import { readEnv } from "../platform/env.ts";
import { countWithOthers, ownFigures, type Figures } from "../platform/http/observe.ts";
import { isAway } from "../platform/db/pool.ts";
import type { News, Order, StartOrder } from "./orders.ts";
import { runProcess, StartFailed, type Running } from "./run.ts";

const tell = (news: News, told: () => void = () => undefined): void => void process.send?.(news, told);

class Child {
  private running: Running | null = null;
  private isStopping = false;
  private revived: () => void = () => undefined;
  private asks = 0;
  private readonly asked = new Map<number, (figures: readonly Figures[]) => void>();

  take(order: Order): void {
    if (order.kind === "start") void this.start(order);
    else if (order.kind === "stop") void this.stop(order.hurry);
    else if (order.kind === "revived") this.revived();
    else if (order.kind === "count") void ownFigures().then((figures) => tell({ kind: "mine", ask: order.ask, figures }));
    else this.asked.get(order.ask)?.(order.figures as Figures[]); // another process's ownFigures()
  }

  /** What the other processes have counted; those that do not answer in time are left out by the supervisor. */
  others(): Promise<readonly Figures[]> {
    this.asks += 1;
    const ask = this.asks;
    return new Promise<readonly Figures[]>((done) => {
      this.asked.set(ask, done);
      tell({ kind: "others", ask });
    }).finally(() => this.asked.delete(ask));
  }

  private async start(order: StartOrder): Promise<void> {
    const env = { ...readEnv(process.env), role: order.plan.role, port: order.port };
    try {
      const keys = {
        secretKey: Buffer.from(order.secretKey, "base64"),
        secretKeyAlso: order.secretKeyAlso === null ? null : Buffer.from(order.secretKeyAlso, "base64"),
      };
      const running = await runProcess({ ...order, ...keys, env, revive: () => this.revive() });
      this.running = running;
      tell({ kind: "up", port: running.port, admin: running.admin });
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      const cause = error instanceof StartFailed ? error.cause : error;
      tell({ kind: "failed", sentence, isAway: isAway(cause), admin: error instanceof StartFailed ? error.admin : null }, () => process.exit(1));
    }
  }

  /** Only the supervisor can start the database again. */
  private revive(): Promise<void> {
    return new Promise((done) => {
      this.revived = done;
      tell({ kind: "revive" });
    });
  }

  async stop(hurry: boolean): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    setTimeout(() => process.exit(1), stopsWithinMs(hurry ? 0 : drainSecondsOf(readEnv(process.env)))).unref();
    await this.running?.stop(hurry).catch((error: unknown) => process.stderr.write(`stopping: ${String(error)}\n`));
    process.exit(0);
  }
}

/** Serves the supervisor until it says stop. */
export function serveSupervisor(): void {
  const child = new Child();
  countWithOthers(() => child.others());
  process.setSourceMapsEnabled(true);
  // Ctrl-C and the end of a terminal reach the whole group; the supervisor gets them too, and says what they mean.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
  process.once("SIGTERM", () => void child.stop(false));
  process.on("message", (order: Order) => child.take(order));
  tell({ kind: "ready" });
}
