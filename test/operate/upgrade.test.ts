/**
 * The version before and the next one on one database under load: the next one is a copy of this one with a migration, a column and a
 * function that writes it. No call fails, the version before goes on, also after a start of its own, and the books agree.
 */
import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { withClient } from "../../src/server/platform/db/engine/provision.ts";
import { ADMIN, received } from "../support/app.ts";
import { freePort } from "../support/parts/ports.ts";
import { Backend } from "../support/backend.ts";
import { runCommand } from "../support/parts/programs.ts";
import { testDatabase, type TestDatabase } from "../support/pg.ts";

const CHECKOUT = join(import.meta.dirname, "../..");
const CALLERS = 4;
/** What takes so long hangs; it measures nothing. Milliseconds. */
const HUNG_MS = 300_000;
const KEY = randomBytes(32).toString("base64");
/** The column that the next version brings is written by its function alone. */
const MIGRATION =
  "-- Orders say which version wrote them.\nalter table payments add column planted text;\ncreate index payments_planted on payments (planted);\n";

let database: TestDatabase;
let folder: string;
let before: Backend;
let next: Backend;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "floatdesk-upgrade-"));
  const copy = join(folder, "next");
  for (const part of ["src", "db", "package.json", "tsconfig.json", "tsconfig.base.json"]) cpSync(join(CHECKOUT, part), join(copy, part), { recursive: true });
  symlinkSync(join(CHECKOUT, "node_modules"), join(copy, "node_modules"));
  cpSync(join(copy, "db/schema"), join(copy, "db/migrations"), { recursive: true, filter: (path) => !path.endsWith(".sql") });
  writeFileSync(join(copy, "db/migrations/0999_planted.sql"), MIGRATION);
  writeFileSync(join(copy, "db/release"), String(Number(readFileSync(join(copy, "db/release"), "utf8")) + 1));
  plant(join(copy, "db/functions/acceptance_write.sql"), "routing, request_hash)", "routing, request_hash, planted)");
  plant(join(copy, "db/functions/acceptance_write.sql"), "decode(order_hashes[n], 'hex')", "decode(order_hashes[n], 'hex'), 'next'");
  database = await testDatabase();
  const env = { DATA_DIR: folder, DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl, SECRET_KEY: KEY };
  before = new Backend(await freePort(), env);
  next = new Backend(await freePort(), env, copy);
  await before.start();
});
afterAll(async () => {
  await Promise.all([before.end("SIGKILL"), next.end("SIGKILL")]);
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function plant(file: string, old: string, fresh: string): void {
  const text = readFileSync(file, "utf8");
  expect(text.split(old)).toHaveLength(2);
  writeFileSync(file, text.replace(old, fresh));
}

async function ask<T>(at: Backend, method: string, path: string, token: string | null, body?: unknown): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${at.port}${path}`, {
    method,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: T }).data;
}

/** Orders that were written since, by who wrote them. */
const writtenBy = (since: string): Promise<Record<string, number>> =>
  withClient(database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ by: string; count: number }>(
      "select coalesce(planted, 'before') as by, count(*)::int as count from payments where merchant_order_id >= $1 group by 1",
      [since],
    );
    return Object.fromEntries(rows.map(({ by, count }) => [by, count]));
  });

it(
  "an upgrade with the version before at work: no call fails, and each works on what the other left",
  async () => {
    const { token } = await ask<{ token: string }>(before, "POST", "/api/signin", null, ADMIN);
    const merchant = await ask<{ app_secret: string }>(before, "POST", "/api/merchants", token, { name: "Under load" });
    const wallet = await ask<{ id: string; version: number }>(before, "POST", "/api/wallets", token, {
      name: "Wallet",
      operator: "bkash",
      wallet_type: "personal",
      api_type: "app",
      account: "01700000001",
    });
    const bound = await ask<{ code: string }>(before, "POST", `/api/wallets/${wallet.id}/bind`, token, { version: wallet.version });
    const phone = await ask<{ token: string }>(before, "POST", "/device/bind", null, { code: bound.code, device: { name: "Phone" } });

    const wrong: string[] = [];
    let servers: readonly Backend[] = [before];
    let count = 0;
    const numberOf = (index: number): string => `order-${String(index).padStart(6, "0")}`;
    const round = async (at: Backend, index: number): Promise<void> => {
      const customer = `017${String(10_000_000 + index)}`;
      const amount = `${100 + (index % 3000)}.00`;
      await ask(at, "POST", "/v1/payments", merchant.app_secret, { merchant_order_id: numberOf(index), amount, operator: "bkash", customer });
      await ask(at, "POST", "/device/sms", phone.token, { sender: "bKash", text: received({ amount, from: customer }) });
      await ask(at, "GET", "/api/payments?size=20", token);
      await ask(at, "GET", "/api/statistics/home", token);
    };
    // As many rounds at once as there are callers, however slow the machine is.
    const underWay = new Map<Backend, number>();
    let calling = true;
    const caller = async (): Promise<void> => {
      while (calling) {
        count += 1;
        const index = count;
        const at = servers[index % servers.length] as Backend;
        underWay.set(at, (underWay.get(at) ?? 0) + 1);
        await round(at, index).catch((error: unknown) => void wrong.push(String(error)));
        underWay.set(at, (underWay.get(at) ?? 1) - 1);
      }
    };
    const callers = Array.from({ length: CALLERS }, caller);
    const untilMore = (orders: number): Promise<void> => {
      const wanted = count + orders;
      return vi.waitFor(() => expect(count).toBeGreaterThan(wanted), { timeout: HUNG_MS, interval: 50 });
    };
    /** As a proxy does that has taken it out. */
    const unused = (server: Backend): Promise<void> => vi.waitFor(() => expect(underWay.get(server)).toBe(0), { timeout: HUNG_MS, interval: 20 });

    try {
      await untilMore(30);
      // The next version brings the schema, beside the one that works.
      await next.start();
      const since = numberOf(count + 1);
      await untilMore(30);
      // Calls of the version before end in the next one's function.
      await vi.waitFor(async () => expect((await writtenBy(since))["next"]).toBeGreaterThan(10), { timeout: HUNG_MS, interval: 200 });
      expect((await writtenBy(since))["before"]).toBeUndefined();
      servers = [before, next];
      await untilMore(30);
      servers = [next];
      await unused(before);
      expect(await before.end("SIGTERM")).toBe(0);
      // As after a fault of the machine: it comes back with the owner, and puts none of its own functions in the place of the later ones.
      await before.start();
      servers = [before, next];
      const again = numberOf(count + 1);
      await untilMore(30);
      servers = [next];
      await unused(before);
      expect(await before.end("SIGTERM")).toBe(0);
      expect(Object.keys(await writtenBy(again))).toEqual(["next"]);
      await untilMore(10);
    } finally {
      calling = false;
      await Promise.all(callers);
    }
    expect(wrong).toEqual([]);
    expect(await next.end("SIGTERM")).toBe(0);
    const { completed, all } = await withClient(database.ownerUrl, async (client) => {
      const { rows } = await client.query<{ completed: number; all: number }>(
        "select count(*) filter (where status = 'completed')::int as completed, count(*)::int as all from payments",
      );
      return rows[0] ?? { completed: 0, all: 0 };
    });
    expect([all, completed]).toEqual([count, count]);
    const proof = await runCommand("prove", { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl, SECRET_KEY: KEY });
    expect(proof.stdout).toContain('"ok": true');
  },
  4 * HUNG_MS,
);
