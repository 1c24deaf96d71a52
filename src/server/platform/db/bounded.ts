/** Reads that the database itself ends after a while: what a list asks may be anything, and nobody waits for it for long. */
import type pg from "pg";
import { tracedStatement } from "../trace/tracing.ts";
import type { Replicas } from "./replicas.ts";

/** PostgreSQL's code of a statement that was ended before it was done. */
const CUT = "57014";
/**
 * The tables that grow with the orders, and their months. A connection that has not planned over them yet takes ten times as long for its
 * first statement (40 ms instead of 4): that is no cost of a question, and is paid before its time begins.
 */
const LARGE = ["payments", "disburses", "sms", "entries", "order_events", "deliveries"];
const KNOW = LARGE.map((table) => `explain select * from ${table} t where t.id > 0 order by t.id desc limit 1`).join("; ");
/** Compiling a statement cannot be ended, and helpers would take the second core from what books money. */
const SETTINGS = "set jit = off; set max_parallel_workers_per_gather = 0";

/** A statement; one with a name keeps its plan with the connection, so a name stands for one text. */
interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
}

/** Runs one statement. @param limitMs it is ended after so long, at least 1 ms @returns null when it was ended: it answered nothing */
export type BoundedRead = <R extends object>(statement: Statement, limitMs: number) => Promise<R[] | null>;

/** A few connections on which each statement has its own end (`statement_timeout`, which planning counts towards too). */
export class BoundedReads {
  /** The end that each connection was told last; null: its pool's. */
  private readonly told = new WeakMap<pg.PoolClient, number | null>();

  /** @param replicas answer instead of the pool's server where they can */
  constructor(
    private readonly pool: pg.Pool,
    private readonly replicas: Replicas | null = null,
  ) {}

  /** Holds one connection while `work` reads. Each statement is a transaction by itself. Where a copy ends in the middle, it begins anew. */
  async use<T>(work: (read: BoundedRead) => Promise<T>): Promise<T> {
    const answer = await this.replicas?.answer((copy) => this.on(copy, work, (broken) => void this.giveBack(copy, broken)));
    if (answer) return answer.value;
    const client = await this.pool.connect();
    return this.on(client, work, (broken) => client.release(broken));
  }

  private async on<T>(client: pg.PoolClient, work: (read: BoundedRead) => Promise<T>, release: (broken: Error | undefined) => void): Promise<T> {
    let broken: Error | undefined;
    try {
      await this.prepared(client);
      return await work(async <R extends object>({ text, values, name }: Statement, limitMs: number) => {
        try {
          // Under the limit before, which may be short: cut, it says nothing either.
          await this.tell(client, Math.max(1, Math.floor(limitMs)));
          const { rows } = await tracedStatement(text, name, () => client.query({ text, values: [...values], ...(name ? { name } : {}) }));
          return rows as R[];
        } catch (error) {
          if ((error as { code?: unknown }).code === CUT) return null;
          throw error;
        }
      });
    } catch (error) {
      broken = error as Error;
      throw error;
    } finally {
      release(broken);
    }
  }

  /** Statements and files are read on a copy's connections, too: none of them ends after the moment that a list had left. Nobody waits for it. */
  private async giveBack(client: pg.PoolClient, broken: Error | undefined): Promise<void> {
    if (broken) return client.release(broken);
    this.told.set(client, null);
    await client.query("reset statement_timeout").then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }

  /** Once for each connection, under the pool's own end of a statement. */
  private async prepared(client: pg.PoolClient): Promise<void> {
    if (this.told.has(client)) return;
    await client.query(`${SETTINGS}; ${KNOW}`);
    this.told.set(client, null);
  }

  private async tell(client: pg.PoolClient, limitMs: number): Promise<void> {
    if (this.told.get(client) === limitMs) return;
    await client.query(`set statement_timeout = ${limitMs}`);
    this.told.set(client, limitMs);
  }
}
