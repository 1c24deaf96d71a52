/**
 * What must be true of the rows whatever happened, in SQL of its own: written apart from the product's integrity check, so that both would
 * have to be wrong in the same way. Months that were archived are not looked at: these are for products that tests have started.
 */
import type { Product } from "../../src/server/app.ts";
import type { Queryable } from "../../src/server/platform/db/pool.ts";
import { expect } from "vitest";

/** By the numbers of the test plan; each answers what breaks it. */
export const INVARIANTS: Readonly<Record<string, string>> = {
  "I1 every transaction and all books sum to zero": `
    select 'transaction ' || txn_id as wrong from entries group by txn_id having sum(amount::numeric * normal) <> 0
    union all select 'books are off by ' || sum(balance::numeric * normal) from accounts having sum(balance::numeric * normal) <> 0`,
  "I2 a balance is the sum of its entries, and what the last one left": `
    select a.kind || ' ' || a.owner_id as wrong from accounts a
      left join (select account_id, sum(amount::numeric) as total, count(*) as lines, (array_agg(after_balance order by seq desc))[1] as last from entries group by account_id) e on e.account_id = a.id
      where a.balance <> coalesce(e.total, 0) or a.seq <> coalesce(e.lines, 0) or a.balance <> coalesce(e.last, 0)`,
  "I3 each entry goes on where the one before it ended": `
    select e.account_id || ' at ' || e.seq as wrong from entries e left join entries p on p.account_id = e.account_id and p.seq = e.seq - 1
      where e.before_balance <> coalesce(p.after_balance, 0) or e.after_balance <> e.before_balance + e.amount or (e.seq > 1) <> (p.id is not null) or p.id >= e.id`,
  "I4 a payment's money is its merchant's once it is completed, and not before": `
    select 'payment ' || p.id as wrong from payments p
      left join (select e.ref_id, sum(e.amount) as total from entries e join accounts a on a.id = e.account_id
        where a.kind = 'merchant' and e.ref_type = 'payment' and e.kind in ('payment', 'payment_fee') group by e.ref_id) m on m.ref_id = p.id
      where coalesce(m.total, 0) <> case when p.status = 'completed' then p.received_amount - p.fee else 0 end`,
  "I4 a payout takes amount and fee when it is completed, holds them while it is open, and gives them back, also when it came back": `
    select 'payout ' || d.id || ' ' || d.status as wrong from disburses d
      cross join lateral (select coalesce(sum(e.amount) filter (where a.kind = 'merchant'), 0) as free, coalesce(sum(e.amount) filter (where a.kind = 'hold'), 0) as held
        from entries e join accounts a on a.id = e.account_id where e.ref_type = 'disburse' and e.ref_id = d.id and e.kind not like '%revers%') m
      where m.free <> case when d.status in ('cancelled', 'rejected', 'failed') or d.returned_at is not null then 0 else -(d.amount + d.fee) end
        or m.held <> case when d.status in ('cancelled', 'rejected', 'failed', 'completed') then 0 else d.amount + d.fee end`,
  "I5 a TrxID completes one order": `
    select operator || ' ' || trx_key as wrong from payments where status = 'completed' and trx_key is not null group by operator, trx_key having count(*) > 1
    union all select operator || ' ' || trx_key from disburses where status = 'completed' and trx_key is not null group by operator, trx_key having count(*) > 1
    union all select 'payment ' || id || ' has none' from payments where status = 'completed' and trx_key is null`,
  "I6 a payout is tried once, and once more for each reset": `
    select 'payout ' || d.id as wrong from disburses d
      where (select count(*) from disburse_attempts a where a.disburse_id = d.id) > 1 + (select count(*) from order_events o where o.object_id = d.id and o.kind = 'reset')
        or (select count(*) from disburse_attempts a where a.disburse_id = d.id and a.status = 'completed') > 1`,
  "I7 nothing is below zero that may not be": "select kind || ' ' || owner_id as wrong from accounts where balance < 0 and not may_go_negative",
  "I9 what has ended, came back or was reversed has told so, once": `
    select e.type || ' of ' || e.id as wrong from (
      select id, 'payment.' || status as type from payments where status in ('completed', 'rejected', 'expired', 'cancelled')
      union all select id, 'payment.reversed' from payments where reversed_at is not null
      union all select id, 'disburse.' || status from disburses where status in ('completed', 'failed', 'rejected', 'cancelled')
      union all select id, 'disburse.returned' from disburses where returned_at is not null
      union all select id, 'withdrawal.' || status from withdrawals where status in ('paid', 'rejected')) e
      where (select count(*) from (select object_id, type from outbox union all select object_id, type from deliveries) n where n.object_id = e.id and n.type = e.type) <> 1`,
  "I10 a merchant's number is one order": `
    select merchant_id || ' ' || merchant_order_id as wrong from payments group by merchant_id, merchant_order_id having count(*) > 1
    union all select merchant_id || ' ' || merchant_order_id from disburses group by merchant_id, merchant_order_id having count(*) > 1`,
  "I15 nothing is under way on a wallet that is gone": `
    select 'wallet ' || w.id as wrong from wallets w where w.deleted_at is not null
      and (w.frozen_balance <> 0 or exists (select 1 from payments p where p.wallet_id = w.id and p.status in ('pending', 'review')))`,
};

/** What is broken: the invariant and the first rows of each. */
export async function brokenInvariants(db: Pick<Queryable, "rows">): Promise<string[]> {
  const found: string[] = [];
  for (const [name, sql] of Object.entries(INVARIANTS)) {
    const rows = await db.rows<{ wrong: string }>(`select wrong from (${sql}) broken limit 5`);
    found.push(...rows.map((row) => `${name}: ${row.wrong}`));
  }
  return found;
}

export async function expectInvariants(product: Pick<Product, "app">): Promise<void> {
  expect(await brokenInvariants(product.app.db)).toEqual([]);
}

/** The entries that are there now, as one text: asked again with the same mark later, it must be the same (I12). */
export async function entriesUpTo(product: Pick<Product, "app">, mark?: bigint): Promise<{ mark: bigint; digest: string }> {
  const last = mark ?? (await product.app.db.one<{ id: bigint }>("select coalesce(max(id), 0) as id from entries"))?.id ?? 0n;
  const row = await product.app.db.one<{ digest: string }>(
    "select count(*) || md5(coalesce(string_agg(md5(e::text), '' order by id), '')) as digest from entries e where id <= $1",
    [last],
  );
  return { mark: last, digest: row?.digest ?? "" };
}

/** Columns of text in which a secret stands as it is (I14): none may. @param owner a connection that reads every table */
export async function columnsWith(owner: Product["app"]["db"], secrets: readonly string[]): Promise<string[]> {
  const columns = await owner.rows<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
       and t.typname in ('text', '_text', 'json', 'jsonb', 'varchar', 'bytea')`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const hit = await owner.one(
      `select 1 from "${table}" where exists (select 1 from unnest($1::text[]) s where position(s in "${column}"::text) > 0 or position(encode(convert_to(s, 'UTF8'), 'hex') in "${column}"::text) > 0) limit 1`,
      [secrets],
    );
    if (hit) found.push(`${table}.${column}`);
  }
  return found;
}
