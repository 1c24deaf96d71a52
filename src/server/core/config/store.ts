/** The current parameters: the row `config` over the defaults, checked when loaded, seen by every process within a second. */
import type { Logger } from "pino";
import type * as z from "zod";
import { CONFIG_DEFAULTS, OPERATOR_CONFIG_DEFAULTS, type Config } from "../../../contract/config.ts";
import { configValues } from "../../../contract/config.schema.ts";
import type { ConfigStore } from "../../platform/context.ts";
import { toJson, type Db } from "../../platform/db/pool.ts";

const RELOAD_MS = 800;

/** Values of all keys before anybody changed one. */
export const ALL_DEFAULTS: Readonly<Record<string, unknown>> = { ...CONFIG_DEFAULTS, ...OPERATOR_CONFIG_DEFAULTS };

/** The store with what starts and ends its look for changes. */
export interface RunningConfigStore extends ConfigStore {
  /** Begins to look for changes of other processes, more than once a second. */
  start(): void;
  stop(): void;
}

/** What the store is made from. */
export interface ConfigParts {
  readonly db: Db;
  readonly log: Pick<Logger, "error">;
  /** `SANDBOX=1` was given at this start (rule 18). */
  readonly sandbox: boolean;
}

/** Stored values over the defaults. @throws Error with one sentence that names what is wrong */
export function overDefaults(stored: Readonly<Record<string, unknown>>): Config {
  // A key that an older version knew and this one does not is left behind.
  const values = { ...ALL_DEFAULTS, ...Object.fromEntries(Object.entries(stored).filter(([key]) => key in ALL_DEFAULTS)) };
  const parsed = configValues.safeParse(values);
  if (!parsed.success)
    throw new Error(`The stored configuration is not valid: ${[...new Set(parsed.error.issues.map((issue) => issue.path.join(".")))].join(", ")}.`);
  // The schema has checked every key of CONFIG_DEFAULTS and of each operator; its record type cannot say so.
  return parsed.data as unknown as Config;
}

/** One value as the schema writes it; one that is not allowed any more in its order, for people to see and to refuse. */
function inForm(key: string, value: unknown): unknown {
  const parsed = (configValues.shape as Readonly<Record<string, z.ZodType | undefined>>)[key]?.safeParse(value); // keys of the operators are not in its type
  if (parsed?.success) return parsed.data;
  const usual = ALL_DEFAULTS[key];
  if (value === null || typeof value !== "object" || Array.isArray(value) || usual === null || typeof usual !== "object") return value;
  const fields = value as Readonly<Record<string, unknown>>; // an object, just looked at
  return Object.fromEntries(Object.keys(usual).map((name) => [name, fields[name] ?? null]));
}

/** Values that were kept on their own, as the schema writes them today: the database has an order of its own, and amounts were kept as typed. The same fee is the same text again. */
export function asWritten(kept: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, inForm(key, value)]));
}

/** The deployment's kind is decided at its first start, for ever. */
async function decideSandbox(db: Db, asked: boolean): Promise<boolean> {
  await db.run("insert into meta (key, value) values ('sandbox', to_jsonb($1::boolean)) on conflict (key) do nothing", [asked]);
  const row = await db.one<{ value: boolean }>("select value from meta where key = 'sandbox'");
  const sandbox = row?.value === true;
  if (asked && !sandbox) throw new Error("SANDBOX=1 was given, but this database was started as a real one and stays so; use another database for a sandbox.");
  return sandbox;
}

/**
 * Loads the configuration, making its row at the very first start.
 * @throws Error with one sentence when what is stored is not valid, or `SANDBOX` does not fit the database
 */
export async function makeConfigStore(parts: ConfigParts): Promise<RunningConfigStore> {
  const { db } = parts;
  const sandbox = await decideSandbox(db, parts.sandbox);
  await db.run("insert into config (id, version, value) values (1, 1, $1) on conflict (id) do nothing", [toJson(ALL_DEFAULTS)]);
  let current: Config | null = null;
  let version = 0;
  let timer: NodeJS.Timeout | null = null;
  const reload = async (): Promise<void> => {
    const row = await db.one<{ version: number; value: Record<string, unknown> | null }>(
      "select version, case when version <> $1 then value end as value from config where id = 1",
      [version],
      "config_reload",
    );
    if (!row?.value || row.version < version) return;
    current = overDefaults(row.value);
    version = row.version;
  };
  await reload();
  const loaded = (): Config => {
    if (current === null) throw new Error("The row of the configuration is missing.");
    return current;
  };
  loaded();
  const watch = (): void => {
    timer = setTimeout(() => {
      reload()
        .catch((error: unknown) => parts.log.error({ err: error }, "configuration not reloaded"))
        .finally(() => {
          if (timer !== null) watch();
        });
    }, RELOAD_MS);
    timer.unref();
  };
  return {
    get current() {
      return loaded();
    },
    get version() {
      return version;
    },
    sandbox,
    reload,
    start: () => {
      if (timer === null) watch();
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
