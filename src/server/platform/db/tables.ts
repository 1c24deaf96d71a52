/** The tables in an order in which their rows can be put back, with the columns that hold data. */
import type pg from "pg";

export interface BackupTable {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: string[];
}

/** All tables of the schema but the list of migrations; those that others refer to come first. */
export async function backupTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       coalesce((select array_agg(distinct f.relname::text) from pg_constraint k join pg_class f on f.oid = k.confrelid where k.conrelid = c.oid and k.contype = 'f'), '{}') as needs
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not in ('schema_migrations', 'schema_release') order by c.relname`,
  );
  const done = new Set<string>();
  const ordered: BackupTable[] = [];
  while (ordered.length < rows.length) {
    const ready = rows.filter((row) => !done.has(row.name) && row.needs.every((need) => need === row.name || done.has(need)));
    if (ready.length === 0) throw new Error("the tables refer to each other in a circle");
    for (const row of ready) {
      done.add(row.name);
      ordered.push({ name: row.name, columns: row.columns });
    }
  }
  return ordered;
}

/** The smallest id of the tables that are partitioned by month; null: they are empty. */
export async function firstPartitionedId(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ id: string | null }>(
    "select least((select min(id) from payments), (select min(id) from disburses), (select min(id) from sms), (select min(id) from entries), (select min(id) from order_events), (select min(id) from deliveries))::text as id",
  );
  return rows[0]?.id ?? null;
}
