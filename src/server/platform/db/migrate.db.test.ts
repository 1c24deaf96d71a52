import { createHash, randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { onDatabase } from "../../../../test/support/pg.ts";
import { ensureDatabase, withClient } from "./engine/provision.ts";
import { loadSchema, migrate, pendingMigrations, type SchemaFile, type SchemaFolder } from "./migrate.ts";
import { dumpSchema } from "./schema.ts";

const FILES = loadSchema();
const file = (folder: SchemaFolder, name: string, sql: string): SchemaFile => ({
  folder,
  name: `${folder}/${name}.sql`,
  sql,
  digest: createHash("sha256").update(sql).digest("hex"),
});
/** The files, with these instead of those of their names; new ones at the end of their folder. */
function withFiles(...changed: SchemaFile[]): SchemaFile[] {
  const kept = FILES.map((one) => changed.find(({ name }) => name === one.name) ?? one);
  const added = changed.filter(({ name }) => !kept.some((one) => one.name === name));
  return (["schema", "migrations", "functions"] as const).flatMap((folder) => [...kept, ...added].filter((one) => one.folder === folder));
}
const names = (files: readonly SchemaFile[]): string[] => files.map(({ name }) => name);

let name: string;
let ownerUrl: string;
let appUrl: string;
beforeEach(async () => {
  name = `t_${randomBytes(8).toString("hex")}`;
  await withClient(inject("pg").superUrl, (client) => ensureDatabase(client, name));
  ownerUrl = onDatabase(inject("pg").ownerUrl, name);
  appUrl = onDatabase(inject("pg").appUrl, name);
});
afterEach(() => withClient(inject("pg").superUrl, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))));

const ask = (sql: string): Promise<Record<string, unknown>[]> => withClient(ownerUrl, async (client) => (await client.query(sql)).rows);
const dump = (): Promise<string> => withClient(ownerUrl, (client) => dumpSchema(client, "floatdesk_app"));

const PI = "create or replace function pi_of(p int) returns int language sql immutable as 'select 3 * p';";

describe("migrate", () => {
  it("gives an empty database everything, once", async () => {
    expect(await pendingMigrations(appUrl)).toEqual(names(FILES));
    expect((await migrate(ownerUrl)).applied).toEqual(names(FILES));
    expect(await pendingMigrations(appUrl)).toEqual([]);
    expect((await migrate(ownerUrl)).applied).toEqual([]);
  });

  it("applies a function again when its file has changed, and no other", async () => {
    await migrate(ownerUrl, { files: withFiles(file("functions", "pi_of", PI)) });
    const before = await ask("select name, digest, applied_at::text from schema_migrations order by name");
    const changed = file("functions", "pi_of", PI.replace("3 * p", "22 * p / 7"));
    expect((await migrate(ownerUrl, { files: withFiles(changed) })).applied).toEqual(["functions/pi_of.sql"]);
    expect(await ask("select pi_of(7) as pi")).toEqual([{ pi: 22 }]);
    const after = await ask("select name, digest, applied_at::text from schema_migrations order by name");
    expect(after.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index]))).toMatchObject([
      { name: "functions/pi_of.sql", digest: changed.digest },
    ]);
  });

  it("leaves the same schema when every function is applied again", async () => {
    await migrate(ownerUrl);
    const before = await dump();
    await ask("update schema_migrations set digest = '' where name like 'functions/%'");
    const again = names(FILES.filter(({ folder }) => folder === "functions"));
    expect(await pendingMigrations(appUrl)).toEqual(again);
    expect((await migrate(ownerUrl)).applied).toEqual(again);
    expect(await dump()).toBe(before);
  });

  it("applies numbered migrations after the baseline and before the functions, once, and only as they were", async () => {
    const files = withFiles(
      file("migrations", "0001_notes", 'create table notes (id int); grant select on notes to :"app_role";'),
      file("functions", "notes_seen", "create or replace view notes_seen as select id from notes;"),
    );
    expect((await migrate(ownerUrl, { files })).applied).toEqual(names(files));
    expect((await migrate(ownerUrl, { files })).applied).toEqual([]);
    expect(await withClient(appUrl, async (client) => (await client.query("select * from notes")).rowCount)).toBe(0);
    await expect(migrate(ownerUrl, { files: withFiles(file("migrations", "0001_notes", "create table notes (id bigint)")) })).rejects.toThrow(
      "db/migrations/0001_notes.sql was changed after it had been applied; add a file to db/migrations instead.",
    );
  });

  it("makes a view again that a migration dropped and took off the list", async () => {
    const notes = file("migrations", "0001_notes", "create table notes (id int)");
    const seen = file("functions", "notes_seen", "create or replace view notes_seen as select id from notes;");
    await migrate(ownerUrl, { files: withFiles(notes, seen) });
    const wider = file(
      "migrations",
      "0002_wider",
      "drop view notes_seen; alter table notes alter column id type bigint; delete from schema_migrations where name = 'functions/notes_seen.sql'",
    );
    expect((await migrate(ownerUrl, { files: withFiles(notes, wider, seen) })).applied).toEqual([wider.name, seen.name]);
    expect(await ask("select pg_typeof(max(id))::text as type from notes_seen")).toEqual([{ type: "bigint" }]);
  });

  it("refuses a baseline that was edited, or got a file, after it had been applied", async () => {
    await migrate(ownerUrl);
    await expect(migrate(ownerUrl, { files: withFiles(file("schema", "fees", "select 1")) })).rejects.toThrow(
      "db/schema/fees.sql was changed after it had been applied; add a file to db/migrations instead.",
    );
    await expect(migrate(ownerUrl, { files: withFiles(file("schema", "more", "select 1")) })).rejects.toThrow(
      "db/schema/more.sql was added after the schema had been applied; add a file to db/migrations instead.",
    );
    await ask("update schema_migrations set digest = '' where name = 'schema/fees.sql'");
    await expect(pendingMigrations(appUrl)).rejects.toThrow("db/schema/fees.sql was changed");
  });

  it("leaves nothing of a piece that fails, and says which file it was", async () => {
    const broken = withFiles(file("functions", "zz", "create table left_behind (); select no_such_column"));
    await expect(migrate(ownerUrl, { files: broken })).rejects.toThrow('db/functions/zz.sql failed: column "no_such_column" does not exist');
    expect(await ask("select count(*)::int as count from schema_migrations where name like 'functions/%'")).toEqual([{ count: 0 }]);
    expect((await migrate(ownerUrl)).applied).toEqual(names(FILES.filter(({ folder }) => folder === "functions")));
  });

  it("refuses a database from before the first release, and one of a newer version", async () => {
    await ask(
      "create table schema_migrations (name text primary key, digest text not null, applied_at timestamptz not null default now()); grant select on schema_migrations to floatdesk_app; insert into schema_migrations values ('0001_parties.sql', '')",
    );
    const old = "This database was made before the first release (0001_parties.sql), whose schema began anew; make a new one.";
    await expect(migrate(ownerUrl)).rejects.toThrow(old);
    await expect(pendingMigrations(appUrl)).rejects.toThrow(old);
    expect(await ask("select to_regclass('merchants') as made")).toEqual([{ made: null }]);
    await ask("update schema_migrations set name = 'migrations/9999_later.sql'");
    await expect(migrate(ownerUrl)).rejects.toThrow("This database is of a newer version, which has db/migrations/9999_later.sql; use that version.");
    await ask("update schema_migrations set name = 'functions/no_more.sql'");
    expect((await migrate(ownerUrl)).applied).toEqual(names(FILES));
  });
});
