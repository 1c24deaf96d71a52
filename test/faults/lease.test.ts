/** The lease of process numbers: no id without one, no number in two hands, and back by itself. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeOf, PROCESS_NUMBERS, type IdMinter } from "../../src/server/platform/db/ids.ts";
import { leaseNode, type NodeLease } from "../../src/server/platform/db/lease.ts";
import { Db } from "../../src/server/platform/db/pool.ts";
import { until } from "../support/parts/until.ts";
import { testDatabase, type TestDatabase } from "../support/pg.ts";

let database: TestDatabase;
let owner: pg.Client;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  db = new Db({ url: database.appUrl, max: 4 });
});
afterAll(async () => {
  await db.close();
  await owner.end();
  await database.drop();
});

const mints = (minter: IdMinter): boolean => {
  try {
    return minter.next() > 0n;
  } catch {
    return false;
  }
};
/** Server processes of the connections that hold a number, by number. */
async function holders(): Promise<Map<number, number>> {
  const { rows } = await owner.query<{ node: number; pid: number }>(
    "select objid::int as node, pid from pg_locks where locktype = 'advisory' and classid = 4200 and granted and database = (select oid from pg_database where datname = current_database())",
  );
  return new Map(rows.map((row) => [row.node, row.pid]));
}

describe("a process number", () => {
  it("is held by one process, the lowest that is free; when all are taken, the next one is refused with a sentence", async () => {
    const leases = await Promise.all(Array.from({ length: 12 }, () => leaseNode(db, () => Date.now())));
    expect(leases.map(({ lease }) => lease.node).toSorted((left, right) => left - right)).toEqual(Array.from({ length: 12 }, (_unused, node) => node));
    // All others, as a thousand processes would hold them.
    await owner.query("select count(pg_advisory_lock(4200, node)) from generate_series(12, $1::int) node", [PROCESS_NUMBERS - 1]);
    await expect(leaseNode(db, () => Date.now())).rejects.toThrow("All 1,024 process numbers are in use; stop another process of this deployment first.");
    await owner.query("select pg_advisory_unlock(4200, 1000)");
    const last = await leaseNode(db, () => Date.now());
    expect([last.lease.node, nodeOf(last.minter.next())]).toEqual([1000, 1000]);
    await owner.query("select pg_advisory_unlock_all()");
    await Promise.all([...leases, last].map(({ lease }) => lease.release()));
    await until(async () => (await holders()).size === 0);
  });

  it("gives no ids once it is released", async () => {
    const { minter, lease } = await leaseNode(db, () => Date.now());
    expect(mints(minter)).toBe(true);
    await lease.release();
    expect(mints(minter)).toBe(false);
  });

  it("that is lost is taken again, and ids go on above everything that was minted and stored", async () => {
    const lost: string[] = [];
    const back: number[] = [];
    const { minter, lease } = await leaseNode(db, () => Date.now(), { onLost: (error) => lost.push(error.message), onBack: (node) => back.push(node) });
    const before = minter.next();
    await owner.query("insert into audit (id, actor_type, action, object_type) values ($1, 'job', 'test', 'test')", [(before + (60_000n << 12n)).toString()]);
    await db.run("select pg_terminate_backend($1)", [(await holders()).get(lease.node)]);
    await until(() => lost.length > 0);
    await until(() => back.length > 0);
    const after = minter.next();
    expect(after).toBeGreaterThan(before + (60_000n << 12n));
    expect(nodeOf(after)).toBe(back[0]);
    await lease.release();
  });

  it("that another process took meanwhile is never minted under by two", async () => {
    let mayReturn = false;
    const back: number[] = [];
    const revive = async (): Promise<void> => {
      if (!mayReturn) throw new Error("the way is still cut");
    };
    const { minter, lease } = await leaseNode(db, () => Date.now(), { revive, onBack: (node) => back.push(node) });
    await db.run("select pg_terminate_backend($1)", [(await holders()).get(lease.node)]);
    await until(() => !mints(minter));
    await until(async () => !(await holders()).has(lease.node));
    const other: { minter: IdMinter; lease: NodeLease } = await leaseNode(db, () => Date.now());
    expect(other.lease.node).toBe(lease.node);
    expect([mints(minter), mints(other.minter)]).toEqual([false, true]);
    mayReturn = true;
    await until(() => back.length > 0);
    expect(back[0]).not.toBe(other.lease.node);
    const ids = Array.from({ length: 5_000 }, () => [minter.next(), other.minter.next()]).flat();
    expect(new Set(ids).size).toBe(ids.length);
    await Promise.all([lease.release(), other.lease.release()]);
  });
});
