/**
 * The day of a simulated platform, closed. A day can be closed once it has ended, so the whole day is played yesterday:
 * the database's clock, and with it the product's, stands a day behind (`shifted-clock.ts`), and so does the clock of the
 * simulated operators, phones and merchants. Then the product stops, the clock becomes the real one, the product starts
 * again, and finance closes every wallet's day with the balance that stands at the operator.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Reconciliation, ReconciliationDay, ReconciliationRow } from "../../src/contract/reconciliation.schema.ts";
import { addDays, businessDay, businessDayStart } from "../../src/contract/time.ts";
import { startProduct, type Product } from "../../src/server/app.ts";
import { writeDemoFile } from "../../src/server/demo.ts";
import { readEnv } from "../../src/server/platform/env.ts";
import { checkIntegrity } from "../../src/server/core/ledger/integrity.ts";
import { ensureFirstAdmin } from "../../src/server/features/users/first-admin.ts";
import type { Outcome } from "../../simulator/books.ts";
import { DAY_KEYS, type DaySums } from "../../simulator/day-tally.ts";
import { sumsOfDay } from "../../simulator/day-books.ts";
import { WALLETS } from "../../simulator/fleet.ts";
import { minorOf, plain } from "../../simulator/money.ts";
import { run } from "../../simulator/run.ts";
import { ADMIN } from "../support/app.ts";
import { FULL } from "../support/attack.ts";
import { testDatabase, type TestDatabase } from "../support/pg.ts";
import { shiftClock } from "../support/shifted-clock.ts";

const ORDERS = FULL ? 5_000 : 60;
/** Yesterday at noon: far from both of its ends, however long the run takes. */
const TODAY = businessDay(Date.now());
const DAY = addDays(TODAY, -1);
const BEHIND_MS = Math.ceil((Date.now() - businessDayStart(DAY)) / 1000) * 1000 - 12 * 3_600_000;
/** The first money of a wallet: somebody tries its phone, and nobody ordered it. Minor units. */
const TRIED = 10_00n;

let database: TestDatabase;
let product: Product;
let dataDir: string;
let outcome: Outcome | null = null;

async function start(): Promise<string> {
  product = await startProduct({
    env: readEnv({ LIST_BUDGET_MS: "10000", LOG_LEVEL: "silent", WEBHOOK_ALLOW_PRIVATE: "1", ADMIN_ACCOUNT: ADMIN.account, ADMIN_PASSWORD: ADMIN.password }),
    appUrl: database.appUrl,
    secretKey: Buffer.alloc(32, 5),
    log: pino({ level: process.env["TEST_LOG"] ?? "silent" }),
    poolMax: 12,
  });
  return product.http.listen({ port: 0, host: "127.0.0.1" });
}

beforeAll(async () => {
  database = await testDatabase();
  await shiftClock(database.ownerUrl, -BEHIND_MS / 1000);
  dataDir = mkdtempSync(join(tmpdir(), "floatdesk-day-"));
});
afterAll(async () => {
  await product.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Called<T> {
  readonly status: number;
  readonly data: T;
  readonly code: string | undefined;
}
let token = "";
async function call<T>(method: "GET" | "POST", url: string, payload?: object): Promise<Called<T>> {
  const answer = await product.http.inject({
    method,
    url,
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    ...(payload ? { payload } : {}),
  });
  const body = answer.json() as { data?: T; error?: { code: string } };
  return { status: answer.statusCode, data: body.data as T, code: body.error?.code };
}

async function signInAsFinance(): Promise<void> {
  const { accounts } = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as { accounts: { account: string; password: string }[] };
  const found = accounts.find(({ account }) => account === "finance");
  token = "";
  token = (await call<{ token: string }>("POST", "/api/signin", { account: "finance", password: found?.password })).data.token;
}

const wallets = (): Outcome["wallets"] => outcome?.wallets ?? [];
const planOf = (key: string): (typeof WALLETS)[number] => WALLETS.find((wallet) => wallet.key === key) as (typeof WALLETS)[number];
const reads = (id: string): Promise<Called<ReconciliationDay>> => call("GET", `/api/reconciliation/${id}/${DAY}`);
const closes = (id: string, body: object): Promise<Called<ReconciliationRow>> => call("POST", `/api/reconciliation/${id}/${DAY}/close`, body);

/** What a wallet's whole day must show: the run, and the money that tried its phone. */
function wholeDay({ key, sums }: Outcome["wallets"][number]): DaySums {
  const tried = planOf(key).rail === "app" ? TRIED : 0n;
  const once = tried > 0n ? 1n : 0n;
  return {
    ...sums,
    reportedIn: sums.reportedIn + tried,
    reportedInCount: sums.reportedInCount + once,
    onlyMessage: sums.onlyMessage + once,
    onlyMessageSum: sums.onlyMessageSum + tried,
  };
}
const shown = (sums: DaySums): Record<string, string> => Object.fromEntries(DAY_KEYS.map((key) => [key, sums[key].toString()]));

describe(`a day of ${ORDERS} payments and ${Math.floor(ORDERS / 4)} payouts`, () => {
  it(
    "is played yesterday and agrees",
    async () => {
      const base = await start();
      await ensureFirstAdmin(product.app);
      expect(businessDay(product.app.now())).toBe(DAY);
      await writeDemoFile(product.app, dataDir, base, { account: ADMIN.account, password: ADMIN.password });
      const lines: string[] = [];
      const code = await run({
        flags: { seed: "7", orders: ORDERS, speed: FULL ? 10 : 20, exit: true, days: 0, help: false },
        base,
        dataDir,
        addresses: [base],
        print: (line) => lines.push(line),
        signal: new AbortController().signal,
        now: () => Date.now() - BEHIND_MS,
        ended: (found) => {
          outcome = found;
        },
      });
      expect([lines.filter((line) => line.startsWith("!") || line.endsWith("  !")), lines.at(-1), code]).toEqual([[], "agree", 0]);
      expect(wallets()).toHaveLength(WALLETS.length);
    },
    FULL ? 1_200_000 : 600_000,
  );

  it("cannot be closed while it lasts", async () => {
    await signInAsFinance();
    const [first] = wallets();
    const answer = await closes(first?.id ?? "", { real_balance: plain(first?.real ?? 0n) });
    expect([answer.status, answer.code]).toEqual([409, "day_not_ended"]);
  });

  it("has the differences that the simulator made and no other, once the next day has begun", async () => {
    await product.stop();
    await shiftClock(database.ownerUrl, 0);
    await start();
    expect(businessDay(product.app.now())).toBe(TODAY);
    await signInAsFinance();
    let differing = 0n;
    for (const wallet of wallets()) {
      const { data } = await reads(wallet.id);
      expect({ wallet: wallet.key, ...shown(sumsOfDay(data)) }).toEqual({ wallet: wallet.key, ...shown(wholeDay(wallet)) });
      const group = (name: string): number => data.groups.find((one) => one.group === name)?.count ?? -1;
      expect([wallet.key, group("only_statement"), group("not_on_statement")]).toEqual([wallet.key, 0, 0]);
      differing += wholeDay(wallet).onlyMessage + wholeDay(wallet).onlyOrder;
    }
    // A day without faults would prove nothing.
    expect(differing).toBeGreaterThan(BigInt(WALLETS.length));
  });

  it("ends every wallet at the operator's own balance", async () => {
    const differences = async ({ id, key, real }: Outcome["wallets"][number]): Promise<string[]> => [
      key,
      plain(real - minorOf((await reads(id)).data.day.estimated_balance)),
    ];
    expect(await Promise.all(wallets().map(differences))).toEqual(wallets().map(({ key }) => [key, "0.00"]));
  });

  it("is closed on every wallet with the operator's balance; what differs needs a reason", async () => {
    for (const wallet of wallets()) {
      const { day } = (await reads(wallet.id)).data;
      const body = { version: day.version, estimated_balance: day.estimated_balance, real_balance: plain(wallet.real) };
      expect((await closes(wallet.id, { ...body, real_balance: plain(wallet.real + 1n) })).code).toBe("validation_failed");
      const closed = await closes(wallet.id, body);
      expect([wallet.key, closed.status, closed.data.closed, closed.data.real_balance]).toEqual([wallet.key, 200, true, plain(wallet.real)]);
      expect((await closes(wallet.id, { ...body, version: closed.data.version })).code).toBe("wrong_state");
    }
  });

  it("foots: opening and flows give the closing balance, and the next day opens there", async () => {
    const { items } = (await call<Reconciliation>("GET", `/api/reconciliation?from=${DAY}&to=${TODAY}`)).data;
    for (const wallet of wallets()) {
      const { day, flows } = (await reads(wallet.id)).data;
      const moved = flows.reduce((sum, flow) => sum + minorOf(flow.credit) - minorOf(flow.debit), 0n);
      expect([wallet.key, day.closed, plain(minorOf(day.opening_balance) + moved)]).toEqual([wallet.key, true, day.estimated_balance]);
      const next = items.find((row) => row.wallet_id === wallet.id && row.date === TODAY);
      expect([wallet.key, next?.opening_balance, next?.estimated_balance, next?.late]).toEqual([
        wallet.key,
        day.estimated_balance,
        day.estimated_balance,
        "0.00",
      ]);
      expect({ wallet: wallet.key, ...shown(sumsOfDay((await reads(wallet.id)).data)) }).toEqual({ wallet: wallet.key, ...shown(wholeDay(wallet)) });
    }
    expect((await checkIntegrity(product.app)).findings).toEqual([]);
  });
});
