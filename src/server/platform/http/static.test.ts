import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { App } from "../context.ts";
import { makeParts } from "../../../../test/support/parts/notifications.ts";
import { docsPlugin } from "./docs.ts";
import { healthPlugin } from "./health.ts";
import { isLocal, metricsPlugin } from "./metrics.ts";
import { route } from "./route.ts";
import { fillPage, makeStaticPlugin, methodTable, PAGES } from "./static.ts";
import { testServer, testUser } from "../../../../test/support/parts/http.ts";

const SCRIPT = `export const text = "${"收付台 ".repeat(400)}";`;
const answer = z.object({ id: z.string() });
const routes = [
  route({
    method: "GET",
    url: "/api/payments/:id",
    access: { kind: "session", permission: "payments.see" },
    summary: "One payment",
    params: z.strictObject({ id: z.string() }),
    data: answer,
    audit: null,
    handler: async (_ctx, { params }) => ({ id: params.id }),
  }),
  route({
    method: "POST",
    url: "/v1/payments",
    access: { kind: "merchant" },
    summary: "Create <b>",
    headers: z.object({ "X-Counter": z.string().regex(/^\d+$/).optional().meta({ description: "rises" }) }),
    body: z.strictObject({ amount: z.string(), note: z.string().max(9).optional() }),
    data: answer,
    audit: null,
    handler: async () => ({ id: "P1" }),
  }),
];
let dir: string;
let app: App;
let server: FastifyInstance;
let close: () => Promise<void>;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "floatdesk-static-"));
  mkdirSync(join(dir, "assets"));
  writeFileSync(join(dir, "index.html"), '<!doctype html><html lang="zh-CN"><head><meta name="floatdesk-api" content=""></head><div id="root"></div>');
  mkdirSync(join(dir, ".vite"));
  writeFileSync(join(dir, ".vite/manifest.json"), JSON.stringify({ "screens/signin/index.tsx": { file: "assets/signin-AbC1.js" } }));
  writeFileSync(join(dir, "assets/main-AbC1.js"), SCRIPT);
  writeFileSync(join(dir, "assets/done-AbC1.css"), "a{}".repeat(600));
  writeFileSync(join(dir, "assets/done-AbC1.css.br"), "made by the build");
  writeFileSync(join(dir, "favicon.svg"), "<svg/>");
  writeFileSync(join(dir, ".env"), "SECRET=1");
  // Nothing of these tests needs a database: the address leads nowhere, which /readyz has to say.
  const parts = makeParts("postgres://nobody@127.0.0.1:1/none", 0, { API_BASE: "https://api.example.com", METRICS_TOKEN: "metrics-token-of-this-test" });
  app = parts.app;
  close = () => parts.db.close();
  server = await testServer(app, { routes, plugins: [makeStaticPlugin(dir), docsPlugin, healthPlugin, metricsPlugin], users: { staff: testUser("admin") } });
});
afterAll(async () => {
  await server.close();
  await close();
  rmSync(dir, { recursive: true, force: true });
});
const get = (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE" = "GET") =>
  server.inject({ method, url, headers });

describe("what is not served", () => {
  it.each(["/api/nothing", "/v1/nothing", "/device/nothing", "/api", "/docs/nothing", "//api/payments/1"])("%s is a JSON 404", async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ success: false, data: null, error: { code: "not_found" } });
  });

  it.each([
    "/../package.json",
    "/assets/../index.html",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/.env",
    "/.vite/manifest.json",
    "/assets/",
    "/assets/gone-1.js",
    "/assets/main-AbC1.js.map",
    "/index.html/../../x",
  ])("%s gives no file", async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toMatch(/SECRET|"file"/);
    if (url.startsWith("/assets/gone")) expect(response.headers["content-type"]).toContain("application/json");
  });

  it("a known API path with another method is 405 with Allow", async () => {
    const response = await get("/api/payments/1", {}, "DELETE");
    expect([response.statusCode, response.headers["allow"], response.json().error.code]).toEqual([405, "GET", "method_not_allowed"]);
    expect((await get("/v1/payments", {}, "PUT")).headers["allow"]).toBe("POST");
  });

  it("an API route takes no HEAD, which would run it for nothing", async () => {
    expect((await get("/api/payments/1", {}, "HEAD")).statusCode).toBe(405);
  });

  it("a page takes no POST", async () => {
    expect((await get("/payments", {}, "POST")).statusCode).toBe(405);
  });
});

describe("the page", () => {
  it.each([...PAGES.flatMap((path) => [path, path === "/" ? "/en" : `/en${path}`]), "/payments/", "/en/", "/wallets?open=W1"])("%s", async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(response.headers["cache-control"]).toBe("no-cache");
    expect(response.body).toContain('name="floatdesk-api" content="https://api.example.com"');
    expect(response.headers["content-security-policy"]).toContain("connect-src 'self' https://api.example.com");
  });

  it.each(["/unknown", "/en/unknown", "/zh/payments", "/en/en"])("%s is the page with status 404", async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
    expect(response.body).toContain('id="root"');
  });

  it.each(["/PAYMENTS", "/EN/payments", "/Payments/", "//payments", "//evil.example/payments", "///", "//"])(
    "%s is no other spelling of a page: the page with status 404, and leads nowhere",
    async (url) => {
      const response = await get(url, { "accept-language": "en" });
      expect([response.statusCode, response.headers["content-type"], response.headers["location"]]).toEqual([404, "text/html; charset=utf-8", undefined]);
    },
  );

  it("keeps answering JSON where a caller of the interfaces has one slash too many", async () => {
    expect((await get("//api/payments/1")).headers["content-type"]).toContain("application/json");
  });

  it.each([
    ["/payments?status=review", "", "en-GB,en;q=0.9,zh;q=0.8", "en"],
    ["/", "", "en", "en"],
    ["/?tab=desk", "locale=en", "zh-CN", "en"],
    ["/signin/", "theme=dark; locale=en", "", "en"],
    ["/signin", "locale=de", "fr, en;q=0.5", "en"],
    ["/nothing", "locale=en", "zh", "en"],
    ["/payments", "locale=zh", "en", "zh-CN"],
    ["/payments", "", "zh-TW,en", "zh-CN"],
    ["/payments", "", "en;q=0.2, zh;q=0.9", "zh-CN"],
    ["/payments", "", "en;q=0", "zh-CN"],
    ["/payments", "", "", "zh-CN"],
    ["/en/payments", "locale=zh", "zh", "en"],
  ])("is in the reader's language where its address names none: %s with cookie '%s' and browser '%s' in %s", async (url, cookie, languages, tag) => {
    const response = await get(url, { ...(cookie ? { cookie } : {}), ...(languages ? { "accept-language": languages } : {}) });
    expect(/<html[^>]* lang="([^"]*)"/.exec(response.body)?.[1]).toBe(tag);
    expect(response.headers["vary"]).toBe("cookie, accept-language");
  });

  it("names what sign-in will load, there and nowhere else", async () => {
    const named = '<link rel="modulepreload" crossorigin href="/assets/signin-AbC1.js">';
    const [signin, english, payments] = await Promise.all(["/signin", "/en/signin/", "/payments"].map((url) => get(url)));
    expect([signin, english, payments].map((page) => page?.body.includes(named))).toEqual([true, true, false]);
    expect(signin?.headers["etag"]).not.toBe(payments?.headers["etag"]);
    expect((await get("/signin", { "if-none-match": String(signin?.headers["etag"]) })).statusCode).toBe(304);
    expect((await get("/signin", { "if-none-match": String(payments?.headers["etag"]) })).statusCode).toBe(200);
  });

  it("says the language of its address, also where nobody knows that", async () => {
    const pages = await Promise.all(["/signin", "/en/signin", "/nothing", "/en/nothing"].map((url) => get(url)));
    expect(pages.map(({ body }) => /<html[^>]* lang="([^"]*)"/.exec(body)?.[1])).toEqual(["zh-CN", "en", "zh-CN", "en"]);
  });

  it("is another one for each choice of colours", async () => {
    const dark = await get("/signin", { cookie: "theme=dark; locale=zh" });
    expect(dark.body).toContain('data-mantine-color-scheme="dark"');
    expect((await get("/signin")).body).not.toContain("data-mantine-color-scheme");
    expect((await get("/signin", { "if-none-match": String(dark.headers["etag"]) })).statusCode).toBe(200);
    expect((await get("/signin", { cookie: "theme=dark", "if-none-match": String(dark.headers["etag"]) })).statusCode).toBe(304);
  });

  it("cannot be broken out of by the setting", () => {
    expect(fillPage('<meta name="floatdesk-api" content="">', 'https://a.example/"><script>$&')).toBe(
      '<meta name="floatdesk-api" content="https://a.example/&quot;>&lt;script>$&amp;">',
    );
  });
});

describe("files", () => {
  it("are kept for ever where their name has a hash, compressed, with the right type", async () => {
    const plain = await get("/assets/main-AbC1.js");
    expect([plain.statusCode, plain.headers["content-type"], plain.headers["cache-control"], plain.headers["vary"], plain.body]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      "public, max-age=31536000, immutable",
      "accept-encoding",
      SCRIPT,
    ]);
    const br = await get("/assets/main-AbC1.js", { "accept-encoding": "gzip, deflate, br" });
    expect(br.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(SCRIPT);
    const gz = await get("/assets/main-AbC1.js", { "accept-encoding": "gzip" });
    expect(gunzipSync(gz.rawPayload).toString()).toBe(SCRIPT);
    expect((await get("/assets/main-AbC1.js", { "accept-encoding": "br", "if-none-match": String(br.headers["etag"]) })).statusCode).toBe(304);
  });

  it.each([
    ["br;q=0, gzip", "gzip"],
    ["br;q=0, *", "gzip"],
    ["br; q=0.0, gzip;q=0", undefined],
    ["*;q=0", undefined],
    ["identity", undefined],
    ["BR", "br"],
    ["gzip;q=0, *;q=0.5", "br"],
  ])("are never packed as the client says it cannot unpack: %s gets %s", async (accepted, packed) => {
    expect((await get("/assets/main-AbC1.js", { "accept-encoding": accepted })).headers["content-encoding"]).toBe(packed);
  });

  it("are taken as the build compressed them", async () => {
    expect((await get("/assets/done-AbC1.css", { "accept-encoding": "br" })).body).toBe("made by the build");
  });

  it("without a hash are kept for an hour; HEAD has no body", async () => {
    const response = await get("/favicon.svg", {}, "HEAD");
    expect([response.statusCode, response.headers["content-type"], response.headers["cache-control"], response.body]).toEqual([
      200,
      "image/svg+xml",
      "public, max-age=3600",
      "",
    ]);
  });
});

describe("methodTable", () => {
  it("knows parameters and nothing beyond", () => {
    const methods = methodTable([
      { method: "GET", url: "/api/a/:id" },
      { method: "PATCH", url: "/api/a/:id" },
      { method: "POST", url: "/api/a/:id/b.c" },
    ]);
    expect(methods("/api/a/1")).toEqual(["GET", "PATCH"]);
    expect(methods("/api/a/1/b.c")).toEqual(["POST"]);
    expect(methods("/api/a/1/bxc")).toEqual([]);
    expect(methods("/api/a")).toEqual([]);
  });
});

describe("docs", () => {
  it("of the dashboard need a session", async () => {
    const refused = await get("/docs/dashboard");
    // Clients that answer challenges by themselves take a 401 without one for a broken server.
    expect([refused.statusCode, refused.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    expect((await get("/docs/dashboard.json", { authorization: "Bearer other" })).statusCode).toBe(401);
    const document = (await get("/docs/dashboard.json", { authorization: "Bearer staff" })).json();
    expect(Object.keys(document.paths)).toEqual(["/api/payments/{id}"]);
    expect((await get("/docs/dashboard", { authorization: "Bearer staff" })).body).toContain("/api/payments/{id}");
  });

  it("of merchants are open and show nothing else", async () => {
    const document = (await get("/docs/openapi.json")).json();
    expect(document.openapi).toBe("3.1.0");
    expect(Object.keys(document.paths)).toEqual(["/v1/payments"]);
    const { parameters } = document.paths["/v1/payments"].post;
    expect(parameters[0]).toMatchObject({ in: "header", name: "X-Counter", required: false, schema: { pattern: "^\\d+$" }, description: "rises" });
    expect(parameters[1]).toMatchObject({
      name: "Idempotency-Key",
      schema: { maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
    });
    expect(document.components.schemas.Failure.properties.error.properties.code.enum).toContain("no_wallet_available");
    expect(JSON.stringify(document)).not.toContain("9007199254740991");
  });

  it("come in Chinese first, in English on demand, without script or outside files", async () => {
    const zh = await get("/docs");
    const en = await get("/docs?lang=en");
    expect(zh.body).toContain('<html lang="zh-CN">');
    expect(en.body).toContain('<html lang="en">');
    expect((await get("/docs", { cookie: "a=1; locale=en" })).body).toContain('<html lang="en">');
    expect((await get("/docs", { "accept-language": "en-GB,zh;q=0.5" })).body).toContain('<html lang="en">');
    for (const address of ["/docs", "/docs/dashboard"]) {
      const there = await get(`/en${address}`);
      expect([there.statusCode, there.headers["location"]]).toEqual([302, `${address}?lang=en`]);
    }
    for (const page of [zh.body, en.body]) expect(page).not.toMatch(/<script|src=|href="http|@import|<b>/);
    expect(en.body).toContain("Create &lt;b&gt;");
    expect(zh.body).toContain("创建代收订单");
  });
});

describe("operations", () => {
  it("is alive without a database, and not ready", async () => {
    expect((await get("/healthz")).json()).toEqual({ status: "ok" });
    expect([(await get("/healthz", {}, "HEAD")).statusCode, (await get("/healthz", {}, "POST")).headers["allow"]]).toEqual([200, "GET, HEAD"]);
    const ready = await get("/readyz");
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: "not_ready", database: false, migrations: false, worker: true }]);
  });

  it("figures are for this machine or the token", async () => {
    expect((await get("/metrics", { "x-forwarded-for": "10.0.0.1" })).statusCode).toBe(401);
    expect((await get("/metrics", { "x-forwarded-for": "10.0.0.1", authorization: "Bearer metrics-token-of-this-tesT" })).statusCode).toBe(401);
    const page = await get("/metrics", { "x-forwarded-for": "10.0.0.1", authorization: "Bearer metrics-token-of-this-test" });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('floatdesk_http_request_seconds_count{method="GET",route="/healthz",status="200"}');
    expect(page.body).toContain("\nnodejs_eventloop_lag_seconds ");
    expect((await get("/metrics")).statusCode).toBe(200);
  });

  it("only a peer on loopback that no proxy speaks for is this machine", () => {
    const from = (remoteAddress: string, headers: Record<string, string> = {}) => isLocal({ headers, raw: { socket: { remoteAddress } } });
    expect([from("127.0.0.1"), from("::1"), from("::ffff:127.0.0.1"), from("10.0.0.1"), from("127.0.0.1", { "x-forwarded-for": "" }), from("")]).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
