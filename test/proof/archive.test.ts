/** Three months in the life of a product: two leave for files and come back, with the integrity check before, between and after. */
import { spawn } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, businessDay, businessDayStart } from "../../src/contract/time.ts";
import { Db, toJson } from "../../src/server/platform/db/pool.ts";
import { checkDay } from "../../src/server/core/seals/check.ts";
import { person } from "../support/attack.ts";
import { bkashTrx, received, TestProduct, type TestMerchant, type TestWallet } from "../support/app.ts";
import { TEST_KEY } from "../support/key.ts";
import { programOf, runCommand, type CommandEnv } from "../support/parts/programs.ts";
import { verifiedFolder } from "../support/parts/proof.ts";
import { SmallDisk } from "../support/parts/small-disk.ts";
import { testDatabase, type TestDatabase } from "../support/pg.ts";
import { shiftClock } from "../support/shifted-clock.ts";

const monthBefore = (month: string): string => addDays(`${month}-01`, -1).slice(0, 7);
const today = businessDay(Date.now());
/** The running month and the one before it stay; these two leave. */
const second = monthBefore(monthBefore(today.slice(0, 7)));
const first = monthBefore(second);
const kept = addDays(`${second}-01`, 31).slice(0, 7);
/** The last day of the first month, the last of the second, and now. */
const LIVED = [addDays(`${second}-01`, -1), addDays(`${kept}-01`, -1), today] as const;
let all = "";
const dir = mkdtempSync(join(tmpdir(), "floatdesk-archive-"));

let database: TestDatabase;
let product: TestProduct;
let owner: Db;
let merchant: TestMerchant;
/** The official wallet. */
let answered: bigint | null;
let wallet: TestWallet | undefined;
let env: CommandEnv;
let waiting: { readonly id: string; readonly version: number } | undefined;

/** A few payments and an act of two people. @param shiftS of the product's clock */
async function live(at: TestProduct, shiftS: number): Promise<TestWallet> {
  // The phone of a month ago is silent.
  const own = await at.onlyWallet();
  wallet ??= own;
  for (let count = 0; count < 2; count += 1) {
    const order = await at.pay(merchant, { amount: "500.00" });
    const trx = bkashTrx();
    const text = received({ amount: "500.00", from: "01711111111", balance: `${1500 + 500 * count}.00`, trx, at: Date.now() + shiftS * 1000 });
    await at.good("POST", "/device/sms", own.token, { sender: "bKash", text });
    await at.good("POST", `/v1/payments/${order.data.id}/trx`, merchant.secret, { trx_id: trx });
  }
  const ask = (note: string): Promise<{ id: string; version: number }> =>
    at.good("POST", "/api/manual", at.admin, { kind: "merchant_credit", merchant_id: merchant.id, amount: "12.50", note });
  const credit = await ask('goodwill, "quoted"\tand \\ 中文');
  waiting ??= await ask("waits");
  const finance = await person(at, "finance");
  await at.good("POST", `/api/manual/${credit.id}/apply`, finance.token, { version: credit.version });
  return own;
}

/** Money that people booked into suspense, and an order that an official wallet's operator answered for: both are added up out of entries for ever. */
async function rarely(at: TestProduct, lived: TestWallet): Promise<bigint | null> {
  const { app } = at.product;
  const account = async (kind: string): Promise<{ id: bigint; normal: number }> =>
    (await owner.one<{ id: bigint; normal: number }>("select id, normal from accounts where kind = $1", [kind])) as { id: bigint; normal: number };
  const [suspense, other] = [await account("suspense"), await account("adjustments")];
  const txn = app.ids.next();
  const leg = (id: bigint, change: number) => ({ txn_id: txn, entry_id: app.ids.next(), account_id: id, change, kind: "by_hand" });
  const legs = [leg(suspense.id, 700), leg(other.id, -700 * suspense.normal * other.normal)];
  await app.db.run("select ledger_post($1)", [toJson(legs.map((one) => ({ ...one, ref_type: "merchant", ref_id: txn, merchant_id: null, note: null })))]);
  const wallet = app.publicIds.decode("wallet", lived.id);
  const payment = await owner.one<{ id: bigint }>("select max(id) as id from payments where wallet_id = $1", [wallet]);
  await owner.run("update wallets set api_type = 'official' where id = $1", [wallet]);
  await owner.run(
    "insert into order_events (id, object_type, object_id, kind, actor_type, data) values ($1, 'payment', $2, 'official_confirmed', 'system', '{}')",
    [app.ids.next(), payment?.id],
  );
  for (const [table, change] of [
    ["trx_used", "sms_id = null where object_id = $1"],
    ["payments", "message_id = null where id = $1"],
  ]) {
    await owner.run(`alter table ${table} disable trigger user`);
    await owner.run(`update ${table} set ${change}`, [payment?.id]);
    await owner.run(`alter table ${table} enable trigger user`);
  }
  return wallet;
}

/** Seals every day that has ended; the horizon goes behind them at once, which is what the job would wait for day by day. */
async function sealAll(): Promise<void> {
  await owner.run("update ledger_horizon set before_id = day_start($1), waits_for = '3'", [today]);
  for (let days = 0; days < 100; days += 1) {
    const row = await owner.one<{ last: string | null }>("select max(day)::text as last from day_seals");
    if (row?.last === addDays(today, -1)) return;
    await product.product.jobs.runOnce("seal-days");
  }
}

beforeAll(async () => {
  database = await testDatabase();
  env = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl, SECRET_KEY: TEST_KEY.toString("base64") };
  owner = new Db({ url: database.ownerUrl, max: 2 });
  await owner.run("select make_partitions_between($1, $2)", [`${first}-01`, today]);
  for (const day of LIVED) {
    const noon = businessDayStart(day) + 12 * 3_600_000;
    const shiftS = day === today ? 0 : Math.round((noon - Date.now()) / 1000);
    await shiftClock(database.ownerUrl, shiftS);
    const at = await TestProduct.start({ ROLE: "api" }, database);
    if (day === LIVED[0]) merchant = await at.merchant({ name: "Lotus Ltd" });
    const lived = await live(at, shiftS);
    if (day === LIVED[1]) answered = await rarely(at, lived);
    if (day === today) product = at;
    else await at.product.stop();
  }
  await sealAll();
  await sealAudit();
});
afterAll(async () => {
  await owner.close();
  await product.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** What the worker does each second: here no worker runs, and rows that wait longer for it than a minute are a finding. */
const sealAudit = (): Promise<void> => product.product.jobs.runOnce("seal-audit");
async function archive(...args: string[]) {
  await sealAudit();
  return runCommand("archive", env, args);
}
async function findings(): Promise<readonly unknown[]> {
  await sealAudit();
  return product.findings();
}
const refused = async (...args: string[]): Promise<string> => ((await archive(...args).catch((error: unknown) => error)) as { stderr: string }).stderr;
const folderOf = (month: string): string => join(dir, month);
/** All rows that can leave, as one text. */
async function rows(): Promise<string> {
  const row = await owner.one<{ text: string }>(
    `select (select string_agg(e::text, E'\\n' order by id) from entries e where id < day_start($1)) || (select string_agg(a::text, E'\\n' order by id) from audit a where id < day_start($1)) as text`,
    [`${kept}-01`],
  );
  return row?.text ?? "";
}
const months = async (): Promise<string[]> =>
  (await owner.rows<{ month: string }>("select to_char(month, 'YYYY-MM') as month from archived_months order by 1")).map(({ month }) => month);
/** Where the books stand for whoever looks: what must be the same with the months and without. */
async function seen(): Promise<unknown> {
  const statement = await product.good<{ opening_balance: string; closing_balance: string; lines: unknown[] }>(
    "GET",
    `/api/merchants/${merchant.id}/statement?month=${kept}`,
  );
  const now = await product.good<{ opening_balance: string; closing_balance: string; lines: unknown[] }>(
    "GET",
    `/api/wallets/${wallet?.id}/statement?month=${today.slice(0, 7)}`,
  );
  const { balance: held } = await product.good<{ balance: string }>("GET", `/api/merchants/${merchant.id}/balance?at=${kept}-01`);
  const { items } = await product.good<{ items: { id: string }[] }>("GET", `/api/journals?from=${kept}-01&size=200`);
  const reported = await owner.rows("select payment, payment_count from wallet_reports_of(array[$1::bigint], $2, $2, '{}', '{}')", [answered, LIVED[1]]);
  expect(reported).toEqual([{ payment: 50_000n, payment_count: 1 }]);
  return [
    statement.opening_balance,
    statement.closing_balance,
    statement.lines,
    now.opening_balance,
    now.closing_balance,
    now.lines.length,
    held,
    items.length,
  ];
}

describe("a month that leaves", () => {
  it("does not, where the argument is wrong, the month is too young, or something is open, with its name", async () => {
    expect(await refused("--before", "2026-5")).toContain("--before 2026-5: a month is written YYYY-MM");
    expect(await refused("--before", today.slice(0, 7), "--to", dir)).toContain("the running month and the one before it stay");
    expect(await refused("--befor", kept)).toContain("Unknown option '--befor'");
    await owner.run("insert into alerts (id, kind, object_type, object_id) select min(id), 'wallet_silent', 'wallet', 1 from payments");
    const said = await refused("--before", kept, "--to", dir);
    expect(said).toContain(`1 manual operations that wait: ${waiting?.id}`);
    expect(said).toContain("1 open exceptions: wallet_silent");
    expect(said).toMatch(/accounts that are not added up yet \(the worker does it\): .*wallet/);
    await product.product.jobs.runOnce("lapse-approvals");
    await owner.run("update alerts set status = 'resolved', resolved_at = now(), resolved_by = 1 where kind = 'wallet_silent'");
    await product.product.jobs.runOnce("reconciliation.fold");
    expect([await months(), readdirSync(dir)]).toEqual([[], []]);
  });

  it("stays where its files cannot be written, which is said with their folder, and leaves no half of them", async () => {
    writeFileSync(join(dir, "file"), "");
    expect(await refused("--before", second, "--to", join(dir, "file"))).toContain(`${first}: ${join(dir, "file", first)} cannot be written (ENOTDIR`);
    rmSync(join(dir, "file"));
    const disk = SmallDisk.mount(1);
    if (disk !== null) {
      disk.fill();
      expect(await refused("--before", second, "--to", disk.folder)).toContain(`${first}: ${join(disk.folder, first)} cannot be written (ENOSPC`);
      expect(readdirSync(disk.folder)).toEqual([]);
      disk.remove();
    }
    expect(await months()).toEqual([]);
  });

  it("is whole here or whole in its files, wherever a kill -9 ends the command, and the next call goes on", async () => {
    all = await rows();
    for (const step of [/writing .*, 1 of/, /reading .* back/, /taking it out/, /archived, /]) {
      let said = "";
      if ((await months()).length > 0) await archive("--attach", folderOf(first));
      await sealAudit();
      const child = spawn(process.execPath, [await programOf("archive"), "--before", second, "--to", dir], { env: { ...process.env, ...env } });
      await new Promise((done) => {
        child.stdout.on("data", (part: Buffer) => {
          said += part.toString();
          if (step.test(said)) child.kill("SIGKILL");
        });
        child.on("close", done);
      });
      expect(said).toMatch(step);
      // What it had begun ends with its connection.
      await expect
        .poll(
          async () =>
            (await owner.one<{ n: bigint }>("select count(*) as n from pg_stat_activity where query like '%archive_leave%' and pid <> pg_backend_pid()"))?.n,
        )
        .toBe(0n);
      if ((await months()).length === 0) expect(await rows()).toBe(all);
      else expect(verifiedFolder(folderOf(first)).code).toBe(0);
      expect(await findings()).toEqual([]);
    }
    await archive("--before", second, "--to", dir);
    expect(await months()).toEqual([first]);
    await archive("--attach", folderOf(first));
    expect(await rows()).toBe(all);
  });

  it("takes entries and audit rows along, and the books, the seals, lists and statements go on without it", async () => {
    expect(await findings()).toEqual([]);
    all = await rows();
    const before = await seen();
    const { stdout } = await archive("--before", kept, "--to", dir);
    expect(stdout).toMatch(new RegExp(`${first}: archived, \\d+ entries[^]*${second}: archived, \\d+ entries[^]*The books agree`));
    expect(await months()).toEqual([first, second]);
    expect(await owner.one("select count(*) as n from entries where id < day_start($1)", [`${kept}-01`])).toEqual({ n: 0n });
    expect(await owner.one("select to_regclass($1) as there", [`entries_${second.replace("-", "")}`])).toEqual({ there: null });
    expect(await findings()).toEqual([]);
    expect(await seen()).toEqual(before);
    expect((await product.good<{ ok: boolean }>("GET", "/api/journals/proof")).ok).toBe(true);
    expect((await owner.rows("select 1 from alerts where status = 'open' and kind in ('proof_broken', 'seal_late')")).length).toBe(0);
    // An account goes on behind the cut.
    await live(product, 0);
    expect(await findings()).toEqual([]);
    const again = await archive("--before", kept, "--to", dir);
    expect(again.stdout).toContain(`No month before ${kept} is left to archive`);
    expect((await archive("--list")).stdout).toMatch(new RegExp(`${second} .*${first} `, "s"));
    expect(all).toContain("goodwill");
    expect(await rows()).toBe("");
  });

  it("is asked for in vain, in words: its days, its statement, its balances, its proof, its reconciliation", async () => {
    const day = LIVED[1];
    const asked = [
      `/api/seals/${day}/entries`,
      `/api/seals/${day}/audit`,
      `/api/merchants/${merchant.id}/statement?month=${second}`,
      `/api/merchants/${merchant.id}/balance?at=${day}`,
      `/api/wallets/${wallet?.id}/balance?at=${day}`,
      `/api/merchants/${merchant.id}/proof?month=${second}`,
      `/api/reconciliation/${wallet?.id}/${day}`,
    ];
    for (const url of asked) {
      const answer = await product.call("GET", url);
      expect([url, answer.status, answer.error?.code, answer.error?.details?.["kept_from"]]).toEqual([url, 410, "archived", `${kept}-01`]);
    }
    expect((await product.call("GET", asked[0] ?? "")).error?.details?.["file"]).toBe(`${second}/entries-${day}.txt.gz`);
    expect((await product.call("POST", `/api/seals/${day}/check`, product.admin, {})).status).toBe(410);
    expect((await checkDay(product.product.app, day)).fault).toBeNull();
    expect(await product.good("GET", "/api/user")).toMatchObject({ archived_before: `${kept}-01` });
    const list = await product.good<{ items: { day: string; archived: boolean }[]; archived: { month: string; root: string }[] }>(
      "GET",
      `/api/seals?before=${kept}-02`,
    );
    expect(list.items.find((item) => item.day === day)?.archived).toBe(true);
    expect(list.items.find((item) => item.day === `${kept}-01`)?.archived).toBe(false);
    expect(list.archived.map(({ month }) => month)).toEqual([second, first]);
  });

  it("is verified by an outsider out of its folder, and a changed file is found", async () => {
    const done = verifiedFolder(folderOf(second));
    expect(done.output).toMatch(new RegExp(`ok {2}.*manifest\\.json: ${second}, \\d+ entries and \\d+ audit rows`));
    expect(done.output).toMatch(new RegExp(`entries-${LIVED[1]}\\.txt\\.gz: \\d+ entries of`));
    expect(done.code).toBe(0);
    const copy = join(dir, "copy");
    const changed = async (name: string, change: (path: string) => void): Promise<void> => {
      cpSync(folderOf(second), copy, { recursive: true });
      change(join(copy, name));
      expect(verifiedFolder(copy)).toMatchObject({ code: 1, output: expect.stringContaining(name) });
      expect(await refused("--attach", copy)).toContain(join(copy, name));
      rmSync(copy, { recursive: true });
    };
    const entries = `entries-${LIVED[1]}.txt.gz`;
    await changed(entries, (path) => writeFileSync(path, gzipSync(gunzipSync(readFileSync(path)).toString().replace(",payment,", ",paymemt,"))));
    await changed(`audit-${LIVED[1]}.txt.gz`, (path) => rmSync(path));
    await changed("seals.ndjson", (path) => appendFileSync(path, "\n"));
    await changed("manifest.json", (path) => writeFileSync(path, readFileSync(path, "utf8").replace("audit_rows ", "audit_rows 1")));
  });

  it("cannot be taken away or changed by the application, nor any other audit row by anybody", async () => {
    const { db } = product.product.app;
    await expect(db.run("select archive_return($1)", [`${second}-01`])).rejects.toMatchObject({ code: "42501" });
    await expect(db.run("delete from archived_months")).rejects.toMatchObject({ code: "42501" });
    await expect(db.run("delete from audit")).rejects.toMatchObject({ code: "42501" });
    await expect(owner.run("delete from audit")).rejects.toMatchObject({ code: "FD002" });
  });
});

describe("a month that comes back", () => {
  it("comes in reverse order, to the byte, once however often it is asked for", async () => {
    expect(await refused("--attach", folderOf(first))).toContain(`Attach ${second} first`);
    expect(await refused("--attach", dir)).toContain("holds no manifest.json");
    for (const month of [second, first]) {
      expect((await archive("--attach", folderOf(month))).stdout).toContain(`${month}: attached, the books agree`);
      expect(await findings()).toEqual([]);
    }
    expect((await archive("--attach", folderOf(second))).stdout).toContain("is here already; nothing was done");
    expect(await months()).toEqual([]);
    expect(await rows()).toBe(all);
    for (const day of LIVED.slice(0, 2)) expect((await checkDay(product.product.app, day)).fault).toBeNull();
    const opening = await product.good<{ opening_balance: string; lines: unknown[] }>("GET", `/api/merchants/${merchant.id}/statement?month=${first}`);
    expect(opening).toMatchObject({ opening_balance: "0.00" });
    expect(opening.lines.length).toBeGreaterThan(2);
    expect(existsSync(folderOf(first))).toBe(true);
    const actions = await owner.rows<{ action: string }>("select action from audit where action like 'archive.%' order by id");
    expect(actions.map(({ action }) => action)).toEqual([
      "archive.leave",
      "archive.attach",
      "archive.leave",
      "archive.leave",
      "archive.attach",
      "archive.attach",
    ]);
  });
});
