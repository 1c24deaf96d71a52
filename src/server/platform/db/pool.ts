/** Access to PostgreSQL: typed rows, bigint for int8, transactions with a bounded retry. */
import pg from "pg";
import { BoundedReads } from "./bounded.ts";
import type { FunctionCall } from "./calls.ts";
import { byPlace, type Values } from "./named.ts";
import { sqlState } from "./away.ts";
import { addressOf, ENDS_WHEN_GONE, Primary, sessionAt } from "./hosts/index.ts";
import { SNAPSHOT } from "./snapshot.ts";
import { LIST_CONNECTIONS, makePools, SILENT_MS, type Pools } from "./pools.ts";
import { CopyReads } from "./copy-reads.ts";
import { POSITION, type Position, Replicas, type ServedReads } from "./replicas.ts";
import { tracedStatement } from "../trace/tracing.ts";
import { requireEnd, Undone } from "./undone.ts";

export { isAway, sqlState } from "./away.ts";

const INT8 = 20;
const retryable = new Set(["40001", "40P01"]);
const MAX_TRIES = 4;
/** Anything that runs SQL: the pool or a transaction. */
export interface Queryable {
  /** Runs one statement, with its values by place or by name (`named.ts`); `name` makes it a prepared statement of the connection (hot paths). */
  rows<R extends object>(sql: string, params?: Values, name?: string): Promise<R[]>;
  /** The only row, or null. Throws when there is more than one. */
  one<R extends object>(sql: string, params?: Values, name?: string): Promise<R | null>;
  /** Runs a statement for its effect and returns how many rows it touched. */
  run(sql: string, params?: Values, name?: string): Promise<number>;
}

/** A running transaction. */
export interface Tx extends Queryable {
  readonly client: pg.PoolClient;
  /** Runs `act` once the transaction is committed, and never when it is not. It must not throw. */
  onCommit(act: () => void): void;
}

const parsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === INT8 ? (text: string) => BigInt(text) : pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};

type Runner = { query(config: pg.QueryConfig): Promise<pg.QueryResult> };

function queryable(runner: () => Runner): Queryable {
  const send = (sql: string, params: Values | undefined, name: string | undefined): Promise<pg.QueryResult> =>
    tracedStatement(sql, name, () => runner().query({ ...(params ? (byPlace(sql, params) as pg.QueryConfig) : { text: sql }), ...(name ? { name } : {}) }));
  return {
    rows: async <R extends object>(sql: string, params?: Values, name?: string) => (await send(sql, params, name)).rows as R[],
    one: async <R extends object>(sql: string, params?: Values, name?: string) => {
      const { rows } = await send(sql, params, name);
      if (rows.length > 1) throw new Error("one row expected");
      return (rows[0] as R | undefined) ?? null;
    },
    run: async (sql, params, name) => (await send(sql, params, name)).rowCount ?? 0,
  };
}

/** The constraint that a failed statement violated, if any. */
export function violated(error: unknown): string | null {
  const constraint = (error as { constraint?: unknown } | null)?.constraint;
  return typeof constraint === "string" ? constraint : null;
}

/** Writes JSON for a jsonb parameter; bigint becomes a string of digits. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === "bigint" ? item.toString() : item));
}

/** Makes a call and answers what it answered. */
export async function answerOf<A>(q: Queryable, call: FunctionCall): Promise<A> {
  const [row] = await q.rows<{ answer: A }>(call.text, call.values, call.name);
  return row?.answer as A;
}

export interface DbOptions {
  readonly url: string;
  readonly max?: number;
  readonly statementTimeoutMs?: number;
  readonly onError?: (error: Error) => void;
  /** Copies of it that answer home, lists, searches, files, statistics and statements. */
  readonly replicaUrl?: string | null;
  /** A copy does not answer; the primary does instead. */
  readonly onReplicaAway?: (place: string, error: Error) => void;
  /** With several servers: where the primary is now; null: nowhere. */
  readonly onPrimary?: (place: string | null) => void;
}

/** A connection that several calls share while they are under way. */
interface Line {
  readonly client: Promise<pg.PoolClient>;
  calls: number;
  broken: Error | undefined;
}

/** The pool of the application role. Every limit that keeps one statement from hurting the others is set here. */
export class Db implements Queryable {
  readonly pool: pg.Pool;
  /**
   * A few connections for what is read beside a running transaction (remembered rules of merchants and wallets). They
   * are never held while something else is waited for, so a crowd of transactions cannot starve the look-up that one of
   * them needs to go on.
   */
  readonly side: Queryable;
  /** What lists read: on a few connections of their own, so that searches, however many, take none from what books money. */
  readonly bounded: BoundedReads;
  /** Single statements of what is shown and decides nothing: from a copy where one has all that was committed, else as on the pool. */
  readonly shown: Queryable;
  /** Of several servers the one that takes writes; null: there is one alone. */
  private readonly primary: Primary | null;
  private readonly replicas: Replicas | null;
  private readonly pools: Pools;
  private line: Line | null = null;
  private closing = false;
  /** The address that it connects to, for a thread with a connection of its own. */
  readonly url: string;
  readonly rows: Queryable["rows"];
  readonly one: Queryable["one"];
  readonly run: Queryable["run"];

  constructor(private readonly options: DbOptions) {
    this.url = options.url;
    const address = addressOf(options.url);
    this.primary = address.seeks ? new Primary(address, options.onPrimary) : null;
    const ours: pg.PoolConfig & { Client?: typeof pg.Client } = {
      ...(this.primary ? { Client: this.primary.Client } : {}),
      types: parsers,
      statement_timeout: options.statementTimeoutMs ?? 30_000,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: SILENT_MS,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      // Connections that stay are asked whether they live before a firewall forgets them.
      keepAliveInitialDelayMillis: 10_000,
      options: ENDS_WHEN_GONE,
    };
    this.pools = makePools(sessionAt(address.hosts[0]?.url ?? options.url, ours), options.max ?? 16, (error) => {
      if (!this.closing) options.onError?.(error);
    });
    this.pool = this.pools.main;
    this.side = queryable(() => this.pools.side as unknown as Runner);
    const { Client: _ofPrimary, ...ofCopies } = ours;
    this.replicas = options.replicaUrl
      ? new Replicas(
          options.replicaUrl,
          { ...ofCopies, max: LIST_CONNECTIONS, application_name: "floatdesk-reads" },
          async () => (await this.side.one<Position>(POSITION, [], "wal_position")) ?? { timeline: Number.NaN, lsn: "" },
          async (text) => ({ rows: await this.side.rows<{ identity: string }>(text, [], "database_identity") }),
          options.onReplicaAway,
        )
      : null;
    this.bounded = new BoundedReads(this.pools.lists, this.replicas);
    const all = queryable(() => this.pool as unknown as Runner);
    const copies = this.replicas && new CopyReads(this.replicas, this.pool as unknown as Runner);
    this.shown = copies ? queryable(() => copies) : all;
    this.rows = all.rows;
    this.one = all.one;
    this.run = all.run;
  }

  /**
   * Runs `work` in one transaction. A serialization failure or a deadlock repeats the whole of it, at most three
   * times more; any other error rolls back and is thrown on. An answer that is {@link Undone} rolls back, too, and is answered.
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.transaction(() => this.pool.connect(), work);
  }

  /**
   * As {@link tx}, on the connection of the sweeps: planning their statements costs many times what they do, and each connection
   * plans for itself. A named statement is planned there once.
   */
  sweepTx<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.transaction(() => this.pools.sweep.connect(), work);
  }

  /**
   * Runs a read in one snapshot, so that all that it finds agrees; on a copy of the database where one has everything that was
   * committed when this was called. Where a copy ends in the middle, `work` begins anew.
   * @param from `fromCopy` false: of the primary alone
   */
  async snapshot<T>(work: (tx: Tx) => Promise<T>, { fromCopy }: { readonly fromCopy: boolean } = { fromCopy: true }): Promise<T> {
    const read = async (tx: Tx): Promise<T> => {
      await tx.run(SNAPSHOT);
      return work(tx);
    };
    const answer = fromCopy ? await this.replicas?.answer((copy) => this.transaction(() => Promise.resolve(copy), read, true, 1)) : null;
    return answer ? answer.value : this.tx(read);
  }

  /** Where a thread with a connection of its own reads: a copy that has all that is committed now, or the primary. */
  async readUrl(): Promise<string> {
    return (await this.replicas?.url()) ?? this.url;
  }

  /** Who answered the reads that copies may answer, since the start; null: there are no copies. */
  get servedReads(): Readonly<ServedReads> | null {
    return this.replicas?.served ?? null;
  }

  /**
   * As {@link tx}, on connections of the batches' own, so that people who wait for a lock can never hold up acceptance and
   * posting, and in two round trips: `first` goes with the begin, and the call that `work` answers goes with the
   * commit.
   */
  batchTx<A, T>(first: FunctionCall, work: (tx: Tx, answer: A) => Promise<{ value: T; last: FunctionCall | null }>): Promise<T> {
    return this.transaction(
      () => this.pools.lane.connect(),
      async (tx) => {
        const [, answer] = await Promise.all([tx.client.query("begin"), answerOf<A>(tx, first)]);
        const done = await work(tx, answer);
        await Promise.all([done.last === null ? null : answerOf(tx, done.last), tx.client.query("commit")]);
        return done.value;
      },
      false,
    );
  }

  /**
   * One call on a connection of the batches' own that is a transaction by itself: when it answers, what it did is on disk.
   * Calls that are made while another is under way stand in line on the same connection: the database takes up the next one
   * as soon as it is done with the one before. Never repeated here, because an answer that was lost says nothing of what
   * was done.
   */
  async batchCall<A>(call: FunctionCall): Promise<A> {
    const line = (this.line ??= { client: this.pools.lane.connect(), calls: 0, broken: undefined });
    line.calls += 1;
    try {
      const client = await line.client;
      return await answerOf<A>(
        queryable(() => client),
        call,
      );
    } catch (error) {
      line.broken = error as Error;
      // Whoever comes next takes another connection.
      if (this.line === line) this.line = null;
      throw error;
    } finally {
      line.calls -= 1;
      if (line.calls === 0) {
        if (this.line === line) this.line = null;
        void line.client.then(
          (client) => client.release(line.broken),
          () => undefined,
        );
      }
    }
  }

  /** @param frame false: `work` begins and commits by itself */
  private async transaction<T>(connect: () => Promise<pg.PoolClient>, work: (tx: Tx) => Promise<T>, frame = true, most = MAX_TRIES): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const client = await connect();
      let broken: Error | undefined;
      // A backend that ends in the middle of a transaction is an event of the connection, beside the statement's own error.
      const lost = (error: Error): void => {
        broken = error;
      };
      client.on("error", lost);
      try {
        if (frame) await client.query("begin");
        const committed: (() => void)[] = [];
        const tx: Tx = { ...queryable(() => client), client, onCommit: (act) => void committed.push(act) };
        const value = await work(tx);
        requireEnd(tx, value);
        if (frame) await client.query(value instanceof Undone ? "rollback" : "commit");
        if (!(value instanceof Undone)) for (const act of committed) act();
        return value;
      } catch (error) {
        try {
          await client.query("rollback");
        } catch (rollbackError) {
          broken = rollbackError as Error;
        }
        if (tries < most && retryable.has(sqlState(error) ?? "")) continue;
        throw error;
      } finally {
        client.removeListener("error", lost);
        client.release(broken);
      }
    }
  }

  /** Whether it goes to the primary of several servers. */
  get hasSeveral(): boolean {
    return this.primary !== null;
  }

  /** What the pools hold at this moment. */
  connections(): readonly { readonly pool: string; readonly inUse: number; readonly idle: number; readonly waiting: number; readonly max: number }[] {
    return Object.entries(this.pools).map(([pool, { totalCount, idleCount, waitingCount, options }]) => ({
      pool,
      inUse: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
      max: options.max,
    }));
  }

  /** A connection outside the pool, for LISTEN and for session locks. */
  async dedicated(): Promise<pg.Client> {
    const client = new (this.primary?.Client ?? pg.Client)(
      sessionAt(addressOf(this.options.url).hosts[0]?.url ?? this.options.url, {
        types: parsers,
        application_name: "floatdesk-session",
        options: ENDS_WHEN_GONE,
        keepAlive: true,
        connectionTimeoutMillis: 10_000,
        query_timeout: 10_000,
      }),
    );
    await client.connect();
    return client;
  }

  async close(): Promise<void> {
    this.closing = true;
    this.primary?.close();
    await Promise.all([...Object.values(this.pools).map((pool) => pool.end()), this.replicas?.close()]);
  }
}
