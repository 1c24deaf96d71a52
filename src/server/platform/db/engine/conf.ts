/** Settings of the embedded server: small, durable, quiet. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";

const MIB = 1_048_576;
const LEAST_BUFFERS_MIB = 128;
const MOST_BUFFERS_MIB = 512;
/** A sixteenth of the memory: the server, the browser and the system's own file cache live beside it. */
const SHARE_OF_MEMORY = 16;

/**
 * `shared_buffers`. With too few, the database reads a page for nearly every order that it looks up and writes another one
 * to make room. Only what is used takes memory.
 * @param memoryBytes what this machine or container has
 */
export function sharedBuffers(memoryBytes: number): string {
  const share = Math.floor(memoryBytes / SHARE_OF_MEMORY / MIB);
  return `${Math.min(MOST_BUFFERS_MIB, Math.max(LEAST_BUFFERS_MIB, share))}MB`;
}

/** The memory that this process may use: a container's bound, else the machine's. */
function memoryBytes(): number {
  const bound = process.constrainedMemory?.() ?? 0;
  return bound > 0 ? Math.min(bound, totalmem()) : totalmem();
}

/** Settings by name; values are written as quoted strings. */
export type Settings = Record<string, string>;

const DURABLE: Settings = {
  // Money: an answered write is on disk. These are the defaults; they stand here so that nobody has to guess.
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
};

const SIZES: Settings = {
  // Four processes that answer calls and a worker (src/server/platform/db/connections.ts).
  max_connections: "200",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  effective_cache_size: "1GB",
  random_page_cost: "1.1",
  jit: "off",
  max_wal_size: "2GB",
  min_wal_size: "256MB",
  checkpoint_timeout: "15min",
  wal_compression: "on",
  max_worker_processes: "4",
  max_logical_replication_workers: "0",
  // Parallel queries need shared memory, of which containers often have 64 MB only.
  max_parallel_workers_per_gather: "1",
};

/** Names that older servers refuse to know. */
const SINCE_18: Settings = { io_workers: "2" };

const AUTOVACUUM: Settings = {
  autovacuum_vacuum_scale_factor: "0.05",
  autovacuum_vacuum_insert_scale_factor: "0.1",
  autovacuum_analyze_scale_factor: "0.02",
  autovacuum_vacuum_cost_limit: "1000",
};

const LOGGING: Settings = {
  logging_collector: "on",
  log_filename: "postgresql-%Y%m%d-%H%M%S.log",
  log_rotation_size: "10MB",
  log_rotation_age: "0",
  log_timezone: "UTC",
  log_lock_waits: "on",
  // No statement text, parameters or key values: they hold phone numbers and secrets. The server's own
  // log has the context of a failed statement.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
};

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Where the server finds its files. */
export interface ConfigPlace {
  confDir: string;
  logDir: string;
  port: number;
}

/**
 * Writes `postgresql.conf` and `pg_hba.conf` into `confDir` at every start, so that settings come from
 * this version of the product. `local.conf` beside them, if someone writes one, has the last word.
 */
export function writeConfig(place: ConfigPlace, major: number, extra: Settings): void {
  const settings: Settings = {
    listen_addresses: "127.0.0.1",
    port: String(place.port),
    unix_socket_directories: "",
    password_encryption: "scram-sha-256",
    timezone: "UTC",
    log_directory: place.logDir,
    ...DURABLE,
    ...SIZES,
    shared_buffers: sharedBuffers(memoryBytes()),
    ...(major >= 18 ? SINCE_18 : {}),
    ...AUTOVACUUM,
    ...LOGGING,
    ...extra,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quoted(value)}`);
  const files = {
    "postgresql.conf": ["# Written at every start by the launcher; put your own settings into local.conf.", ...lines, "include_if_exists 'local.conf'", ""],
    "pg_hba.conf": ["# Written at every start. Passwords only, from this machine only.", "host all all 127.0.0.1/32 scram-sha-256", ""],
  };
  mkdirSync(place.confDir, { recursive: true });
  // No secrets in here, and the database's account must read it whatever our umask is.
  chmodSync(place.confDir, 0o755);
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(place.confDir, name), content.join("\n"));
    chmodSync(join(place.confDir, name), 0o644);
  }
}
