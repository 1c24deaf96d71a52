/** What the README says about a PostgreSQL of one's own, done to the letter on a server where nothing was made before. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fill } from "../../src/server/cli/lib/filling.ts";
import { withClient } from "../../src/server/platform/db/engine/provision.ts";
import { migrate } from "../../src/server/platform/db/migrate.ts";
import { ensureBoth, ensureReachable, ensureSorted, rightsTooMany } from "../../src/server/platform/db/reach.ts";
import { freePort } from "../support/parts/ports.ts";
import { endProgram, programOf } from "../support/parts/programs.ts";
import { startOwnServer, type OwnServer } from "../support/own-server.ts";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const OPERATE = readFileSync(new URL("../../docs/operate.md", import.meta.url), "utf8");
/** The block of a page in this language that holds a text. */
const blockOf = (page: string, language: string, holds: string): string =>
  [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].find(([, of, block]) => of === language && block?.includes(holds))?.[2] ?? "";
const SQL = blockOf(README, "sql", "floatdesk_owner");
const START = blockOf(README, "", "DATABASE_OWNER_URL=");

/** A start that takes so long hangs: a busy machine takes ten times as long as a quiet one. Milliseconds. */
const HUNG_MS = 240_000;

let own: OwnServer;
let dataDir: string;
let port: number;
let server: ChildProcess | null = null;

beforeAll(async () => {
  own = await startOwnServer();
  ({ folder: dataDir, port } = own);
});
afterAll(async () => {
  await endProgram(server);
  await own.remove();
});

const as = (role: string, password: string, database: string): string => own.url(role, password, database);
const inOrder = async (url: string, statements: readonly string[]): Promise<void> =>
  withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

/** The settings that the README's own command gives the server, with the address of this one. */
function settings(): Record<string, string> {
  const given = [...START.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value.replace("@db/", `@127.0.0.1:${port}/`)] as const);
  return { ...Object.fromEntries(given), SECRET_KEY: randomBytes(32).toString("base64") };
}

async function startProduct(env: Record<string, string>): Promise<string> {
  const listens = await freePort();
  const child = spawn(process.execPath, [await programOf("main")], {
    env: { PATH: process.env["PATH"], PORT: String(listens), DATA_DIR: join(dataDir, "product"), ADMIN_PASSWORD: "correct horse battery staple", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  server = child;
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (said += part.toString()));
  const address = `http://127.0.0.1:${listens}`;
  for (const giveUpAt = Date.now() + HUNG_MS; ; ) {
    if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`the product did not start:\n${said}`);
    const ready = await fetch(`${address}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return address;
    await new Promise((done) => setTimeout(done, 50));
  }
}

it("the two pages say the same", () => {
  expect(SQL).not.toBe("");
  expect(blockOf(OPERATE, "sql", "floatdesk_owner")).toBe(SQL);
});

it("its SQL and its command, taken word by word, end in a running product", async () => {
  await inOrder(
    as("postgres", own.password, "postgres"),
    SQL.split(/;\s*$/m).filter((statement) => statement.trim() !== ""),
  );
  const env = settings();
  expect(Object.keys(env).sort()).toEqual(["DATABASE_OWNER_URL", "DATABASE_URL", "SECRET_KEY"]);
  const address = await startProduct(env);
  const signedIn = await fetch(`${address}/api/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account: "admin", password: "correct horse battery staple" }),
  });
  expect(signedIn.status).toBe(200);
  // The application's role can make nothing, anybody else cannot even come in.
  const app = env["DATABASE_URL"] ?? "";
  await expect(inOrder(app, ["create table own (id int)"])).rejects.toThrow(/permission denied for schema public/);
  await expect(inOrder(app, ["create temporary table own (id int)"])).rejects.toThrow(/permission denied/);
  await inOrder(as("postgres", own.password, "postgres"), ["create role stranger login password 'x'"]);
  await expect(inOrder(as("stranger", "x", "floatdesk"), ["select 1"])).rejects.toThrow(/permission denied for database/);
  const order = await withClient(
    app,
    async (client) => (await client.query<{ w: string[] }>("select array_agg(x order by x) as w from (values ('b'), ('B'), ('a'), ('é')) v(x)")).rows,
  );
  expect(order).toEqual([{ w: ["B", "a", "b", "é"] }]);
});

/** What is said of an address. */
const sentence = (url: string): Promise<string> =>
  ensureReachable("DATABASE_URL", url).then(
    () => "reached",
    (error: Error) => error.message,
  );

/** What a start that ends at once says. */
async function refusal(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [await programOf("main")], {
    env: { PATH: process.env["PATH"], PORT: "0", DATA_DIR: join(dataDir, "product"), SECRET_KEY: randomBytes(32).toString("base64"), ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (part: Buffer) => (said += part.toString()));
  const code = await new Promise((done) => child.once("close", done));
  expect(code).toBe(1);
  return said.trim();
}

it("a start with a wrong connection says in one sentence what to do, and what it says works", async () => {
  await inOrder(as("postgres", own.password, "postgres"), [
    "create role half_owner login password 'o'",
    "create role half_app login password 'a'",
    "create database half template template0",
    "revoke all on database half from public",
    "grant connect on database half to half_owner",
  ]);
  const [app, owner] = [as("half_app", "a", "half"), as("half_owner", "o", "half")];
  const place = `127.0.0.1:${port}`;
  const page = "(docs/operate.md#on-a-postgresql-of-your-own).";
  expect(await sentence(as("half_app", "wrong", "half"))).toBe(`DATABASE_URL: ${place} refuses the password of half_app.`);
  expect(await sentence(as("half_app", "a", "none"))).toBe(`DATABASE_URL: ${place} has no database none; make it as its administrator ${page}`);
  expect(await sentence(`${app}?sslmode=verify-full`)).toContain(`DATABASE_URL: ${place} does not offer TLS`);
  expect(await sentence("postgres://a:hunter2@127.0.0.1:1/d")).toBe("DATABASE_URL: no PostgreSQL answers at 127.0.0.1:1 (ECONNREFUSED).");
  expect(await sentence(app)).toContain('grant connect on database "half" to "half_app";');
  await inOrder(as("postgres", own.password, "postgres"), ['grant connect on database "half" to "half_app"']);
  expect(await sentence(app)).toBe("reached");
  // The schema is made by the owner of the database alone (PostgreSQL 15 and newer).
  expect(await refusal({ DATABASE_URL: app, DATABASE_OWNER_URL: owner })).toBe(
    `DATABASE_OWNER_URL: half_owner does not own the database half, postgres does. As the server's administrator: alter database "half" owner to "half_owner"; or sign in as postgres ${page.replace(/\.$/, "")}. Nothing was done.`,
  );
  await inOrder(as("postgres", own.password, "postgres"), ['alter database "half" owner to "half_owner"']);
  expect((await migrate(owner, { appRole: "half_app" })).applied.length).toBeGreaterThan(50);
});

it("nobody but its owner makes the schema of a database, an administrator neither", async () => {
  const administrator = as("postgres", own.password, "postgres");
  const url = (role: string, password: string): string => as(role, password, "kept");
  await inOrder(administrator, [
    "create role kept_owner login password 'o'",
    "create role kept_app login password 'a'",
    "create database kept owner kept_owner template template0 encoding 'UTF8' locale 'C.UTF-8'",
    "grant connect on database kept to kept_app",
  ]);
  const [app, owner, superuser] = [url("kept_app", "a"), url("kept_owner", "o"), url("postgres", own.password)];
  const both = (ownerUrl: string): Promise<void> => ensureBoth({ setting: "DATABASE_URL", url: app }, { setting: "DATABASE_OWNER_URL", url: ownerUrl });
  await expect(both(superuser)).rejects.toThrow(
    'DATABASE_OWNER_URL: postgres does not own the database kept, kept_owner does. As the server\'s administrator: alter database "kept" owner to "postgres"; or sign in as kept_owner',
  );
  await both(owner);
  await migrate(owner, { appRole: "kept_app" });
  await both(owner);
  await inOrder(administrator, ["alter database kept owner to postgres"]);
  await expect(both(superuser)).rejects.toThrow(
    "DATABASE_OWNER_URL: postgres did not make the tables of the database kept, kept_owner did: sign in as kept_owner.",
  );
  await both(owner);
  expect(await rightsTooMany("DATABASE_URL", app)).toBeNull();
  for (const [role, at] of [
    ["kept_owner", owner],
    ["postgres", superuser],
  ] as const)
    expect(await rightsTooMany("DATABASE_URL", at)).toContain(`DATABASE_URL: ${role} owns the tables or may act as their owner`);
});

it("an address without a password, without a user, or to a database in another encoding is told as that", async () => {
  await inOrder(as("postgres", own.password, "postgres"), ["create database latin template template0 encoding 'LATIN1' locale 'C'"]);
  const place = `127.0.0.1:${port}`;
  expect(await sentence(`postgres://postgres@${place}/postgres`)).toBe(
    `DATABASE_URL: ${place} asks for the password of postgres, and the address has none (postgres://user:password@host:port/database).`,
  );
  expect(await sentence(as("postgres", own.password, "latin"))).toBe(
    "DATABASE_URL: the database latin is in LATIN1, which cannot hold every text; make it with encoding 'UTF8' (docs/operate.md#on-a-postgresql-of-your-own).",
  );
});

it("an address whose sessions would begin otherwise than the product is written for is told which setting", async () => {
  await inOrder(as("postgres", own.password, "postgres"), ["create database session template template0"]);
  const url = as("postgres", own.password, "session");
  const withOptions = (options: string): Promise<string> => sentence(`${url}?options=${encodeURIComponent(options)}`);
  for (const [options, value, wanted] of [
    ["-c search_path=elsewhere", "search_path = elsewhere", "names to lead to public"],
    ["-c search_path=pg_catalog,public", "search_path = pg_catalog,public", "names to lead to public"],
    ["-c datestyle=sql,dmy", "DateStyle = SQL, DMY", "ISO"],
    ["-c bytea_output=escape", "bytea_output = escape", "hex"],
    ["-c standard_conforming_strings=off", "standard_conforming_strings = off", "on"],
    ["-c default_transaction_isolation=serializable", "default_transaction_isolation = serializable", "read committed"],
  ] as const)
    expect(await withOptions(options)).toBe(
      `DATABASE_URL: sessions of postgres in the database session begin with ${value}, and Floatdesk needs ${wanted}; take it out of the address's options, or of the settings of role and database.`,
    );
  expect(await withOptions("-c nonsense=1")).toBe(
    `DATABASE_URL: 127.0.0.1:${port} refuses postgres with "unrecognized configuration parameter "nonsense"" (42704).`,
  );
  for (const options of ["-c search_path=public", "-c tcp_keepalives_idle=30"]) expect(await withOptions(options)).toBe("reached");
  // Before the schema's use is granted to the application's role.
  await inOrder(url, ["revoke all on schema public from public", "create role bare login password 'b'"]);
  await expect(ensureReachable("DATABASE_URL", as("bare", "b", "session"))).resolves.toBeUndefined();
});

it("a database that sorts by a language, or knows no small letters, is refused with how to make one that does not, at a first start and for a restore", async () => {
  const made = (name: string, locale: string): string => `create database ${name} template template0 encoding 'UTF8' ${locale}`;
  await inOrder(as("postgres", own.password, "postgres"), [
    made("english", "locale_provider icu icu_locale 'en-US' locale 'C.UTF-8'"),
    made("bytes", "locale 'C'"),
    made("points", "locale 'C.UTF-8'"),
  ]);
  const sorted = (name: string): Promise<string> =>
    ensureSorted("DATABASE_URL", as("postgres", own.password, name)).then(
      (known) => known ?? "taken",
      (error: Error) => `refused: ${error.message}`,
    );
  const refused = (name: string, locale: string): string =>
    `the database ${name} sorts text, or knows small letters, otherwise than by code point (${locale}), which only a new one changes: make it with locale 'C.UTF-8' (docs/operate.md#on-a-postgresql-of-your-own), and take the data there with npm run backup and npm run restore.`;
  expect(await sorted("points")).toBe("taken");
  expect(await sorted("bytes")).toBe(`refused: DATABASE_URL: ${refused("bytes", "C / C")}`);
  expect(await sorted("english")).toContain("refused: DATABASE_URL: the database english sorts text");
  const url = as("postgres", own.password, "bytes");
  expect(await refusal({ DATABASE_URL: url, DATABASE_OWNER_URL: url })).toBe(`DATABASE_URL: ${refused("bytes", "C / C")}`);
  await migrate(url, { appRole: "postgres" });
  // One that is in use goes on, and every start says so.
  expect(await sorted("bytes")).toBe(`DATABASE_URL: ${refused("bytes", "C / C")}`);
  await withClient(url, (client) =>
    expect(
      fill(
        client,
        null,
        () => Promise.resolve(null),
        () => undefined,
      ),
    ).rejects.toThrow("Nothing was changed: the database bytes"),
  );
});
