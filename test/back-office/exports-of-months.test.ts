/** Files in the background that are of no list: statements of months, reconciliation and wallet statistics (docs/decisions/0078). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ExportFileOut, ExportScheduleOut, ExportsOut } from "../../src/contract/exports.schema.ts";
import { EXPORT_FILE_ROWS } from "../../src/contract/exports.ts";
import { businessDay, businessDayStart } from "../../src/contract/time.ts";
import { queueDue } from "../../src/server/features/exports/due.ts";
import { makeFiles } from "../../src/server/features/exports/make.ts";
import type { App } from "../../src/server/platform/context.ts";
import { refuse } from "../../src/server/platform/refusal.ts";
import { bkashTrx, received, type TestMerchant, TestProduct, type TestWallet } from "../support/app.ts";
import { missingId, people, person, type Person, roleOf, session, startTarget } from "../support/attack.ts";
import { fundMerchant } from "../support/attack-money.ts";

let product: TestProduct;
let merchants: [TestMerchant, TestMerchant];
let wallet: TestWallet;
let staff: Person;
let theirs: Person;

const db = (): App["db"] => product.product.app.db;
const at = (ms: number): App => ({ ...product.product.app, now: () => ms });
async function makeAll(app: App = product.product.app): Promise<void> {
  while (await makeFiles(app));
}
const TODAY = businessDay(Date.now());
const MONTH = TODAY.slice(0, 7);

beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  merchants = [await product.merchant({ name: "Alpha" }), await product.merchant({ name: "Beta" })];
  wallet = await product.wallet();
  for (const amount of ["500.00", "7.25"]) await product.sms(wallet, received({ amount, from: "01712345678", trx: bkashTrx() }));
  await fundMerchant(product, merchants[0], 1234_00n);
  staff = await person(product, "admin");
  theirs = (await people(product, merchants[0].id)).merchant_admin;
});
afterAll(() => product.stop());
beforeEach(async () => {
  await db().run("delete from export_files");
  await db().run("delete from export_schedules");
});

type Asked = Partial<Record<"name" | "list" | "format" | "range" | "filters" | "columns" | "ids" | "totals", unknown>>;
const file = (token: string, asked: Asked) =>
  product.call<ExportFileOut>("POST", "/api/exports/files", token, { filters: {}, format: "csv", lang: "en", ...asked });
const own = (token: string): Promise<ExportsOut> => product.good("GET", "/api/exports", token);
const content = (token: string, id: number) => product.call("GET", `/api/exports/files/${id}/content`, token);
const schedule = (token: string, asked: Asked): Promise<ExportScheduleOut> =>
  product.good("POST", "/api/exports/schedules", token, {
    filters: {},
    format: "csv",
    lang: "en",
    name: "x",
    frequency: "monthly",
    on: 1,
    time: "08:00",
    ...asked,
  });
/** Asks, makes, and reads the one file that comes of it. */
async function made(token: string, asked: Asked): Promise<{ line: ExportFileOut; answer: Awaited<ReturnType<typeof content>> }> {
  const { data, status, text } = await file(token, asked);
  expect(status, text).toBe(201);
  await makeAll();
  const line = (await own(token)).files.find(({ id }) => id === data.id);
  if (line === undefined) throw new Error("the file has no line");
  return { line, answer: await content(token, data.id) };
}

describe("is what the same file gives to who waits for it", () => {
  it.each([
    ["reconciliation", "reconciliation", { show: "open" }],
    ["wallet_statistics", "statistics/wallets", { view: "wallet" }],
  ] as const)("%s, of all wallets, of one, and as it is shown, in both formats", async (list, path, shown) => {
    for (const filters of [{}, { wallet_id: wallet.id }, shown]) {
      const { line, answer } = await made(staff.token, { list, range: "this_month", filters });
      expect(line).toMatchObject({ status: "ready", list, from: `${MONTH}-01`, format: "csv" });
      const query = new URLSearchParams({ lang: "en", from: line.from ?? "", to: line.to ?? "", ...filters });
      const direct = await product.call("GET", `/api/${path}/export?${query}`, staff.token);
      expect([answer.status, answer.text]).toEqual([200, direct.text]);
      expect(line.rows).toBe(direct.text.trim().split("\n").length - 2);
      const book = await made(staff.token, { list, range: "this_month", filters, format: "xlsx" });
      expect([book.line.status, book.line.rows, book.answer.text.slice(0, 2)]).toEqual(["ready", line.rows, "PK"]);
    }
  });

  it("a wallet's statement, as CSV, workbook and PDF, with its lines counted and its object in the trail", async () => {
    const asked = { list: "wallet_statement", range: "this_month", filters: { id: wallet.id } };
    const { line, answer } = await made(staff.token, asked);
    const direct = await product.call("GET", `/api/wallets/${wallet.id}/statement?month=${MONTH}&format=csv&locale=en`, staff.token);
    expect([answer.status, answer.text]).toEqual([200, direct.text]);
    expect(direct.text).toContain("7.25");
    expect(line).toMatchObject({ status: "ready", rows: direct.text.trim().split("\n").length - 3, from: `${MONTH}-01` });
    expect(line.file).toMatch(new RegExp(`^wallet-statement_${wallet.id}_\\d{8}-\\d{8}_\\d{8}-\\d{4}\\.csv$`));
    for (const [format, begins, type] of [
      ["xlsx", "PK", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
      ["pdf", "%PDF", "application/pdf"],
    ] as const) {
      const one = await made(staff.token, { ...asked, format });
      expect([one.line.status, one.line.rows, one.answer.headers["content-type"]]).toEqual(["ready", line.rows, type]);
      expect(one.answer.text.startsWith(begins)).toBe(true);
    }
    const trail = await db().one(
      "select account, object_type, object_id, after->>'format' as format from audit where action = 'export' order by id desc limit 1",
    );
    expect(trail).toEqual({ account: staff.account, object_type: "wallet", object_id: wallet.id, format: "pdf" });
  });

  it("a merchant's statement, for staff with notes and for its own people without", async () => {
    for (const { token } of [staff, theirs]) {
      const { line, answer } = await made(token, { list: "merchant_statement", range: "this_month", filters: { id: merchants[0].id } });
      const direct = await product.call("GET", `/api/merchants/${merchants[0].id}/statement?month=${MONTH}&format=csv&locale=en`, token);
      expect([line.status, answer.text]).toEqual(["ready", direct.text]);
      expect(answer.text).toContain("1234.00");
    }
  });
});

it("a schedule of last month holds the month before its moment, to its last day", async () => {
  const { id } = await schedule(theirs.token, { list: "merchant_statement", range: "prev_month", filters: { id: merchants[0].id }, format: "pdf" });
  const due = businessDayStart("2028-03-01") + 8 * 3_600_000;
  await db().run("update export_schedules set next_at = $2 where id = $1", [id, new Date(due)]);
  await queueDue(at(due));
  await makeAll(at(due));
  const [line] = (await own(theirs.token)).files;
  expect(line).toMatchObject({ status: "ready", schedule: id, from: "2028-02-01", to: "2028-02-29", format: "pdf", missed: 0 });
});

describe("whose it is", () => {
  it("a merchant's people have their own statements alone, and nothing of wallets", async () => {
    const of = (asked: Asked): Promise<unknown> => file(theirs.token, { range: "this_month", ...asked }).then(({ status }) => status);
    expect(await of({ list: "merchant_statement", filters: { id: merchants[0].id } })).toBe(201);
    for (const id of [merchants[1].id, missingId(product.product, "merchant")]) expect(await of({ list: "merchant_statement", filters: { id } })).toBe(404);
    for (const list of ["wallet_statement", "reconciliation", "wallet_statistics"])
      expect(await of({ list, filters: list === "wallet_statement" ? { id: wallet.id } : {} })).toBe(403);
    const repeated = { list: "merchant_statement", filters: { id: merchants[1].id }, range: "prev_month", format: "pdf", lang: "en" };
    const when = { name: "x", frequency: "daily", time: "08:00" };
    expect((await product.call("POST", "/api/exports/schedules", theirs.token, { ...repeated, ...when })).status).toBe(404);
  });

  it("follows its owner's rights at the moment of the making, and at the door", async () => {
    const owner = await person(product, "admin");
    const id = product.product.app.publicIds.decode("user", owner.id);
    const { line } = await made(owner.token, { list: "wallet_statement", range: "this_month", filters: { id: wallet.id } });
    const repeated = await schedule(owner.token, { list: "reconciliation", range: "yesterday" });
    const role = await roleOf(product, "admin", ["payments.see", "amounts.see"]);
    await db().run("update users set role_id = $2 where id = $1", [id, role]);
    await db().run("update export_schedules set role_id = $2, next_at = $3 where id = $1", [repeated.id, role, new Date(Date.now() - 1000)]);
    await queueDue(product.product.app);
    await makeAll();
    expect(await db().one("select status, pause_reason from export_schedules where id = $1", [repeated.id])).toEqual({
      status: "paused",
      pause_reason: "permission_lost",
    });
    // A session of his own: one that stands may be remembered for a moment.
    expect((await content((await session(product, id ?? 0n)).token, line.id)).error?.code).toBe("forbidden");
  });
});

it("a merchant reads nothing that the staff wrote in the trail of his statement's file, and all of his own", async () => {
  const asked = { list: "merchant_statement", range: "this_month", filters: { id: merchants[0].id } };
  for (const [person, name] of [
    [staff, "suspected laundering"],
    [theirs, "for our books"],
  ] as const) {
    const { id, version } = await schedule(person.token, { ...asked, name });
    const { status, text } = await product.call("POST", `/api/exports/schedules/${id}/run`, person.token, { version });
    expect(status, text).toBe(201);
    await makeAll();
    const [line] = (await own(person.token)).files;
    expect(line).toMatchObject({ status: "ready", schedule: id });
    await content(person.token, line?.id ?? 0);
  }
  const seen = async ({ token }: Person): Promise<string> => (await product.call("GET", "/api/audit?size=100", token)).text;
  const trail = await seen(theirs);
  expect(trail).toContain("for our books");
  expect(trail.match(/"action":"export"/g)?.length).toBeGreaterThanOrEqual(2);
  expect(trail).not.toContain("suspected laundering");
  // To the staff it stands where the schedule was made.
  expect(await seen(staff)).toContain("suspected laundering");
});

describe("what cannot be meant", () => {
  const fields = async (asked: Asked): Promise<unknown> => (await file(staff.token, asked)).error?.fields;

  it("is refused by name, when it is asked for", async () => {
    const month = { from: "2026-02-01", to: "2026-02-28" };
    const statement = { list: "wallet_statement", filters: { id: wallet.id, ...month } };
    expect((await file(staff.token, statement)).status).toBe(201);
    expect(await fields({ ...statement, columns: ["id"] })).toEqual({ columns: "not_allowed" });
    expect(await fields({ ...statement, ids: ["P261121XY12AB35"] })).toEqual({ ids: "not_allowed" });
    expect(await fields({ ...statement, totals: true })).toEqual({ totals: "not_allowed" });
    expect(await fields({ ...statement, filters: { id: "nonsense", ...month } })).toEqual({ id: "invalid" });
    expect(await fields({ ...statement, filters: { ...month } })).toEqual({ id: "required" });
    expect(await fields({ ...statement, filters: { id: wallet.id } })).toEqual({ from: "required", to: "required" });
    expect(await fields({ ...statement, filters: { id: wallet.id, from: "2026-02-02", to: "2026-02-28" } })).toEqual({ from: "invalid" });
    expect(await fields({ ...statement, filters: { id: wallet.id, from: "2026-02-01", to: "2026-03-31" } })).toEqual({ to: "invalid" });
    expect(await fields({ ...statement, filters: { id: wallet.id, from: "2100-01-01", to: "2100-01-31" } })).toEqual({ from: "invalid" });
    for (const month of ["2026-13", "2026-00", "9999-99", "9999-12", "0000-00"]) {
      const none = { ...statement, filters: { id: wallet.id, from: `${month}-01`, to: `${month}-31` } };
      expect(await fields(none), month).toEqual({ from: "invalid" });
      const when = { name: "x", frequency: "daily", time: "08:00", format: "pdf", lang: "en" };
      expect((await product.call("POST", "/api/exports/schedules", staff.token, { ...none, ...when })).error?.fields, month).toEqual({ from: "invalid" });
    }
    expect(await fields({ ...statement, filters: { id: wallet.id, from: "2026-02-01", to: "2026-02-30" } })).toEqual({ to: "invalid" });
    for (const range of ["last_30_days", "yesterday"])
      expect(await fields({ list: "wallet_statement", range, filters: { id: wallet.id } })).toEqual({ range: "not_allowed" });
    expect(await fields({ list: "reconciliation", range: "yesterday", format: "pdf" })).toEqual({ format: "not_allowed" });
    expect(await fields({ list: "payments", format: "pdf" })).toEqual({ format: "not_allowed" });
    expect(await fields({ list: "reconciliation" })).toEqual({ from: "required", to: "required" });
    expect(await fields({ list: "wallet_statistics", filters: { from: "2026-02-02", to: "2026-02-01" } })).toEqual({ to: "too_small" });
    expect(await fields({ list: "reconciliation", range: "yesterday", filters: { show: "some" } })).toEqual({ show: "not_allowed" });
    expect(await fields({ list: "nothing" })).toEqual({ list: "not_allowed" });
  });

  it("ends as a file that fails where it shows itself in the making, and leaves nothing behind", async () => {
    for (const asked of [
      { list: "wallet_statement", range: "this_month", filters: { id: missingId(product.product, "wallet") } },
      { list: "merchant_statement", range: "this_month", filters: { id: missingId(product.product, "merchant") } },
      { list: "reconciliation", range: "yesterday", filters: { wallet_id: missingId(product.product, "wallet") } },
    ]) {
      const { line, answer } = await made(staff.token, asked);
      expect([line.status, line.problem, answer.error?.code]).toEqual(["failed", "invalid", "wrong_state"]);
    }
    expect(await db().rows("select 1 from export_pieces")).toEqual([]);
  });
});

it("a month that is archived while its statement waits fails at once, as one that cannot be had any more", async () => {
  const { data } = await file(staff.token, { list: "wallet_statement", range: "this_month", filters: { id: wallet.id } });
  const app = product.product.app;
  const snapshot = async (): Promise<never> => refuse("archived");
  await makeFiles({ ...app, db: Object.assign(Object.create(app.db) as App["db"], { snapshot }) });
  expect(await db().one("select status, problem, attempts from export_files where id = $1", [data.id])).toEqual({
    status: "failed",
    problem: "invalid",
    attempts: 1,
  });
});

/** The product as it reads snapshots through this. */
function reading(snapshot: App["db"]["snapshot"], now = (): number => Date.now()): App {
  const app = product.product.app;
  return { ...app, now, db: Object.assign(Object.create(app.db) as App["db"], { snapshot }) };
}

it.each([
  ["csv", EXPORT_FILE_ROWS],
  ["xlsx", 1_048_573],
] as const)("a statement in %s holds no more lines than a file may", async (format, most) => {
  // As if its month had so many lines, which come to the same.
  const counted = (count: number): App =>
    reading((work) =>
      db().snapshot((tx) => {
        const rows: typeof tx.rows = async (sql, ...more) => {
          const found = await tx.rows<never>(sql, ...more);
          return sql.includes("grouping sets")
            ? found.map((row, at) => ({ ...(row as object), count: at === found.length - 1 ? BigInt(count) : 0n }) as never)
            : found;
        };
        return work({ ...tx, rows });
      }),
    );
  for (const [lines, ends] of [
    [most, { status: "ready", problem: null, rows: most, too_many: null }],
    [most + 1, { status: "failed", problem: "too_many_rows", rows: null, too_many: { rows: most + 1, most } }],
  ] as const) {
    const { data } = await file(staff.token, { list: "wallet_statement", range: "this_month", filters: { id: wallet.id }, format });
    await makeAll(counted(lines));
    expect((await own(staff.token)).files.find(({ id }) => id === data.id)).toMatchObject(ends);
  }
  expect((await db().rows("select 1 from export_files where status = 'failed' and byte_count > 0")).length).toBe(0);
});

it.each([
  ["is read from the primary next", true, { status: "ready", problem: null, failures: 1 }, 1],
  ["fails after three beginnings, where that is no better", false, { status: "failed", problem: "internal", failures: 2 }, 3],
] as const)("a statement whose copy of the database ends while it is written %s", async (_what, isPrimaryWell, ends, reads) => {
  const { data } = await file(staff.token, { list: "wallet_statement", range: "this_month", filters: { id: wallet.id } });
  let read = 0;
  let minutes = 0;
  const broken = reading(
    async (work, from) => {
      if (isPrimaryWell && from?.fromCopy === false) return db().snapshot(work, from);
      // The copy ends between the figures and the lines, each time; then the primary answers, as it always does.
      await db()
        .snapshot((tx) => {
          let entries = 0;
          const rows: typeof tx.rows = async (sql, ...more) => {
            if (sql.includes("order by seq limit") && ++entries === 2) throw new Error("Connection terminated unexpectedly");
            return tx.rows(sql, ...more);
          };
          return work({ ...tx, rows });
        })
        .catch(() => undefined);
      read += 1;
      return db().snapshot(work);
    },
    () => Date.now() + minutes * 60_000,
  );
  const state = (): Promise<unknown> => db().one("select status, problem, failures from export_files where id = $1", [data.id]);
  await makeFiles(broken);
  expect(await state()).toEqual({ status: "waiting", problem: null, failures: 1 });
  for (minutes = 1; minutes < 5; minutes += 1) await makeFiles(broken);
  expect(await state()).toEqual(ends);
  expect(read).toBe(reads);
});

it.each(["reconciliation", "wallet_statement"] as const)("%s is given back by a process that ends, and counts no beginning", async (list) => {
  const { data } = await file(staff.token, { list, range: "this_month", filters: list === "reconciliation" ? {} : { id: wallet.id } });
  const stop = new AbortController();
  const app = product.product.app;
  // Taken, and then the process begins to end: while the figures are read.
  const one = async (...asked: Parameters<App["db"]["one"]>): Promise<unknown> => {
    if (String(asked[0]).includes("from wallets")) stop.abort();
    return app.db.one(...asked);
  };
  await makeFiles({ ...app, db: Object.assign(Object.create(app.db) as App["db"], { one }) }, stop.signal);
  expect(stop.signal.aborted).toBe(true);
  expect(await db().one("select status, failures, byte_count from export_files where id = $1", [data.id])).toEqual({
    status: "waiting",
    failures: 0,
    byte_count: 0n,
  });
  await makeAll();
  expect((await own(staff.token)).files[0]?.status).toBe("ready");
});
