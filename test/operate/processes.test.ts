/** Two processes that answer calls and a worker on one port (docs/decisions/0038): they are one server, whichever of them is asked, and whatever ends one. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { Agent, createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../../src/server/platform/db/engine/provision.ts";
import { readState } from "../../src/server/platform/db/engine/state.ts";
import { received } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import { expectKept, Load, prepareSite, type Site } from "../support/attack-load.ts";
import { Deployment, type ServerProcess } from "../support/attack-server.ts";
import { programOf } from "../support/parts/programs.ts";
import { testDatabase } from "../support/pg.ts";

let deployment: Deployment;
let server: ServerProcess;
let site: Site;
beforeAll(async () => {
  deployment = new Deployment(await programOf("main"), { API_PROCESSES: "2", WEBHOOK_ALLOW_PRIVATE: "1" });
  server = await deployment.start();
  await until(() => server.children().length === 3);
  await allWork();
  site = await prepareSite(server);
  // What one process was told of limits, the other sees within a second.
  await new Promise((done) => setTimeout(done, 1_000));
});
afterAll(async () => {
  await deployment?.remove();
});

/** One statement as the owner of the embedded database; answers its first value. */
function owner(statement: string): Promise<unknown> {
  const state = readState(deployment.dataDir);
  const url = `postgres://floatdesk_owner:${state?.passwords.floatdesk_owner}@127.0.0.1:${state?.port}/floatdesk`;
  return withClient(url, async (client) => Object.values((await client.query<object>(statement)).rows[0] ?? {})[0]);
}
/** Every process has a number that it mints ids under: the last thing that it needs. */
const allWork = (): Promise<void> =>
  until(
    async () => (await owner("select count(*)::int from pg_locks where locktype = 'advisory' and classid = 4200 and granted").catch(() => 0)) === 3,
    60_000,
  );

it("say hello once", () => {
  expect(server.said.match(/Floatdesk 收付台/g)).toHaveLength(1);
  expect(server.said.match(/Sign in:/g)).toHaveLength(1);
});

it("tell every open stream of what any of them has done", async () => {
  const agents = Array.from({ length: 6 }, () => new Agent({ keepAlive: true }));
  const heard: string[] = agents.map(() => "");
  const streams = await Promise.all(
    agents.map(
      (agent, index) =>
        new Promise<IncomingMessage>((done, fail) => {
          // A connection each: they are dealt out in turn.
          get({ port: server.port, path: "/api/events", agent, headers: { authorization: `Bearer ${site.admin}` } }, (stream) => {
            stream.on("data", (part: Buffer) => (heard[index] += part.toString()));
            done(stream);
          }).on("error", fail);
        }),
    ),
  );
  const made = await server.good<{ id: string }>("POST", "/v1/payments", site.merchant, {
    merchant_order_id: "told",
    amount: "77.00",
    operator: "bkash",
    customer: "01900000000",
  });
  await until(() => heard.every((text) => text.includes(made.id)));
  for (const stream of streams) stream.destroy();
  for (const agent of agents) agent.destroy();
});

it("are counted together, whichever of them is asked for the figures", async () => {
  const counted = async (): Promise<number> => {
    const page = await (await fetch(`${server.address}/metrics`, { headers: { connection: "close" } })).text();
    return Number(/^floatdesk_http_request_seconds_count\{method="GET",route="\/healthz",status="200"\} (\d+)$/m.exec(page)?.[1] ?? 0);
  };
  const before = await counted();
  for (let call = 0; call < 8; call += 1) await fetch(`${server.address}/healthz`, { headers: { connection: "close" } });
  // Asked twice: each of the two answers one time, with the same.
  expect([await counted(), await counted()]).toEqual([before + 8, before + 8]);
});

it("lose nothing that was acknowledged when any of them is killed under load, and are three again", async () => {
  const load = new Load(() => [server], site);
  load.start(6);
  for (let kills = 0; kills < 3; kills += 1) {
    await load.progress(20);
    const before = server.children();
    const victim = before[kills % before.length] as number;
    process.kill(victim, "SIGKILL");
    await until(() => server.children().length === 3 && !server.children().includes(victim));
    // Those that were not killed are the same as before.
    expect(before.filter((pid) => pid !== victim).every((pid) => server.children().includes(pid))).toBe(true);
  }
  await load.progress(20);
  await load.stop();
  await expectKept(server, site, load);
  expect(server.said).toContain("a process ended and is started again");
});

it("notify by the worker that took the place of the one that was killed", async () => {
  const told: string[] = [];
  const merchantSite = createServer((request, answer) => {
    request.on("data", (part: Buffer) => told.push(part.toString()));
    request.on("end", () => answer.end("{}"));
  });
  await new Promise<void>((done) => merchantSite.listen(0, "127.0.0.1", done));
  const { app_secret: secret } = await server.good<{ app_secret: string }>("POST", "/api/merchants", site.admin, {
    name: "Told",
    notify_url: `http://127.0.0.1:${(merchantSite.address() as AddressInfo).port}/`,
  });
  const order = { merchant_order_id: "notified", amount: "91.07", operator: "bkash", customer: "01911111111" };
  const { id } = await server.good<{ id: string }>("POST", "/v1/payments", secret, order);
  await server.good("POST", "/device/sms", site.device, { sender: "bKash", text: received({ amount: order.amount, from: order.customer }) });
  await until(() => told.some((body) => body.includes(id) && body.includes("payment.completed")));
  merchantSite.close();
});

it("come back by themselves when the database is killed", async () => {
  await allWork();
  const before = server.children();
  deployment.killDatabase();
  await server.ready(20_000);
  const load = new Load(() => [server], site);
  load.start(4);
  await load.progress(20);
  await load.stop();
  expect([...new Set(load.odd)]).toEqual([]);
  expect(server.children()).toEqual(before);
});

it("end as a whole, with the sentence why, when one can never be started again", async () => {
  await owner('update config set value = value || \'{"v1_burst": "many"}\'::jsonb');
  process.kill(server.children()[0] as number, "SIGKILL");
  await until(() => !server.running).catch(() => expect.fail(server.said));
  expect(await server.terminate()).toBe(1);
  expect(server.said).toContain("The stored configuration is not valid: v1_burst.");
  await owner("select 1").then(
    () => expect.fail("the database should have been stopped"),
    () => undefined,
  );
});

describe("a start that cannot be", () => {
  const started = async (settings: NodeJS.ProcessEnv): Promise<{ code: unknown; stderr: string }> => {
    const database = await testDatabase();
    const env = {
      PATH: process.env["PATH"],
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      SECRET_KEY: randomBytes(32).toString("base64"),
      PORT: "0",
      LOG_LEVEL: "silent",
      ...settings,
    };
    const main = await programOf("main");
    const ended = await new Promise<{ code: unknown; stderr: string }>((done) =>
      execFile(process.execPath, [main], { env, timeout: 60_000 }, (error, _stdout, stderr) => done({ code: error?.code, stderr })),
    );
    await database.drop();
    return ended;
  };
  it.each([
    [{ API_PROCESSES: "0" }, /^API_PROCESSES must be a number from 1 to 64, not "0"\.$/],
    [{ POOL_MAX: "five" }, /^POOL_MAX must be a number from 6 to 200, not "five"\.$/],
    [
      { API_PROCESSES: "3", POOL_MAX: "90" },
      /^POOL_MAX=90 in 4 processes needs 453 connections and the database has \d+ for us: set POOL_MAX to \d+ or less, or raise its max_connections\.$/,
    ],
    [
      { API_PROCESSES: "20" },
      /^API_PROCESSES: 21 processes need at least 593 connections and the database has \d+ for us: set API_PROCESSES to less, or raise its max_connections\.$/,
    ],
    [{ API_PROCESSES: "2", HOST: "192.0.2.1" }, /^HOST 192\.0\.2\.1 is no address of this machine: set another HOST\.$/],
  ])("%j", async (settings, sentence) => {
    const { code, stderr } = await started(settings);
    expect([code, stderr.trim()]).toEqual([1, expect.stringMatching(sentence)]);
  });
});
