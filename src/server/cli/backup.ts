/** `npm run backup -- <folder>`: every table as CSV on one snapshot, with a manifest of rows and digests (rule 26). */
import { createHash } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Transform } from "node:stream";
import { to as copyTo } from "pg-copy-streams";
import { SNAPSHOT } from "../platform/db/snapshot.ts";
import { resolveEngine } from "../platform/db/engine/index.ts";
import { connectTo } from "../platform/db/hosts/index.ts";
import { backupTables, firstPartitionedId } from "../platform/db/tables.ts";

const folder = process.argv[2];
if (!folder) {
  process.stderr.write("Say where to: npm run backup -- <folder>\n");
  process.exit(2);
}
if (existsSync(folder) && readdirSync(folder).length > 0) {
  process.stderr.write(`${folder} is not empty; a backup goes into a folder of its own.\n`);
  process.exit(2);
}
mkdirSync(folder, { recursive: true, mode: 0o700 });
const engine = await resolveEngine(process.env);
const client = await connectTo(engine.ownerUrl ?? engine.appUrl);
try {
  await client.query(`begin; ${SNAPSHOT}`);
  const manifest: { table: string; columns: string[]; rows: number; sha256: string }[] = [];
  for (const table of await backupTables(client)) {
    const digest = createHash("sha256");
    const tap = new Transform({
      transform(part: Buffer, _encoding, done) {
        digest.update(part);
        done(null, part);
      },
    });
    const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(", ");
    const stream = client.query(copyTo(`copy (select ${columns} from ${client.escapeIdentifier(table.name)}) to stdout (format csv)`));
    await pipeline(stream, tap, createWriteStream(join(folder, `${table.name}.csv`), { mode: 0o600 }));
    manifest.push({ table: table.name, columns: table.columns, rows: stream.rowCount, sha256: digest.digest("hex") });
    process.stdout.write(`${table.name}: ${stream.rowCount} rows\n`);
  }
  const { rows } = await client.query<{ name: string }>("select name from schema_migrations where name not like 'functions/%' order by name");
  writeFileSync(
    join(folder, "manifest.json"),
    `${JSON.stringify({ at: new Date().toISOString(), migrations: rows.map((row) => row.name), first_id: await firstPartitionedId(client), tables: manifest }, null, 2)}\n`,
    { mode: 0o600 },
  );
  await client.query("commit");
  process.stdout.write(
    `Backup is complete. Keep SECRET_KEY (or ${join(engine.dataDir, "secret.key")}) with it: what is encrypted cannot be read without it.\n`,
  );
} finally {
  await client.end();
  await engine.stop();
}
