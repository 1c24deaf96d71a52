/** One connection to an address, whether it names one host or several. */
import pg from "pg";
import { addressOf } from "./address.ts";
import { cut, QUESTION } from "./ask.ts";
import { ENDS_WHEN_GONE } from "./gone.ts";
import { sessionAt } from "./session.ts";
import { type Known, NoPrimary, Primary } from "./primary.ts";

/** How long a start and a command wait for a primary, ms: as long as a failover takes. */
const WAITS_MS = 30_000;

type Config = Omit<pg.ClientConfig, "connectionString">;

/**
 * Connects to the server of this address, where it names several to the one that takes writes now. There the connection ends by itself
 * when that one is not the primary any more, also where it is silent: whoever waits on it hears "terminated", and cannot know what
 * became of what was under way.
 * @throws as the driver; NoPrimary when none took writes for half a minute
 */
export async function connectTo(url: string, config: Config = {}): Promise<pg.Client> {
  const address = addressOf(url);
  if (!address.seeks) return signIn(url, config);
  let onChange = (): void => undefined;
  const primary = new Primary(address, () => onChange());
  try {
    const known = await primary.find(WAITS_MS);
    const client = await signIn(known.host.url, config);
    client.once("end", () => primary.close());
    onChange = () => void leaveWith(primary, known, client);
    // Asked on this very connection: behind a proxy it may be another server than the one that was asked before.
    const { rows } = await client.query<{ timeline: number | null }>(QUESTION);
    if (rows[0]?.timeline !== known.timeline) {
      await client.end();
      throw new NoPrimary(`${known.host.place} is not the primary any more`);
    }
    onChange();
    return client;
  } catch (error) {
    primary.close();
    throw error;
  }
}

async function signIn(url: string, config: Config): Promise<pg.Client> {
  const client = new pg.Client(sessionAt(url, { connectionTimeoutMillis: 10_000, keepAlive: true, options: ENDS_WHEN_GONE, ...config }));
  // A server that stops meanwhile must fail the query, not the process.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/**
 * Ends the connection where another server is the primary, or none has been for as long as a change takes: one that stands still never
 * would. A server that was only too busy to answer keeps it.
 */
async function leaveWith(primary: Primary, known: Known, client: pg.Client): Promise<void> {
  const now = await primary.find(WAITS_MS).catch(() => null);
  if (now?.host !== known.host || now.timeline !== known.timeline) cut(client);
}
