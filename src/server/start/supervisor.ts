/**
 * Several processes on one port: the first one alone, so that nothing delays it, then the others. One that ends is started
 * again; one that cannot be started ends the whole. The supervisor itself takes no calls and loads nothing of the product.
 */
import cluster, { type Worker } from "node:cluster";
import type { Logger } from "pino";
import { Gathering } from "./gathering.ts";
import type { FirstAdmin, News, Order, ProcessPlan, StartOrder, Up } from "./orders.ts";

/** Pauses before a process is started again double from the first to the longest, ms; one that lived so long begins anew. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const LIVED_MS = 60_000;
/** A process that could not be started so often, one time after the other, never will be. */
const MOST_FAILURES = 4;

/** The pause before a process is started again. @param ended how often it has ended lately, from 1 */
export function pauseMs(ended: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(ended - 1, 20));
}

export interface SupervisorOptions {
  readonly plans: readonly ProcessPlan[];
  /** What every process gets beside its plan. */
  readonly order: Omit<StartOrder, "kind" | "plan" | "isFirst">;
  readonly log: Pick<Logger, "warn" | "error">;
  /** Starts an embedded database again; false: it is at another address now. */
  readonly revive: () => Promise<boolean>;
  /** Longer than a process takes to end itself, ms. */
  readonly stopsWithinMs: number;
  /** The whole cannot go on; the sentence says why. */
  readonly onEnd: (sentence: string) => void;
}

/** A start that failed; the first admin may have been made before it did. */
export class FirstFailed extends Error {
  constructor(
    sentence: string,
    readonly admin: FirstAdmin,
  ) {
    super(sentence);
  }
}

interface Place {
  readonly plan: ProcessPlan;
  worker: Worker | null;
  startedAt: number;
  /** Ended lately, and could not be started, one time after the other. */
  ended: number;
  failures: number;
}

export class Supervisor {
  private readonly places: readonly Place[];
  private port: number;
  /** Told to every process, also to one that is ready only later: before that it hears nothing. Null: nobody is to stop. */
  private stopping: Extract<Order, { kind: "stop" }> | null = null;
  private reviving: Promise<void> | null = null;
  private readonly gathering = new Gathering();

  constructor(private readonly options: SupervisorOptions) {
    this.places = options.plans.map((plan) => ({ plan, worker: null, startedAt: 0, ended: 0, failures: 0 }));
    this.port = options.order.port;
  }

  /** Starts the first process and, once it works, the others. @throws FirstFailed with its sentence */
  async start(): Promise<Up> {
    const [first, ...others] = this.places;
    if (!first) throw new Error("nothing to start");
    const up = await new Promise<Up>((done, fail) => this.launch(first, true, done, fail));
    this.port = up.port;
    if (this.stopping === null) for (const place of others) this.launch(place, false);
    return up;
  }

  /** Tells every process to stop, and waits for them. */
  async stop(hurry: boolean): Promise<void> {
    const order = { kind: "stop", hurry } as const;
    this.stopping = order;
    const workers = this.places.flatMap(({ worker }) => (worker && !worker.isDead() ? [worker] : []));
    const cut = setTimeout(() => workers.forEach((worker) => worker.process.kill("SIGKILL")), this.options.stopsWithinMs);
    await Promise.all(
      workers.map((worker) => {
        const ended = new Promise((done) => worker.once("exit", done));
        this.tell(worker, order);
        return ended;
      }),
    );
    clearTimeout(cut);
  }

  /** @param done, failed tell of the first start; a later one is tried again */
  private launch(place: Place, isFirst: boolean, done: (up: Up) => void = () => undefined, failed?: (error: FirstFailed) => void): void {
    const worker = cluster.fork();
    let failure: Extract<News, { kind: "failed" }> | null = null;
    let isUp = false;
    place.worker = worker;
    place.startedAt = performance.now();
    worker.on("message", (news: News) => {
      if (news.kind === "ready") this.tell(worker, this.stopping ?? { ...this.options.order, kind: "start", plan: place.plan, port: this.port, isFirst });
      else if (news.kind === "revive") void this.revive(worker);
      else if (news.kind === "others") void this.count(worker, news.ask);
      else if (news.kind === "mine") this.gathering.take(news.ask, news.figures);
      else if (news.kind === "failed") failure = news;
      else {
        isUp = true;
        place.failures = 0;
        done(news);
      }
    });
    const ended = (how: string): void => {
      if (this.stopping !== null || place.worker !== worker) return;
      place.worker = null;
      if (!isUp && failed) failed(new FirstFailed(failure?.sentence ?? `The first process ended at its start (${how}).`, failure?.admin ?? null));
      else this.replace(place, how, isUp, failure);
    };
    worker.once("exit", (code: number | null, signal: string | null) => ended(signal ?? `code ${code}`));
    // It could not even be made (no memory, too many processes); an error of one that runs is followed by its end.
    worker.on("error", (error) => {
      if (worker.process.pid === undefined) ended(error.message);
    });
  }

  private replace(place: Place, how: string, wasUp: boolean, failure: Extract<News, { kind: "failed" }> | null): void {
    const { name } = place.plan;
    // While the database is away nothing can be started; that passes.
    if (!wasUp && !failure?.isAway) place.failures += 1;
    if (place.failures >= MOST_FAILURES) {
      this.options.onEnd(failure?.sentence ?? `The process ${name} ends at every start (${how}).`);
      return;
    }
    if (performance.now() - place.startedAt > LIVED_MS) place.ended = 0;
    place.ended += 1;
    const inMs = pauseMs(place.ended);
    this.options.log.error(
      { process: name, how, in_ms: inMs, ...(failure ? { reason: failure.sentence } : {}) },
      wasUp ? "a process ended and is started again" : "a process could not be started and is tried again",
    );
    setTimeout(() => {
      if (this.stopping === null) this.launch(place, false);
    }, inMs);
  }

  /** Asks every other process what it has counted, and passes it on. */
  private async count(asker: Worker, ask: number): Promise<void> {
    const others = this.places.flatMap(({ worker }) => (worker && worker !== asker && worker.isConnected() ? [worker] : []));
    const { id, all } = this.gathering.begin(others.length);
    for (const worker of others) this.tell(worker, { kind: "count", ask: id });
    this.tell(asker, { kind: "counted", ask, figures: await all });
  }

  /** For all who ask at once. */
  private async revive(worker: Worker): Promise<void> {
    this.reviving ??= this.options
      .revive()
      .then((isSame) => {
        if (!isSame && this.stopping === null) this.options.onEnd("The database came back at another address.");
      })
      // They try to reach it, and ask again.
      .catch((error: unknown) => this.options.log.warn({ err: error }, "the database could not be started again"))
      .finally(() => (this.reviving = null));
    await this.reviving;
    this.tell(worker, { kind: "revived" });
  }

  private tell(worker: Worker, order: Order): void {
    // It may have ended: whoever waits for it hears of that.
    if (worker.isConnected()) worker.send(order, () => undefined);
  }
}
