/** Rows as they stood are put into a new, empty database, in the transaction of a client of the owner's. */
import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { sortsOtherwise } from "../../platform/db/reach.ts";
import { backupTables } from "../../platform/db/tables.ts";

/** Rows of one table, as CSV, and how many there must be. */
export interface TableRows {
  readonly columns: readonly string[];
  readonly rows: Readable;
  /** Asked when the rows have gone through. */
  readonly count: () => number;
}

/** What a new database is filled with is emptied before the rows come in. @throws Error when it is not a new one, or no start would take it */
async function makeEmpty(client: pg.Client, tables: readonly string[]): Promise<void> {
  const wrong = await sortsOtherwise(client);
  if (wrong !== null) throw new Error(`Nothing was changed: ${wrong}`);
  const { rows } = await client.query<{ count: string }>(
    "select (select count(*) from users) + (select count(*) from merchants) + (select count(*) from entries) + (select count(*) from payments) as count",
  );
  if (rows[0]?.count !== "0") throw new Error("This database is not empty; only a new one is filled. Nothing was changed.");
  for (const table of tables.toReversed()) await client.query(`delete from ${client.escapeIdentifier(table)}`);
}

/**
 * Guards judge changes, one after the other; what comes in is rows as they stood, which the ledger integrity check judges afterwards.
 * Keys, checks and references stay in force.
 */
async function setGuards(client: pg.Client, on: boolean): Promise<void> {
  // Partitions that were made meanwhile, too.
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname",
  );
  for (const { name } of rows) await client.query(`alter table ${client.escapeIdentifier(name)} ${on ? "enable" : "disable"} trigger user`);
}

/** Numbers that the database gives go on behind the highest that came in. */
async function setSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; column: string; sequence: string }>(
    `select table_name as name, column_name as column, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence from information_schema.columns
     where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`,
  );
  for (const { name, column, sequence } of rows)
    await client.query(
      `select setval($1, greatest((select max(${client.escapeIdentifier(column)}) from ${client.escapeIdentifier(name)}), 1), exists (select from ${client.escapeIdentifier(name)}))`,
      [sequence],
    );
}

/** Month partitions from the first id on. */
async function makePartitions(client: pg.Client, firstId: string | null): Promise<void> {
  if (firstId !== null)
    await client.query(
      "select make_partitions_between((time_of_id($1::bigint) at time zone 'Asia/Shanghai')::date, ((now() at time zone 'Asia/Shanghai') + interval '3 months')::date)",
      [firstId],
    );
}

/**
 * Fills every table in one transaction: all or nothing, so that it may be tried again.
 * @param firstId the smallest id of the tables that are partitioned by month
 * @param open the rows of a table; null: it has none in what is put in
 * @throws Error with one sentence when the database is not a new one, or rows are missing
 */
export async function fill(
  client: pg.Client,
  firstId: string | null,
  open: (table: string) => Promise<TableRows | null>,
  say: (line: string) => void,
  last: () => Promise<void> = async () => undefined,
): Promise<void> {
  await client.query("begin");
  try {
    const names = (await backupTables(client)).map(({ name }) => name);
    await setGuards(client, false);
    await makeEmpty(client, names);
    await makePartitions(client, firstId);
    for (const name of names) {
      const table = await open(name);
      if (table === null) continue;
      const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(", ");
      const into = client.query(copyFrom(`copy ${client.escapeIdentifier(name)} (${columns}) from stdin (format csv)`));
      await pipeline(table.rows, into);
      if (into.rowCount !== table.count()) throw new Error(`${name}: ${into.rowCount} rows instead of ${table.count()}; nothing was changed.`);
      say(`${name}: ${into.rowCount} rows`);
    }
    await setGuards(client, true);
    await setSequences(client);
    await last();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
