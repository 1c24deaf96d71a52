/** Calls that start by the clock, whatever the answers do: who is served slowly does not come less often. */
import { Connection } from "./http.ts";

/** One call, whole; `told` hears its answer. */
export interface Call {
  readonly kind: string;
  readonly request: string;
  readonly told?: (status: number, body: string) => void;
}

/** What came of the calls of one kind. */
export class Told {
  /** Of those that were done, from when they were due, ms. */
  readonly times: number[] = [];
  /** How many were sent away with 503 or 429 and told when to come again. */
  shed = 0;
  /** Of those: from when they were due, ms. */
  readonly shedTimes: number[] = [];
  /** How many were not sent, as all connections were in use: their caller has given up. */
  unsent = 0;
  /** Everything else, by what it was. */
  readonly wrong = new Map<string, number>();

  note(status: number, head: string, ms: number): void {
    if (status >= 200 && status < 300) this.times.push(ms);
    else if ((status === 503 || status === 429) && /\r\nretry-after: [1-9]\d*\r\n/i.test(head)) {
      this.shed += 1;
      this.shedTimes.push(ms);
    } else this.fault(`answered ${status}`);
  }

  fault(what: string): void {
    this.wrong.set(what, (this.wrong.get(what) ?? 0) + 1);
  }

  get faults(): number {
    return [...this.wrong.values()].reduce((sum, count) => sum + count, 0);
  }

  /** All that were due and not done: sent away, answered otherwise, or never sent. */
  get missed(): number {
    return this.faults + this.shed + this.unsent;
  }
}

/** Connections at most: callers have pools, and a system does not open any number. */
const MOST_CONNECTIONS = 2_000;
/** How often the clock is looked at, ms: as often as a timer of Node may fire. */
const TICK_MS = 2;

/** Connections to one server, as many as are needed at once; each is used again when it is free. */
export class OpenLoad {
  private readonly free: Connection[] = [];
  private readonly all = new Set<Connection>();

  /** @param most connections at most; a call that finds none free is counted as not sent */
  constructor(
    private readonly port: number,
    private readonly most = MOST_CONNECTIONS,
  ) {}

  /** A free connection, or a new one; null where there are too many. */
  private async connection(): Promise<Connection | null> {
    const free = this.free.pop();
    if (free) return free;
    if (this.all.size >= this.most) return null;
    const made = new Connection(this.port);
    this.all.add(made);
    await made.open();
    return made;
  }

  private async one(call: Call, due: number, told: Told): Promise<void> {
    try {
      const connection = await this.connection();
      if (connection === null) {
        told.unsent += 1;
        return;
      }
      await new Promise<void>((done, failed) => {
        connection.ask(
          call.request,
          (status, body, head) => {
            told.note(status, head, performance.now() - due);
            this.free.push(connection);
            call.told?.(status, body);
            done();
          },
          failed,
        );
      });
    } catch (error) {
      told.fault((error as Error).message);
    }
  }

  /**
   * Starts so many calls a second for so long and waits for all of their answers.
   * @param next the next call; null: none is due this time
   * @returns what came of them by kind, and how long it took until the last answer, ms
   */
  async run(perSecond: number, seconds: number, next: () => Call | null): Promise<{ told: ReadonlyMap<string, Told>; tookMs: number }> {
    const told = new Map<string, Told>();
    const running = new Set<Promise<void>>();
    const started = performance.now();
    const count = Math.round(perSecond * seconds);
    for (let given = 0; given < count; ) {
      const due = started + (given * 1000) / perSecond;
      if (performance.now() < due) {
        await new Promise((resolve) => setTimeout(resolve, TICK_MS));
        continue;
      }
      given += 1;
      const call = next();
      if (call === null) continue;
      const of = told.get(call.kind) ?? new Told();
      told.set(call.kind, of);
      const one = this.one(call, due, of).finally(() => running.delete(one));
      running.add(one);
    }
    await Promise.all(running);
    return { told, tookMs: performance.now() - started };
  }

  close(): void {
    for (const connection of this.all) connection.close();
  }
}
