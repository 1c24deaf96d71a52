/** Commands at the shell: what cannot be done is one sentence that names the setting or the folder, and nothing is done by half. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { withClient } from "../../src/server/platform/db/engine/provision.ts";
import { until } from "../support/parts/until.ts";
import { TEST_KEY } from "../support/key.ts";
import { programOf, runCommand } from "../support/parts/programs.ts";
import { onDatabase, testDatabase, type TestDatabase } from "../support/pg.ts";

type Name = Parameters<typeof runCommand>[0];
const KEY = TEST_KEY.toString("base64");
const folder = mkdtempSync(join(tmpdir(), "floatdesk-commands-"));
const emptyName = `empty_${Date.now().toString(36)}`;
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await withClient(inject("pg").superUrl, (client) => client.query(`create database ${emptyName} owner floatdesk_owner template template0`));
  await withClient(inject("pg").superUrl, (client) => client.query(`grant connect on database ${emptyName} to floatdesk_app`));
});
afterAll(async () => {
  await database.drop();
  await withClient(inject("pg").superUrl, (client) => client.query(`drop database ${emptyName} with (force)`));
  rmSync(folder, { recursive: true, force: true });
});

/** What a command says where it cannot go on, and its exit code. */
async function refusal(name: Name, args: readonly string[], env: Record<string, string> = {}): Promise<[code: number, said: string]> {
  const usual = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl, SECRET_KEY: KEY };
  return runCommand(name, { ...usual, ...env }, args).then(
    ({ stdout }) => expect.fail(`it was done: ${stdout}`),
    (error: { code: number; stderr: string }) => [error.code, error.stderr.trim()],
  );
}

const NOWHERE = { DATABASE_URL: "postgres://a:hunter2@127.0.0.1:1/d", DATABASE_OWNER_URL: "postgres://a:hunter2@127.0.0.1:1/d" };
const nowhere = "DATABASE_URL: no PostgreSQL answers at 127.0.0.1:1 (ECONNREFUSED).";

describe("a database that cannot be reached", () => {
  it.each([
    ["prove", [], 2],
    ["backup", [join(folder, "unreached")], 2],
    ["archive", ["--list"], 1],
  ] as const)("%s", async (name, args, code) => {
    expect(await refusal(name, args, NOWHERE)).toEqual([code, nowhere]);
    expect(existsSync(join(folder, "unreached"))).toBe(false);
  });
});

it("settings that do not fit are named", async () => {
  expect(await refusal("prove", [], { SECRET_KEY: "short" })).toEqual([2, expect.stringMatching(/^SECRET_KEY must be 32 random bytes in base64 [^\n]*$/)]);
  expect(await refusal("backup", [join(folder, "alone")], { DATABASE_URL: "" })).toEqual([
    2,
    "DATABASE_OWNER_URL needs DATABASE_URL beside it: the same database, as the application's role.",
  ]);
  const other = { DATABASE_OWNER_URL: onDatabase(inject("pg").ownerUrl, emptyName) };
  expect(await refusal("prove", [], other)).toEqual([
    2,
    "DATABASE_OWNER_URL leads to another database than DATABASE_URL: both have to name the same one. Nothing was done.",
  ]);
});

it("a database without a schema is told", async () => {
  const empty = { DATABASE_URL: onDatabase(inject("pg").appUrl, emptyName), DATABASE_OWNER_URL: onDatabase(inject("pg").ownerUrl, emptyName) };
  expect(await refusal("prove", [], empty)).toEqual([2, "The database is empty or behind this version; start the server once first."]);
  expect(await refusal("backup", [join(folder, "empty")], empty)).toEqual([2, "The database is empty: there is nothing to back up."]);
});

it("arguments that are none are refused", async () => {
  expect(await refusal("prove", ["--all-day"])).toEqual([2, "Usage: npm run prove [-- --all-days]"]);
  for (const args of [["--bogus"], [join(folder, "one"), "two"]])
    expect(await refusal("backup", args)).toEqual([2, "Say where to: npm run backup -- <folder>"]);
  expect(readdirSync(folder)).toEqual([]);
});

const COMMANDS = ["admin", "archive", "backup", "parse", "prove", "restore"] as const;

it("each says how it is used when it is asked, and touches nothing", async () => {
  for (const name of COMMANDS)
    for (const asked of ["--help", "-h"]) {
      const { stdout, stderr } = await runCommand(name, { ...NOWHERE, SECRET_KEY: KEY }, [asked]);
      expect([stdout, stderr], name).toEqual([expect.stringContaining(`npm run ${name}`), ""]);
    }
});

it("a flag that parse does not know is refused: it would wait for rows", async () => {
  expect(await refusal("parse", ["--bogus"])).toEqual([2, expect.stringMatching(/^Usage: npm run parse < rows\.jsonl/)]);
});

/** A script that lets each new file wait before it is there, as on a busy disk or one of the network. */
function slowOpening(): string {
  const script = join(folder, "slow-opening.cjs");
  const text = `const fs = require("node:fs");
const open = fs.open;
fs.open = (path, flags, ...rest) => (flags[0] === "w" ? setTimeout(() => open(path, flags, ...rest), 400) : open(path, flags, ...rest));
const later = fs.promises.open;
fs.promises.open = (...args) => new Promise((done) => setTimeout(done, 400)).then(() => later(...args));
require("node:module").syncBuiltinESMExports();
`;
  writeFileSync(script, text);
  return script;
}

it.each(["at once", "late"])("a backup that is interrupted says so and leaves no half one, where the disk opens files %s", async (when) => {
  const half = join(folder, `half ${when}`);
  const program = await programOf("backup");
  const slow = when === "late" ? { NODE_OPTIONS: `--require ${slowOpening()}` } : {};
  const env = { ...process.env, ...slow, DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl, SECRET_KEY: KEY };
  await withClient(onDatabase(inject("pg").superUrl, new URL(database.ownerUrl).pathname.slice(1)), async (client) => {
    // It stands before this table in the middle of its work.
    await client.query("begin; lock table wallets in access exclusive mode");
    const child = spawn(process.execPath, [program, half], { env, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (part: Buffer) => (said += part.toString()));
    const ended = new Promise((done) => child.once("close", done));
    await until(() => Promise.resolve(existsSync(half) && readdirSync(half).length > 5));
    child.kill("SIGINT");
    expect([await ended, said.trim()]).toEqual([130, `The backup was not made, and ${half} is empty again: interrupted`]);
    await client.query("rollback");
  });
  expect(readdirSync(half)).toEqual([]);
});

it("folders that are none are named", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(await refusal("backup", [join(file, "in")])).toEqual([2, `The folder ${join(file, "in")} cannot be made (ENOTDIR).`]);
  const cut = join(folder, "cut");
  mkdirSync(cut);
  writeFileSync(join(cut, "manifest.json"), '{"at": "20');
  expect(await refusal("restore", [cut])).toEqual([2, `${join(cut, "manifest.json")} is no manifest of a backup, or was cut.`]);
});
