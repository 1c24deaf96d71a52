/**
 * The lease of a process number: a session lock on a connection of its own. While it is not held no id is minted, so two
 * processes never mint under one number; a database that goes away and comes back needs nobody's help.
 */
import type pg from "pg";
import { IdMinter, PROCESS_NUMBERS } from "./ids.ts";
import { beginWork } from "./migrate.ts";
import type { Db, Queryable } from "./pool.ts";

const LEASE_SPACE = 4200;
/** A connection that was cut without a word is noticed within this time, ms. */
const BEAT_MS = 5_000;
const AGAIN_MS = 250;
/** Of the tries to come back, one in so many is reported. */
const REPORTED = 20;

/** A held process number. */
export interface NodeLease {
  /** The number of the first lease. */
  readonly node: number;
  release(): Promise<void>;
}

export interface LeaseOptions {
  /** It is lost, or still not back: ids stop until a number is held again. */
  readonly onLost?: (error: Error) => void;
  readonly onBack?: (node: number) => void;
  /** Called before each try to come back, e.g. to start an embedded database again. */
  readonly revive?: () => Promise<void>;
}

/**
 * Leases a process number and starts the minter above everything that is stored.
 * @throws Error when all 1,024 are taken; as `beginWork`
 */
export async function leaseNode(db: Db, now: () => number, options: LeaseOptions = {}): Promise<{ minter: IdMinter; lease: NodeLease }> {
  const keeper = new Keeper(db, now, options);
  await keeper.hold();
  return { minter: keeper.minter, lease: { node: keeper.node, release: () => keeper.release() } };
}

/** How many processes hold a number now, over all machines. */
export async function heldNumbers(q: Queryable): Promise<number> {
  const row = await q.one<{ held: number }>(
    "select count(*)::int as held from pg_locks where locktype = 'advisory' and classid = $1 and granted and database = (select oid from pg_database where datname = current_database())",
    [LEASE_SPACE],
    "held_numbers",
  );
  return row?.held ?? 0;
}

class Keeper {
  readonly minter: IdMinter;
  node = 0;
  private client: pg.Client | null = null;
  private beat: NodeJS.Timeout | null = null;
  private released = false;

  constructor(
    private readonly db: Db,
    now: () => number,
    private readonly options: LeaseOptions,
  ) {
    this.minter = new IdMinter(now, 0);
  }

  /** Takes a number, the one held before if it is free. Ids go on above everything that is stored. */
  async hold(): Promise<void> {
    const client = await this.db.dedicated();
    let gone: Error | null = null;
    client.on("error", (error) => {
      gone ??= error;
    });
    client.once("end", () => {
      gone ??= new Error("the lease connection ended");
      if (this.client === client) this.lost(gone);
    });
    try {
      await beginWork(client);
      const node = await takeNode(client, this.node);
      const floor = await highestId(client);
      if (gone !== null) throw gone as Error; // set by the listeners above
      this.node = node;
      this.client = client;
      this.minter.adopt(node, floor);
      this.watch(client);
    } catch (error) {
      void client.end().catch(() => undefined); // may be gone already
      throw error;
    }
  }

  async release(): Promise<void> {
    this.released = true;
    this.minter.suspend();
    if (this.beat) clearInterval(this.beat);
    await this.client?.end().catch(() => undefined); // may be gone already
  }

  /** Asks for a sign of life: a connection that was cut on its way ends without telling. */
  private watch(client: pg.Client): void {
    this.beat = setInterval(() => {
      client.query("select 1").catch((error: Error) => {
        if (this.client === client) this.lost(error);
      });
    }, BEAT_MS);
    this.beat.unref();
  }

  private lost(error: Error): void {
    const { client } = this;
    this.client = null;
    this.minter.suspend();
    if (this.beat) clearInterval(this.beat);
    void client?.end().catch(() => undefined); // may be gone already
    if (this.released) return;
    this.options.onLost?.(error);
    void this.comeBack();
  }

  private async comeBack(): Promise<void> {
    for (let tries = 1; !this.released; tries += 1) {
      try {
        await this.options.revive?.();
        await this.hold();
        if (this.released) await this.release();
        else this.options.onBack?.(this.node);
        return;
      } catch (error) {
        if (tries % REPORTED === 0) this.options.onLost?.(error as Error);
        await new Promise((done) => setTimeout(done, AGAIN_MS));
      }
    }
  }
}

/** The number held before where it is free, else the lowest that is: low ones mint more in a ms. */
async function takeNode(client: pg.Client, wanted: number): Promise<number> {
  // The rows are tried one after the other, and no further than the first that is taken.
  const { rows } = await client.query<{ node: number }>(
    "select node from unnest($2::int[]) with ordinality x (node, n) where pg_try_advisory_lock($1, node) limit 1",
    [LEASE_SPACE, [wanted, ...Array.from({ length: PROCESS_NUMBERS }, (_unused, node) => node).filter((node) => node !== wanted)]],
  );
  const taken = rows[0]?.node;
  if (taken === undefined) throw new Error("All 1,024 process numbers are in use; stop another process of this deployment first.");
  return taken;
}

async function highestId(client: pg.Client): Promise<bigint> {
  const { rows } = await client.query<{ id: bigint | null }>(
    "select greatest((select max(id) from payments), (select max(id) from disburses), (select max(id) from entries), (select max(id) from sms), (select max(id) from outbox), (select max(id) from deliveries), (select max(id) from audit), (select max(id) from sessions)) as id",
  );
  return rows[0]?.id ?? 0n;
}
