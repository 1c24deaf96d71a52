/** A demo's history: a week that is made on a database of its own must hold to every rule that a week of real orders holds to. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, businessDay, businessDayStart } from "../../src/contract/time.ts";
import { LIST_NAMES, type ListName } from "../../src/contract/lists.ts";
import type { EndpointKey, Endpoints } from "../../src/contract/endpoints.ts";
import type { Profile } from "../../src/contract/session.schema.ts";
import { dumpSchema } from "../../src/server/platform/db/schema.ts";
import { makeHistory, type History } from "../../simulator/history/history.ts";
import { WALLETS } from "../../simulator/fleet.ts";
import { ADMIN, TestProduct } from "../support/app.ts";
import { TEST_KEY } from "../support/key.ts";
import { until } from "../support/parts/until.ts";
import { testDatabase, type TestDatabase } from "../support/pg.ts";

/** Yesterday in the afternoon: its last day is cut short, as today is. */
const TODAY = addDays(businessDay(Date.now()), -1);
const END_MS = businessDayStart(TODAY) + 16 * 3_600_000;
const DAYS = 7;
/** On a busy machine a week takes ten times as long as on a quiet one: what makes none for so long hangs. Milliseconds. */
const HUNG_MS = 1_800_000;

/** Where each list is read. */
const LISTS: Readonly<Record<ListName, string>> = {
  payments: "/api/payments",
  disburses: "/api/disburses",
  batches: "/api/disburses/batches",
  sms: "/api/sms",
  wallets: "/api/wallets",
  merchants: "/api/merchants",
  deliveries: "/api/deliveries",
  transfers: "/api/transfers",
  withdrawal: "/api/withdrawal",
  journals: "/api/journals",
  manual: "/api/manual",
  approvals: "/api/approvals",
  users: "/api/users",
  audit: "/api/audit",
  bulk: "/api/bulk",
};

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
}, HUNG_MS);
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

  // Before the product starts on it: by the clock of the test's own day, a request may have lapsed and what was put off be back.
  it("leaves to people what others have taken up, put off, asked for and told", async () => {
    expect(
      await one(`select
        (select count(*) from approvals where status = 'waiting') as asked,
        (select count(*) from bulk_jobs where status = 'done' and act = 'sms.ignore') as together,
        (select count(*) from disburse_batches where status = 'done') as files,
        (select count(*) from alerts where status = 'claimed') as claimed,
        (select count(*) from alerts where status = 'muted') as muted,
        (select count(*) from alert_mentions m join users u on u.id = m.user_id where u.account = 'finance') as told,
        (select count(*) from shared_links) as links`),
    ).toEqual({ asked: "2", together: "1", files: "1", claimed: "1", muted: "1", told: "1", links: "1" });
  });
});

describe("the product on a week of history", () => {
  let product: TestProduct;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    product = await TestProduct.start({}, made.database);
    const { accounts } = JSON.parse(readFileSync(join(made.folder, "demo.json"), "utf8")) as { accounts: { account: string; password: string }[] };
    for (const { account, password } of accounts)
      tokens.set(account, (await product.call<Profile>("POST", "/api/signin", null, { account, password })).data.token);
  });
  afterAll(() => product.product.stop());

  const get = async <K extends EndpointKey>(account: string, path: string): Promise<Endpoints[K]["data"]> =>
    (await product.call<Endpoints[K]["data"]>("GET", path, tokens.get(account) ?? null)).data;

  it("goes on by its own clock, proves the books, and lets the demo's people in", async () => {
    expect(await product.findings()).toEqual([]);
    expect([...tokens.keys()]).toEqual(["admin", "operator", "finance", "finance2", "auditor", "lotus", "padma", "tiger", "night"]);
    expect([...tokens.values()].filter((token) => !token)).toEqual([]);
  });

  it("has wordings that no rule reads, and a rule in the shadow that would read one of them", async () => {
    const { items: shapes } = await get<"GET /api/sms/shapes">("admin", "/api/sms/shapes");
    expect([shapes.length >= 4, shapes[0]?.operator, shapes[0]?.proposal?.startsWith("Money in: {amount} from {msisdn}")]).toEqual([true, "bkash", true]);
    const { items: rules } = await get<"GET /api/sms/rules">("admin", "/api/sms/rules");
    expect(rules.map(({ status, shadow }) => [status, (shadow?.unread ?? 0) > 0, shadow?.noise, shadow?.differs])).toEqual([["shadow", true, 0, 0]]);
  });

  it("has a page of downloads for staff, finance and a merchant: files of a schedule, and one by hand", async () => {
    for (const account of ["admin", "finance", "tiger"]) {
      let page = await get<"GET /api/exports">(account, "/api/exports");
      // What is due by the clock of the test's own day is being made.
      await until(async () => {
        page = await get<"GET /api/exports">(account, "/api/exports");
        return page.files.every(({ status }) => status !== "waiting" && status !== "running");
      });
      const { files, schedules } = page;
      const lines = files.map(({ status, by_hand: byHand, rows: count }) => ({ status, byHand, isFull: (count ?? 0) > 0 }));
      expect([account, schedules.map(({ frequency, status }) => [frequency, status])]).toEqual([account, [["daily", "active"]]]);
      expect([account, lines.filter(({ status, isFull }) => status !== "ready" || !isFull)]).toEqual([account, []]);
      expect([account, lines.filter(({ byHand }) => !byHand).length >= 3, lines.filter(({ byHand }) => byHand).length]).toEqual([account, true, 1]);
    }
  });

  it("has rows in every list, and in a merchant's", async () => {
    const empty = async (account: string, lists: readonly ListName[]): Promise<string[]> => {
      const found: string[] = [];
      for (const list of lists) if ((await get<"GET /api/payments">(account, LISTS[list])).items.length === 0) found.push(list);
      return found;
    };
    expect(await empty("admin", LIST_NAMES)).toEqual([]);
    expect(await empty("tiger", ["payments", "disburses", "batches", "deliveries", "withdrawal", "journals", "users", "audit"])).toEqual([]);
  });

  it("holds what people keep and share", async () => {
    const counts = {
      views: (await get<"GET /api/views">("auditor", "/api/views")).items.length,
      own: (await get<"GET /api/views">("tiger", "/api/views")).items.length,
      templates: (await get<"GET /api/wallet-templates">("admin", "/api/wallet-templates")).items.map(({ wallets, differing }) => [wallets, differing]),
      roles: (await get<"GET /api/roles">("admin", "/api/roles")).items.map(({ people }) => people),
      changes: (await get<"GET /api/config/schedules">("admin", "/api/config/schedules")).items.map(({ status }) => status),
    };
    expect(counts).toEqual({ views: 4, own: 1, templates: [[2, 0]], roles: [1], changes: ["waiting"] });
  });
});

describe("the same seed", () => {
  const ORDERS = `select merchant_order_id, status, amount, received_amount, customer, trx_id, (extract(epoch from time_of_id(p.id)) * 1000)::bigint as at, w.account
    from payments p join wallets w on w.id = p.wallet_id order by p.id`;
  const PAYOUTS = `select d.merchant_order_id, d.status, d.amount, d.customer, d.trx_id, w.account from disburses d left join wallets w on w.id = d.wallet_id order by d.id`;

  it(
    "gives the same history twice",
    async () => {
      const look = async (): Promise<Record<"orders" | "payouts", object[]>> => {
        const { database } = await make(1, "a");
        return { orders: await rowsOf(database, ORDERS), payouts: await rowsOf(database, PAYOUTS) };
      };
      const first = await look();
      // How many there are depends on the day of the week that yesterday was.
      expect([first.orders.length > 100, first.payouts.length > 0]).toEqual([true, true]);
      expect(await look()).toEqual(first);
    },
    HUNG_MS,
  );
});
