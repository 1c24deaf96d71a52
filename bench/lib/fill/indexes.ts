/** Takes the indexes of big tables off while they are loaded, and makes the same ones again: the catalog is compared before and after. */
import type pg from "pg";

/** Tables that hold a row or more for each order; those whose indexes take longest first. */
const BIG = ["entries", "sms", "payments", "deliveries", "merchant_order_keys", "trx_used", "sms_bookings", "disburses"];

/** Statements by table that make again what was taken off. */
export type Rebuild = ReadonlyMap<string, readonly string[]>;

interface Found {
  readonly table: string;
  readonly index: string;
  readonly constraint: string | null;
  readonly definition: string;
}

/** Indexes of the big tables: those of the whole table, and those that single months have of their own. */
const INDEXES = `
  select c.relname as table, i.relname as index, k.conname as constraint, coalesce(pg_get_constraintdef(k.oid), pg_get_indexdef(x.indexrelid)) as definition
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid left join pg_constraint k on k.conindid = x.indexrelid and k.contype in ('p', 'u')
  where c.relnamespace = 'public'::regnamespace and not i.relispartition
    and (c.relname = any ($1) or exists (select 1 from pg_inherits h join pg_class p on p.oid = h.inhparent where h.inhrelid = c.oid and p.relname = any ($1)))
  order by x.indexrelid`;

/** Drops the indexes of the big tables. */
export async function takeOff(client: pg.Client): Promise<Rebuild> {
  const { rows } = await client.query<Found>(INDEXES, [BIG]);
  const rebuild = new Map<string, string[]>();
  for (const { table, index, constraint, definition } of rows) {
    await client.query(constraint === null ? `drop index ${index}` : `alter table ${table} drop constraint ${constraint}`);
    // A partitioned table's index is told without its months': made without ONLY, they come with it, under the names that they had.
    const again = constraint === null ? definition.replace(" ON ONLY ", " ON ") : `alter table ${table} add constraint ${constraint} ${definition}`;
    rebuild.set(table, [...(rebuild.get(table) ?? []), again]);
  }
  return new Map([...BIG, ...[...rebuild.keys()].filter((table) => !BIG.includes(table))].map((table) => [table, rebuild.get(table) ?? []]));
}

/** Every index of every table and partition, and every constraint that rests on one, as text. */
export async function catalogOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ line: string }>(`
    select pg_get_indexdef(x.indexrelid) || ' ' || coalesce(k.conname || ' ' || pg_get_constraintdef(k.oid), '') || ' ' || x.indisvalid || ' ' || coalesce(h.inhparent::regclass::text, '') as line
    from pg_index x join pg_class c on c.oid = x.indrelid left join pg_constraint k on k.conindid = x.indexrelid and k.contype in ('p', 'u') left join pg_inherits h on h.inhrelid = x.indexrelid
    where c.relnamespace = 'public'::regnamespace order by 1`);
  return rows.map(({ line }) => line).join("\n");
}
