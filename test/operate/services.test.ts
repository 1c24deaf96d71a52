/**
 * A production as docs/operate.md sets it up and upgrades it: the page's own blocks, with the units of deploy/systemd, behind HAProxy and nginx as
 * deploy/proxy has them. `systemctl` is a script that starts what the units say. The next version is a copy with a migration, a column and
 * a function that writes it. No call fails on the way there and back, and what runs afterwards is what the page says.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { withClient } from "../../src/server/platform/db/engine/provision.ts";
import { ADMIN } from "../support/app.ts";
import { freePort } from "../support/parts/ports.ts";
import { configured, programOfProxy } from "../support/operate/configured.ts";
import { HAPROXY, startHaproxy } from "../support/operate/haproxy.ts";
import { call, Load } from "../support/operate/load.ts";
import { type Block, blocksMarked } from "../support/operate/page.ts";
import { checkout, endProgram, programOf } from "../support/parts/programs.ts";
import { testDatabase, type TestDatabase } from "../support/pg.ts";

const STUB = join(checkout, "test/support/operate/systemctl.mjs");
const UNITS = ["floatdesk-worker", "floatdesk-api@3000", "floatdesk-api@3002"] as const;
const NGINX = programOfProxy("nginx");
const MIGRATION = "-- Orders say which version wrote them.\nalter table payments add column planted text;\n";

let database: TestDatabase;
/** Stands for the root of the machine. */
let root: string;
let units: string;
/** What stands in the page and in the units, as patterns, and where it is here. */
let places: (readonly [string, string])[] = [];
const here = (text: string): string => places.reduce((so, [pattern, instead]) => so.replaceAll(new RegExp(pattern, "g"), instead), text);

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "floatdesk-services-"));
  units = join(root, "systemd");
  database = await testDatabase();
  const ports = [await freePort(), await freePort(), await freePort()].map((port, index) => [`\\b300${index}\\b`, String(port)] as const);
  places = [
    ...ports,
    ["/opt/floatdesk", join(root, "opt")],
    ["/etc/floatdesk", join(root, "etc")],
    ["/etc/systemd/system", join(units, "units")],
    ["/usr/bin/node", process.execPath],
  ];
  for (const folder of ["bin", "systemd/units", "opt/releases"]) mkdirSync(join(root, folder), { recursive: true });
  for (const name of ["systemctl", "journalctl"]) command(name, `exec '${process.execPath}' '${STUB}' ${name} "$@"`);
  command("useradd", `printf '%s\\n' "$@" > '${join(root, "account")}'`);
  // What the registry and a build would bring, which take minutes: the packages of this checkout and its server.
  const built = dirname(await programOf("main"));
  const bring = `mkdir dist; cp -r '${built}' dist/server; cp -r db dist/server/db; cp -r '${join(checkout, "src/server/features/statements/pdf/fonts")}' dist/server/`;
  command("npm", `case "$1 $2" in "ci "*) ln -sfn '${join(checkout, "node_modules")}' node_modules;; "run build") ${bring};; *) exit 1;; esac`);
});
afterAll(async () => {
  for (const unit of UNITS) await run(`systemctl stop '${here(unit)}'`).catch(() => undefined);
  await database.drop();
  rmSync(root, { recursive: true, force: true });
});

function command(name: string, script: string): void {
  writeFileSync(join(root, "bin", name), `#!/bin/sh\nset -e\n${script}\n`);
  chmodSync(join(root, "bin", name), 0o755);
}

/** Runs commands of the page at the places of this machine. @returns what they said */
async function run(commands: string): Promise<string> {
  const env = { PATH: [join(root, "bin"), process.env["PATH"]].join(delimiter), STUB_FOLDER: units, STUB_PLACES: JSON.stringify(places) };
  const { stdout } = await promisify(execFile)("bash", ["--norc", "-c", `set -euo pipefail\n${here(commands)}`], { env, cwd: root, timeout: 180_000 });
  return stdout;
}
async function runBlocks(blocks: readonly Block[], change: (text: string) => string = (text) => text): Promise<string> {
  expect(blocks.length).toBeGreaterThan(0);
  let said = "";
  for (const { text } of blocks)
    said += await run(change(text)).catch((error: Error & { stdout: string; stderr: string }) => {
      const journals = UNITS.map((unit) => join(units, `${here(unit)}.log`)).filter((file) => existsSync(file));
      throw new Error(
        `this block failed:\n${text}\n${error.stdout}\n${error.stderr}\n${journals.map((file) => readFileSync(file, "utf8").slice(-2_000)).join("\n")}`,
      );
    });
  return said;
}

/** A checkout of a version, as somebody has put it there. @param changed what is different in it */
function release(name: string, changed: (folder: string) => void = () => undefined): void {
  const folder = join(root, "opt/releases", name);
  mkdirSync(folder);
  for (const part of ["db", "deploy", "package.json"]) cpSync(join(checkout, part), join(folder, part), { recursive: true });
  changed(folder);
}
function plantNext(folder: string): void {
  mkdirSync(join(folder, "db/migrations"), { recursive: true });
  writeFileSync(join(folder, "db/migrations/0999_planted.sql"), MIGRATION);
  writeFileSync(join(folder, "db/release"), String(Number(readFileSync(join(folder, "db/release"), "utf8")) + 1));
  const file = join(folder, "db/functions/acceptance_write.sql");
  let text = readFileSync(file, "utf8");
  for (const [old, fresh] of [
    ["routing, request_hash)", "routing, request_hash, planted)"],
    ["decode(order_hashes[n], 'hex')", "decode(order_hashes[n], 'hex'), 'next'"],
  ] as const) {
    expect(text.split(old)).toHaveLength(2);
    text = text.replace(old, fresh);
  }
  writeFileSync(file, text);
}

/** Which version's folder each service runs in; null: it does not run. */
const running = (): Record<string, string | null> =>
  Object.fromEntries(
    UNITS.map((unit) => {
      const kept = (what: string): string => join(units, `${here(unit)}.${what}`);
      if (!existsSync(kept("pid")) || existsSync(kept("code"))) return [unit, null];
      return [
        unit,
        readlinkSync(`/proc/${readFileSync(kept("pid"), "utf8").trim()}/cwd`)
          .split("/")
          .at(-1) ?? null,
      ];
    }),
  );
/** What those ended with that do not run. */
const codes = (): string[] =>
  UNITS.map((unit) => join(units, `${here(unit)}.code`))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, "utf8").trim());

it("the page's blocks set up the services that its units say", async () => {
  release("0.1.0");
  const settings = blocksMarked("services");
  // A person writes his own settings into the copy before the services start.
  const [services] = settings.slice(-1);
  await runBlocks(settings.slice(0, -1));
  const env = join(root, "etc/floatdesk.env");
  const own = {
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    SECRET_KEY: randomBytes(32).toString("base64"),
    ADMIN_PASSWORD: ADMIN.password,
  };
  const lines = readFileSync(env, "utf8")
    .split("\n")
    .filter((line) => !Object.keys(own).some((name) => line.startsWith(`${name}=`)));
  // One process each, however many cores this machine has.
  writeFileSync(env, [...lines, ...Object.entries({ ...own, API_PROCESSES: "1" }).map(([name, value]) => `${name}=${value}`), ""].join("\n"));
  const said = await run(services?.text ?? "");
  expect(said).toContain("Sign in:");
  expect(running()).toEqual({ "floatdesk-worker": "0.1.0", "floatdesk-api@3000": "0.1.0", "floatdesk-api@3002": null });
  expect(readFileSync(join(root, "account"), "utf8")).toContain("--system");
});

/** nginx as deploy/proxy has it, in the place where the page's commands find it. */
async function startNginx(program: string): Promise<{ child: ChildProcess; port: number }> {
  const listens = { plain: await freePort(), tls: await freePort() };
  const ports = places.filter(([pattern]) => pattern.startsWith("\\b300"));
  const { file, args } = configured("nginx", join(root, "nginx"), listens, (text) =>
    ports.reduce((so, [pattern, port]) => so.replaceAll(new RegExp(pattern, "g"), port), text),
  );
  places.push(["/etc/nginx/nginx\\.conf", file]);
  command("nginx", `exec '${program}' -p '${join(root, "nginx")}' -e '${join(root, "nginx/error.log")}' -c '${file}' "$@" 2> /dev/null`);
  const child = spawn(program, args, { stdio: "ignore" });
  await vi.waitFor(async () => expect((await call(listens.tls, "GET", "/readyz", null)).status).toBe(200), { timeout: 60_000, interval: 100 });
  return { child, port: listens.tls };
}

it.skipIf(HAPROXY === undefined || NGINX === undefined)(
  "the page's upgrade behind HAProxy, and its way back behind nginx, lose no call",
  async () => {
    const [api = 0, , next = 0] = ["3000", "3001", "3002"].map((port) => Number(here(port)));
    const haproxy = await startHaproxy(join(root, "proxy"), { plain: await freePort(), tls: await freePort(), servers: [api], next });
    const nginx = await startNginx(NGINX ?? "");
    const load = await Load.start(haproxy.port);
    try {
      await load.more(20);
      release("0.2.0", plantNext);
      await run("cd /opt/floatdesk/releases/0.2.0; npm ci; npm run build; npm ci");
      await runBlocks(blocksMarked("upgrade"));
      expect(running()).toEqual({ "floatdesk-worker": "0.2.0", "floatdesk-api@3000": "0.2.0", "floatdesk-api@3002": null });
      expect(codes()).toEqual(["0"]);
      await load.more(20);
      load.through(nginx.port);
      await load.more(20);
      await runBlocks(blocksMarked("upgrade", "upgrade-nginx"), (text) => text.replaceAll("0.2.0", "0.1.0"));
      expect(running()).toEqual({ "floatdesk-worker": "0.1.0", "floatdesk-api@3000": "0.1.0", "floatdesk-api@3002": null });
      await load.more(20);
    } finally {
      await load.end();
      await haproxy.stop();
      await endProgram(nginx.child);
    }
    expect([load.wrong.length, load.wrong.slice(0, 5)]).toEqual([0, []]);
    const { rows } = await withClient(database.ownerUrl, (client) =>
      client.query<{ all: number; completed: number; next: number }>(
        "select count(*)::int as all, count(*) filter (where status = 'completed')::int as completed, count(planted)::int as next from payments",
      ),
    );
    expect(rows[0]).toMatchObject({ all: load.count, completed: load.count });
    // The next version's function was there, also for calls of the version before.
    expect(rows[0]?.next).toBeGreaterThan(20);
  },
  600_000,
);
