/** Every pair of statuses of every object, against the guards as they stand in the database. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";
import { allowedPairs, LIFE_CYCLE_NAMES, LIFE_CYCLES, type LifeCycle } from "../../../contract/life-cycles.ts";

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** What a guard needs beside the status. */
const NEEDED: Partial<Record<LifeCycle, readonly string[]>> = { disburse_attempts: ["disburse_id", "no"] };

/**
 * A table with the columns of another and its guard, and with no other rule: what a status asks of other columns must not hide what the
 * guard says of the status.
 */
async function guarded(table: LifeCycle): Promise<void> {
  const columns = await client.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and attnotnull and not attisdropped",
    [table],
  );
  await client.query(`create table probe (like ${table})`);
  for (const { name } of columns.rows) await client.query(`alter table probe alter column ${name} drop not null`);
  for (const name of NEEDED[table] ?? []) await client.query(`alter table probe alter column ${name} set default 1`);
  const triggers = await client.query<{ def: string }>("select pg_get_triggerdef(oid) as def from pg_trigger where tgrelid = $1::regclass and tgname = $2", [
    table,
    `${table}_guard`,
  ]);
  expect(triggers.rows).toHaveLength(1);
  await client.query((triggers.rows[0]?.def ?? "").replace(` ON public.${table} `, " ON probe "));
}

async function tried(table: LifeCycle, from: string, to: string): Promise<string> {
  await client.query("savepoint pair");
  try {
    await client.query("alter table probe disable trigger all");
    await client.query("insert into probe (status) values ($1)", [from]);
    await client.query("alter table probe enable trigger all");
    await client.query("update probe set status = $1", [to]);
    return "allowed";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await client.query("rollback to savepoint pair");
  }
}

describe.each(LIFE_CYCLE_NAMES)("the guard of %s", (table) => {
  it("lets exactly the pairs of the contract through", async () => {
    const allowed = new Set(allowedPairs(table).map((pair) => pair.join(" ")));
    const expected: Record<string, string> = {};
    const found: Record<string, string> = {};
    await client.query("begin");
    try {
      await guarded(table);
      for (const from of LIFE_CYCLES[table].statuses)
        for (const to of LIFE_CYCLES[table].statuses) {
          if (from === to) continue;
          const pair = `${from} ${to}`;
          expected[pair] = allowed.has(pair) ? "allowed" : "FD003";
          found[pair] = await tried(table, from, to);
        }
    } finally {
      await client.query("rollback");
    }
    expect(found).toEqual(expected);
  });
});
