/**
 * Brings a database to the schema that stands in `db/`, as the owner role, forward only (db/README.md): the baseline `schema/` once, then
 * the numbered `migrations/` once each, then each file of `functions/` that is not as it was when it was applied last.
 */
import pg from "pg";
import { connectTo } from "./hosts/index.ts";
import { changedFor, factsOf, workAlone, workBeside } from "./beside.ts";
import { explained } from "./reach.ts";
import { type SchemaFile, type SchemaVersion, thisVersion } from "./schema-files.ts";

const LOCK_KEY = 4100;
/** A lock that a piece needs is waited for so long, ms: less than the database takes to find a ring, so that the piece gives way and no call does. */
const LOCK_WAIT_MS = 500;
const AGAIN_MS = 250;
/** So many times in a row; other errors end the start at once. */
const TRIES = 240;
const IN_THE_WAY = new Set(["55P03", "40P01"]);
/** A file that says so changes what the version before counts on where the catalog cannot tell. */
const ALONE = /^-- alone\b/m;

/** Stands in the files for the role that the application signs in as; psql reads it the same way (`-v app_role=…`). */
const APP_ROLE = ':"app_role"';

/** What the database holds: the digest of each file when it was applied last; of which release it is, and from which on one can work on it. */
interface Recorded {
  readonly digests: ReadonlyMap<string, string>;
  readonly release: number;
  readonly worksFrom: number;
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

/** @throws Error with one sentence where a later release has taken away what this one counts on */
function refuseLater(release: number, worksFrom: number, own: number): void {
  if (worksFrom > own) throw new Error(`This database is of a newer version (release ${release}), beside which this one cannot work; use that version.`);
}

/** For who runs it, and for who has just edited the file. */
const otherBaseline = (name: string, how: "changed" | "added"): string =>
  `This database was made before db/${name} was ${how}: use the version that made it, or a new database (who ${how} it: add a file to db/migrations instead).`;

/**
 * What a database lacks, in pieces that are applied as a whole: the baseline, each migration, all functions that changed. A database of a
 * later release that this one can work on lacks nothing: its functions stay as they are.
 * @throws Error with one sentence when what was applied once has been edited since
 */
function missingPieces({ digests, release, worksFrom }: Recorded, version: SchemaVersion): SchemaFile[][] {
  const { files } = version;
  refuseLater(release, worksFrom, version.release);
  if (release > version.release) return [];
  refuseOtherVersions("database", digests.keys(), files);
  const once = files.filter(({ folder }) => folder !== "functions");
  const edited = once.find(({ name, digest }) => digests.has(name) && digests.get(name) !== digest);
  if (edited) throw new Error(otherBaseline(edited.name, "changed"));
  const baseline = once.filter(({ folder }) => folder === "schema");
  const lacking = baseline.filter(({ name }) => !digests.has(name));
  if (lacking[0] && lacking.length < baseline.length) throw new Error(otherBaseline(lacking[0].name, "added"));
  const migrations = once.filter(({ folder, name }) => folder === "migrations" && !digests.has(name));
  const changed = files.filter(({ folder, name, digest }) => folder === "functions" && digests.get(name) !== digest);
  return [lacking, ...migrations.map((file) => [file]), changed].filter((piece) => piece.length > 0);
}

async function readRecorded(client: pg.Client): Promise<Recorded> {
  const { rows } = await client.query<{ name: string; digest: string }>("select name, digest from schema_migrations");
  const { rows: releases } = await client.query<{ release: number; works_from: number }>("select release, works_from from schema_release");
  const { release, works_from: worksFrom } = releases[0] ?? { release: 0, works_from: 0 };
  return { digests: new Map(rows.map((row) => [row.name, row.digest])), release, worksFrom };
}

async function nextPiece(client: pg.Client, version: SchemaVersion): Promise<SchemaFile[] | undefined> {
  return missingPieces(await readRecorded(client), version)[0];
}

/**
 * Applies a piece as a whole, or nothing of it.
 * @throws Error with one sentence when it fails, or when it takes something away from processes of the version before that are at work
 */
async function apply(client: pg.Client, piece: readonly SchemaFile[], release: number, appRole: string): Promise<void> {
  let at = "";
  await client.query("begin");
  try {
    await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
    const before = await factsOf(client, appRole);
    for (const { name, sql, digest } of piece) {
      at = name;
      await client.query(sql.replaceAll(APP_ROLE, () => client.escapeIdentifier(appRole)));
      await client.query(
        "insert into schema_migrations (name, digest) values ($1, $2) on conflict (name) do update set digest = excluded.digest, applied_at = now()",
        [name, digest],
      );
    }
    const changed = piece.find(({ sql }) => ALONE.test(sql))?.name ?? changedFor(before, await factsOf(client, appRole));
    if (changed !== null && !(await workAlone(client)))
      throw new Error(`it changes ${changed}, which processes of the version before work with; stop all of them, then start this version again`);
    // Of one's own release every process may work: what it counts on is what is there now.
    await client.query(
      "insert into schema_release (release, works_from) values ($1, $2) on conflict (one) do update set release = $1, works_from = greatest(schema_release.works_from, $2)",
      [release, changed === null ? 0 : release],
    );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`db/${at} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** As `apply`; a piece that would have others wait gives way to them and comes again. */
async function applyBeside(client: pg.Client, piece: readonly SchemaFile[], release: number, appRole: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await apply(client, piece, release, appRole);
      return;
    } catch (error) {
      const { cause } = error as Error;
      if (tries === TRIES || !(cause instanceof pg.DatabaseError) || !IN_THE_WAY.has(cause.code ?? "")) throw error;
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }
}

/** What the steps below are noted in; they stand before any of them. */
const NOTES = `
  create table if not exists schema_migrations (name text primary key, digest text not null, applied_at timestamptz not null default now());
  create table if not exists schema_release (one boolean primary key default true check (one), release int not null, works_from int not null)`;

/**
 * Brings the database to the newest schema, beside processes of the version before as long as that leaves them what they use.
 * @param ownerUrl connection of the owner role
 * @throws Error with one sentence when a file that was applied once has been edited since, or the database is of another version
 */
export async function migrate(
  ownerUrl: string,
  opts: { log?: (line: string) => void; appRole?: string; files?: readonly SchemaFile[]; release?: number } = {},
): Promise<{ applied: string[] }> {
  const appRole = opts.appRole ?? "floatdesk_app";
  const client = await connectTo(ownerUrl);
  const applied: string[] = [];
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    await client.query(`${NOTES}; grant select on schema_migrations, schema_release to ${client.escapeIdentifier(appRole)}`).catch((error: unknown) => {
      throw explained(error, "DATABASE_OWNER_URL", ownerUrl);
    });
    const usual = thisVersion();
    const version = { release: opts.release ?? usual.release, files: opts.files ?? usual.files };
    // Asked anew after each piece: a migration may take a function off the list, which is then made again.
    for (let piece = await nextPiece(client, version); piece; piece = await nextPiece(client, version)) {
      await applyBeside(client, piece, version.release, appRole);
      applied.push(...piece.map(({ name }) => name));
      opts.log?.(piece.length === 1 ? `migrated ${piece[0]?.name}` : `migrated ${piece.length} files of ${piece[0]?.folder}`);
    }
  } finally {
    await client.end();
  }
  return { applied };
}

/**
 * Puts the functions of this version in the place of a later one's: the way back where these are at fault.
 * @throws Error with one sentence when the later version has changed tables, or its processes work with what would go
 */
export async function functionsBack(ownerUrl: string, appRole: string): Promise<{ applied: string[] }> {
  const { release, files } = thisVersion();
  const client = await connectTo(ownerUrl);
  try {
    const recorded = await readRecorded(client);
    refuseLater(recorded.release, recorded.worksFrom, release);
    refuseOtherVersions("database", recorded.digests.keys(), files);
    await client.query("update schema_release set release = least(release, $1)", [release]);
  } finally {
    await client.end();
  }
  return migrate(ownerUrl, { appRole });
}

/**
 * Names of files that the database lacks, read with the application role (rule 23: with an external database and no owner
 * connection the start refuses when the schema is behind).
 * @throws Error as `migrate`
 */
export async function pendingMigrations(appUrl: string): Promise<string[]> {
  const client = await connectTo(appUrl);
  try {
    const known = await client.query<{ there: boolean }>(
      "select to_regclass('schema_migrations') is not null and to_regclass('schema_release') is not null as there",
    );
    const recorded = known.rows[0]?.there ? await readRecorded(client) : { digests: new Map<string, string>(), release: 0, worksFrom: 0 };
    return missingPieces(recorded, thisVersion())
      .flat()
      .map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** @throws Error with one sentence where a command finds nothing to work on; as `migrate` */
export async function refuseBehind(appUrl: string): Promise<void> {
  if ((await pendingMigrations(appUrl)).length > 0) throw new Error("The database is empty or behind this version; start the server once first.");
}

/**
 * Takes a place among the processes that work on this database, for as long as the connection lives: it is not changed under them.
 * @throws Error with one sentence while somebody is alone on it, and where a later release has taken away what this version counts on
 */
export async function beginWork(client: pg.Client): Promise<void> {
  if (!(await workBeside(client))) throw new Error("This database is being moved or changed by another process; start again when that has ended.");
  const { release, worksFrom } = await readRecorded(client);
  refuseLater(release, worksFrom, thisVersion().release);
}
