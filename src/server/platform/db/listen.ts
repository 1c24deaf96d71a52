/** LISTEN on a connection of its own that is made again whenever it is lost. */
import type pg from "pg";
import type { Db } from "./pool.ts";

const AGAIN_MS = 1_000;

/** A running LISTEN. */
export interface Listening {
  stop(): Promise<void>;
}

class Listener implements Listening {
  private client: pg.Client | null = null;
  private stopped = false;

  constructor(
    private readonly db: Db,
    private readonly channel: string,
    private readonly onMessage: (payload: string) => void,
    private readonly onGap: () => void,
  ) {}

  async connect(again: boolean): Promise<void> {
    if (this.stopped) return;
    try {
      const client = await this.db.dedicated();
      this.client = client;
      client.on("error", () => undefined); // `end` follows
      client.once("end", () => this.lost());
      client.on("notification", (message) => this.onMessage(message.payload ?? ""));
      await client.query(`listen ${client.escapeIdentifier(this.channel)}`);
      if (again) this.onGap();
    } catch {
      // With a connection, its `end` leads to the next try; without one nothing else would.
      if (this.client === null) this.lost();
      else void this.client.end().catch(() => undefined);
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.client?.end().catch(() => undefined); // may be gone already
  }

  private lost(): void {
    this.client = null;
    if (!this.stopped) setTimeout(() => void this.connect(true), AGAIN_MS).unref();
  }
}

/**
 * Listens until stopped; resolves when the first connection stands or has failed (it is then tried again).
 * @param onGap a lost connection is back: messages may have been missed
 */
export async function listen(db: Db, channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<Listening> {
  const listener = new Listener(db, channel, onMessage, onGap);
  await listener.connect(false);
  return listener;
}
