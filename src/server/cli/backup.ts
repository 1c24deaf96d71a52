/** `npm run backup -- <folder>`: every table as CSV on one snapshot, with a manifest of rows and digests (rule 26). */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Transform } from "node:stream";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { SNAPSHOT } from "../platform/db/snapshot.ts";
import type { ResolvedEngine } from "../platform/db/engine/index.ts";
import { connectTo, cut } from "../platform/db/hosts/index.ts";
import { type BackupTable, backupTables, firstPartitionedId } from "../platform/db/tables.ts";
import { interruptible, onlyFolder, runProgram, withEngine } from "./lib/program.ts";

interface Written {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly sha256: string;
}

const USAGE = "Say where to: npm run backup -- <folder>";
const MANIFEST = "manifest.json";

/** Makes the folder, or takes an empty one. @throws Error with one sentence */
function makeFolder(folder: string): void {
  let names: readonly string[];
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    names = readdirSync(folder);
  } catch (error) {
    throw new Error(`The folder ${folder} cannot be made (${(error as NodeJS.ErrnoException).code}).`, { cause: error });
  }
  if (names.length > 0) throw new Error(`${folder} is not empty; a backup goes into a folder of its own.`);
}

async function writeTable(client: pg.Client, table: BackupTable, file: string): Promise<Written> {
  const digest = createHash("sha256");
  const tap = new Transform({
    transform(part: Buffer, _encoding, done) {
      digest.update(part);
      done(null, part);
    },
  });
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(", ");
  // There before anything can fail: a stream that opens it by itself may make it after whoever clears away.
  const into = await open(file, "wx", 0o600);
  const stream = client.query(copyTo(`copy (select ${columns} from ${client.escapeIdentifier(table.name)}) to stdout (format csv)`));
  await pipeline(stream, tap, into.createWriteStream());
  return { table: table.name, columns: table.columns, rows: stream.rowCount, sha256: digest.digest("hex") };
}

async function writeAll(client: pg.Client, folder: string): Promise<void> {
  await client.query(`begin; ${SNAPSHOT}`);
  const tables: Written[] = [];
  for (const table of await backupTables(client)) {
    const written = await writeTable(client, table, join(folder, `${table.name}.csv`));
    tables.push(written);
    process.stdout.write(`${written.table}: ${written.rows} rows\n`);
  }
  const { rows } = await client.query<{ name: string }>("select name from schema_migrations where name not like 'functions/%' order by name");
  const manifest = { at: new Date().toISOString(), migrations: rows.map((row) => row.name), first_id: await firstPartitionedId(client), tables };
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await client.query("commit");
}

async function backup(engine: ResolvedEngine, folder: string): Promise<void> {
  const client = await connectTo(engine.ownerUrl ?? engine.appUrl);
  try {
    const { rows } = await client.query<{ there: boolean }>("select to_regclass('schema_migrations') is not null as there");
    if (rows[0]?.there !== true) throw new Error("The database is empty: there is nothing to back up.");
    makeFolder(folder);
    await interruptible(
      () => writeAll(client, folder),
      () => cut(client),
    ).catch((error: unknown) => {
      // Half a backup helps nobody, and holds the room that the next one needs. The folder was empty.
      for (const name of readdirSync(folder)) if (name.endsWith(".csv") || name === MANIFEST) rmSync(join(folder, name), { force: true });
      throw new Error(`The backup was not made, and ${folder} is empty again: ${(error as Error).message}`, { cause: error });
    });
  } finally {
    await client.end();
  }
  const key = engine.kind === "server" || !existsSync(join(engine.dataDir, "secret.key")) ? "SECRET_KEY" : join(engine.dataDir, "secret.key");
  process.stdout.write(`Backup is complete. Keep ${key}, too, in another place: without it what is encrypted cannot be read.\n`);
}

runProgram(
  async (args) => {
    const folder = onlyFolder(args, USAGE);
    await withEngine((engine) => backup(engine, folder));
  },
  2,
  USAGE,
);
