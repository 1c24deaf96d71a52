import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { onDatabase } from "../../../../test/support/pg.ts";
import { ensureDatabase, restrictDatabase, withClient } from "./engine/provision.ts";
import { workAlone } from "./beside.ts";
import { beginWork, functionsBack, migrate, pendingMigrations } from "./migrate.ts";
import { loadSchema, type SchemaFile, type SchemaFolder } from "./schema-files.ts";
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
/** Gives the test a database of its own. */
async function make(how: (client: pg.Client) => Promise<void>): Promise<void> {
  name = `t_${randomBytes(8).toString("hex")}`;
  await withClient(inject("pg").superUrl, how);
  ownerUrl = onDatabase(inject("pg").ownerUrl, name);
  appUrl = onDatabase(inject("pg").appUrl, name);
}
afterEach(() => withClient(inject("pg").superUrl, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))));

const ask = (sql: string): Promise<Record<string, unknown>[]> => withClient(ownerUrl, async (client) => (await client.query(sql)).rows);
const dump = (): Promise<string> => withClient(ownerUrl, (client) => dumpSchema(client, "floatdesk_app"));

const PI = "create or replace function pi_of(p int) returns int language sql immutable as 'select 3 * p';";

describe("migrate", () => {
  beforeEach(() => make((client) => ensureDatabase(client, name)));

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
      "This database was made before db/migrations/0001_notes.sql was changed: use the version that made it, or a new database (who changed it: add a file to db/migrations instead).",
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
      "This database was made before db/schema/fees.sql was changed: use the version that made it, or a new database (who changed it: add a file to db/migrations instead).",
    );
    await expect(migrate(ownerUrl, { files: withFiles(file("schema", "more", "select 1")) })).rejects.toThrow(
      "This database was made before db/schema/more.sql was added: use the version that made it, or a new database (who added it: add a file to db/migrations instead).",
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

describe("a schema under processes that work", () => {
  const NEXT = 2;
  const RELEASED = `t_${randomBytes(8).toString("hex")}`;
  let worker: pg.Client;
  beforeAll(async () => {
    await withClient(inject("pg").superUrl, (client) => ensureDatabase(client, RELEASED));
    await migrate(onDatabase(inject("pg").ownerUrl, RELEASED), { release: 1 });
  });
  afterAll(() => withClient(inject("pg").superUrl, async (client) => void (await client.query(`drop database if exists ${RELEASED} with (force)`))));
  beforeEach(async () => {
    await make(async (client) => {
      await client.query(`create database ${name} owner floatdesk_owner template ${RELEASED} strategy file_copy`);
      await restrictDatabase(client, name);
    });
    worker = new pg.Client({ connectionString: appUrl });
    await worker.connect();
    await beginWork(worker);
  });
  afterEach(() => worker.end());
  const next = (...files: SchemaFile[]): Promise<{ applied: string[] }> => migrate(ownerUrl, { release: NEXT, files: withFiles(...files) });
  const release = async (): Promise<unknown> => (await ask("select release, works_from from schema_release"))[0];

  it.each([
    ["a table", "create table notes_kept (id int primary key, text text not null check (text <> '')); grant select on notes_kept to :\"app_role\""],
    ["a column that may be left out", "alter table merchants add column nickname text; alter table merchants add column color text not null default ''"],
    ["an index", "create index merchants_by_name on merchants (name)"],
    ["a right", 'grant delete on merchants to :"app_role"'],
    [
      "a function's body",
      "create or replace function ms_of_id(p_id bigint) returns bigint language sql immutable parallel safe return (p_id >> 12) + 1577836800000 + 0",
    ],
    [
      "a function that the application does not call",
      "create function quiet() returns int language sql as 'select 1'; revoke all on function quiet from public; drop function quiet",
    ],
  ])("goes on where it brings %s", async (_what, sql) => {
    await next(file("migrations", "0001_more", sql));
    expect(await release()).toEqual({ release: NEXT, works_from: 1 });
  });

  it.each([
    ["the column merchants.name", "alter table merchants rename column name to title"],
    ["the column views.name", "alter table views alter column name type varchar(900)"],
    [
      "the column merchants.nickname",
      "alter table merchants add column nickname text; update merchants set nickname = ''; alter table merchants alter column nickname set not null",
    ],
    ["the rule merchants.short", "alter table merchants add constraint short check (length(name) < 10)"],
    ["the rule merchants.merchants_named_once", "create unique index merchants_named_once on merchants (name)"],
    ["the rule payments.payments_guard", "drop trigger payments_guard on payments"],
    ["the function id_at", "drop function id_at"],
    [
      "the function ms_of_id",
      "drop function ms_of_id(bigint) cascade; create function ms_of_id(p_row bigint) returns bigint language sql immutable as 'select 1::bigint'",
    ],
    ["the right merchants.insert", 'revoke insert on merchants from :"app_role"'],
    ["migrations/0001_less.sql", "-- alone\nselect 1"],
  ])("waits until nobody works where it changes %s", async (what, sql) => {
    const applied = await ask("select name, digest from schema_migrations order by name");
    const less = file("migrations", "0001_less", sql);
    await expect(next(less)).rejects.toThrow(
      `db/migrations/0001_less.sql failed: it changes ${what}, which processes of the version before work with; stop all of them, then start this version again`,
    );
    expect([await ask("select name, digest from schema_migrations order by name"), await release()]).toEqual([applied, { release: 1, works_from: 1 }]);
    await worker.end();
    worker = new pg.Client({ connectionString: appUrl });
    await worker.connect();
    // Without the files of functions, which would be made again.
    await migrate(ownerUrl, { release: NEXT, files: [...FILES.filter(({ folder }) => folder === "schema"), less] });
    expect(await release()).toEqual({ release: NEXT, works_from: NEXT });
    // The version before neither starts with the owner, nor without, nor comes back after it has lost its connection.
    const newer = "This database is of a newer version (release 2), beside which this one cannot work; use that version.";
    await expect(migrate(ownerUrl, { release: 1 })).rejects.toThrow(newer);
    await expect(pendingMigrations(appUrl)).rejects.toThrow(newer);
    await expect(beginWork(worker)).rejects.toThrow(newer);
  });

  it("leaves a later release as it is when the version before starts again", async () => {
    const body = file("functions", "pi_of", PI);
    await next(file("migrations", "0001_more", "alter table merchants add column nickname text"), body);
    const before = await dump();
    expect((await migrate(ownerUrl, { release: 1, files: withFiles(file("functions", "pi_of", PI.replace("3", "4"))) })).applied).toEqual([]);
    expect(await pendingMigrations(appUrl)).toEqual([]);
    expect([await dump(), await release()]).toEqual([before, { release: NEXT, works_from: 1 }]);
  });

  it("gets the functions of the version before back only where it is told to, and no table has changed", async () => {
    const body = FILES.find(({ name: one }) => one === "functions/ms_of_id.sql") as SchemaFile;
    await next(file("functions", "ms_of_id", body.sql.replace("1577836800000", "1577836800000 + 1")));
    await migrate(ownerUrl, { release: 1 });
    expect(await ask("select ms_of_id(0)::text as ms")).toEqual([{ ms: "1577836800001" }]);
    expect(await functionsBack(ownerUrl, "floatdesk_app")).toEqual({ applied: ["functions/ms_of_id.sql"] });
    expect(await ask("select ms_of_id(0)::text as ms")).toEqual([{ ms: "1577836800000" }]);
    expect(await release()).toEqual({ release: 1, works_from: 1 });
    await next(file("migrations", "9999_later", "alter table merchants add column nickname text"));
    await expect(functionsBack(ownerUrl, "floatdesk_app")).rejects.toThrow("is of a newer version, which has db/migrations/9999_later.sql");
  });

  it("gives way to calls that hold what it needs, and comes again", async () => {
    await ask('create table slow (id int); grant select on slow to "floatdesk_app"');
    await worker.query("begin; select * from slow");
    const migrated = next(file("migrations", "0001_more", "alter table slow add column more int"));
    // Whoever reads meanwhile waits for no longer than the lock is tried for.
    await vi.waitFor(
      async () => expect(await ask("select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table slow%'")).toHaveLength(1),
      { timeout: 60_000, interval: 20 },
    );
    expect(await withClient(appUrl, async (client) => (await client.query("select * from slow")).rowCount)).toBe(0);
    await worker.query("commit");
    expect((await migrated).applied).toEqual(["migrations/0001_more.sql"]);
  });

  it("lets nobody begin while somebody is alone", async () => {
    await worker.end();
    worker = new pg.Client({ connectionString: appUrl });
    await worker.connect();
    await withClient(ownerUrl, async (alone) => {
      expect(await workAlone(alone)).toBe(true);
      await expect(beginWork(worker)).rejects.toThrow("This database is being moved or changed by another process; start again when that has ended.");
    });
    await vi.waitFor(() => beginWork(worker), { timeout: 60_000, interval: 50 });
  });
});
