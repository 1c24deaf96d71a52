/**
 * Finds the one server of several that takes writes, and leaves it as soon as it is not the primary any more (docs/decisions/0059).
 * node-postgres connects to one host; this is all that stands around it.
 */
import pg from "pg";
import type { Address, Host } from "./address.ts";
import { ASK_MS, Asked, cut, QUESTION, type Wire } from "./ask.ts";

/** Between two looks, ms: while all is well, and while there is no primary. */
const LOOK_EACH_MS = 1_000;
const SEEK_EACH_MS = 200;
/** Who is quick to answer is heard within this time, ms; for longer nobody else waits. */
const MOMENT_MS = 250;
/** Who wants a connection while there is no primary waits so long, ms; then a call is answered with 503 and comes again. */
const WAITS_MS = 3_000;

/** PostgreSQL's code for a write where only reads are allowed. */
export const READ_ONLY = "25006";

/** No server takes writes now. */
export class NoPrimary extends Error {
  /** As a server that is starting says it: come again later. */
  readonly code = "57P03";
}

/** The primary at one time. Another host or another timeline is another one. */
export interface Known {
  readonly host: Host;
  readonly timeline: number;
}

export class Primary {
  private readonly asked: readonly Asked[];
  private known: Known | null = null;
  /** No server below it is gone back to: it was the primary once. Known to all of this process that look for this database. */
  private static readonly newestOf = new Map<string, number>();
  private readonly clients = new Set<pg.Client>();
  private looking: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;
  /** What the pools make their connections of. */
  readonly Client: typeof pg.Client;

  /** @param onChange hears where the primary is now; null: nowhere */
  constructor(
    readonly address: Address,
    private readonly onChange: (place: string | null) => void = () => undefined,
  ) {
    this.asked = address.hosts.map((host) => new Asked(host, () => void this.look()));
    this.Client = clientOf(this);
    void this.look();
  }

  /**
   * The primary, waiting for it a while.
   * @throws NoPrimary with what each server said
   */
  async find(waitsMs = WAITS_MS): Promise<Known> {
    for (const until = performance.now() + waitsMs; ; ) {
      if (this.known) return this.known;
      if (this.closed || performance.now() >= until) throw this.none();
      await Promise.race([this.look(), new Promise((done) => setTimeout(done, Math.max(1, until - performance.now())).unref())]);
      if (!this.known) await new Promise((done) => setTimeout(done, SEEK_EACH_MS));
    }
  }

  /** Takes care of a connection from before it is made until it ends. False: the primary has changed since it was asked for. */
  keep(client: pg.Client, known: Known): boolean {
    if (this.closed || this.known !== known) return false;
    this.clients.add(client);
    client.once("end", () => this.clients.delete(client));
    return true;
  }

  /** Whether the primary is still the one that this connection was made to. */
  keeps(client: pg.Client): boolean {
    return this.clients.has(client);
  }

  /** Somebody was refused a write: looks at once, and believes nothing until then. */
  doubt(): void {
    this.become(null);
    void this.look();
  }

  private get database(): string {
    return `${this.address.place}/${this.address.database}`;
  }
  private get newest(): number {
    return Primary.newestOf.get(this.database) ?? 0;
  }

  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    for (const asked of this.asked) asked.close();
  }

  none(): NoPrimary {
    const said = this.asked.map((one) => `${one.host.place}: ${this.whyNot(one)}`).join("; ");
    return new NoPrimary(`no server takes writes (${said})`);
  }

  private whyNot({ reason, wrote }: Asked): string {
    if (wrote === null) return reason || "was not asked yet";
    if (wrote < this.newest) return `takes writes on timeline ${wrote}, although timeline ${this.newest} has taken some: it is a former primary`;
    return "takes writes, but was not reached";
  }

  /** Asks all of them; those who come meanwhile wait for the same answers. */
  private look(): Promise<void> {
    if (this.closed) return Promise.resolve();
    return (this.looking ??= this.askAll().finally(() => {
      this.looking = null;
      if (this.timer) clearTimeout(this.timer);
      if (!this.closed) this.timer = setTimeout(() => void this.look(), this.known ? LOOK_EACH_MS : SEEK_EACH_MS).unref();
    }));
  }

  /**
   * Asks all of them. Where the others have said enough, who is silent is not waited for: a server behind a network that swallows must
   * not hide for three seconds who was promoted since. What it says later counts then. The first time everybody is waited for, as
   * nothing is known of which life of the cluster it is.
   */
  private async askAll(): Promise<void> {
    const heard = new Map<Host, number | null>();
    let over = false;
    const all = this.asked.map(async (one) => {
      const timeline = await one.timeline();
      if (!over) heard.set(one.host, timeline);
      else if (timeline !== null && (timeline > this.newest || (this.known === null && timeline === this.newest))) this.become({ host: one.host, timeline });
    });
    const moments = async (): Promise<void> => {
      while (!over && !this.knowsEnough(heard)) await new Promise((done) => setTimeout(done, MOMENT_MS).unref());
    };
    await Promise.race([Promise.all(all), new Promise((done) => setTimeout(done, MOMENT_MS).unref()).then(moments)]);
    over = true;
    this.judge(heard);
  }

  /** Whether a look may end although not all have answered. */
  private knowsEnough(heard: ReadonlyMap<Host, number | null>): boolean {
    if (this.newest === 0) return false;
    return this.known === null || heard.get(this.known.host) === this.known.timeline || [...heard.values()].some((timeline) => (timeline ?? 0) > this.newest);
  }

  private judge(heard: ReadonlyMap<Host, number | null>): void {
    let best: Known | null = null;
    for (const { host } of this.asked) {
      const timeline = heard.get(host) ?? null;
      if (timeline === null || timeline < this.newest) continue;
      // Of two addresses of one server the one that is known stays, else the first one.
      if (best === null || timeline > best.timeline || (timeline === best.timeline && host === this.known?.host)) best = { host, timeline };
    }
    // It was found while this look was under way, and not asked by it.
    if (best === null && this.known !== null && !heard.has(this.known.host)) return;
    if (best?.host !== this.known?.host || best?.timeline !== this.known?.timeline) this.become(best);
  }

  private become(known: Known | null): void {
    if (this.closed || (known === null && this.known === null)) return;
    this.known = known;
    Primary.newestOf.set(this.database, Math.max(this.newest, known?.timeline ?? 0));
    // Whatever is under way with the former primary is not waited for: it may never answer, and what it answers may not last.
    for (const client of this.clients) cut(client);
    this.clients.clear();
    this.onChange(known?.host.place ?? null);
  }
}

/** Clients that connect to the primary wherever it is. */
function clientOf(primary: Primary): typeof pg.Client {
  return class extends pg.Client {
    private standby = false;

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      const reached = this.reach();
      if (callback === undefined) return reached;
      // The pool's callback takes no error for success.
      reached.then(() => (callback as () => void)(), callback);
    }

    private async reach(): Promise<pg.Client> {
      const known = await primary.find();
      const { connection } = this as unknown as Wire;
      // The pool has given it up meanwhile.
      if (connection.stream.destroyed) throw primary.none();
      // What is cut says so to whoever waits for it; an event that nobody hears would end the process.
      this.on("error", () => undefined);
      const { hostname, port } = new URL(known.host.url);
      Object.assign(this, { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 5432) });
      connection.on("parameterStatus", ({ parameterName, parameterValue }: { parameterName: string; parameterValue: string }) => {
        if (parameterName === "in_hot_standby") this.standby = parameterValue === "on";
      });
      connection.on("errorMessage", ({ code }: { code?: string }) => {
        if (code === READ_ONLY) primary.doubt();
      });
      // Left with all the others from now on: a server that has fallen silent does not answer a sign-in either.
      if (!primary.keep(this, known)) throw primary.none();
      const timeline = await this.signIn();
      if (timeline === known.timeline && primary.keeps(this)) return this;
      cut(this);
      if (timeline !== known.timeline) primary.doubt();
      throw primary.none();
    }

    /** Connects, and asks on this very connection: behind a proxy or a name that moves it may be another server than the one that was asked before. */
    private async signIn(): Promise<number | null> {
      // Behind a proxy a single connection may lead to a server that is silent, while the others lead to the primary.
      const silent = setTimeout(() => cut(this), ASK_MS);
      try {
        await super.connect();
        return this.standby ? null : ((await this.query<{ timeline: number | null }>(QUESTION)).rows[0]?.timeline ?? null);
      } finally {
        clearTimeout(silent);
      }
    }
  };
}
