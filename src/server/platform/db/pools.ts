/** The connections of one process, by what they are for: none of them can be taken by what another is for. */
import pg from "pg";

/** Connections beside the pool: for look-ups beside running transactions, for the batches, for lists, for files under way, for the sweeps of the queue. */
export const SIDE_CONNECTIONS = 2;
export const LANE_CONNECTIONS = 6;
export const LIST_CONNECTIONS = 4;
export const EXPORT_CONNECTIONS = 3;
export const SWEEP_CONNECTIONS = 1;
/** One plan of a named statement for all values, and one that was made while a table was empty must serve when it is not: by its indexes. */
const ONE_PLAN = "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off";

/**
 * A transaction holds rows and locks that others wait for (of a wallet, of an operator's routing) while it decides, for milliseconds. Where
 * nothing is heard of its process for so long, ms, the server ends it: cut off from the database in this moment, it would keep them from
 * everybody. Whoever reads a file's rows as its reader takes them allows himself longer, and holds nothing that is waited for.
 */
export const SILENT_MS = 5_000;

/** The pools by name. */
export type Pools = Readonly<Record<"main" | "side" | "lane" | "lists" | "sweep", pg.Pool>>;

/**
 * Makes them; connections are opened when they are first needed.
 * @param max most connections of the main pool
 * @param onError hears of connections that are lost while nobody uses them
 */
export function makePools(settings: pg.PoolConfig, max: number, onError: (error: Error) => void): Pools {
  const pools: Pools = {
    // Some stay when it is quiet: a new connection plans everything anew, and the next order would wait for that.
    main: new pg.Pool({ ...settings, max, min: 2, application_name: "floatdesk" }),
    side: new pg.Pool({ ...settings, max: SIDE_CONNECTIONS, application_name: "floatdesk-side" }),
    lane: new pg.Pool({
      ...settings,
      max: LANE_CONNECTIONS,
      min: 2,
      pipeline: true,
      application_name: "floatdesk-lane",
    }),
    lists: new pg.Pool({ ...settings, max: LIST_CONNECTIONS, min: LIST_CONNECTIONS, application_name: "floatdesk-lists" }),
    sweep: new pg.Pool({
      ...settings,
      max: SWEEP_CONNECTIONS,
      min: SWEEP_CONNECTIONS,
      options: `${settings.options ?? ""} ${ONE_PLAN}`,
      application_name: "floatdesk-sweep",
    }),
  };
  for (const pool of Object.values(pools)) {
    pool.on("error", onError);
    // A connection that ends may say so twice, and between two callers nobody listens: an event that nobody hears would end the process.
    pool.on("connect", (client) => client.on("error", () => undefined));
  }
  return pools;
}
