/** No entry comes into a day that is sealed or about to be, however late its call, and all entries of a call stand in one day. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays, businessDay, businessDayStart } from "../../src/contract/time.ts";
import { idAt, idTime } from "../../src/server/platform/db/ids.ts";
import { Db, toJson } from "../../src/server/platform/db/pool.ts";
import { until } from "../support/parts/until.ts";
import { testDatabase, type TestDatabase } from "../support/pg.ts";

let database: TestDatabase;
let app: Db;
let owner: Db;
beforeAll(async () => {
  database = await testDatabase();
  app = new Db({ url: database.appUrl, max: 6 });
  owner = new Db({ url: database.ownerUrl, max: 2 });
});
afterAll(async () => {
  await app.close();
  await owner.close();
  await database.drop();
});

const today = businessDay(Date.now());
/** The first id of the business day so many days from today. */
const dayStart = (count: number): bigint => idAt(businessDayStart(addDays(today, count)));
const dayOf = (id: bigint): string => businessDay(idTime(id));
let serial = 0n;
async function opened(): Promise<bigint> {
  serial += 1n;
  return (await app.one<{ id: bigint }>("select account_open('wallet', $1, '*') as id", [serial]))?.id as bigint;
}
/** One unit from one account to another, with these ids of entries. */
const legs = (from: bigint, to: bigint, ids: readonly [bigint, bigint]) =>
  toJson(
    [to, from].map((account, index) => ({
      txn_id: ids[0] - 1n,
      entry_id: ids[index],
      account_id: account,
      change: index === 0 ? 1n : -1n,
      kind: "opening",
      ref_type: "manual",
      ref_id: 1,
      merchant_id: null,
      note: null,
    })),
  );
const post = (text: string): Promise<number> => app.run("select ledger_post($1)", [text]);
const idsOf = async (account: bigint): Promise<bigint[]> =>
  (await app.rows<{ id: bigint }>("select id from entries where account_id = $1 order by seq", [account])).map(({ id }) => id);
const ready = async (day: string): Promise<boolean> => (await app.one<{ ready: boolean }>("select day_seal_ready($1) as ready", [day]))?.ready === true;

it("a call whose ids were minted on both sides of midnight stands behind it", async () => {
  const [from, to] = [await opened(), await opened()];
  await post(legs(from, to, [dayStart(0) - 1n, dayStart(0) + 64n]));
  expect([...(await idsOf(from)), ...(await idsOf(to))].map(dayOf)).toEqual([today, today]);
});

it("a call that was overtaken past midnight on one account goes there as a whole", async () => {
  const [from, to, other] = [await opened(), await opened(), await opened()];
  await post(legs(to, other, [dayStart(0) + 128n, dayStart(0) + 129n]));
  await post(legs(from, to, [dayStart(0) - 4096n, dayStart(0) - 4095n]));
  expect((await idsOf(from)).map(dayOf)).toEqual([today]);
  expect((await idsOf(to)).map(dayOf)).toEqual([today, today]);
  const rows = await app.rows<{ balance: bigint; seq: bigint; last: bigint }>(
    "select a.balance, a.seq, (select max(e.id) from entries e where e.account_id = a.id) = a.last_entry_id as last from accounts a where a.id = any ($1) order by a.id",
    [[from, to, other]],
  );
  expect(rows).toEqual([
    { balance: -1n, seq: 1n, last: true },
    { balance: 0n, seq: 2n, last: true },
    { balance: 1n, seq: 1n, last: true },
  ]);
});

it("a day is ready only when every call that began before it was closed has ended; later ones go into the next day", async () => {
  const yesterday = addDays(today, -1);
  const [from, to] = [await opened(), await opened()];
  let commit: () => void = () => undefined;
  const held = new Promise<void>((go) => (commit = go));
  let written: () => void = () => undefined;
  const hasWritten = new Promise<void>((go) => (written = go));
  const slow = app.tx(async (tx) => {
    await tx.run("select ledger_post($1)", [legs(from, to, [dayStart(0) - 8192n, dayStart(0) - 8191n])]);
    written();
    await held;
  });
  await hasWritten;
  for (let look = 0; look < 5; look += 1) expect(await ready(yesterday)).toBe(false);
  // Minted yesterday, comes now: not into yesterday.
  const [late, later] = [await opened(), await opened()];
  await post(legs(late, later, [dayStart(0) - 100n, dayStart(0) - 99n]));
  expect([...(await idsOf(late)), ...(await idsOf(later))].map(dayOf)).toEqual([today, today]);
  expect(await ready(yesterday)).toBe(false);
  commit();
  await slow;
  await until(() => ready(yesterday));
  expect((await idsOf(from)).map(dayOf)).toEqual([yesterday]);
});

it("both steps within one transaction do not count: somebody may not see the first one yet", async () => {
  const day = addDays(today, -1);
  await owner.run("update ledger_horizon set before_id = 0, waits_for = null");
  const told = await app.tx(async (tx) => {
    const said: unknown[] = [];
    for (let look = 0; look < 3; look += 1) said.push((await tx.one<{ ready: boolean }>("select day_seal_ready($1) as ready", [day]))?.ready);
    return said;
  });
  expect(told).toEqual([false, false, false]);
  expect((await owner.one<{ waits_for: unknown }>("select waits_for from ledger_horizon"))?.waits_for).toBeNull();
});

it("a transaction number of another server is taken anew", async () => {
  await owner.run("update ledger_horizon set waits_for = '9000000000000000000'");
  await until(() => ready(addDays(today, -1)));
});

it("a day that has not ended is refused, and entries at a snapshot of the whole transaction", async () => {
  await expect(ready(today)).rejects.toThrow("the day has not ended");
  const [from, to] = [await opened(), await opened()];
  await expect(
    app.tx(async (tx) => {
      await tx.run("set transaction isolation level repeatable read");
      await tx.run("select ledger_post($1)", [legs(from, to, [dayStart(0) + 512n, dayStart(0) + 513n])]);
    }),
  ).rejects.toMatchObject({ code: "25001" });
});
