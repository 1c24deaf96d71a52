/**
 * Every setting of the environment, once: reading, checking and the table of docs/operate.md come from here. To add one, add a row
 * and run `npm run settings`; the value is then `env.<itsName>` (`METRICS_TOKEN` is `metricsToken`).
 */
import { LEAST_POOL, MOST_POOL } from "../db/connections.ts";
import { accountName, addresses, flag, headers, httpUrl, integer, type Kind, listenHost, oneOf, origin, postgresUrl, secretKey, text } from "./kinds.ts";

/** Who looks at a setting: processes by their `ROLE`, the commands (`npm run admin`, `backup`, …), the demo. */
export type Reader = "api" | "worker" | "commands" | "demo";

/** One row. */
export interface Setting extends Kind<unknown> {
  /** The text that counts when nothing is set; null: there is none. */
  readonly initial: string | null;
  /** What happens without it, where no text says it. */
  readonly without?: string;
  readonly readBy: readonly Reader[];
  /** What it is for, in Markdown. */
  readonly about: string;
  /** Never repeated in a message. */
  readonly secret?: true;
  /** Spaces at the ends belong to it. */
  readonly verbatim?: true;
}

const SERVER = ["api", "worker"] as const;
const ALL = ["api", "worker", "commands"] as const;
const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

export const SETTINGS = {
  PORT: { ...integer(0, 65_535), initial: "3000", readBy: SERVER, about: "Where it listens; 0 takes a free port." },
  HOST: {
    ...listenHost,
    initial: "127.0.0.1",
    readBy: SERVER,
    about: "The address it listens on; `0.0.0.0` is every one, which a container needs.",
  },
  ROLE: {
    ...oneOf("all", "api", "worker"),
    initial: "all",
    readBy: SERVER,
    about:
      "`api` answers calls; `worker` sends notifications and runs jobs, serves `/healthz`, `/readyz` and `/metrics` alone and is kept out of the proxy's list; `all` does both. Any number of each may share a database; when no worker runs, home says so within half a minute.",
  },
  API_PROCESSES: {
    ...integer(1, 64),
    initial: null,
    without: "one for each core but one, at most 4 beside the embedded database, and no more than the database has connections for",
    readBy: ["api"],
    about: "Processes that answer calls, on one port; with more than one, a worker stands beside them ([0038](decisions/0038-all-cores.md)).",
  },
  POOL_MAX: {
    ...integer(LEAST_POOL, MOST_POOL),
    initial: null,
    without: "16, less where there is no room",
    readBy: SERVER,
    about:
      "Connections in the pool of each process; a process takes 22 beside it. The start refuses more than the database has. On several machines, divide what it has among them.",
  },
  LIST_BUDGET_MS: {
    ...integer(50, 10_000),
    initial: "150",
    readBy: SERVER,
    about:
      "How long a list may search in the database before it answers with what it has found and goes on in the next answer ([0036](decisions/0036-search-never-stalls.md)). More where the database is slow; the person waits as long.",
  },
  DRAIN_SECONDS: {
    ...integer(0, 300),
    initial: null,
    without: "5 with `TRUST_PROXY`, else 0",
    readBy: SERVER,
    about:
      "How long a server that was told to stop says so in `/readyz` and still answers, before it closes: longer than a proxy needs to see it. Then calls under way have 20 s, so a supervisor waits `DRAIN_SECONDS` + 32 s before it kills.",
  },
  ACCESS_LOG: {
    ...flag,
    initial: "1",
    readBy: SERVER,
    about: "A line at level `info` for each request, but for probes and `/metrics`.",
  },
  PUBLIC_URL: {
    ...httpUrl,
    initial: null,
    without: "no links in alerts, no callbacks",
    readBy: SERVER,
    about: "The address that people and operators reach it under: links in alerts, callbacks of official wallets.",
  },
  TRUST_PROXY: {
    ...addresses,
    initial: "",
    without: "nobody's `X-Forwarded-For` is believed",
    readBy: SERVER,
    about: "[Proxies](#behind-a-reverse-proxy) whose `X-Forwarded-For` is believed. Behind a proxy and without it, everybody seems to call from the proxy.",
  },
  ADMIN_ACCOUNT: {
    ...accountName,
    initial: "admin",
    readBy: SERVER,
    about: "The first admin, made only while there is no user.",
  },
  ADMIN_PASSWORD: {
    ...text("8 to 1,024 characters", /^[\s\S]{8,1024}$/),
    initial: null,
    without: "one is made and printed once",
    readBy: SERVER,
    about: "The first admin's password. Take it out of the settings after the first start.",
    secret: true,
    verbatim: true,
  },
  DATA_DIR: {
    ...text("a folder", /\S/),
    initial: null,
    without: "`./data` of the checkout",
    readBy: [...ALL, "demo"],
    about: "Files of the embedded database, and `secret.key`. With `DATABASE_URL` nothing is written there.",
  },
  DATABASE_URL: {
    ...postgresUrl,
    initial: null,
    without: "the embedded database",
    readBy: [...ALL, "demo"],
    about:
      "A [PostgreSQL of your own](#on-a-postgresql-of-your-own), as the application's role. With several hosts, or `target_session_attrs=read-write`, the one that takes writes is [found and followed](#several-database-servers).",
    secret: true,
  },
  DATABASE_OWNER_URL: {
    ...postgresUrl,
    initial: null,
    without: "a start with an older schema refuses",
    readBy: ALL,
    about: "The same database as its owner: brings the schema up to date.",
    secret: true,
  },
  DATABASE_REPLICA_URL: {
    ...postgresUrl,
    initial: null,
    without: "the primary answers everything",
    readBy: SERVER,
    about:
      "[Copies](#reads-from-copies) of the same database, by commas, as the application's role: home, lists, searches, files, statistics and statements are read there, never from before what was committed.",
    secret: true,
  },
  DATABASE_LOSS_OK: {
    ...flag,
    initial: "0",
    readBy: SERVER,
    about: "Starts on [several database servers](#several-database-servers) although their settings could lose an acknowledged commit.",
  },
  SECRET_KEY: {
    ...secretKey,
    initial: null,
    without: "`DATA_DIR/secret.key`, made at the first start; required with `DATABASE_URL`",
    readBy: ALL,
    about: "Encrypts secrets in the database; the same at every start.",
    secret: true,
  },
  SECRET_KEY_ALSO: {
    ...secretKey,
    initial: null,
    readBy: ALL,
    about: "While the key is [changed](#changing-the-key): a second key that secrets are read with and never written.",
    secret: true,
  },
  MOVE_TO_URL: {
    ...postgresUrl,
    initial: null,
    readBy: ["commands"],
    about: "For `npm run admin -- move-database`: the [new database](#moving-to-a-server-of-your-own) as the application's role.",
    secret: true,
  },
  MOVE_TO_OWNER_URL: {
    ...postgresUrl,
    initial: null,
    readBy: ["commands"],
    about: "The same as its owner.",
    secret: true,
  },
  METRICS_TOKEN: {
    ...text("1 to 512 printable characters without spaces", /^[!-~]{1,512}$/),
    initial: null,
    without: "this machine alone, without a proxy",
    readBy: SERVER,
    about: "Who may read [`/metrics`](metrics.md) from elsewhere, as a bearer token.",
    secret: true,
  },
  API_BASE: {
    ...httpUrl,
    initial: null,
    without: "the same host",
    readBy: SERVER,
    about: "Dashboard and `/api` on two hosts: where the dashboard calls. Set where the dashboard comes from.",
  },
  WEB_ORIGIN: {
    ...origin,
    initial: null,
    without: "the same host",
    readBy: SERVER,
    about: "Dashboard and `/api` on two hosts: which origin may call. Set where `/api` is.",
  },
  LOG_LEVEL: {
    ...oneOf(...LEVELS),
    initial: "info",
    without: "`info`; `warn` on a terminal",
    readBy: SERVER,
    about: "From which level on the log (JSON, a line each, on standard output) is written. With `debug` a start that fails prints where.",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...httpUrl,
    initial: null,
    without: "nothing is traced",
    readBy: SERVER,
    about:
      "A collector that takes OpenTelemetry traces over HTTP (`/v1/traces` is added). Requests, batches, jobs, notifications and statements by name, never with values; a `traceparent` of a trusted proxy is gone on with, notifications carry one.",
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    ...headers,
    initial: "",
    without: "none",
    readBy: SERVER,
    about: "Headers for the collector; values are percent-encoded.",
    secret: true,
  },
  WEBHOOK_ALLOW_PRIVATE: {
    ...flag,
    initial: "0",
    readBy: SERVER,
    about: "For development: notifications to private addresses and over http.",
  },
  SANDBOX: {
    ...flag,
    initial: "0",
    readBy: SERVER,
    about: "The whole deployment is a playground, for ever; only at its first start.",
  },
  FLOATDESK_DEMO: {
    ...flag,
    initial: "0",
    readBy: SERVER,
    about: "Set by `npm run demo`: makes its accounts and prints them. Never set it yourself.",
  },
  DEMO_DATABASE_OK: {
    ...flag,
    initial: "0",
    readBy: ["demo"],
    about: "Lets `npm run demo` fill the database of `DATABASE_URL` with invented data.",
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** The name of a setting. */
export type SettingName = keyof typeof SETTINGS;

type Row<N extends SettingName> = (typeof SETTINGS)[N];
/** What a setting reads as; null where it may be missing. */
export type SettingValue<N extends SettingName> = Row<N> extends Kind<infer T> ? (Row<N>["initial"] extends string ? T : T | null) : never;

/**
 * One setting of an environment; blank is not set.
 * @throws Error with one sentence that names it and what is allowed
 */
export function readSetting<N extends SettingName>(env: NodeJS.ProcessEnv, name: N): SettingValue<N> {
  const row: Setting = SETTINGS[name];
  const set = env[name] ?? "";
  const given = set.trim() === "" ? row.initial : row.verbatim ? set : set.trim();
  if (given === null) return null as SettingValue<N>;
  const value = row.read(given);
  if (value !== undefined) return value as SettingValue<N>;
  const wrong = row.wrong?.(given) ?? null;
  throw new Error(`${name} must be ${row.allowed}${row.secret ? "" : `, not ${JSON.stringify(given)}`}${wrong === null ? "" : `; ${wrong}`}.`);
}
