/** Bad addresses (rule 81): ids of every shape, queries of every kind, paths that try to walk around the guard. */
import { request } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "../../src/server/app.ts";
import type { AnyRoute } from "../../src/server/platform/http/route.ts";
import { callbackPage } from "../../src/server/core/operators/callback-page.ts";
import type { TestProduct } from "../support/app.ts";
import { booksDigest, expectDecent, FULL, routeName, SEED, send, thin, tried, type Raw } from "../support/attack.ts";
import { bodySample, fieldsOf, shapeOf } from "../support/attack-samples.ts";
import { makeTarget, type Target } from "../support/attack-target.ts";
import { BAD_IDS, BAD_QUERY_VALUES, SMUGGLED_LOCK } from "../support/attack-values.ts";

let target: Target;
let product: TestProduct;
let digest: string;
let port: number;
beforeAll(async () => {
  target = await makeTarget();
  product = target.product;
  port = Number(new URL(await product.product.http.listen({ port: 0, host: "127.0.0.1" })).port);
  digest = await booksDigest(product.product);
});
afterEach(async () => {
  const smuggled = await product.product.app.db.rows("select pid from pg_locks where locktype = 'advisory' and objid = $1", [SMUGGLED_LOCK]);
  expect(smuggled).toEqual([]);
});
afterAll(async () => {
  expect(await booksDigest(product.product)).toBe(digest);
  await product.stop();
});

/** Two dots walk to the path above, as in every browser: what stands there is another route, with its own guard, and answers for itself. */
const WALKS_UP = "%2e%2e";

/** The stream never ends, so a good query is not sent to it. */
const asked = ROUTES.filter((route) => route.url !== "/api/events");

/** A page for payers' browsers: it answers HTML, whatever the address says, and repeats nothing of it. */
const PAGES = new Set(["GET /operators/:operator/callback/:id"]);
/** What operators add to that page's address; it takes any other name, too, since they add what they like. */
const PAGE_FIELDS = ["paymentID", "payment_ref_id", "status", "signature"];
/** No such page, or too many calls of one address in a while. */
const REFUSED_PAGE = [404, 429];
function expectAnswer(route: AnyRoute, answer: Raw, what: string): void {
  if (!PAGES.has(routeName(route)) || !/text\/html/.test(String(answer.headers["content-type"]))) return expectDecent(answer, what);
  // Two dots leave the page's address: then it is the web's own page of an address that is none.
  const walkedAway = what.endsWith(" with %2e%2e");
  if (answer.status !== 404 || (!walkedAway && answer.text !== callbackPage("unknown")))
    throw new Error(`${what} answered ${answer.status}: ${answer.text.slice(0, 200)}`);
}

/** What is numbered from one has a first one: that is an id. */
const isNumbered = (route: AnyRoute): boolean => /\/\d+(?:[/?]|$)/.test(target.urlOf(route));

describe("ids that are none", () => {
  it.each(asked.filter((route) => route.url.includes(":id")).map((route) => [routeName(route), route] as const))("%s", async (name, route) => {
    const body = bodySample(route);
    for (const id of thin(BAD_IDS, 2, name.length)) {
      if (id === "1" && isNumbered(route)) continue;
      tried("F1");
      const answer = await send(product.product, {
        method: route.method,
        url: target.urlOf(route, id),
        token: target.tokenOf(route),
        ...(body === null ? {} : { payload: body }),
      });
      expectAnswer(route, answer, `${name} with ${id}`);
      if (id !== WALKS_UP && ![400, 404, 405, 422].includes(answer.status))
        throw new Error(`${name} with ${id}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
  });
});

describe("days that are none", () => {
  const days = [
    "2026-02-30",
    "2026-13-01",
    "2026-00-10",
    "0000-00-00",
    "9999-12-31",
    "1970-01-01",
    "2026-1-1",
    "26-01-01",
    "２０２６-01-01",
    "2026-01-01T00:00",
    "today",
    "%00",
    "x".repeat(190),
  ];
  it.each(asked.filter((route) => route.url.includes(":date")).map((route) => [routeName(route), route] as const))("%s", async (name, route) => {
    const body = bodySample(route);
    for (const day of [...days, ...thin(BAD_IDS, 2, name.length)]) {
      const url = target.urlOf({ ...route, url: route.url.replace(":date", day) });
      const answer = await send(product.product, { method: route.method, url, token: target.tokenOf(route), ...(body === null ? {} : { payload: body }) });
      expectDecent(answer, `${name} with ${day}`);
      if (day !== WALKS_UP && ![400, 404, 405, 422].includes(answer.status))
        throw new Error(`${name} with ${day}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
  });
});

describe("an id that is far too long", () => {
  it("is not there, on every route with one", async () => {
    for (const route of asked.filter(({ url }) => /:\w+/.test(url))) {
      const url = route.url.replaceAll(/:\w+/g, "x".repeat(300));
      const answer = await send(product.product, { method: route.method, url, token: target.tokenOf(route) });
      expectDecent(answer, `${routeName(route)} with 300 characters`);
      expect([routeName(route), answer.status]).toEqual([routeName(route), 404]);
    }
  });
});

describe("queries", () => {
  const withQuery = asked.filter((route) => route.method === "GET");
  const ask = (route: AnyRoute, query: string): Promise<Raw> => {
    tried("F6");
    return send(product.product, { method: "GET", url: `${target.urlOf(route)}?${query}`, token: target.tokenOf(route) });
  };

  it.each(withQuery.map((route) => [routeName(route), route] as const))("%s", async (name, route) => {
    const open = PAGES.has(name);
    const fields = open ? PAGE_FIELDS : route.query ? fieldsOf(shapeOf(route.query)).map((field) => String(field.path[0])) : [];
    // An export costs more than a page and reads the same filters.
    const part = route.url.endsWith("/export") ? 8 : 2;
    for (const [index, field] of fields.entries()) {
      for (const value of [...thin(BAD_QUERY_VALUES, part, index), ...(FULL ? BAD_QUERY_VALUES.map((one) => `completed,${one}`) : [])]) {
        expectAnswer(route, await ask(route, `${field}=${value}`), `${name}?${field}=${value}`);
      }
      for (const shape of [`${field}=a&${field}=b`, `${field}[]=a`, `${field}[a]=b`, `${field}.x=1`]) {
        const answer = await ask(route, shape);
        expectAnswer(route, answer, `${name}?${shape}`);
        if (answer.status !== 422 && !(open && REFUSED_PAGE.includes(answer.status))) throw new Error(`${name}?${shape}: ${answer.status}`);
      }
    }
    // The specification has a number there that keeps caches away.
    const isStrict = name !== "GET /api/merchant" && (route.query !== undefined || route.access.kind === "session" || route.access.kind === "merchant");
    for (const unknown of isStrict ? ["no_such_field=1", "__proto__=1", "constructor=1", "select=1", "order=id;--", "limit=1"] : []) {
      const answer = await ask(route, unknown);
      expectAnswer(route, answer, `${name}?${unknown}`);
      if (answer.status !== 422 && !(open && REFUSED_PAGE.includes(answer.status)) && !unknown.startsWith("__proto__"))
        throw new Error(`${name}?${unknown}: ${answer.status}`);
    }
  });

  const lists = withQuery.filter((route) => route.query && fieldsOf(shapeOf(route.query)).some((field) => field.path[0] === "cursor"));
  it.each(lists.map((route) => [routeName(route), route] as const))("%s keeps page sizes, dates and searches within bounds", async (_name, route) => {
    for (const size of ["0", "-1", "1", "201", "1e9", "1000000000", "2e1", "0x14", "20.5", "NaN", "%2020", "020"])
      expect([size, (await ask(route, `size=${size}`)).status]).toEqual([size, 422]);
    const turned = await ask(route, "from=2026-02-01&to=2026-01-01");
    expect([200, 422]).toContain(turned.status);
    if (turned.status === 200 && turned.json) expect(turned.json.data).toMatchObject({ items: [] });
    for (const q of ["' or '1'='1", "%", "_%", "\\", "a' union select * from users --", "%%%%%%"]) {
      const answer = await ask(route, `q=${encodeURIComponent(q)}`);
      if (answer.status === 200 && answer.json) expect([q, (answer.json.data as { items: unknown[] }).items]).toEqual([q, []]);
    }
  });
});

/** One call over the wire with the path as it stands, which no client library would send. */
function raw(method: string, path: string, token: string | null, headers: Record<string, string> = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: "127.0.0.1", port, method, path, agent: false, headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers } },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => (text += part));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers, json: null }));
      },
    );
    call.on("error", reject);
    call.end();
  });
}

/** Other spellings of a path. */
function spellings(path: string): string[] {
  const [, surface = "", ...rest] = path.split("/");
  const tail = rest.join("/");
  return [
    `/${path}`,
    `//${surface}//${tail}`,
    `/./${surface}/${tail}`,
    `/x/../${surface}/${tail}`,
    `/${surface}/../${surface}/${tail}`,
    `/${surface}/%2e/${tail}`,
    `/%2e%2e/${surface}/${tail}`,
    `/${surface}%2f${tail}`,
    `/%61${path.slice(2)}`,
    `/%2561${path.slice(2)}`,
    `/${surface}/%252e%252e/${surface}/${tail}`,
    `${path};x=1`,
    `/${surface};a=b/${tail}`,
    `${path}/`,
    `${path}/.`,
    `${path}.`,
    `${path}.js`,
    `${path}.css`,
    `${path}.ico`,
    `${path}.json`,
    `${path}%00`,
    `${path}%00.js`,
    `${path}%20`,
    `${path}%0a`,
    `${path}?.js`,
    `${path}#.js`,
    `${path}??x`,
    path.toUpperCase(),
    `/${surface.toUpperCase()}/${tail}`,
    `${path}\\`,
    path.replaceAll("/", "\\"),
    `/en${path}`,
    `http://127.0.0.1${path}`,
    `http://evil.example${path}`,
    `/assets/..${path}`,
    `/docs/..${path}`,
    `/device/hooks/..${path}`,
    `/healthz/..${path}`,
  ];
}

/** Monitors, consoles, documents and remains of other products; ours are `/metrics`, `/docs` and the probes, which the matrix asks for. */
const SCANNED = [
  "/actuator",
  "/actuator/env",
  "/actuator/heapdump",
  "/druid/index.html",
  "/druid/websession.json",
  "/swagger-ui.html",
  "/swagger-ui/index.html",
  "/swagger.json",
  "/v2/api-docs",
  "/v3/api-docs",
  "/doc.html",
  "/openapi.json",
  "/api/docs",
  "/api/openapi.json",
  "/api/swagger",
  "/api/metrics",
  "/api/health",
  "/api/debug",
  "/api/monitor",
  "/api/env",
  "/prometheus",
  "/debug/pprof/",
  "/debug/vars",
  "/server-status",
  "/nacos/",
  "/jmx-console/",
  "/console",
  "/h2-console",
  "/admin",
  "/phpmyadmin/",
  "/phpinfo.php",
  "/graphql",
  "/.env",
  "/.git/config",
  "/config.json",
  "/backup.sql",
  "/package.json",
  "/main.js.map",
  "/assets/index.js.map",
  "/WEB-INF/web.xml",
];

describe("other spellings of a path", () => {
  const secrets = [
    "/api/users",
    "/api/payments",
    "/api/merchants",
    "/api/config",
    "/api/audit",
    "/v1/balance",
    "/api/wallets",
    "/api/user",
    "/docs/dashboard.json",
  ];
  /** Every other path that wants a credential. */
  const more = ROUTES.filter((route) => route.method === "GET" && route.access.kind !== "public" && !route.url.includes(":") && !secrets.includes(route.url));
  /** Paths with an object that is there. */
  const ofObjects = ROUTES.filter(
    (route) => route.method === "GET" && /:(id|date)/.test(route.url) && ["session", "merchant", "device"].includes(route.access.kind),
  );
  it.each([...secrets, ...[...(FULL ? more : []), ...thin(ofObjects, 12, SEED)].map((route) => route.url)])("%s is never less guarded", async (url) => {
    const path = url.includes(":") ? target.urlOf(ofObjects.find((route) => route.url === url) as AnyRoute) : url;
    for (const [index, spelling] of spellings(path).entries()) {
      for (const [who, token] of [
        ["nobody", null],
        ["a merchant's viewer", target.world.viewer.token],
      ] as const) {
        if (who !== "nobody" && !["/api/users", "/api/merchants", "/api/config", "/api/wallets"].includes(path)) continue;
        for (const method of ["GET", ...thin(["HEAD", "OPTIONS", "POST"], 3, index)]) {
          tried("F7");
          const answer = await raw(method, spelling, token).catch(() => null);
          // A request that the parser itself throws out has no answer or 400.
          if (answer === null) continue;
          if (answer.status >= 500) throw new Error(`${method} ${spelling} as ${who}: ${answer.status}`);
          // A page of the dashboard is no data; everything else must be refused.
          const page = /text\/html/.test(String(answer.headers["content-type"] ?? "")) && answer.text.length + 1 > 0 && !answer.text.includes('"success":true');
          if (answer.status < 300 && !page && !(method === "OPTIONS" && answer.text === ""))
            throw new Error(`${method} ${spelling} as ${who}: ${answer.status} ${answer.text.slice(0, 200)}`);
        }
      }
    }
  });

  it.each(SCANNED)("%s, which scanners look for, is nothing here", async (path) => {
    for (const token of [null, target.world.viewer.token]) {
      const { status, text, headers } = await raw("GET", path, token);
      expect([path, status]).toEqual([path, 404]);
      expect(/text\/html/.test(String(headers["content-type"])) ? !text.includes('"success":true') : text).not.toMatch(/openapi|process_|"beans"|root:/);
    }
  });

  it("and no method takes an order, a payee or an entry away, or writes it anew", async () => {
    const orders = ROUTES.filter(
      (route) => route.method === "GET" && /^\/(api|v1)\/(payments|disburses|withdrawal|transfers|journals|manual)\/:id$/.test(route.url),
    );
    expect(orders.length).toBeGreaterThanOrEqual(7);
    for (const route of orders)
      for (const method of ["DELETE", "PUT", "PATCH"]) {
        const answer = await send(product.product, {
          method: method as "PUT",
          url: target.urlOf(route),
          token: target.tokenOf(route),
          payload: { status: "completed" },
        });
        expect([method, route.url, answer.status]).toEqual([method, route.url, 405]);
      }
  });

  it("nor with headers that claim another method, address or path", async () => {
    const claims: Record<string, string>[] = [
      { "x-http-method-override": "GET" },
      { "x-original-url": "/healthz" },
      { "x-rewrite-url": "/healthz" },
      { "x-forwarded-for": "127.0.0.1" },
      { forwarded: "for=127.0.0.1" },
      { "x-real-ip": "127.0.0.1" },
      { host: "127.0.0.1" },
      { "x-forwarded-host": "localhost" },
      { cookie: `token=${product.admin}` },
      { "x-api-key": product.admin },
      { authorization: `Basic ${Buffer.from("admin:admin").toString("base64")}` },
      { authorization: product.admin },
      { authorization: `bearer  ${product.admin}` },
      { authorization: `Bearer ${product.admin} x` },
      { authorization: `Bearer ${product.admin},${product.admin}` },
    ];
    for (const path of secrets)
      for (const headers of claims) expect([path, headers, (await raw("GET", path, null, headers)).status]).toEqual([path, headers, 401]);
    for (const path of ["/api/users", "/api/payments"])
      expect((await raw("GET", `${path}?token=${product.admin}&access_token=${product.admin}&authorization=Bearer%20${product.admin}`, null)).status).toBe(401);
    for (const method of ["TRACE", "CONNECT", "PROPFIND", "LOCK", "PURGE", "SEARCH"]) {
      const answer = await raw(method, "/api/users", product.admin).catch(() => null);
      if (answer) expect([method, answer.status >= 400 && answer.status < 500]).toEqual([method, true]);
    }
  });
});
