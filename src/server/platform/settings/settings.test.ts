/** Every setting is read from one table, documented as it is, and a wrong one or a wrong name ends the start with one sentence. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { signin } from "../../../contract/session.schema.ts";
import { readEnv } from "../env.ts";
import { resolveEngine } from "../db/engine/resolve.ts";
import { refuseNearMisses } from "./names.ts";
import { settingsTable, withSettings } from "./page.ts";
import { readSetting, type Setting, type SettingName, SETTINGS } from "./table.ts";

const CHECKOUT = join(import.meta.dirname, "../../../..");
const PAGE = readFileSync(join(CHECKOUT, "docs/operate.md"), "utf8");
const NAMES = Object.keys(SETTINGS) as SettingName[];

/** Programs of merchants that the documentation prints: they read an environment of their own. */
const PRINTED = "src/server/platform/http/docs-sample.ts";
const SOURCES = ["src/server", "src/contract", "src/domain", "scripts", "simulator"]
  .flatMap((place) => readdirSync(join(CHECKOUT, place), { recursive: true, encoding: "utf8" }).map((name) => join(place, name)))
  .filter((path) => /\.(?:ts|mjs)$/.test(path) && !path.endsWith(".test.ts") && path !== PRINTED)
  .map((path) => ({ path, code: readFileSync(join(CHECKOUT, path), "utf8") }));

/** Names that code takes from the environment, however it is written. */
const READS = [
  /\bprocess\.env\.(\w+)/g,
  /\b(?:process\.)?env\["(\w+)"\]/g,
  /(?<![\w.])env\.([A-Z][A-Z0-9_]+)\b/g,
  /\breadSetting\(\w[\w.]*, "(\w+)"\)/g,
  /\{ (\w+)(?:: \w+)?(?:, \.\.\.\w+)? \} = process\.env/g,
];
const readByCode = new Set(SOURCES.flatMap(({ code }) => READS.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name = ""]) => name))));

describe("the page", () => {
  it("has the table as the settings are (npm run settings writes it)", () => {
    expect(withSettings(PAGE)).toBe(PAGE);
    expect(settingsTable().split("\n")).toHaveLength(NAMES.length + 2);
  });

  it("names everything else that code reads of the environment, and nothing that it does not", () => {
    const tools = /<!-- tools -->\n([\s\S]*?)<!-- tools end -->/.exec(PAGE)?.[1] ?? "";
    const named = tools
      .split("\n")
      .flatMap((line) => (line.startsWith("| `") ? [...(line.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name) : []));
    expect(readByCode.size).toBeGreaterThan(10);
    expect([...readByCode].filter((name) => !NAMES.includes(name as SettingName)).toSorted()).toEqual(named.toSorted());
  });
});

it("every setting is used by code", () => {
  const camel = (name: string): string => name.toLowerCase().replaceAll(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
  const used = (name: string): boolean => readByCode.has(name) || SOURCES.some(({ code }) => new RegExp(`\\benv\\.${camel(name)}\\b`).test(code));
  expect(NAMES.filter((name) => !used(name))).toEqual([]);
});

it("the longest first password signs in", () => {
  const longest = readSetting({ ADMIN_PASSWORD: "x".repeat(1_024) }, "ADMIN_PASSWORD");
  expect(signin.shape.password.safeParse(longest).success).toBe(true);
});

/** For each setting a text that is allowed and some that are not. */
const TRIED: Readonly<Record<SettingName, { readonly good: string; readonly bad: readonly string[] }>> = {
  PORT: { good: "0", bad: ["65536", "-1", "http", "3000.5", "0x10", "3e3"] },
  HOST: { good: "::1", bad: ["http://here", "a b", "localhost:3000", "127.0.0.1:3000", "[::1]", "*"] },
  ROLE: { good: "worker", bad: ["web", "API", "all,api"] },
  API_PROCESSES: { good: "2", bad: ["0", "65", "1.5", "two", "-1"] },
  POOL_MAX: { good: "16", bad: ["5", "201", "many"] },
  LIST_BUDGET_MS: { good: "400", bad: ["49", "10001", "1.5", "slow"] },
  DRAIN_SECONDS: { good: "0", bad: ["-1", "301", "soon"] },
  ACCESS_LOG: { good: "0", bad: ["no", "2"] },
  OTEL_EXPORTER_OTLP_ENDPOINT: { good: "http://collector:4318/", bad: ["collector:4318", "http://collector:4318/?a=b", "http://me:hunter2@collector:4318"] },
  OTEL_EXPORTER_OTLP_HEADERS: {
    good: "authorization=Bearer%20x, a=b",
    bad: ["authorization", "a b=c", "x=%zz", "x=%0A", "x=%00", "a=b,,c=d", "a=b,", ",,", "a=b,A=c"],
  },
  PUBLIC_URL: {
    good: "https://desk.example.com/pay/",
    bad: [
      "desk.example.com",
      "ftp://desk",
      "https://",
      "https://desk.example.com/?a=b",
      "https://desk.example.com/#top",
      "https://me@desk.example.com",
      "https://desk.example.com/pay desk",
    ],
  },
  TRUST_PROXY: {
    good: "10.0.0.7, 10.1.0.0/16,::1",
    bad: ["loopback", "true", "1", "10.0.0.0/33", "10.0.0.7;10.0.0.8", "10.0.0.7,,10.0.0.8", "10.0.0.7,", ",", "0.0.0.0/0", "10.0.0.7, ::/0"],
  },
  ADMIN_ACCOUNT: { good: "chief@example.com", bad: ["x", "two words", "-dash"] },
  ADMIN_PASSWORD: { good: "eight ch", bad: ["seven c", "x".repeat(1_025)] },
  DATA_DIR: { good: "/srv/floatdesk", bad: [] },
  DATABASE_URL: {
    good: "postgresql://a:b@h:5,[::1]:6,i/d?target_session_attrs=read-write",
    bad: [
      "mysql://u:hunter2@h/d",
      "host=h password=hunter2",
      "postgres://a:hunter2@h,,i/d",
      "postgres://a:hunter2@h,i/d?target_session_attrs=any",
      "postgres://a:hunter2@h/d?sslmdoe=verify-full",
      "postgres://a:hunter2@h/d?sslmode=verify_full",
      "postgres://a:hunter2@h/d?sslmode=",
      "postgres://a:hunter2@h/d?sslmode=no-verify",
      "postgres://a:hunter2@h/d?sslmode=require&sslmode=disable",
      "postgres://a:hunter2@h/d?SSLMODE=require",
      "postgres://a:hunter2@h/d?sslmode=require&sslrootcert=",
      "postgres://a:hunter2@h/%zz",
      "postgres://a%zz:hunter2@h/d",
    ],
  },
  DATABASE_REPLICA_URL: { good: "postgres://a:b@r1,r2:6/d", bad: ["hunter2", "postgres://a:hunter2@r1,,r2/d"] },
  DATABASE_LOSS_OK: { good: "1", bad: ["yes"] },
  DATABASE_OWNER_URL: { good: "postgres:///d?host=/run/postgresql", bad: ["hunter2"] },
  SECRET_KEY: { good: Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString("base64"), bad: ["hunter2", Buffer.alloc(32, 7).toString("base64")] },
  SECRET_KEY_ALSO: { good: Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString("base64url"), bad: ["hunter2"] },
  MOVE_TO_URL: { good: "postgres://a:b@h/d", bad: ["hunter2"] },
  MOVE_TO_OWNER_URL: { good: "postgres://a:b@h/d", bad: ["hunter2"] },
  METRICS_TOKEN: { good: "a-token", bad: ["two words", "märz"] },
  API_BASE: { good: "http://127.0.0.1:3000", bad: ["127.0.0.1:3000"] },
  WEB_ORIGIN: { good: "https://desk.example.com/", bad: ["https://desk.example.com/app", "desk.example.com", "https://desk.example.com:443"] },
  LOG_LEVEL: { good: "silent", bad: ["verbose", "INFO"] },
  WEBHOOK_ALLOW_PRIVATE: { good: "1", bad: ["true", "yes", "2"] },
  SANDBOX: { good: "0", bad: ["false", "on"] },
  FLOATDESK_DEMO: { good: "1", bad: ["true"] },
  DEMO_DATABASE_OK: { good: "1", bad: ["yes"] },
};

describe.each(NAMES)("%s", (name) => {
  const row: Setting = SETTINGS[name];

  it("takes what is allowed, and blank for not set", () => {
    expect(readSetting({ [name]: TRIED[name].good }, name)).not.toBeNull();
    expect(readSetting({ [name]: " " }, name)).toEqual(readSetting({}, name));
  });

  it.each(TRIED[name].bad)("refuses %s by name, saying what is allowed", (bad) => {
    const start = (): unknown => readEnv({ DATABASE_URL: "postgres://a@h/d", [name]: bad });
    expect(start).toThrow(`${name} must be ${row.allowed}`);
    // One sentence, and a secret is not in it.
    expect(start).toThrow(/^[^\n]*\.$/);
    if (row.secret) expect(start).not.toThrow(bad);
    else expect(start).toThrow(bad);
  });
});

it("an address is refused with the name of its wrong parameter, for it alone is said", () => {
  expect(() => readEnv({ DATABASE_URL: "postgres://a:hunter2@h/d?sslmdoe=verify-full" })).toThrow(/^DATABASE_URL must be [^;]*; sslmdoe is no parameter\.$/);
});

it("is read into the names that the product uses", () => {
  expect(readEnv({ PUBLIC_URL: "https://desk.example.com/", TRUST_PROXY: "10.0.0.7, ::1", SANDBOX: "1", ADMIN_PASSWORD: " spaces stay " })).toEqual({
    port: 3000,
    host: "127.0.0.1",
    role: "all",
    apiProcesses: null,
    poolMax: null,
    listBudgetMs: 150,
    drainSeconds: null,
    databaseLossOk: false,
    databaseReplicaUrl: null,
    accessLog: true,
    otelExporterOtlpEndpoint: null,
    otelExporterOtlpHeaders: {},
    publicUrl: "https://desk.example.com",
    trustProxy: ["10.0.0.7", "::1"],
    adminAccount: "admin",
    adminPassword: " spaces stay ",
    metricsToken: null,
    apiBase: null,
    webOrigin: null,
    logLevel: "info",
    webhookAllowPrivate: false,
    sandbox: true,
    floatdeskDemo: false,
  });
});

it("the owner's connection alone is refused, by commands too: it would be ignored", async () => {
  for (const url of [undefined, " "])
    await expect(resolveEngine({ DATABASE_URL: url, DATABASE_OWNER_URL: "postgres://o@h/d" })).rejects.toThrow(/^DATABASE_OWNER_URL needs DATABASE_URL/);
});

describe("a name that is spelled wrong", () => {
  it.each([
    ["TRUSTPROXY", "TRUST_PROXY"],
    ["METRIC_TOKEN", "METRICS_TOKEN"],
    ["PUBLIC_URLS", "PUBLIC_URL"],
    ["PUBLIC_URI", "PUBLIC_URL"],
    ["DATABASE_OWNERURL", "DATABASE_OWNER_URL"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["SECRETKEY", "SECRET_KEY"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["log_level", "LOG_LEVEL"],
    ["DATADIR", "DATA_DIR"],
    ["WEBHOOK_ALLOW_PRIVAT", "WEBHOOK_ALLOW_PRIVATE"],
    ["ADMIN_PASWORD", "ADMIN_PASSWORD"],
    ["FLOATDESK_TRUST_PROXY", "TRUST_PROXY"],
    ["FLOATDESK_HOST", "HOST"],
    ["FLOATDESK_PORT", "PORT"],
  ])("%s ends the start, naming %s", async (wrong, right) => {
    const sentence = `${wrong} is no setting: is ${right} meant? Names of settings are in docs/operate.md.`;
    expect(() => readEnv({ [wrong]: "1" })).toThrow(sentence);
    // Commands have the same settings.
    await expect(resolveEngine({ [wrong]: "1" })).rejects.toThrow(sentence);
  });

  it("of our prefix that is near to nothing is refused, too", () => {
    expect(() => refuseNearMisses({ FLOATDESK_COLOUR: "1" })).toThrow(/^FLOATDESK_COLOUR is no setting of Floatdesk/);
  });
});

describe("names of others stay theirs", () => {
  it.each([
    ["a shell", "HOME HOSTNAME HOSTTYPE USER PWD OLDPWD SHLVL TERM LANG LC_ALL TZ PATH EDITOR LOGNAME DISPLAY POST PORTS HOSTS ROLES RULE"],
    ["freedesktop", "XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_DIRS XDG_RUNTIME_DIR"],
    ["npm and node", "NODE NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS npm_config_loglevel npm_package_name npm_lifecycle_event INIT_CWD COLOR CI"],
    ["PostgreSQL", "PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGDATA PGSSLMODE"],
    ["systemd", "INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET LISTEN_FDS CREDENTIALS_DIRECTORY STATE_DIRECTORY LOGS_DIRECTORY"],
    ["Kubernetes", "KUBERNETES_SERVICE_HOST KUBERNETES_PORT_443_TCP_ADDR FLOATDESK_SERVICE_HOST FLOATDESK_SERVICE_PORT_HTTP FLOATDESK_API_PORT_3000_TCP"],
    ["hosts of containers", "DATABASE_PUBLIC_URL HEROKU_APP_NAME AWS_SECRET_ACCESS_KEY SECRET_KEY_BASE DYNO http_proxy https_proxy no_proxy SSL_CERT_FILE"],
    ["the tests", "TEST_SEED TEST_ENGINE TEST_PG_BIN VITEST BENCH_ROUNDS CHROMIUM_PATH ATTACK TRUST_COUNTS"],
  ])("%s", (_whose, names) => {
    expect(() => refuseNearMisses(Object.fromEntries(names.split(" ").map((name) => [name, "1"])))).not.toThrow();
  });

  it("a service's address under FLOATDESK_PORT", () => {
    expect(() => refuseNearMisses({ FLOATDESK_PORT: "tcp://10.0.0.7:3000", FLOATDESK_API_PORT: "tcp://10.0.0.7:3000" })).not.toThrow();
  });
});
