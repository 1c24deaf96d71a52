/** Settings by environment. A missing or wrong one stops the start with one sentence. */

export interface Env {
  readonly port: number;
  readonly host: string;
  readonly role: "all" | "api" | "worker";
  readonly publicUrl: string | null;
  readonly trustProxy: readonly string[];
  /** How long a server that stops still answers while its readiness says no, s. */
  readonly drainSeconds: number;
  readonly apiBase: string;
  readonly webOrigin: string | null;
  readonly logLevel: string;
  /** Whether each request has its line in the log. */
  readonly accessLog: boolean;
  /** Where traces go; null: nothing is traced. */
  readonly otlp: { readonly endpoint: string; readonly headers: Readonly<Record<string, string>> } | null;
  readonly metricsToken: string | null;
  readonly webhookAllowPrivate: boolean;
  readonly sandbox: boolean;
  readonly demo: boolean;
  readonly adminAccount: string | null;
  readonly adminPassword: string | null;
}

const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

function fail(sentence: string): never {
  throw new Error(sentence);
}

function url(name: string, value: string | undefined): string | null {
  if (!value) return null;
  if (!/^https?:\/\/[^\s/]+/.test(value) || !URL.canParse(value)) fail(`${name} must be an http or https address.`);
  return value.replace(/\/+$/, "");
}

/** The collector of traces, as OpenTelemetry's own names have it: `name=value` by commas, values percent-encoded. */
function otlp(env: NodeJS.ProcessEnv): Env["otlp"] {
  const endpoint = url("OTEL_EXPORTER_OTLP_ENDPOINT", env["OTEL_EXPORTER_OTLP_ENDPOINT"]);
  if (endpoint === null) return null;
  const headers: Record<string, string> = {};
  for (const pair of (env["OTEL_EXPORTER_OTLP_HEADERS"] ?? "").split(",").filter((part) => part.trim() !== "")) {
    const [, name, value] = /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*=\s*((?:[!-$&-+\--~]|%[0-7][0-9A-Fa-f])*)\s*$/.exec(pair) ?? [];
    if (name === undefined || value === undefined) return fail("OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs, separated by commas.");
    headers[name] = decodeURIComponent(value);
  }
  return { endpoint, headers };
}

/** Reads and checks the environment. */
export function readEnv(env: NodeJS.ProcessEnv): Env {
  const port = Number(env["PORT"] ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) fail("PORT must be a number from 0 to 65535.");
  const role = env["ROLE"] ?? "all";
  if (role !== "all" && role !== "api" && role !== "worker") fail("ROLE must be all, api or worker.");
  const logLevel = env["LOG_LEVEL"] ?? "info";
  if (!LEVELS.includes(logLevel)) fail(`LOG_LEVEL must be one of ${LEVELS.join(", ")}.`);
  if (env["ACCESS_LOG"] && !["0", "1"].includes(env["ACCESS_LOG"])) fail("ACCESS_LOG must be 0 or 1.");
  if (env["ADMIN_PASSWORD"] !== undefined && env["ADMIN_PASSWORD"].length < 8) fail("ADMIN_PASSWORD must have at least 8 characters.");
  const trustProxy = (env["TRUST_PROXY"] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  // Without a proxy there is nobody who would send callers elsewhere meanwhile.
  const drainSeconds = Number(env["DRAIN_SECONDS"] || (trustProxy.length > 0 ? 5 : 0));
  if (!(drainSeconds >= 0 && drainSeconds <= 300)) fail("DRAIN_SECONDS must be a number from 0 to 300.");
  return {
    port,
    host: env["HOST"] ?? "127.0.0.1",
    role,
    publicUrl: url("PUBLIC_URL", env["PUBLIC_URL"]),
    trustProxy,
    drainSeconds,
    apiBase: url("API_BASE", env["API_BASE"]) ?? "",
    webOrigin: url("WEB_ORIGIN", env["WEB_ORIGIN"]),
    logLevel,
    accessLog: env["ACCESS_LOG"] !== "0",
    otlp: otlp(env),
    metricsToken: env["METRICS_TOKEN"] || null,
    webhookAllowPrivate: env["WEBHOOK_ALLOW_PRIVATE"] === "1",
    sandbox: env["SANDBOX"] === "1",
    demo: env["FLOATDESK_DEMO"] === "1",
    adminAccount: env["ADMIN_ACCOUNT"] || null,
    adminPassword: env["ADMIN_PASSWORD"] || null,
  };
}
