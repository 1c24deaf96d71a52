/** The database allows exactly the edges, words and grants that the contract names. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { LIFE_CYCLE_NAMES, LIFE_CYCLES } from "../../src/contract/life-cycles.ts";
import { PAYMENT_STATUSES, PAYMENT_TRANSITIONS } from "../../src/contract/payments.ts";
import { USER_TYPES } from "../../src/contract/permissions.ts";
import { MATCH_STATUSES } from "../../src/contract/sms.ts";
import { testDatabase, type TestDatabase } from "../support/pg.ts";

let database: TestDatabase;
let owner: pg.Client;
let app: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  app = new pg.Client({ connectionString: database.appUrl });
  await Promise.all([owner.connect(), app.connect()]);
});
afterAll(async () => {
  await Promise.all([owner.end(), app.end()]);
  await database.drop();
});

async function words(table: string, column: string): Promise<string[]> {
  const { rows } = await owner.query<{ def: string }>(
    "select pg_get_constraintdef(oid) as def from pg_constraint where conrelid = $1::regclass and contype = 'c'",
    [table],
  );
  const checks = rows
    .filter((row) => new RegExp(`\\(\\(?${column} = ANY`).test(row.def))
    .map((row) => [...row.def.matchAll(/'([a-z_]+)'/g)].map((match) => match[1] as string));
  return checks.sort((left, right) => right.length - left.length)[0] ?? [];
}

describe("status words", () => {
  it.each([
    ...LIFE_CYCLE_NAMES.map((table) => [table, "status", LIFE_CYCLES[table].statuses] as const),
    ["sms", "match_status", MATCH_STATUSES],
    ["users", "user_type", USER_TYPES],
  ] as readonly (readonly [string, string, readonly string[]])[])("of %s.%s are the contract's", async (table, column, union) => {
    expect((await words(table, column)).sort()).toEqual([...union].sort());
  });
});

describe("edges of a payment", () => {
  it("are the transition table's, no more and no fewer", async () => {
    const expected = new Set(PAYMENT_TRANSITIONS.map((edge) => `${edge.from} ${edge.to}`));
    const { rows: bodies } = await owner.query<{ src: string }>("select prosrc as src from pg_proc where proname = 'payments_guard'");
    const guarded = [...(bodies[0]?.src ?? "").matchAll(/\('([a-z]+)', '([a-z]+)'\)/g)].map((match) => `${match[1]} ${match[2]}`);
    expect(new Set(guarded)).toEqual(expected);
  });
  it("reach every status from pending", () => {
    const reached = new Set<string>(["pending"]);
    for (let grown = true; grown; ) {
      const before = reached.size;
      for (const edge of PAYMENT_TRANSITIONS) if (reached.has(edge.from)) reached.add(edge.to);
      grown = reached.size > before;
    }
    expect([...reached].sort()).toEqual([...PAYMENT_STATUSES].sort());
  });
});

describe("the application role", () => {
  it("owns nothing", async () => {
    const { rows } = await owner.query("select relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = $1", [
      new URL(inject("pg").appUrl).username,
    ]);
    expect(rows).toEqual([]);
  });
  it.each([
    "insert into entries (id, account_id, seq, txn_id, kind, amount, normal, before_balance, after_balance, ref_type, ref_id) values (1,1,1,1,'x',1,1,0,1,'x',1)",
    "update entries set amount = 1",
    "delete from entries",
    "truncate entries",
    "update accounts set balance = 1",
    "update audit set action = 'x'",
    "delete from audit",
    "update audit_seals set hash = ''",
    "update sms set text = 'x'",
    "update sms set sender = 'x'",
    "delete from sms",
    "delete from payments",
    "update merchant_order_keys set order_id = 1",
    "delete from trx_used",
    "alter table entries disable trigger all",
    "set session_replication_role = replica",
    "create table mine (id int)",
  ])("may not: %s", async (sql) => {
    await expect(app.query(sql)).rejects.toThrow(/permission denied|must be owner/);
  });
  it("cannot reach a partition behind the parent's back", async () => {
    const { rows } = await owner.query<{ name: string }>(
      "select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'entries'::regclass limit 1",
    );
    await expect(app.query(`insert into ${rows[0]?.name} select * from entries`)).rejects.toThrow(/permission denied/);
  });
});

describe("the ledger", () => {
  it("refuses a transaction that does not sum to zero, even from the writer", async () => {
    await owner.query("begin");
    const { rows } = await owner.query<{ a: string; b: string }>("select account_open('b2b', 0, '') as a, account_open('adjustments', 0, '') as b");
    const legs = [
      { txn_id: 1, entry_id: 890000000000001, account_id: rows[0]?.a, change: 100, kind: "x", ref_type: "manual", ref_id: 1, merchant_id: null, note: null },
      { txn_id: 1, entry_id: 890000000000002, account_id: rows[0]?.b, change: -99, kind: "x", ref_type: "manual", ref_id: 1, merchant_id: null, note: null },
    ];
    await expect(owner.query("select ledger_post($1)", [JSON.stringify(legs)])).rejects.toMatchObject({ code: "FD001" });
    await owner.query("rollback");
  });
  it("refuses change and removal to its owner too", async () => {
    await owner.query("begin");
    const { rows } = await owner.query<{ a: string; b: string }>("select account_open('b2b', 0, '') as a, account_open('adjustments', 0, '') as b");
    const legs = [
      { txn_id: 1, entry_id: 890000000000001, account_id: rows[0]?.a, change: 100, kind: "x", ref_type: "manual", ref_id: 1, merchant_id: null, note: null },
      { txn_id: 1, entry_id: 890000000000002, account_id: rows[0]?.b, change: -100, kind: "x", ref_type: "manual", ref_id: 1, merchant_id: null, note: null },
    ];
    await owner.query("select ledger_post($1)", [JSON.stringify(legs)]);
    for (const sql of ["update entries set note = 'x'", "delete from entries", "truncate entries"]) {
      await owner.query("savepoint s");
      await expect(owner.query(sql)).rejects.toMatchObject({ code: "FD002" });
      await owner.query("rollback to savepoint s");
    }
    await owner.query("rollback");
  });
});
