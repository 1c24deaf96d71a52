/** Accounts are found beside a transaction that goes on only when they are. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import { Db } from "../../platform/db/pool.ts";
import { Accounts } from "./accounts.ts";

let database: TestDatabase;
let db: Db;
let owner: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = new Db({ url: database.appUrl, max: 2 });
  owner = new Db({ url: database.ownerUrl, max: 2 });
});
afterAll(async () => {
  await Promise.all([db.close(), owner.close()]);
  await database.drop();
});

it("one that exists is found while somebody books on it", async () => {
  const both = [
    { of: "merchant", id: 1n },
    { of: "hold", id: 1n },
  ] as const;
  await db.run("select account_open('merchant', 1, ''), account_open('hold', 1, '')");
  const ids = await owner.tx(async (tx) => {
    expect(await tx.run("update accounts set seq = seq where kind in ('merchant', 'hold') and owner_id = 1")).toBe(2);
    // More of them than there are connections beside the transactions, and then the one who books needs such a connection, too.
    const processes = Array.from({ length: 3 }, () => new Accounts(db, 0));
    await Promise.all([...processes.map((accounts) => accounts.ensure(both)), db.side.one("select 1 as one")]);
    return processes.map((accounts) => both.map((account) => accounts.id(account)));
  });
  expect(new Set(ids.map(String)).size).toBe(1);
});

it("one that does not is made once, however many ask for it", async () => {
  const processes = Array.from({ length: 8 }, () => new Accounts(db, 0));
  await Promise.all(processes.map((accounts) => accounts.ensure([{ of: "hold", id: 2n }])));
  expect(new Set(processes.map((accounts) => accounts.id({ of: "hold", id: 2n }))).size).toBe(1);
});
