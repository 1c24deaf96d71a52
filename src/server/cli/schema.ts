/** `npm run schema`: writes the guards' pairs of statuses, then db/schema.sql from a database that was just made. */
import { mkdtempSync, rmSync, writeFileSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { resolveEngine } from "../platform/db/engine/index.ts";
import { writeGuards } from "../platform/db/guards.ts";
import { migrate } from "../platform/db/migrate.ts";
import { dumpSchema } from "../platform/db/schema.ts";

writeGuards();
const dataDir = mkdtempSync(join(tmpdir(), "floatdesk-schema-"));
chmodSync(dataDir, 0o755);
const engine = await resolveEngine({ ...process.env, DATABASE_URL: "", DATA_DIR: dataDir });
try {
  const ownerUrl = engine.ownerUrl as string; // the embedded database always has its owner
  await migrate(ownerUrl);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  writeFileSync(join(import.meta.dirname, "../../../db/schema.sql"), await dumpSchema(client, "floatdesk_app"));
  await client.end();
  process.stdout.write("db/schema.sql is written\n");
} finally {
  await engine.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
