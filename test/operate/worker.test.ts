/** A worker of its own: what it answers over HTTP, and that its death is seen where people and monitors look. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Home } from "../../src/contract/home.schema.ts";
import { startProduct, type Product } from "../../src/server/app.ts";
import { ensureFirstAdmin } from "../../src/server/features/users/first-admin.ts";
import { readEnv } from "../../src/server/platform/env.ts";
import { ADMIN } from "../support/app.ts";
import { freePort } from "../support/parts/ports.ts";
import { programOf } from "../support/parts/programs.ts";
import { testDatabase, type TestDatabase } from "../support/pg.ts";

const KEY = randomBytes(32);
/** Until when a dead worker must be seen, ms. */
const SEEN_WITHIN_MS = 30_000;

let database: TestDatabase;
let api: Product;
let token: string;
let dataDir: string;
let worker: ChildProcess | null = null;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "floatdesk-worker-"));
  database = await testDatabase();
  api = await startProduct({
    env: readEnv({ LIST_BUDGET_MS: "10000", ROLE: "api", LOG_LEVEL: "silent", ADMIN_ACCOUNT: ADMIN.account, ADMIN_PASSWORD: ADMIN.password }),
    appUrl: database.appUrl,
    secretKey: KEY,
    log: pino({ level: "silent" }),
  });
  await ensureFirstAdmin(api.app);
  const signed = await api.http.inject({ method: "POST", url: "/api/signin", payload: ADMIN });
  token = signed.json<{ data: { token: string } }>().data.token;
});
afterAll(async () => {
  worker?.kill("SIGKILL");
  await api.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const home = async (): Promise<Home> => {
  const answer = await api.http.inject({ url: "/api/statistics/home", headers: { authorization: `Bearer ${token}` } });
  return answer.json<{ data: Home }>().data;
};
const readiness = async (): Promise<{ code: number; body: unknown }> => {
  const answer = await api.http.inject({ url: "/readyz" });
  return { code: answer.statusCode, body: answer.json() };
};

/** A worker of its own, as `ROLE=worker npm start` runs it. */
async function startWorker(): Promise<string> {
  const port = await freePort();
  const { VITEST: _vitest, ...inherited } = process.env;
  worker = spawn(process.execPath, [await programOf("main")], {
    env: {
      ...inherited,
      ROLE: "worker",
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.appUrl,
      SECRET_KEY: KEY.toString("base64"),
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const address = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200), { timeout: 240_000, interval: 100 });
  return address;
}

it("without any worker, home and readiness say so, and calls are answered all the same", async () => {
  expect((await home()).warnings).toContain("worker_silent");
  expect(await readiness()).toEqual({ code: 200, body: { status: "ready", database: true, migrations: true, worker: false } });
});

it("a worker serves its health and its figures, and nothing else", async () => {
  const address = await startWorker();
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: "ok" });
  expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ status: "ready", database: true, migrations: true, worker: true });
  expect(await (await fetch(`${address}/metrics`)).text()).toContain("process_cpu_seconds_total");
  for (const [method, path] of [
    ["GET", "/"],
    ["GET", "/payments"],
    ["GET", "/docs"],
    ["POST", "/api/signin"],
    ["GET", "/api/events"],
    ["POST", "/v1/payments"],
    ["POST", "/device/sms"],
    ["POST", "/device/hook/any"],
    ["DELETE", "/healthz"],
  ] as const) {
    const answer = await fetch(address + path, { method });
    expect([path, answer.status, await answer.json()]).toMatchObject([path, 404, { success: false, data: null, error: { code: "not_found" } }]);
  }
});

it("a worker that is killed is missed within half a minute, on home and in readiness", async () => {
  await vi.waitFor(async () => expect((await readiness()).body).toMatchObject({ worker: true }), 60_000);
  expect((await home()).warnings).not.toContain("worker_silent");
  const diedAt = performance.now();
  worker?.kill("SIGKILL");
  await vi.waitFor(async () => expect((await readiness()).body).toMatchObject({ worker: false }), { timeout: 60_000, interval: 200 });
  expect((await home()).warnings).toContain("worker_silent");
  expect(performance.now() - diedAt).toBeLessThan(SEEN_WITHIN_MS);
});
