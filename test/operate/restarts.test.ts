/**
 * Two servers over one database behind a round-robin proxy that repeats nothing: while each in turn is told to stop and started
 * again under load, no call fails and no answer is in another shape than ever.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, request, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ADMIN } from "../support/app.ts";
import { freePort } from "../support/parts/ports.ts";
import { Backend } from "../support/backend.ts";
import { times, tried } from "../support/parts/effort.ts";
import { testDatabase, type TestDatabase } from "../support/pg.ts";

const RESTARTS = times(4, 20);
/** Of orders, a restart: a restart takes some seconds, in which some twenty orders are sent. */
const LEAST_ORDERS = 10;
/** A restart that takes so long hangs; it measures nothing. Milliseconds. */
const HUNG_MS = 300_000;
/**
 * Calls start by the clock, ms apart, but no more than so many are under way: what a slow machine cannot do would pile up until it does
 * nothing else.
 */
const CALL_EACH_MS = 25;
const MOST_UNDER_WAY = 24;
/** As long as this proxy needs to see that readiness says no, s: whole counts run beside others, where its own turn is late, too. */
const DRAIN_SECONDS = times(3, 10);
const CHECK_EACH_MS = 100;
const KEY = randomBytes(32).toString("base64");

let database: TestDatabase;
let dataDir: string;
const backends: Backend[] = [];
let proxy: RoundRobin;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "floatdesk-restarts-"));
  database = await testDatabase();
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.appUrl, SECRET_KEY: KEY, DRAIN_SECONDS: String(DRAIN_SECONDS) };
  backends.push(new Backend(await freePort(), env), new Backend(await freePort(), env));
  // The first one makes the admin.
  for (const backend of backends) await backend.start();
  proxy = await RoundRobin.start(backends);
});
afterAll(async () => {
  await proxy.stop();
  await Promise.all(backends.map((backend) => backend.end("SIGKILL")));
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** What one call came to. */
interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

/** A proxy as simple as they come: kept connections to its servers, each call sent once, health asked for beside. */
class RoundRobin {
  private readonly agent = new Agent({ keepAlive: true });
  private checking = true;
  private turn = 0;
  /** Calls that got no answer from a server, with the reason. */
  readonly broken: string[] = [];
  /** Times that a server was taken out. */
  takenOut = 0;
  port = 0;

  private constructor(
    private readonly servers: readonly Backend[],
    private readonly listener: Server,
  ) {}

  static async start(servers: readonly Backend[]): Promise<RoundRobin> {
    // Its own callers' connections are not what is tested here: they stay.
    const listener = createServer({ keepAliveTimeout: 600_000 });
    const made = new RoundRobin(servers, listener);
    listener.on("request", (incoming, answer) => {
      const server = made.next();
      if (!server) {
        made.broken.push("no server is ready");
        answer.writeHead(502).end();
        return;
      }
      const sent = request(
        {
          port: server.port,
          method: incoming.method,
          path: incoming.url,
          headers: { ...incoming.headers, "x-forwarded-for": "203.0.113.9" },
          agent: made.agent,
        },
        (reply) => {
          const { connection: _connection, "keep-alive": _keepAlive, ...headers } = reply.headers;
          answer.writeHead(reply.statusCode ?? 502, headers);
          reply.pipe(answer);
          reply.on("error", (error) => made.broken.push(`cut off: ${error.message}`));
        },
      );
      sent.on("error", (error) => {
        if (answer.destroyed) return; // the caller left
        made.broken.push(`${incoming.method} ${incoming.url}: ${error.message}`);
        if (!answer.headersSent) answer.writeHead(502);
        answer.end();
      });
      answer.on("close", () => sent.destroy());
      incoming.pipe(sent);
    });
    await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
    made.port = (listener.address() as AddressInfo).port;
    await Promise.all(servers.map((server) => made.check(server)));
    for (const server of servers) void made.keepChecking(server);
    return made;
  }

  async stop(): Promise<void> {
    this.checking = false;
    this.agent.destroy();
    this.listener.closeAllConnections();
    await new Promise((done) => this.listener.close(done));
  }

  private next(): Backend | undefined {
    const ready = this.servers.filter((server) => server.healthy);
    return ready[(this.turn += 1) % Math.max(1, ready.length)];
  }

  private async keepChecking(server: Backend): Promise<void> {
    while (this.checking) {
      await new Promise((done) => setTimeout(done, CHECK_EACH_MS));
      await this.check(server);
    }
  }

  /** What answers "no" or refuses the connection is out; one that is only slow to answer stays as it was. */
  private async check(server: Backend): Promise<void> {
    const isReady = await fetch(`http://127.0.0.1:${server.port}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
      (answer) => answer.ok,
      (error: Error) => error.name === "TimeoutError" && server.healthy,
    );
    if (server.healthy && !isReady) this.takenOut += 1;
    server.healthy = isReady;
  }
}

const clients = new Agent({ keepAlive: true });
function call(method: string, path: string, token: string | null, body?: unknown): Promise<Reply> {
  return new Promise((done, fail) => {
    const text = body === undefined ? null : JSON.stringify(body);
    const sent = request(
      {
        port: proxy.port,
        method,
        path,
        agent: clients,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(text === null ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
        },
      },
      (answer) => {
        let read = "";
        answer.setEncoding("utf8").on("data", (part) => (read += String(part)));
        answer.on("end", () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text: read }));
        answer.on("error", fail);
      },
    );
    sent.on("error", fail);
    sent.end(text ?? undefined);
  });
}
async function good<T>(method: string, path: string, token: string | null, body?: unknown): Promise<T> {
  const answer = await call(method, path, token, body);
  if (answer.status > 299) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return (JSON.parse(answer.text) as { data: T }).data;
}

it(
  "no call fails while servers behind a proxy are restarted one after the other",
  async () => {
    const { token } = await good<{ token: string }>("POST", "/api/signin", null, ADMIN);
    const merchant = await good<{ app_secret: string }>("POST", "/api/merchants", token, { name: "Under load" });
    const wallet = await good<{ id: string; version: number }>("POST", "/api/wallets", token, {
      name: "Wallet",
      operator: "bkash",
      wallet_type: "personal",
      api_type: "app",
      account: "01700000001",
    });
    const bound = await good<{ code: string }>("POST", `/api/wallets/${wallet.id}/bind`, token, { version: wallet.version });
    const phone = await good<{ token: string }>("POST", "/device/bind", null, { code: bound.code, device: { name: "Phone" } });

    const wrong: string[] = [];
    let count = 0;
    let orders = 0;
    let accepted = 0;
    const judge = (what: string, wanted: readonly number[]) => (reply: Reply) => {
      if (!wanted.includes(reply.status)) wrong.push(`${what}: ${reply.status} ${reply.text.slice(0, 200)}`);
      else if (typeof (JSON.parse(reply.text) as { success?: unknown }).success !== "boolean") wrong.push(`${what}: ${reply.text.slice(0, 200)}`);
      if (what === "order" && reply.status === 201) accepted += 1;
    };
    const kinds = [
      () => {
        orders += 1;
        // Each of another amount: two open orders of one amount at one wallet could not be told apart, and the second is refused.
        const amount = `${500 + Math.floor(count / 100)}.${String(count % 100).padStart(2, "0")}`;
        return call("POST", "/v1/payments", merchant.app_secret, { merchant_order_id: `order-${count}`, amount, operator: "bkash" }).then(
          judge("order", [201]),
        );
      },
      () => call("POST", "/device/sms", phone.token, { sender: "bKash", text: `Cash In Tk ${count}.00` }).then(judge("message", [200])),
      () => call("GET", "/api/payments?size=20", token).then(judge("list", [200])),
      () => call("GET", "/api/statistics/home", token).then(judge("home", [200])),
      () => call("GET", `/v1/payments/none${count}`, merchant.app_secret).then(judge("unknown", [404])),
      () => call("POST", "/v1/payments", merchant.app_secret, { amount: "nothing" }).then(judge("refused", [422])),
    ];
    const underWay = new Set<Promise<void>>();
    const load = setInterval(() => {
      if (underWay.size >= MOST_UNDER_WAY) return;
      count += 1;
      const one: Promise<void> = (kinds[count % kinds.length] as (typeof kinds)[number])()
        .catch((error: unknown) => void wrong.push(`no answer: ${String(error)}`))
        .finally(() => underWay.delete(one));
      underWay.add(one);
    }, CALL_EACH_MS);

    // A stream, as the dashboard keeps it: told to come again, it does.
    let streams = 0;
    let watching = true;
    const hints: number[] = [];
    const watch = (async () => {
      while (watching) {
        const reply = await call("GET", "/api/events", token);
        expect(reply.headers["content-type"]).toContain("text/event-stream");
        streams += 1;
        const hint = /this server stops[^\n]*\nretry: (\d+)\n\n$/.exec(reply.text)?.[1];
        if (hint !== undefined) hints.push(Number(hint));
      }
    })();

    for (let restart = 0; restart < RESTARTS; restart += 1) {
      tried("K9");
      const backend = backends[restart % backends.length] as Backend;
      expect(await backend.end("SIGTERM")).toBe(0);
      await backend.start();
      await vi.waitFor(() => expect(backend.healthy).toBe(true), HUNG_MS);
    }
    clearInterval(load);
    await Promise.all(underWay);
    watching = false;
    // The last stream ends with its session.
    await good("POST", "/api/signout", token);
    await watch;

    expect(proxy.broken).toEqual([]);
    expect(wrong).toEqual([]);
    expect(proxy.takenOut).toBe(RESTARTS);
    expect(streams).toBeGreaterThan(1);
    expect(hints.length).toBeGreaterThan(0);
    expect(accepted).toBe(orders);
    expect(accepted).toBeGreaterThan(RESTARTS * LEAST_ORDERS);
    // What was answered was kept.
    const again = await good<{ token: string }>("POST", "/api/signin", null, ADMIN);
    const { total } = await good<{ total: { value: number } }>("GET", "/api/payments?size=10", again.token);
    expect(total.value).toBe(accepted);
  },
  RESTARTS * HUNG_MS,
);
