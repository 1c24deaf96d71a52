/** A batch reads the months that it is about; a new month is made as the others are. */
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../test/support/pg.ts";

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** Months of the orders that this transaction has looked into. */
async function monthsRead(): Promise<string[]> {
  const { rows } = await owner.query<{ relname: string }>(
    "select relname from pg_stat_xact_user_tables where relname like 'payments\\_2%' and idx_scan + seq_scan > 0 order by relname",
  );
  return rows.map((row) => row.relname);
}

it("orders of a batch are looked up and changed in their own month only", async () => {
  const { rows: months } = await owner.query<{ name: string }>(
    "select c.relname as name from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'payments'::regclass",
  );
  expect(months.length).toBeGreaterThan(3);
  const { rows: now } = await owner.query<{ id: string; month: string }>(
    "select id_at(now())::text as id, 'payments_' || to_char(now() at time zone 'Asia/Shanghai', 'YYYYMM') as month",
  );
  const id = now[0]?.id ?? "";
  await owner.query(`insert into wallets (id, name, operator, wallet_type, api_type, account) values (1, 'Wallet', 'bkash', 'personal', 'app', '01700000001')`);
  await owner.query("insert into wallet_continuity (wallet_id) values (1)");
  await owner.query(
    `insert into payments (id, merchant_id, merchant_order_id, operator, wallet_id, amount, fee_rate_bps, fee_fixed, expires_at, request_hash)
     values ($1, 1, 'order', 'bkash', 1, 5000, 0, 0, now() + interval '1 hour', '\\x00')`,
    [id],
  );
  await owner.query("insert into open_payments (payment_id, wallet_id, amount, payer, expires_at) values ($1, 1, 5000, '', now() + interval '1 hour')", [id]);
  await owner.query("begin");
  const { rows: read } = await owner.query<{ answer: { orders: { id: number }[] } }>(
    "select posting_read('{1}', '{}', '{1}', '{5000}', '{bkash}', '{TRX}', '{NULL}', '{NULL}', now() - interval '1 day') as answer",
  );
  expect(read[0]?.answer.orders.map((order) => String(order.id))).toEqual([id]);
  expect(await monthsRead()).toEqual([now[0]?.month]);
  const { rows: changed } = await owner.query<{ count: number }>(
    `select posting_write_payments(array[$1::bigint], '{1}', '{completed}', '{5000}', '{0}', '{NULL}', array[now()], '{none}', '{NULL}', '{TRX}', '{TRX}', '{NULL}') as count`,
    [id],
  );
  expect(changed[0]?.count).toBe(1);
  expect(await monthsRead()).toEqual([now[0]?.month]);
  await owner.query("rollback");
});

it("a month that is made later samples and cleans as the first ones do", async () => {
  const settings = async (part: string): Promise<unknown> =>
    (
      await owner.query(
        `select array(select unnest(c.reloptions) o order by o) as reloptions, (select array_agg(a.attname::text order by a.attname) from pg_attribute a where a.attrelid = c.oid and a.attstattarget = 0 and a.attnum > 0) as unsampled
         from pg_class c where c.relname = $1`,
        [part],
      )
    ).rows[0];
  await owner.query("select make_partitions_between('2031-05-01', '2031-05-01')");
  const { rows } = await owner.query<{ month: string }>("select to_char(now() at time zone 'Asia/Shanghai', 'YYYYMM') as month");
  for (const table of ["payments", "disburses", "sms", "entries", "order_events", "deliveries"]) {
    const first = await settings(`${table}_${rows[0]?.month}`);
    expect(await settings(`${table}_203105`)).toEqual(first);
    expect(first).toMatchObject({
      reloptions: expect.arrayContaining(["autovacuum_vacuum_scale_factor=0.2"]),
      unsampled: expect.arrayContaining([expect.any(String)]),
    });
  }
});

it("a function that leaves nested loops out says that it means hashes, whatever its caller has switched off", async () => {
  const { rows } = await owner.query<{ name: string; settings: string[] }>(
    "select proname as name, proconfig as settings from pg_proc where pronamespace = 'public'::regnamespace and 'enable_nestloop=off' = any (proconfig)",
  );
  expect(rows.map((row) => row.name)).toContain("posting_write_payments");
  for (const { name, settings } of rows) expect(settings, name).toContain("enable_hashjoin=on");
});
