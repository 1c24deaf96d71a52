/** A demo's history: a week that is made on a database of its own must hold to every rule that a week of real orders holds to. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, businessDay, businessDayStart } from "../../src/contract/time.ts";
import { dumpSchema } from "../../src/server/platform/db/schema.ts";
import { makeHistory, type History } from "../../simulator/history/history.ts";
import { WALLETS } from "../../simulator/fleet.ts";
import { ADMIN, TestProduct } from "../support/app.ts";
import { TEST_KEY } from "../support/key.ts";
import { testDatabase, type TestDatabase } from "../support/pg.ts";

/** Yesterday in the afternoon: its last day is cut short, as today is. */
const TODAY = addDays(businessDay(Date.now()), -1);
const END_MS = businessDayStart(TODAY) + 16 * 3_600_000;
const DAYS = 7;

const folders: string[] = [];
const databases: TestDatabase[] = [];

async function make(days: number, seed: string): Promise<{ database: TestDatabase; history: History; folder: string; schemas: [string, string] }> {
  const database = await testDatabase();
  databases.push(database);
  const folder = mkdtempSync(join(tmpdir(), "floatdesk-history-"));
  folders.push(folder);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  // The partitions of the month before are the history's own.
  await owner.query("select make_partitions_between($1::date, now()::date)", [new Date(END_MS - (days + 2) * 86_400_000).toISOString()]);
  const before = await dumpSchema(owner, "floatdesk_app");
  const history = await makeHistory({
    ...database,
    secretKey: TEST_KEY,
    dataDir: folder,
    env: { ADMIN_ACCOUNT: ADMIN.account, ADMIN_PASSWORD: ADMIN.password },
    seed,
    days,
    endMs: END_MS,
    print: () => undefined,
  });
  const after = await dumpSchema(owner, "floatdesk_app");
  await owner.end();
  return { database, history, folder, schemas: [before, after] };
}

async function rowsOf<R extends object>(database: TestDatabase, text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}

let made: Awaited<ReturnType<typeof make>>;
beforeAll(async () => {
  made = await make(DAYS, "7");
});
afterAll(async () => {
  for (const database of databases) await database.drop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const rows = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> => rowsOf<R>(made.database, text, values);
const one = async (text: string, values: unknown[] = []): Promise<Record<string, string>> => (await rows<Record<string, string>>(text, values))[0] ?? {};

describe("a week of history", () => {
  it("leads the database back to its own time: the schema is as it was", () => {
    expect(made.schemas[1]).toBe(made.schemas[0]);
  });

  it("is of a size that one believes, and holds what goes wrong and its end", async () => {
    const { orders, payouts, messages } = made.history.counts;
    expect([orders > 1_000, orders < 3_000, payouts > 40, messages > orders * 0.8]).toEqual([true, true, true, true]);
    const counts = await one(`select
      (select count(*) from switches where opened_at is not null) as reopened,
      (select count(*) from wallet_discrepancies where closed_at is not null) as repaired,
      (select count(*) from wallet_discrepancies where closed_at is null) as broken,
      (select count(*) from sms where match_status = 'ignored') as forged,
      (select count(*) from alerts where kind = 'payment_reversed' and status = 'resolved') as reversed,
      (select count(*) from disburses where attempt_count > 1 and status = 'completed') as again,
      (select count(*) from withdrawals where status = 'paid') as paid,
      (select count(*) from transfers where status = 'completed') as moved,
      (select count(*) from day_closes where reason like '%charged%') as explained,
      (select count(*) from alerts where status = 'open') as open`);
    expect(Object.entries(counts).filter(([name, count]) => name !== "broken" && Number(count) === 0)).toEqual([]);
    expect(counts["broken"]).toBe("0");
  });

  it("follows the operators: after each message the wallet's account is what the message printed", async () => {
    const wrong = await rows(`select s.id, s.balance, e.after_balance from sms s
      join accounts a on a.kind = 'wallet' and a.owner_id = s.wallet_id
      join lateral (select after_balance from entries e where e.account_id = a.id and e.txn_id = s.booked_txn order by e.seq desc limit 1) e on true
      where s.balance is not null and s.continuity = 'fits' and e.after_balance <> s.balance`);
    expect(wrong).toEqual([]);
    const books = await rows<{ account: string; balance: string }>(
      "select w.account, a.balance from wallets w join accounts a on a.kind = 'wallet' and a.owner_id = w.id order by w.account",
    );
    const real = WALLETS.map(({ key, account }) => ({ account, balance: String(made.history.balances.get(key)) }));
    expect(books).toEqual(real.toSorted((left, right) => (left.account < right.account ? -1 : 1)));
  });

  it("adds up to what its rows add up to, hour by hour", async () => {
    const wrong = await rows(`with counted as (
        select hour, merchant_id, operator, sum(a)::bigint as a, sum(b)::bigint as b, sum(c)::bigint as c, sum(d)::bigint as d from (
          select date_trunc('hour', time_of_id(id)) as hour, merchant_id, operator, count(*) as a, sum(amount) as b, 0 as c, 0 as d from payments group by 1, 2, 3
          union all select date_trunc('hour', paid_at), merchant_id, operator, 0, 0, count(*), sum(received_amount) from payments where status = 'completed' group by 1, 2, 3) x group by 1, 2, 3),
      kept as (select hour, merchant_id, operator, created_count as a, created_amount as b, completed_count as c, completed_amount as d from stats_hourly where created_count + completed_count > 0)
      select * from counted full join kept using (hour, merchant_id, operator) where counted.a is distinct from kept.a or counted.b is distinct from kept.b or counted.c is distinct from kept.c or counted.d is distinct from kept.d`);
    expect(wrong).toEqual([]);
  });

  it("is closed up to the day before yesterday; yesterday is left to close", async () => {
    const closes = await rows<{ day: string; count: string }>("select day::text, count(*) from day_closes where reopened_at is null group by day order by day");
    const yesterday = addDays(TODAY, -1);
    expect(closes).toEqual(Array.from({ length: DAYS - 1 }, (_unused, at) => ({ day: addDays(yesterday, at - (DAYS - 1)), count: String(WALLETS.length) })));
  });

  it("goes on: the product starts on it by its own clock, proves the books, and the demo's people sign in", async () => {
    const product = await TestProduct.start({}, made.database);
    try {
      expect(await product.findings()).toEqual([]);
      const { accounts } = JSON.parse(readFileSync(join(made.folder, "demo.json"), "utf8")) as { accounts: { account: string; password: string }[] };
      expect(accounts.map(({ account }) => account)).toEqual(["admin", "operator", "finance", "finance2", "auditor", "lotus", "padma", "tiger"]);
      for (const { account, password } of accounts)
        expect([account, (await product.call("POST", "/api/signin", null, { account, password })).status]).toEqual([account, 200]);
    } finally {
      await product.product.stop();
    }
  });
});

describe("the same seed", () => {
  const ORDERS = `select merchant_order_id, status, amount, received_amount, customer, trx_id, (extract(epoch from time_of_id(p.id)) * 1000)::bigint as at, w.account
    from payments p join wallets w on w.id = p.wallet_id order by p.id`;
  const PAYOUTS = `select d.merchant_order_id, d.status, d.amount, d.customer, d.trx_id, w.account from disburses d left join wallets w on w.id = d.wallet_id order by d.id`;

  it("gives the same history twice", async () => {
    const look = async (): Promise<Record<"orders" | "payouts", object[]>> => {
      const { database } = await make(1, "a");
      return { orders: await rowsOf(database, ORDERS), payouts: await rowsOf(database, PAYOUTS) };
    };
    const first = await look();
    // How many there are depends on the day of the week that yesterday was.
    expect([first.orders.length > 100, first.payouts.length > 0]).toEqual([true, true]);
    expect(await look()).toEqual(first);
  });
});
