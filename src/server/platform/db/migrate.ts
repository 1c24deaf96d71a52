/**
 * Brings a database to the schema that stands in `db/`, as the owner role, forward only (db/README.md): the baseline `schema/` once, then
 * the numbered `migrations/` once each, then each file of `functions/` that is not as it was when it was applied last.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { explained } from "./reach.ts";

const LOCK_KEY = 4100;

/** Stands in the files for the role that the application signs in as; psql reads it the same way (`-v app_role=…`). */
const APP_ROLE = ':"app_role"';

/** Folders of `db/`, in the order in which they are applied. */
export type SchemaFolder = "schema" | "migrations" | "functions";

/** One file; its name is recorded with its folder. */
export interface SchemaFile {
  readonly folder: SchemaFolder;
  readonly name: string;
  readonly sql: string;
  readonly digest: string;
}

/** What `schema_migrations` holds: the digest of each file when it was applied last. */
type Recorded = ReadonlyMap<string, string>;

/** `db/`: beside this file, or where the built server finds it. */
function schemaDir(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const candidates = [join(here, "db"), join(here, "../../../../db"), join(process.cwd(), "db")];
  const found = candidates.find((dir) => existsSync(join(dir, "schema")));
  if (!found) throw new Error("The folder db with the database schema is missing beside the server.");
  return found;
}

function filesOf(dir: string, folder: SchemaFolder): SchemaFile[] {
  if (!existsSync(join(dir, folder))) return [];
  return readdirSync(join(dir, folder))
    .filter((file) => (folder === "migrations" ? /^\d{4}_\w+\.sql$/ : /\.sql$/).test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(dir, folder, file), "utf8");
      return { folder, name: `${folder}/${file}`, sql, digest: createHash("sha256").update(sql).digest("hex") };
    });
}

/**
 * Files whose first line is `-- needs: a, b` behind the files a and b of their folder; else by name.
 * @throws Error when a file needs one that is missing, or two need each other
 */
export function inOrder(files: readonly SchemaFile[]): SchemaFile[] {
  const ordered: SchemaFile[] = [];
  const place = (file: SchemaFile, below: readonly SchemaFile[]): void => {
    if (ordered.includes(file)) return;
    if (below.includes(file)) throw new Error(`${file.name} needs itself, by way of ${below.at(-1)?.name}.`);
    for (const need of /^-- needs: (.*)/.exec(file.sql)?.[1]?.split(", ") ?? []) {
      const other = files.find(({ name }) => name === `${file.folder}/${need}.sql`);
      if (!other) throw new Error(`${file.name} needs ${need}, which is not beside it.`);
      place(other, [...below, file]);
    }
    ordered.push(file);
  };
  for (const file of files) place(file, []);
  return ordered;
}

/** All files in the order in which an empty database gets them. */
export function loadSchema(dir: string = schemaDir()): SchemaFile[] {
  return [...inOrder(filesOf(dir, "schema")), ...filesOf(dir, "migrations"), ...inOrder(filesOf(dir, "functions"))];
}

/** @throws Error with one sentence when this version cannot work on a database, or a backup of one, that has these files */
export function refuseOtherVersions(what: "database" | "backup", names: Iterable<string>, files: readonly SchemaFile[]): void {
  const known = new Set(files.map(({ name }) => name));
  for (const name of names) {
    if (!name.includes("/")) throw new Error(`This ${what} was made before the first release (${name}), whose schema began anew; make a new one.`);
    // A function that is no more has left its name behind.
    if (!known.has(name) && !name.startsWith("functions/")) throw new Error(`This ${what} is of a newer version, which has db/${name}; use that version.`);
  }
}

/**
 * What a database lacks, in pieces that are applied as a whole: the baseline, each migration, all functions that changed.
 * @throws Error with one sentence when what was applied once has been edited since
 */
function missingPieces(recorded: Recorded, files: readonly SchemaFile[]): SchemaFile[][] {
  refuseOtherVersions("database", recorded.keys(), files);
  const once = files.filter(({ folder }) => folder !== "functions");
  const edited = once.find(({ name, digest }) => recorded.has(name) && recorded.get(name) !== digest);
  if (edited) throw new Error(`db/${edited.name} was changed after it had been applied; add a file to db/migrations instead.`);
  const baseline = once.filter(({ folder }) => folder === "schema");
  const lacking = baseline.filter(({ name }) => !recorded.has(name));
  if (lacking[0] && lacking.length < baseline.length)
    throw new Error(`db/${lacking[0].name} was added after the schema had been applied; add a file to db/migrations instead.`);
  const migrations = once.filter(({ folder, name }) => folder === "migrations" && !recorded.has(name));
  const changed = files.filter(({ folder, name, digest }) => folder === "functions" && recorded.get(name) !== digest);
  return [lacking, ...migrations.map((file) => [file]), changed].filter((piece) => piece.length > 0);
}

async function readRecorded(client: pg.Client): Promise<Recorded> {
  const { rows } = await client.query<{ name: string; digest: string }>("select name, digest from schema_migrations");
  return new Map(rows.map((row) => [row.name, row.digest]));
}

async function nextPiece(client: pg.Client, files: readonly SchemaFile[]): Promise<SchemaFile[] | undefined> {
  return missingPieces(await readRecorded(client), files)[0];
}

async function apply(client: pg.Client, piece: readonly SchemaFile[], appRole: string): Promise<void> {
  let at = "";
  await client.query("begin");
  try {
    for (const { name, sql, digest } of piece) {
      at = name;
      await client.query(sql.replaceAll(APP_ROLE, () => client.escapeIdentifier(appRole)));
      await client.query(
        "insert into schema_migrations (name, digest) values ($1, $2) on conflict (name) do update set digest = excluded.digest, applied_at = now()",
        [name, digest],
      );
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`db/${at} failed: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Brings the database to the newest schema.
 * @param ownerUrl connection of the owner role
 * @throws Error with one sentence when a file that was applied once has been edited since, or the database is of another version
 */
export async function migrate(
  ownerUrl: string,
  opts: { log?: (line: string) => void; appRole?: string; files?: readonly SchemaFile[] } = {},
): Promise<{ applied: string[] }> {
  const appRole = opts.appRole ?? "floatdesk_app";
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const applied: string[] = [];
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    await client
      .query("create table if not exists schema_migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())")
      .catch((error: unknown) => {
        throw explained(error, "DATABASE_OWNER_URL", ownerUrl);
      });
    const files = opts.files ?? loadSchema();
    // Asked anew after each piece: a migration may take a function off the list, which is then made again.
    for (let piece = await nextPiece(client, files); piece; piece = await nextPiece(client, files)) {
      await apply(client, piece, appRole);
      applied.push(...piece.map(({ name }) => name));
      opts.log?.(piece.length === 1 ? `migrated ${piece[0]?.name}` : `migrated ${piece.length} files of ${piece[0]?.folder}`);
    }
    await client.query("grant select on schema_migrations to " + client.escapeIdentifier(appRole));
  } finally {
    await client.end();
  }
  return { applied };
}

/**
 * Names of files that the database lacks, read with the application role (rule 23: with an external database and no owner
 * connection the start refuses when the schema is behind).
 * @throws Error as `migrate`
 */
export async function pendingMigrations(appUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  try {
    const known = await client.query<{ there: boolean }>("select to_regclass('schema_migrations') is not null as there");
    const recorded = known.rows[0]?.there ? await readRecorded(client) : new Map<string, string>();
    return missingPieces(recorded, loadSchema())
      .flat()
      .map(({ name }) => name);
  } finally {
    await client.end();
  }
}
