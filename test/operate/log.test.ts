/** The log holds no secret, whatever is sent where, and every line of a request names it. */
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startProduct, type Product } from "../../src/server/app.ts";
import { ensureFirstAdmin } from "../../src/server/features/users/first-admin.ts";
import { readEnv } from "../../src/server/platform/env.ts";
import { makeLogger } from "../../src/server/platform/log.ts";
import { ADMIN } from "../support/app.ts";
import { testDatabase, type TestDatabase } from "../support/pg.ts";

/** Whatever a caller may have that nobody else should see. */
const SECRET = `s3cr3t${randomBytes(6).toString("hex")}`;
const NUMBER = "01799887766";

let database: TestDatabase;
let product: Product;
let port: number;
let lines = "";
const logged = (): Record<string, unknown>[] =>
  lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function start(env: Record<string, string> = {}, secretKey = Buffer.alloc(32, 5), secretKeyAlso: Buffer | null = null): Promise<Product> {
  const made = await startProduct({
    env: readEnv({ ADMIN_ACCOUNT: ADMIN.account, ADMIN_PASSWORD: ADMIN.password, ROLE: "api", ...env }),
    appUrl: database.appUrl,
    secretKey,
    secretKeyAlso,
    log: makeLogger("trace", { write: (line: string) => void (lines += line) }),
  });
  await ensureFirstAdmin(made.app);
  return made;
}
beforeAll(async () => {
  database = await testDatabase();
  product = await start();
  await product.http.listen({ port: 0, host: "127.0.0.1" });
  port = (product.http.server.address() as { port: number }).port;
});
afterAll(async () => {
  await product.stop();
  await database.drop();
});

const send = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`http://127.0.0.1:${port}${path}`, init);
const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const raw = (text: string): Promise<string> =>
  new Promise((done) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.setEncoding("utf8").on("data", (part) => (answer += String(part)));
    socket.on("close", () => done(answer));
    socket.on("error", () => undefined);
  });

it("says of each request its method, route, status, time, actor and id, and nothing else", async () => {
  const signed = await send("/api/signin", json(ADMIN));
  const { token } = ((await signed.json()) as { data: { token: string } }).data;
  lines = "";
  const listed = await send(`/api/payments?q=${NUMBER}`, { headers: { authorization: `Bearer ${token}` } });
  await send("/healthz");
  await send("/readyz");
  await send("/metrics");
  const access = logged().filter(({ msg }) => msg === "request");
  expect(access).toEqual([
    {
      level: "info",
      time: expect.any(String),
      requestId: listed.headers.get("x-request-id"),
      method: "GET",
      route: "/api/payments",
      status: 200,
      ms: expect.any(Number),
      actor: expect.stringMatching(/^user:\d+$/),
      msg: "request",
    },
  ]);
  expect(lines).not.toContain(NUMBER);
});

it("holds no secret, whatever is sent where", async () => {
  const { token } = ((await (await send("/api/signin", json(ADMIN))).json()) as { data: { token: string } }).data;
  const admin = { authorization: `Bearer ${token}` };
  lines = "";
  // What breaks inside the database, with what was sent in its message.
  const { rows } = product.app.db;
  let breakNext = false;
  (product.app.db as { rows: unknown }).rows = (...args: Parameters<typeof rows>) => {
    if (!breakNext) return rows(...args);
    breakNext = false;
    return rows(`select '${SECRET}'::bigint`);
  };
  const all: [string, RequestInit][] = [
    ["/api/signin", json({ account: SECRET, password: SECRET })],
    ["/api/signin", json({ account: "admin", password: SECRET, code: SECRET })],
    ["/api/signin", json(`{"account":"admin","password":"${SECRET}`)],
    ["/api/signin", json({ [SECRET]: SECRET })],
    ["/api/signin", json(`"${SECRET}"`)],
    ["/api/signin", { method: "POST", headers: { "content-type": `text/${SECRET}` }, body: SECRET }],
    [`/api/signin?password=${SECRET}`, json({})],
    [`/api/payments?search=${SECRET}&${SECRET}=1`, { headers: admin }],
    [`/api/payments/${SECRET}`, { headers: admin }],
    [`/api/payments?cursor=${SECRET}`, { headers: admin }],
    [`/${SECRET}`, {}],
    [`/api/${SECRET}`, {}],
    [`/v1/payments/${SECRET}`, { headers: { authorization: `Bearer fd_${SECRET}_${SECRET}` } }],
    ["/v1/payments", json({ merchant_order_id: SECRET, customer: NUMBER }, { authorization: `Bearer ${SECRET}` })],
    ["/device/sms", json({ sender: "bKash", text: SECRET }, { authorization: `Bearer ${SECRET}` })],
    [`/device/hook/${SECRET}`, json({ text: SECRET })],
    [`/device/hook/${SECRET}?key=${SECRET}`, json({ text: SECRET })],
    ["/device/bind", json({ code: SECRET, device: { name: SECRET } })],
    [
      "/api/user",
      { headers: { cookie: `session=${SECRET}`, authorization: `Basic ${SECRET}`, "x-request-id": SECRET, "user-agent": SECRET, referer: SECRET } },
    ],
    ["/api/merchants", json({ name: SECRET, notify_url: `https://user:${SECRET}@example.com/${SECRET}` }, admin)],
    ["/api/users", json({ account: `a${SECRET}`, password: `${SECRET}-longer`, user_type: "operator" }, admin)],
    ["/api/alert-channels", json({ kind: "telegram", token: SECRET, chat_id: SECRET }, admin)],
    ["/api/payments", { headers: { ...admin, "idempotency-key": SECRET } }],
    ["/api/merchants", json("x".repeat(1_200_000) + SECRET, admin)],
    ["/metrics", { headers: { "x-forwarded-for": SECRET, authorization: `Bearer ${SECRET}` } }],
    ["/api/events", { headers: { "last-event-id": SECRET } }],
  ];
  for (const [path, init] of all) await (await send(path, init)).text();
  for (const text of [
    `GET /?${SECRET}${"x".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    `${SECRET}\r\n\r\n`,
    `GET /%zz${SECRET} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  ])
    await raw(text);
  expect((await send(`/api/search?q=${NUMBER}`, { headers: admin })).status).toBe(200);
  breakNext = true;
  const broken = await send("/api/switches", { headers: { ...admin, "x-forwarded-for": SECRET } });
  expect(broken.status).toBe(500);
  (product.app.db as { rows: unknown }).rows = rows;
  await new Promise((done) => setTimeout(done, 200));
  expect(logged().length).toBeGreaterThan(all.length - 3);
  expect(logged().some(({ msg }) => msg === "unexpected error")).toBe(true);
  for (const kept of [SECRET, NUMBER, ADMIN.password, token]) expect(lines).not.toContain(kept);
  // Each line of a request says which.
  for (const line of logged()) expect(line, JSON.stringify(line)).toHaveProperty("requestId", expect.stringMatching(/^[0-9a-f]{16}$/));
});

it.each([
  ["a path that no route has", "GET /api/nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 404],
  [
    "a body too large",
    `POST /api/signin HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n${"x".repeat(2_000_000)}`,
    413,
  ],
  ["a head too long", `GET /?${"x".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ["no HTTP", "hello\r\n\r\n", 400],
  ["an address that cannot be decoded", "GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400],
  ["no host", "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ["an expectation", "POST /api/signin HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nContent-Length: 2\r\n\r\n{}", 417],
  ["an unknown method of a known path", "PURGE /api/signin HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 405],
  ["nobody", "GET /api/user HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 401],
])("%s: the shape of every error, with the request's id", async (_, text, status) => {
  const answer = await raw(text);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const id = /^x-request-id: ([0-9a-f]{16})\r$/im.exec(answer)?.[1];
  expect(id).toBeDefined();
  expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4))).toMatchObject({ success: false, data: null, error: { request_id: id } });
});

it("takes an id from a trusted proxy alone, and only one that is one", async () => {
  const behind = await start({ TRUST_PROXY: "10.0.0.0/8", ACCESS_LOG: "0" });
  lines = "";
  const asked = async (id: string, remoteAddress: string): Promise<unknown> =>
    (await behind.http.inject({ url: "/api/user", headers: { "x-request-id": id }, remoteAddress })).headers["x-request-id"];
  expect(await asked("edge-7f3a.11_B", "10.1.2.3")).toBe("edge-7f3a.11_B");
  for (const [id, from] of [
    ["edge-7f3a.11_B", "192.0.2.1"],
    ["short", "10.1.2.3"],
    ["a".repeat(65), "10.1.2.3"],
    ['quoted"and-more', "10.1.2.3"],
    ["with space in it", "10.1.2.3"],
    ["-begins-with-a-dash", "10.1.2.3"],
  ] as const)
    expect(await asked(id, from)).toMatch(/^[0-9a-f]{16}$/);
  // ACCESS_LOG=0: none of it was logged.
  expect(logged().filter(({ msg }) => msg === "request")).toEqual([]);
  await behind.stop();
});

it.each([
  ["the database's key", 5, null, 0],
  ["another key", 6, null, 1],
  ["another key beside the database's, while it is changed", 6, 5, 0],
])("a start with %s: whether it is the database's is said at once", async (_, key, also, times) => {
  lines = "";
  const other = await start({}, Buffer.alloc(32, key), also === null ? null : Buffer.alloc(32, also));
  const said = logged().filter(({ msg }) => String(msg).startsWith("SECRET_KEY is not the key of this database"));
  expect(said.map(({ level }) => level)).toEqual(Array(times).fill("error"));
  await other.stop();
});
