/** Entries of an account rise by id as they rise by number, however long a call waited for the account with ids it had minted before. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import { IdMinter, nodeOf } from "../../platform/db/ids.ts";
import { Db, toJson } from "../../platform/db/pool.ts";

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = new Db({ url: database.appUrl, max: 8 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Two processes, each with a number of its own. */
const minters = [new IdMinter(Date.now, 0), new IdMinter(Date.now, 7)] as const;
let owner = 0n;
async function openAccounts(count: number): Promise<bigint[]> {
  const made: bigint[] = [];
  for (let index = 0; index < count; index += 1) {
    owner += 1n;
    made.push((await db.one<{ id: bigint }>("select account_open('wallet', $1, '*') as id", [owner]))?.id as bigint);
  }
  return made;
}

interface Call {
  readonly lines: readonly number[];
  readonly minter: 0 | 1;
  /** How long after minting its ids it comes, ms. */
  readonly late: number;
}
/** The lines of a call: each moves one unit from its account to the next one. */
function legsOf(accounts: readonly bigint[], { lines, minter }: Call): object[] {
  const ids = minters[minter];
  return lines.flatMap((line) => {
    const txn = { txn_id: ids.next(), kind: "opening", ref_type: "manual", ref_id: 1, merchant_id: null, note: null };
    return [1n, -1n].map((d, index) => ({ ...txn, entry_id: ids.next(), account_id: accounts[(line + index) % accounts.length], change: d }));
  });
}
const postAfter = async (legs: readonly object[], late: number): Promise<void> => {
  if (late > 0) await new Promise((done) => setTimeout(done, late));
  await db.run("select ledger_post($1)", [toJson(legs)]);
};

interface Line {
  readonly account_id: bigint;
  readonly id: bigint;
  readonly seq: bigint;
  readonly before: bigint;
  readonly after: bigint;
}
/** Lines of these accounts, by id. */
const linesOf = (accounts: readonly bigint[]): Promise<Line[]> =>
  db.rows("select account_id, id, seq, before_balance as before, after_balance as after from entries where account_id = any ($1) order by id", [accounts]);
async function expectLinked(accounts: readonly bigint[]): Promise<readonly Line[]> {
  const all = await linesOf(accounts);
  for (const account of accounts) {
    const lines = all.filter((line) => line.account_id === account);
    expect(lines.map((line) => line.seq)).toEqual(lines.map((_line, index) => BigInt(index + 1)));
    for (const [index, line] of lines.entries()) expect(line.before).toBe(lines[index - 1]?.after ?? 0n);
    const kept = await db.one<{ last_entry_id: bigint }>("select last_entry_id from accounts where id = $1", [account]);
    if (lines.length > 0) expect(kept?.last_entry_id).toBe(lines.at(-1)?.id);
  }
  return all;
}

it("a call that was overtaken is put behind what overtook it, with ids that nobody else mints", async () => {
  const accounts = await openAccounts(3);
  const early = legsOf(accounts, { lines: [0, 1, 2, 0, 1, 0, 0], minter: 0, late: 0 });
  const late = legsOf(accounts, { lines: [0, 1, 2], minter: 1, late: 0 });
  await postAfter(late, 0);
  await postAfter(early, 0);
  const lines = await expectLinked(accounts);
  const given = new Set([...early, ...late].map((leg) => (leg as { entry_id: bigint }).entry_id));
  const again = lines.filter((line) => !given.has(line.id));
  expect(again).toHaveLength(early.length);
  expect(again.every((line) => nodeOf(line.id) === null)).toBe(true);
  // What comes in its time keeps its ids.
  await new Promise((done) => setTimeout(done, 30));
  const next = legsOf(accounts, { lines: [0, 1], minter: 0, late: 0 });
  await postAfter(next, 0);
  const ids = new Set((await expectLinked(accounts)).map((line) => line.id));
  for (const leg of next) expect(ids.has((leg as { entry_id: bigint }).entry_id)).toBe(true);
});

it("hundreds of overtaken entries of many accounts never meet on an id", async () => {
  const accounts = await openAccounts(150);
  const calls = Array.from({ length: 12 }, () => legsOf(accounts, { lines: accounts.flatMap((_id, index) => [index, index]), minter: 0, late: 0 }));
  for (const legs of calls.toReversed()) await postAfter(legs, 0);
  const lines = await expectLinked(accounts);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  expect(lines).toHaveLength(12 * 150 * 4);
});

it("an account that is always overtaken does not run away into the future", async () => {
  const accounts = await openAccounts(2);
  const calls = Array.from({ length: 200 }, () => legsOf(accounts, { lines: [0, 0, 0, 0], minter: 0, late: 0 }));
  for (const legs of calls.toReversed()) await postAfter(legs, 0);
  const last = (await expectLinked(accounts)).at(-1)?.id ?? 0n;
  expect(Number(last >> 12n) - Number(minters[0].next() >> 12n)).toBeLessThan(1000);
});

it("whatever is posted at once, by two processes, late or not", async () => {
  const call: fc.Arbitrary<Call> = fc.record({
    lines: fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 12 }),
    minter: fc.constantFrom(0 as const, 1 as const),
    late: fc.nat({ max: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 2, maxLength: 16 }), async (calls) => {
      const accounts = await openAccounts(5);
      await Promise.all(calls.map((one) => postAfter(legsOf(accounts, one), one.late)));
      await expectLinked(accounts);
    }),
    { numRuns: 25 },
  );
});
