/** One connection to an address, whether it names one host or several. */
import pg from "pg";
import { addressOf } from "./address.ts";
import { Primary } from "./primary.ts";

/** How long a start and a command wait for a primary, ms: as long as a failover takes. */
const WAITS_MS = 30_000;

/**
 * Connects to the server of this address, where it names several to the one that takes writes now.
 * @throws as the driver; NoPrimary when none took writes for half a minute
 */
export async function connectTo(url: string, config: Omit<pg.ClientConfig, "connectionString"> = {}): Promise<pg.Client> {
  const address = addressOf(url);
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...config, connectionString: address.seeks ? await placeOf(url) : url });
  // A server that stops meanwhile must fail the query, not the process.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** The address of the primary alone, as it is now. */
async function placeOf(url: string): Promise<string> {
  const primary = new Primary(addressOf(url));
  try {
    return (await primary.find(WAITS_MS)).host.url;
  } finally {
    primary.close();
  }
}
