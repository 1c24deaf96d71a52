/** `npm run restore -- <folder>`: puts a backup into an empty database, in one transaction, checked against its manifest. */
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { resolveEngine } from "../platform/db/engine/index.ts";
import { loadSchema, migrate, refuseOtherVersions } from "../platform/db/migrate.ts";
import { backupTables } from "../platform/db/tables.ts";

interface Manifest {
  readonly migrations: string[];
  /** The smallest id of the tables that are partitioned by month. */
  readonly first_id: string | null;
  readonly tables: { table: string; columns: string[]; rows: number; sha256: string }[];
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

async function sha256(file: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const part of createReadStream(file)) digest.update(part as Buffer);
  return digest.digest("hex");
}

/** What a new database is filled with is emptied before the backed-up rows come in. */
async function makeEmpty(client: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ count: string }>(
    "select (select count(*) from users) + (select count(*) from merchants) + (select count(*) from entries) + (select count(*) from payments) as count",
  );
  if (rows[0]?.count !== "0") fail("This database is not empty; a backup is restored into a new one.");
  for (const table of tables.toReversed()) await client.query(`delete from ${client.escapeIdentifier(table)}`);
}

/**
 * Guards judge changes, one after the other; a backup is rows as they stood, which the ledger integrity check judges afterwards. Keys,
 * checks and references stay in force.
 */
async function setGuards(client: pg.Client, tables: readonly string[], on: boolean): Promise<void> {
  for (const table of tables) await client.query(`alter table ${client.escapeIdentifier(table)} ${on ? "enable" : "disable"} trigger user`);
}

/** Tables and their partitions, those that were made meanwhile too. */
async function everyTable(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname",
  );
  return rows.map(({ name }) => name);
}

/** Numbers that the database gives go on behind the highest that was restored. */
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

/** Month partitions from the first id that the backup holds. */
async function makePartitions(client: pg.Client, firstId: string | null): Promise<void> {
  if (firstId !== null)
    await client.query(
      "select make_partitions_between((time_of_id($1::bigint) at time zone 'Asia/Shanghai')::date, ((now() at time zone 'Asia/Shanghai') + interval '3 months')::date)",
      [firstId],
    );
}

const folder = process.argv[2] ?? fail("Say where from: npm run restore -- <folder>");
if (!existsSync(join(folder, "manifest.json"))) fail(`${folder} holds no manifest.json.`);
const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Manifest;
const engine = await resolveEngine(process.env);
if (!engine.ownerUrl) fail("Restoring needs the owner's connection: set DATABASE_OWNER_URL.");
try {
  refuseOtherVersions("backup", manifest.migrations, loadSchema());
} catch (error) {
  fail((error as Error).message);
}
await migrate(engine.ownerUrl, { appRole: decodeURIComponent(new URL(engine.appUrl).username) });
const client = new pg.Client({ connectionString: engine.ownerUrl });
await client.connect();
try {
  await client.query("begin");
  const names = (await backupTables(client)).map(({ name }) => name);
  await setGuards(client, await everyTable(client), false);
  await makeEmpty(client, names);
  await makePartitions(client, manifest.first_id);
  for (const name of names) {
    const table = manifest.tables.find((entry) => entry.table === name);
    if (!table) continue;
    const file = join(folder, `${name}.csv`);
    if ((await sha256(file)) !== table.sha256) fail(`${file} is not what the manifest says; nothing was restored.`);
    const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(", ");
    const stream = client.query(copyFrom(`copy ${client.escapeIdentifier(name)} (${columns}) from stdin (format csv)`));
    await pipeline(createReadStream(file), stream);
    if (stream.rowCount !== table.rows) fail(`${name}: ${stream.rowCount} rows instead of ${table.rows}; nothing was restored.`);
    process.stdout.write(`${name}: ${table.rows} rows\n`);
  }
  await setGuards(client, await everyTable(client), true);
  await setSequences(client);
  await client.query("commit");
  process.stdout.write("Restored. Check the ledger with: npm run prove\n");
} finally {
  await client.end();
  await engine.stop();
}
