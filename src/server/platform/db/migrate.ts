/** Applies the numbered migrations as the owner role; forward only, each in its own transaction. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";

const LOCK_KEY = 4100;

/** One migration file. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly digest: string;
}

/** The folder of the SQL files: beside this file, or where the built server finds them. */
export function migrationsDir(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const candidates = [join(here, "migrations"), join(here, "../../../../db/migrations"), join(process.cwd(), "db/migrations")];
  const found = candidates.find((dir) => existsSync(dir));
  if (!found) throw new Error("The folder with the database migrations is missing beside the server.");
  return found;
}

/** All migrations in order. */
export function loadMigrations(): Migration[] {
  const dir = migrationsDir();
  return readdirSync(dir)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(dir, name), "utf8");
      return { name, sql, digest: createHash("sha256").update(sql).digest("hex") };
    });
}

/**
 * Brings the database to the newest schema.
 * @param ownerUrl connection of the owner role
 * @throws Error with one sentence when an applied migration has been edited since
 */
export async function migrate(ownerUrl: string, opts: { log?: (line: string) => void; appRole?: string } = {}): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const applied: string[] = [];
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    await client.query("select set_config('floatdesk.app_role', $1, false)", [opts.appRole ?? "floatdesk_app"]);
    await client.query(
      "create table if not exists schema_migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())",
    );
    const done = new Map(
      (await client.query<{ name: string; digest: string }>("select name, digest from schema_migrations")).rows.map((row) => [row.name, row.digest]),
    );
    for (const migration of loadMigrations()) {
      const digest = done.get(migration.name);
      if (digest === migration.digest) continue;
      if (digest !== undefined) throw new Error(`Migration ${migration.name} was changed after it had been applied; add a new one instead.`);
      await client.query("begin");
      try {
        await client.query(migration.sql);
        await client.query("insert into schema_migrations (name, digest) values ($1, $2)", [migration.name, migration.digest]);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
      }
      applied.push(migration.name);
      opts.log?.(`migrated ${migration.name}`);
    }
    await client.query("grant select on schema_migrations to " + client.escapeIdentifier(opts.appRole ?? "floatdesk_app"));
  } finally {
    await client.end();
  }
  return { applied };
}

/**
 * Names of migrations that the database has not seen, read with the application role (decision 23: with an external
 * database and no owner connection the start refuses when the schema is behind).
 */
export async function pendingMigrations(appUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  try {
    const known = await client.query<{ there: boolean }>("select to_regclass('schema_migrations') is not null as there");
    if (!known.rows[0]?.there) return loadMigrations().map((migration) => migration.name);
    const done = new Set((await client.query<{ name: string }>("select name from schema_migrations")).rows.map((row) => row.name));
    return loadMigrations()
      .map((migration) => migration.name)
      .filter((name) => !done.has(name));
  } finally {
    await client.end();
  }
}
