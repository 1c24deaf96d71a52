/** What the ledger's functions count for themselves: running sums and business days. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import { IdMinter } from "../../platform/db/ids.ts";
import { Db, sqlState, toJson } from "../../platform/db/pool.ts";

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = new Db({ url: database.appUrl, max: 2 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const openedFor = async (kind: string, owner: bigint): Promise<bigint> =>
  (await db.one<{ id: bigint }>("select account_open($1, $2, case $1 when 'wallet' then '*' else '' end) as id", [kind, owner]))?.id as bigint;
const opened = (kind: string): Promise<bigint> => openedFor(kind, 1n);
const ids = new IdMinter(Date.now, 1);

/** Posts lines as they come, each a transaction of its own with its counterpart. */
async function post(account: bigint, against: bigint, changes: readonly bigint[]): Promise<void> {
  const legs = changes.flatMap((change) => {
    const txn = ids.next();
    const line = { txn_id: txn, kind: "opening", ref_type: "manual", ref_id: 1, merchant_id: null, note: null };
    return [
      { ...line, entry_id: ids.next(), account_id: account, change: change },
      { ...line, entry_id: ids.next(), account_id: against, change: -change },
    ];
  });
  await db.run("select ledger_post($1)", [toJson(legs)]);
}
const linesOf = (account: bigint): Promise<{ seq: bigint; before: bigint; after: bigint }[]> =>
  db.rows("select seq, before_balance as before, after_balance as after from entries where account_id = $1 order by seq", [account]);

it("several lines on one account in one call follow one another, and so does the next call", async () => {
  const [wallet, against] = [await opened("wallet"), await opened("adjustments")];
  await post(wallet, against, [500n, -200n, 70n]);
  await post(wallet, against, [1n]);
  expect(await linesOf(wallet)).toEqual([
    { seq: 1n, before: 0n, after: 500n },
    { seq: 2n, before: 500n, after: 300n },
    { seq: 3n, before: 300n, after: 370n },
    { seq: 4n, before: 370n, after: 371n },
  ]);
});

it("a running sum that no bigint holds is refused and leaves nothing behind", async () => {
  const [wallet, against] = [await opened("wallet"), await opened("adjustments")];
  const before = [await linesOf(wallet), await linesOf(against)];
  const most = 9_223_372_036_854_775_807n;
  // The sums of both sides come back to zero; on the way they would not fit.
  const failed = await post(wallet, against, [most, most, -most, -most]).catch(sqlState);
  expect(failed).toBe("22003");
  expect([await linesOf(wallet), await linesOf(against)]).toEqual(before);
});

it("calls that name the same accounts in opposite orders wait for one another and never lock each other out", async () => {
  const accounts = await Promise.all(Array.from({ length: 24 }, (_unused, index) => openedFor("wallet", BigInt(index + 100))));
  const against = await opened("adjustments");
  const rounds = 60;
  const callers = [accounts, [...accounts].reverse()].map(async (order) => {
    for (let round = 0; round < rounds; round += 1) {
      const legs = order.flatMap((account) => {
        const line = { txn_id: ids.next(), kind: "opening", ref_type: "manual", ref_id: 1, merchant_id: null, note: null };
        return [
          { ...line, entry_id: ids.next(), account_id: account, change: 3n },
          { ...line, entry_id: ids.next(), account_id: against, change: -3n },
        ];
      });
      await db.run("select ledger_post($1)", [toJson(legs)]);
    }
  });
  await Promise.all(callers);
  for (const account of accounts) {
    const lines = await linesOf(account);
    expect(lines).toHaveLength(2 * rounds);
    expect(lines.at(-1)?.after).toBe(6n * BigInt(rounds));
    expect(lines.every((line, index) => line.seq === BigInt(index + 1) && line.before === (lines[index - 1]?.after ?? 0n))).toBe(true);
  }
});

it("a call that waits for its first account in id order has locked none behind it", async () => {
  const accounts = await Promise.all(Array.from({ length: 24 }, (_unused, index) => openedFor("wallet", BigInt(index + 500))));
  const against = await opened("adjustments");
  const lowest = accounts.reduce((least, id) => (id < least ? id : least));
  const line = { txn_id: ids.next(), kind: "opening", ref_type: "manual", ref_id: 1, merchant_id: null, note: null };
  const legs = [...accounts].reverse().map((account) => ({ ...line, entry_id: ids.next(), account_id: account, change: 3n }));
  const holder = new Db({ url: database.ownerUrl, max: 3 });
  let posted: Promise<unknown> = Promise.resolve();
  try {
    await holder.tx(async (tx) => {
      await tx.run("select 1 from accounts where id = $1 for update", [lowest]);
      posted = db.run("select ledger_post($1)", [toJson([...legs, { ...line, entry_id: ids.next(), account_id: against, change: -72n }])]);
      // Whoever waits for this transaction.
      const waiting =
        "select 1 from pg_locks w join pg_locks h on h.transactionid = w.transactionid and h.granted where not w.granted and h.pid = pg_backend_pid()";
      await expect.poll(async () => (await tx.rows(waiting)).length).toBe(1);
      const others = accounts.filter((id) => id !== lowest);
      expect(await holder.rows("select id from accounts where id = any ($1) for update skip locked", [others])).toHaveLength(others.length);
    });
    await posted;
  } finally {
    await holder.close();
  }
  expect(await linesOf(lowest)).toHaveLength(1);
});

it("a line on an account that does not exist is refused", async () => {
  const against = await opened("adjustments");
  const before = await linesOf(against);
  expect(await post(999_999_999n, against, [5n]).catch(sqlState)).toBe("FD001");
  expect(await post(999_999_999n, 999_999_998n, [5n]).catch(sqlState)).toBe("FD007");
  expect(await linesOf(against)).toEqual(before);
});

it("the business day of an id is Shanghai's, at the borders of every day until 2100", async () => {
  const row = await db.one<{ days: bigint; different: bigint }>(
    `select count(*) as days, count(*) filter (where business_day(id) is distinct from (time_of_id(id) at time zone 'Asia/Shanghai')::date) as different
     from generate_series(0, 29220) day cross join lateral (values (0), (57599999), (57600000), (86399999)) ms (of_day) cross join lateral (values (0), (4095)) low (bits)
     cross join lateral (select ((day * 86400000::bigint + of_day) << 12) + bits as id) x`,
  );
  expect(row).toEqual({ days: 29_221n * 8n, different: 0n });
});

it("a merchant that is level again may not go below zero any more; others stay as they are, and only those that changed are counted", async () => {
  const [level, below, plain] = [await openedFor("merchant", 31n), await openedFor("merchant", 32n), await openedFor("merchant", 33n)];
  const wallet = await openedFor("wallet", 34n);
  for (const account of [level, below, wallet]) await db.run("select account_allow_negative($1)", [account]);
  await post(below, plain, [-5n]);
  const look = (): Promise<unknown> =>
    db.rows("select may_go_negative as may from accounts where id = any ($1) order by array_position($1, id)", [[level, below, plain, wallet]]);
  const levelled = async (): Promise<unknown> => (await db.one<{ count: number }>("select accounts_level() as count"))?.count;
  const before = await look();
  expect(before).toMatchObject([{ may: true }, { may: true }, { may: false }, {}]);
  expect(await levelled()).toBe(1);
  expect(await look()).toEqual([{ may: false }, ...(before as unknown[]).slice(1)]);
  expect(await levelled()).toBe(0);
});
