/** The whole database goes to another server: one snapshot that nobody writes into, one transaction there, compared afterwards. */
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { PassThrough } from "node:stream";
import { workAlone } from "../../platform/db/beside.ts";
import { addressOf, connectTo } from "../../platform/db/hosts/index.ts";
import { migrate, refuseBehind } from "../../platform/db/migrate.ts";
import { ensureBoth } from "../../platform/db/reach.ts";
import { type BackupTable, backupTables, firstPartitionedId } from "../../platform/db/tables.ts";
import { fill, type TableRows } from "./filling.ts";
import { checkBooks } from "./check-books.ts";

/** Where it goes. */
export interface Target {
  readonly appUrl: string;
  readonly ownerUrl: string;
}

const LOCK_TIMEOUT_MS = 5_000;

/**
 * Begins a snapshot in which nobody else writes: what the command copies is all there is. Until the connection ends no process can start
 * on it either.
 * @throws Error with one sentence when a server still works on it
 */
async function beginAlone(client: pg.Client): Promise<readonly BackupTable[]> {
  if (!(await workAlone(client))) throw new Error("The product still works on this database: stop all its processes first. Nothing was changed.");
  const tables = await backupTables(client);
  await client.query("begin isolation level repeatable read");
  await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(`lock table ${tables.map(({ name }) => client.escapeIdentifier(name)).join(", ")} in share mode`).catch((error: unknown) => {
    throw new Error("Somebody still writes into this database: stop all processes of the product first. Nothing was changed.", { cause: error });
  });
  return tables;
}

async function rowsOf(client: pg.Client, tables: readonly BackupTable[], name: string): Promise<TableRows | null> {
  const table = tables.find((one) => one.name === name);
  if (!table) return null;
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(", ");
  const stream = client.query(copyTo(`copy (select ${columns} from ${client.escapeIdentifier(name)}) to stdout (format csv)`));
  const rows = new PassThrough();
  stream.once("error", (error) => rows.destroy(error));
  return { columns: table.columns, rows: stream.pipe(rows), count: () => stream.rowCount };
}

async function counts(client: pg.Client, tables: readonly BackupTable[]): Promise<string> {
  const each = tables.map(({ name }) => `select '${name}' as name, (select count(*) from ${client.escapeIdentifier(name)}) as count`).join(" union all ");
  const { rows } = await client.query<{ all: string }>(`select string_agg(name || ' ' || count, ', ' order by name) as all from (${each}) c`);
  return rows[0]?.all ?? "";
}

/** @throws Error with one sentence when the books there do not hold */
async function proveThere(appUrl: string): Promise<void> {
  const { ok, findings } = await checkBooks(appUrl);
  if (!ok) throw new Error(`The ledger integrity check has findings in the new database: ${JSON.stringify(findings.slice(0, 3))}; go on with the old one.`);
}

/**
 * Copies everything of a database that no process works on into a new, empty one, and compares. Repeated safely: until the last moment the
 * target is empty, and one that is not is refused.
 * @throws Error with one sentence
 */
export async function moveDatabase(sourceUrl: string, target: Target, say: (line: string) => void): Promise<void> {
  await ensureBoth({ setting: "MOVE_TO_URL", url: target.appUrl }, { setting: "MOVE_TO_OWNER_URL", url: target.ownerUrl });
  await refuseBehind(sourceUrl);
  await migrate(target.ownerUrl, { appRole: addressOf(target.appUrl).user, log: say });
  const from = await connectTo(sourceUrl);
  const into = await connectTo(target.ownerUrl).catch(async (error: unknown) => {
    await from.end();
    throw error;
  });
  try {
    const tables = await beginAlone(from);
    await fill(into, await firstPartitionedId(from), (name) => rowsOf(from, tables, name), say);
    const [here, there] = [await counts(from, tables), await counts(into, tables)];
    if (here !== there) throw new Error(`The two databases do not hold the same rows (${here} / ${there}); go on with the old one.`);
    await from.query("commit");
    await proveThere(target.appUrl);
  } finally {
    await from.end();
    await into.end();
  }
}
