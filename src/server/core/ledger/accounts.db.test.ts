/** Accounts are found beside a transaction that goes on only when they are. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import { Db, type Tx } from "../../platform/db/pool.ts";
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

it("is of its kind, its owner and its operator", async () => {
  const open = async (kind: string, ownerId: bigint, operator: string) =>
    (await db.one<{ id: bigint }>("select account_open($1, $2, $3) as id", [kind, ownerId, operator]))?.id;
  const all = (): Promise<unknown[]> =>
    Promise.all([open("suspense", 3n, "bkash"), open("suspense", 3n, "nagad"), open("suspense", 4n, "bkash"), open("unexplained", 3n, "bkash")]);
  const made = await all();
  expect(new Set(made).size).toBe(4);
  expect(await all()).toEqual(made);
});

/** Comes back once this session waits for somebody's lock, or its work is over. */
async function onceItWaits(pid: number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const look = await db.one<{ waits: boolean }>("select exists (select from pg_locks where pid = $1 and not granted) as waits", [pid]);
    if (look?.waits === true) return;
  }
}
const pidOf = async (tx: Tx): Promise<number> => (await tx.one<{ pid: number }>("select pg_backend_pid() as pid"))?.pid as number;

it("one that another transaction is making is awaited and found", async () => {
  const open = async (tx: Tx) => (await tx.one<{ id: bigint }>("select account_open('suspense', 5, 'bkash') as id"))?.id;
  // The same owner's of other kinds and operators, and another's, are not it.
  await db.run(
    "select account_open('hold', 5, 'bkash'), account_open('unexplained', 5, 'bkash'), account_open('suspense', 5, 'nagad'), account_open('suspense', 9, 'bkash')",
  );
  const found: { later?: Promise<bigint | undefined> } = {};
  const first = await owner.tx(async (making) => {
    const id = await open(making);
    await new Promise<void>((goOn) => {
      found.later = owner.tx(async (waiting) => {
        let isOver = false;
        void onceItWaits(await pidOf(waiting), () => isOver).then(goOn);
        return open(waiting).finally(() => void (isOver = true));
      });
    });
    return id;
  });
  expect(await found.later).toBe(first);
});

it.each([
  ["accounts_hold", "select accounts_hold($1::bigint[])", ["hold", 6n], ["hold", 7n]],
  ["merchant_funds", "select merchant_funds(8) where cardinality($1::bigint[]) = 1", ["merchant", 8n], ["wallet", 8n]],
  ["merchant_funds, what is held", "select merchant_funds(8) where cardinality($1::bigint[]) = 1", ["hold", 8n], ["merchant", 10n]],
] as const)("those that %s holds wait for it, and no other does", async (_what, hold, ...both) => {
  await db.run("select account_open('merchant', 8, ''), account_open('hold', 8, '')");
  const [held, free] = await Promise.all(both.map(([kind, of]) => db.one<{ id: bigint }>("select account_open($1, $2, '') as id", [kind, of])));
  const touch = (tx: Tx, id: unknown): Promise<number> => tx.run("update accounts set seq = seq where id = $1", [id]);
  const done: string[] = [];
  const late: Promise<unknown>[] = [];
  await owner.tx(async (holding) => {
    await holding.run(hold, [[held?.id]]);
    await new Promise<void>((goOn) => {
      late.push(
        owner.tx(async (other) => {
          void onceItWaits(await pidOf(other), () => done.includes("held")).then(goOn);
          await touch(other, free?.id);
          done.push("free");
          await touch(other, held?.id);
          done.push("held");
        }),
      );
    });
    expect(done).toEqual(["free"]);
  });
  await Promise.all(late);
  expect(done).toEqual(["free", "held"]);
});
