/** One connection to an address, whether it names one host or several. */
import pg from "pg";
import { type Address, addressOf } from "./address.ts";
import { QUESTION } from "./ask.ts";
import { type Known, NoPrimary, Primary } from "./primary.ts";

/** How long a start and a command wait for a primary, ms: as long as a failover takes. */
const WAITS_MS = 30_000;

/**
 * Connects to the server of this address, where it names several to the one that takes writes now.
 * @throws as the driver; NoPrimary when none took writes for half a minute
 */
export async function connectTo(url: string, config: Omit<pg.ClientConfig, "connectionString"> = {}): Promise<pg.Client> {
  const address = addressOf(url);
  const known = address.seeks ? await primaryOf(address) : null;
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, keepAlive: true, ...config, connectionString: known?.host.url ?? url });
  // A server that stops meanwhile must fail the query, not the process.
  client.on("error", () => undefined);
  await client.connect();
  if (known === null) return client;
  // Asked on this very connection: behind a proxy it may be another server than the one that was asked before.
  const { rows } = await client.query<{ timeline: number | null }>(QUESTION);
  if (rows[0]?.timeline === known.timeline) return client;
  await client.end();
  throw new NoPrimary(`${known.host.place} is not the primary any more`);
}

/** The primary as it is now. */
async function primaryOf(address: Address): Promise<Known> {
  const primary = new Primary(address);
  try {
    return await primary.find(WAITS_MS);
  } finally {
    primary.close();
  }
}
