/**
 * Reads from copies of the database, never from before what was committed when the read began (docs/decisions/0060). So whoever
 * acted reads what it wrote, and whoever was told of a change finds it, on whatever process the read comes out.
 */
import pg from "pg";
import { isAway } from "./away.ts";
import { addressOf, type Host, sessionAt } from "./hosts/index.ts";
import { beginsOtherwise } from "./session-settings.ts";

/** How long a read waits for a copy to catch up, ms; then the primary answers it. */
const WAITS_MS = 50;
const LOOK_EACH_MS = 5;
/** A copy that was behind is not waited for again for so long, ms; nor is one that did not answer. */
const BEHIND_MS = 1_000;
const AWAY_MS = 5_000;
const CONNECT_MS = 500;

/** Who answered reads that a copy may answer: a copy; the primary, because all connections to them were taken, none had caught up, or none was there. */
export interface ServedReads {
  replica: number;
  busy: number;
  behind: number;
  away: number;
}

/** Which database a connection leads to: a copy answers the same as its primary, and nobody else does. */
const IDENTITY = "select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as identity from pg_control_system()";
type Asks = (text: string) => Promise<{ rows: { identity: string }[] }>;
const identityOf = async (ask: Asks): Promise<string> => (await ask(IDENTITY)).rows[0]?.identity ?? "";

/** How far a primary is: which life of the cluster it writes, and where. */
export interface Position {
  readonly timeline: number;
  readonly lsn: string;
}

/** The position of a primary: everything that was acknowledged lies before it. */
export const POSITION = "select ('x' || left(pg_walfile_name(l), 8))::bit(32)::int as timeline, l::text as lsn from pg_current_wal_flush_lsn() l";

/**
 * What a copy says of itself. `follows`: it goes the way of the primary in this timeline. One that still follows a former primary has a
 * log that is as long, with other things in it. Whom it receives the log from is told to members of pg_read_all_stats alone; its own
 * note of the timeline comes some time after it has followed, and until then it is none.
 */
const STANDING = `select pg_is_in_recovery() as copies, pg_last_wal_replay_lsn() >= $1::pg_lsn as ready,
  (select greatest(c.timeline_id, r.min_recovery_end_timeline, (select received_tli from pg_stat_wal_receiver)) >= $2::int
     from pg_control_checkpoint() c cross join pg_control_recovery() r) as follows`;

interface Standing {
  readonly copies: boolean;
  readonly ready: boolean | null;
  readonly follows: boolean;
}

/** A connection to a copy, to be released as any other. */
interface Taken {
  readonly client: pg.PoolClient;
  readonly url: string;
}

interface Copy {
  readonly host: Host;
  readonly pool: pg.Pool;
  /** When it is asked again, by `performance.now()`. */
  askedFrom: number;
}

/** Whether a connection asked for now is given at once: one is idle, or may be made. */
const hasRoom = ({ idleCount, totalCount, waitingCount, options }: pg.Pool): boolean => idleCount + options.max - totalCount > waitingCount;

export class Replicas {
  readonly served: ServedReads = { replica: 0, busy: 0, behind: 0, away: 0 };
  private readonly copies: readonly Copy[];
  private next = 0;
  /** Of the primary, which keeps it whoever is promoted. */
  private identity: string | null = null;
  /** Connections that lead to a copy of that one. */
  private readonly known = new WeakSet<pg.PoolClient>();

  /**
   * @param url one copy or several, by commas
   * @param position {@link POSITION} of the primary
   * @param askPrimary one statement on the primary
   * @param onAway hears of a copy that does not answer
   */
  constructor(
    url: string,
    settings: pg.PoolConfig,
    private readonly position: () => Promise<Position>,
    private readonly askPrimary: Asks,
    private readonly onAway: (place: string, error: Error) => void = () => undefined,
  ) {
    this.copies = addressOf(url).hosts.map((host) => {
      const pool = new pg.Pool(sessionAt(host.url, { ...settings, connectionTimeoutMillis: CONNECT_MS }));
      // A connection that ends between two reads is an event, which would end the process if nobody heard it.
      pool.on("error", () => undefined);
      pool.on("connect", (client) => client.on("error", () => undefined));
      return { host, pool, askedFrom: 0 };
    });
  }

  /**
   * A connection to a copy that has all that was committed when this was called; null: the primary has to answer.
   * @throws what the primary says when it cannot tell its position: nobody knows then what a copy lacks
   */
  private async take(): Promise<Taken | null> {
    const ready = this.copies.filter(({ askedFrom }) => askedFrom <= performance.now());
    this.next += 1;
    const first = ready[this.next % Math.max(1, ready.length)];
    if (first === undefined) return this.none();
    const position = await this.position();
    this.identity ??= await identityOf(this.askPrimary);
    let busy = false;
    for (const copy of [first, ...ready.filter((one) => one !== first)]) {
      // Who would wait for a connection is served sooner by the primary, and learns nothing about the copy.
      if (!hasRoom(copy.pool)) {
        busy = true;
        continue;
      }
      const client = await this.caughtUp(copy, position);
      if (client === null) continue;
      this.served.replica += 1;
      return { client, url: copy.host.url };
    }
    if (!busy) return this.none();
    this.served.busy += 1;
    return null;
  }

  /** What a copy answers; null: none can, or it went away over it, and the primary has to. `work` releases the connection, whatever becomes of it. */
  async answer<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<{ readonly value: T } | null> {
    const taken = await this.take();
    if (taken === null) return null;
    try {
      return { value: await work(taken.client) };
    } catch (error) {
      if (!isAway(error)) throw error;
      this.lost(taken, error as Error);
      return null;
    }
  }

  /** The address of a copy for a connection that somebody else makes; null: the primary's. */
  async url(): Promise<string | null> {
    const taken = await this.take();
    taken?.client.release();
    return taken?.url ?? null;
  }

  /** What was read on a copy ended with this, and the primary answers it: the copy is left alone for a while. */
  private lost(taken: Taken, error: Error): void {
    this.served.replica -= 1;
    this.served.away += 1;
    const copy = this.copies.find(({ host }) => host.url === taken.url);
    if (copy) this.leave(copy, error);
  }

  async close(): Promise<void> {
    await Promise.all(this.copies.map(({ pool }) => pool.end()));
  }

  private none(): null {
    const now = performance.now();
    this.served[this.copies.some(({ askedFrom }) => askedFrom - now <= BEHIND_MS) ? "behind" : "away"] += 1;
    return null;
  }

  private leave(copy: Copy, error: Error): void {
    copy.askedFrom = performance.now() + AWAY_MS;
    this.onAway(copy.host.place, error);
  }

  /** Positions of another server's log, and rows of another database of the same server, look like ours; so do moments that are written otherwise. @throws Error */
  private async refuseAnother(client: pg.PoolClient): Promise<void> {
    if (this.known.has(client)) return;
    if ((await identityOf((text) => client.query(text))) !== this.identity) throw new Error("it is a copy of another database than that of DATABASE_URL");
    const otherwise = await beginsOtherwise(client);
    if (otherwise !== null) throw new Error(`its sessions begin with ${otherwise}`);
    this.known.add(client);
  }

  private async caughtUp(copy: Copy, { lsn, timeline }: Position): Promise<pg.PoolClient | null> {
    let client: pg.PoolClient | null = null;
    try {
      client = await copy.pool.connect();
      for (const until = performance.now() + WAITS_MS; ; ) {
        const { rows } = await client.query<Standing>(STANDING, [lsn, timeline]);
        // One that was promoted goes its own way: what it has is not what the primary has.
        if (rows[0]?.copies !== true) throw new Error("it is no copy");
        await this.refuseAnother(client);
        if (rows[0].ready === true && rows[0].follows) return client;
        if (!rows[0].follows || performance.now() >= until) break;
        await new Promise((done) => setTimeout(done, LOOK_EACH_MS));
      }
      client.release();
      copy.askedFrom = performance.now() + BEHIND_MS;
    } catch (error) {
      client?.release(error as Error);
      this.leave(copy, error as Error);
    }
    return null;
  }
}
