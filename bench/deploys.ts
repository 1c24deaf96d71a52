/**
 * Two servers over one database behind HAProxy as deploy/ has it: each in turn is told to stop and started again, twenty times,
 * while calls start by the clock. A call fails that gets no answer, another status than it should, or an answer in another shape.
 * One that fails ends the bench with exit code 1.
 */
import type { ChildProcess } from "node:child_process";
import { Agent, request } from "node:https";
import { join } from "node:path";
import { freePort, ready, freshBenchDatabase, signIn, spawnServer, ADMIN_PASSWORD } from "./lib/product.ts";
import { percentile, reportFigures } from "./lib/report.ts";
import { seedMerchants, seedWallets, type SeededMerchant } from "./lib/seed.ts";
import { startHaproxy } from "../test/support/operate/haproxy.ts";
import { Secrets } from "../src/server/platform/secrets.ts";

const RESTARTS = Number(process.env["BENCH_RESTARTS"] ?? 20);
/** Calls start this far apart, ms, whatever the ones before do. */
const CALL_EACH_MS = 20;

const { engine, owner, secretKey, remove } = await freshBenchDatabase();
const merchants = await seedMerchants(owner, 20, new Secrets(secretKey));
await seedWallets(owner, 30);

/** One server at the same port in each of its lives; told of the proxy, so that it drains as behind one. */
class Server {
  private child: ChildProcess | null = null;

  constructor(readonly port: number) {}

  async start(): Promise<void> {
    this.child = spawnServer(engine, secretKey, this.port, { TRUST_PROXY: "127.0.0.1" });
    await ready(this.port, this.child);
  }

  /** Answers its exit code. */
  async stop(): Promise<number | null> {
    const { child } = this;
    if (child === null || child.exitCode !== null) return child?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    return ended;
  }
}

const servers = [new Server(await freePort()), new Server(await freePort())];
for (const server of servers) await server.start();
const proxy = await startHaproxy(join(engine.dataDir, "proxy"), { plain: await freePort(), tls: await freePort(), servers: servers.map(({ port }) => port) });
const token = await signIn({ port: servers[0]?.port ?? 0, adminPassword: ADMIN_PASSWORD });

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
/** Failed calls, each with its reason. */
const failures: string[] = [];
const times: number[] = [];
let created = 0;

interface Kind {
  readonly method: string;
  readonly path: string;
  readonly credential: string;
  readonly status: number;
  readonly body?: unknown;
}
const merchantOf = (serial: number): SeededMerchant => merchants[serial % merchants.length] as SeededMerchant; // there are some
const KINDS: readonly ((serial: number) => Kind)[] = [
  (serial) => ({
    method: "POST",
    path: "/v1/payments",
    credential: merchantOf(serial).secret,
    status: 201,
    body: { merchant_order_id: `d${serial}`, amount: `${200 + (serial % 20_000)}.${String(serial % 100).padStart(2, "0")}`, operator: "bkash" },
  }),
  () => ({ method: "GET", path: "/api/payments?size=50", credential: token, status: 200 }),
  (serial) => ({ method: "GET", path: `/v1/payments/none${serial}`, credential: merchantOf(serial).secret, status: 404 }),
  () => ({ method: "GET", path: "/api/statistics/home", credential: token, status: 200 }),
  (serial) => ({ method: "POST", path: "/v1/payments", credential: merchantOf(serial).secret, status: 422, body: { amount: "nothing" } }),
];

/** One call through the proxy, sent once. */
function call({ method, path, credential, body }: Kind): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${credential}`,
      ...(text === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
    };
    const sent = request({ host: "127.0.0.1", port: proxy.port, method, path, headers, agent }, (answer) => {
      let read = "";
      answer.setEncoding("utf8").on("data", (part: string) => (read += part));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text: read }));
      answer.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(text);
  });
}

/** Why an answer is none; null: it is right. */
function wrong(kind: Kind, status: number, text: string): string | null {
  if (status !== kind.status) return `${status} ${text.slice(0, 120)}`;
  try {
    return typeof (JSON.parse(text) as { success?: unknown }).success === "boolean" ? null : text.slice(0, 120);
  } catch {
    return text.slice(0, 120);
  }
}

async function judge(kind: Kind): Promise<void> {
  const began = performance.now();
  try {
    const { status, text } = await call(kind);
    const reason = wrong(kind, status, text);
    if (reason !== null) failures.push(`${kind.method} ${kind.path}: ${reason}`);
    else if (status === 201) created += 1;
  } catch (error) {
    failures.push(`${kind.method} ${kind.path}: ${String(error)}`);
  }
  times.push(performance.now() - began);
}

let serial = 0;
const underWay = new Set<Promise<void>>();
const clock = setInterval(() => {
  serial += 1;
  const kind = KINDS[serial % KINDS.length] as (typeof KINDS)[number];
  const one = judge(kind(serial)).finally(() => underWay.delete(one));
  underWay.add(one);
}, CALL_EACH_MS);

const codes: (number | null)[] = [];
try {
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const server = servers[restart % servers.length] as Server;
    codes.push(await server.stop());
    await server.start();
    // The other one is not touched before the proxy sends calls to this one again.
    while ((await proxy.up()) < servers.length) await new Promise((resolve) => setTimeout(resolve, 100));
    console.log(`restart ${restart + 1}: ${times.length} calls, ${failures.length} failed`);
  }
  clearInterval(clock);
  await Promise.all(underWay);
  const kept = Number((await owner.query<{ count: string }>("select count(*) from payments")).rows[0]?.count);
  for (const failure of failures.slice(0, 20)) console.log(failure);
  if (failures.length > 0) for (const line of proxy.said()) console.log(line);
  if (codes.some((code) => code !== 0)) failures.push(`servers ended with ${codes.join(", ")}`);
  if (kept !== created) failures.push(`${created} orders were answered, ${kept} are kept`);
  reportFigures(
    "deploys",
    [
      { name: `failed calls of ${times.length} in ${RESTARTS} restarts`, unit: "calls", value: failures.length, mark: 0, better: "less" },
      { name: "a call, p99", unit: "ms", value: percentile(times, 0.99), better: "less" },
    ],
    { restarts: RESTARTS, calls: times.length, orders: created, orders_kept: kept, longest_ms: Math.max(...times), failures: failures.slice(0, 20) },
  );
  if (failures.length > 0) process.exitCode = 1;
} finally {
  clearInterval(clock);
  agent.destroy();
  await proxy.stop();
  await Promise.all(servers.map((server) => server.stop()));
  await owner.end();
  await engine.stop();
  remove();
}
