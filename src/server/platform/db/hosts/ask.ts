/** What one server says about itself: whether it takes writes, and in which life of the cluster. */
import pg from "pg";
import type { Host } from "./address.ts";
import { ENDS_WHEN_GONE } from "./gone.ts";
import { sessionAt } from "./session.ts";

/** A server that does not answer within this time, ms, is away. A stopped one still takes connections. */
export const ASK_MS = 3_000;

/** `timeline` is null where it takes no writes. Each promotion begins a new one, so of two that take writes the former primary has the lower. */
export const QUESTION = `select case when pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' then null
  else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`;

/** The connection below a client, which the driver's types leave out. */
export interface Wire {
  readonly connection: { readonly stream: { readonly destroyed: boolean; destroy(): void }; on(event: string, heard: (message: never) => void): void };
}

/** Ends a connection without asking the other side, which may not answer any more. What was under way on it fails as "terminated". */
export function cut(client: pg.Client): void {
  (client as unknown as Wire).connection.stream.destroy();
}

/** Asks one server, on a connection that stays. */
export class Asked {
  private client: pg.Client | null = null;
  private asking: Promise<number | null> | null = null;
  /** Why it took no writes when it was asked last; empty: it did, or was not asked yet. */
  reason = "";
  /** The timeline that it wrote then. */
  wrote: number | null = null;

  /** @param onEnd its connection ended between two questions */
  constructor(
    readonly host: Host,
    private readonly onEnd: () => void = () => undefined,
  ) {}

  /** The timeline that it writes; null: it takes no writes, or does not answer. Who asks meanwhile waits for the same answer. */
  timeline(): Promise<number | null> {
    return (this.asking ??= this.ask().finally(() => {
      this.asking = null;
    }));
  }

  private async ask(): Promise<number | null> {
    try {
      const client = (this.client ??= await this.connect());
      const { rows } = await client.query<{ timeline: number | null }>(QUESTION);
      this.wrote = rows[0]?.timeline ?? null;
      this.reason = this.wrote === null ? "takes no writes" : "";
      return this.wrote;
    } catch (error) {
      const { code, message } = error as Error & { code?: string };
      this.wrote = null;
      this.reason = code === undefined ? message : `${message || code}`;
      this.close();
      return null;
    }
  }

  close(): void {
    const { client } = this;
    this.client = null;
    if (client) cut(client);
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client(
      sessionAt(this.host.url, {
        application_name: "floatdesk-hosts",
        options: ENDS_WHEN_GONE,
        connectionTimeoutMillis: ASK_MS,
        query_timeout: ASK_MS,
        keepAlive: true,
      }),
    );
    client.on("error", () => undefined); // `end` follows
    await client.connect();
    client.once("end", () => {
      if (this.client !== client) return;
      this.client = null;
      this.onEnd();
    });
    return client;
  }
}
