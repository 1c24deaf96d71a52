/**
 * Restored to an instant from a base backup and the archived log (deploy/postgresql/archive.conf), by the blocks of the page: the books hold, what was delivered is
 * not sent again, payouts under way become unknown, and those that waited stay where they are.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { Submitted } from "../../src/server/core/operators/port.ts";
import { closeAfterRestore } from "../../src/server/core/switches/after-restore.ts";
import { asCommand } from "../../src/server/cli/lib/command.ts";
import { commandAs, giveTo } from "../../src/server/platform/db/engine/account.ts";
import { provision, withClient } from "../../src/server/platform/db/engine/provision.ts";
import { migrate } from "../../src/server/platform/db/migrate.ts";
import { PayoutLab } from "../payout/support.ts";
import { received } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import { blocksMarked } from "../support/operate/page.ts";
import { folderFor, ownFolder, startOwnServer, type OwnServer } from "../support/own-server.ts";
import type { TestDatabase } from "../support/pg.ts";

const CONF = readFileSync(new URL("../../deploy/postgresql/archive.conf", import.meta.url), "utf8");
const ARCHIVE = "/var/lib/floatdesk-archive";
const PASSWORDS = { floatdesk_owner: "o", floatdesk_app: "a" };

let first: OwnServer;
let second: OwnServer | null = null;
let archive: string;
let receiver: Server;
/** The webhook-id of every notification that arrived. */
const told: string[] = [];

beforeAll(async () => {
  const folder = ownFolder();
  archive = join(folder, "archive");
  mkdirSync(archive);
  const settings = [...CONF.matchAll(/^(\w+) = (.+)$/gm)].map(([, name = "", value = ""]) => [name, value.replace(/^'|'$/g, "").replaceAll(ARCHIVE, archive)]);
  first = await startOwnServer(Object.fromEntries(settings), folder);
  folderFor(first.account, archive);
  await provision(first.url("postgres", first.password, "postgres"), PASSWORDS);
  receiver = createServer((request, response) => {
    told.push(String(request.headers["webhook-id"]));
    request.resume().on("end", () => response.end("ok"));
  });
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  receiver.close();
  await second?.remove();
  await first.remove();
});

const databaseOf = (server: OwnServer): TestDatabase => ({
  appUrl: server.url("floatdesk_app", "a", "floatdesk"),
  ownerUrl: server.url("floatdesk_owner", "o", "floatdesk"),
  drop: async () => undefined,
});
const asAdministrator = <T>(server: OwnServer, sql: string): Promise<T[]> =>
  withClient(server.url("postgres", server.password, "postgres"), async (client) => (await client.query(sql)).rows as T[]);
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Runs the page's block of this mark as the database's account, at the places of this machine. */
function runBlock(mark: string, env: NodeJS.ProcessEnv, change: (text: string) => string): void {
  const [block, ...more] = blocksMarked(mark);
  expect([block === undefined, more]).toEqual([false, []]);
  const path = [inject("pg").toolsDir, process.env["PATH"]].filter(Boolean).join(delimiter);
  const { file, args, options } = commandAs(first.account, "bash", ["--norc", "-euc", change(block?.text ?? "")]);
  execFileSync(file, args, { ...options, env: { ...env, PATH: path }, cwd: "/", stdio: ["ignore", "ignore", "inherit"] } as object);
}

/** A base backup as the page makes it each night; where the engine brings no pg_basebackup, as that makes it. */
async function baseBackup(into: string): Promise<void> {
  mkdirSync(join(into, "pg"));
  const bases = folderFor(first.account, join(into, "bases"));
  const asIt = inject("pg").toolsDir !== null && existsSync(join(inject("pg").toolsDir ?? "", "pg_basebackup"));
  if (!asIt) return copyOfData(into);
  // The launcher lets nobody replicate.
  appendFileSync(join(first.folder, "conf/pg_hba.conf"), "host replication all 127.0.0.1/32 scram-sha-256\n");
  await asAdministrator(first, "select pg_reload_conf()");
  const env = { PGHOST: "127.0.0.1", PGPORT: String(first.port), PGUSER: "postgres", PGPASSWORD: first.password };
  runBlock("night", env, (text) => text.replaceAll("/var/lib/floatdesk-base", bases));
  const [night = "", ...more] = readdirSync(bases);
  expect([night, more]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/), []]);
  renameSync(join(bases, night), join(into, "pg/data"));
}
async function copyOfData(into: string): Promise<void> {
  await withClient(first.url("postgres", first.password, "postgres"), async (client) => {
    await client.query("select pg_backup_start('base', true)");
    execFileSync("cp", ["-a", first.pgData, join(into, "pg/")]);
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop()");
    const label = join(into, "pg/data/backup_label");
    writeFileSync(label, rows[0]?.labelfile ?? "");
    giveTo(first.account, label);
  });
  rmSync(join(into, "pg/data/postmaster.pid"), { force: true });
}

/** What the page says to write, for this instant. */
function recoverTo(folder: string, instant: string): void {
  const change = (text: string): string => text.replaceAll(ARCHIVE, archive).replace(/(?<=recovery_target_time = ').*(?=')/, instant);
  runBlock("instant", { PGDATA: join(folder, "pg/data") }, change);
}

/** Everything of the log is in the archive. */
async function archived(): Promise<void> {
  const [at] = await asAdministrator<{ name: string }>(first, "select pg_walfile_name(pg_switch_wal()) as name");
  await until(() => existsSync(join(archive, at?.name ?? "none")));
}

it("an instant between two commits comes back, and money is moved by nobody twice", async () => {
  await migrate(databaseOf(first).ownerUrl);
  const base = ownFolder();
  await baseBackup(base);

  const before = await PayoutLab.start({ one_person: true }, databaseOf(first));
  const notifyUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const merchant = await before.merchant(1_000_000n, { notify_url: notifyUrl });
  const wallet = await before.product.wallet();
  const ordered = async (amount: string, customer: string): Promise<string> => (await before.product.pay(merchant, { amount, customer })).data.id;
  await before.product.product.worker.start();
  const early = await ordered("111.00", "01711111111");
  const late = await ordered("222.00", "01722222222");
  await before.product.sms(wallet, received({ amount: "111.00", from: "01711111111" }));
  await until(() => told.length === 1);
  await until(async () => (await before.app.db.rows("select 1 from deliveries where status = 'delivered'")).length === 1);
  await before.wallet(1_000_000n);
  const underWay = await before.ordered(merchant);
  // Sent, and its operator has not answered yet.
  let answer: (submitted: Submitted) => void = () => undefined;
  before.port.onSubmit = () => new Promise((done) => (answer = done));
  await before.product.product.jobs.runOnce("disburses.dispatch");
  await until(() => before.port.sent.length === 1);
  const waits = await before.ordered(merchant);

  const [moment] = await asAdministrator<{ at: string }>(first, "select to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as at");
  await pause(50);
  // What is lost: a payment's money with its notification, and the payout that waited leaves.
  await before.product.sms(wallet, received({ amount: "222.00", from: "01722222222" }));
  await until(() => told.length === 2);
  const accepted = { kind: "accepted", operatorReference: null } as const;
  answer(accepted);
  before.port.onSubmit = () => accepted;
  await before.dispatch();
  expect(before.port.sent).toHaveLength(2);
  await archived();
  await before.product.product.stop();
  await before.owner.close();
  await first.stop();

  recoverTo(base, moment?.at ?? "");
  second = await startOwnServer({}, base);
  await until(async () => (await asAdministrator<{ on: boolean }>(second as OwnServer, "select pg_is_in_recovery() as on"))[0]?.on === false);
  const database = databaseOf(second);
  expect(await asCommand(database.appUrl, "npm run admin", (ctx) => closeAfterRestore(ctx, "the instant"))).toEqual({ waiting: 1, inFlight: 1 });
  // Once more changes nothing.
  expect(await asCommand(database.appUrl, "npm run admin", (ctx) => closeAfterRestore(ctx, "the instant"))).toEqual({ waiting: 1, inFlight: 1 });

  const after = await PayoutLab.start({}, database);
  expect(await after.findings()).toEqual([]);
  expect(await after.product.good("GET", `/api/payments/${early}`)).toMatchObject({ status: "completed" });
  expect(await after.product.good("GET", `/api/payments/${late}`)).toMatchObject({ status: "pending" });
  await after.product.product.worker.start();
  await after.expireLeases();
  for (const job of ["disburses.lost", "disburses.dispatch"]) await after.product.product.jobs.runOnce(job);
  await pause(1_500);
  await after.dispatch();
  // Neither the payout that was under way nor the one that left after the instant is sent.
  expect(after.port.sent).toEqual([]);
  expect(await after.detail(underWay.id)).toMatchObject({ status: "unknown", reason: "lost" });
  expect(await after.detail(waits.id)).toMatchObject({ status: "approved" });
  // The notification of before the instant has arrived once.
  expect(told.filter((id) => id === told[0])).toHaveLength(1);
  const switches = await after.product.good<{ items: { id: string; version: number; closed_by: string | null; direction: string }[] }>("GET", "/api/switches");
  expect(switches.items).toMatchObject([{ direction: "out", scope: "platform", closed_by: null }]);
  // A person who has compared opens it, and what still waits leaves.
  const [engaged] = switches.items;
  await after.product.good("POST", `/api/switches/${engaged?.id}/open`, after.product.admin, { version: engaged?.version, note: "compared" });
  await after.owner.run("update disburses set route_after = null where route_after is not null");
  await after.dispatch();
  expect(after.port.sent).toHaveLength(1);
  expect(await after.findings()).toEqual([]);
  await after.owner.close();
  await after.product.product.stop();
  expect(readdirSync(archive).filter((name) => name.startsWith("."))).toEqual([]);
});
