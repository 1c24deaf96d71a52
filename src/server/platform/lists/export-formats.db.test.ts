/** Files of exports as the database and its thread write them: the same words as the contract's, whole or not at all, packed, bounded. */
import { rightsOf } from "../../../contract/permissions.ts";
import { EventEmitter } from "node:events";
import { Writable } from "node:stream";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { doneOf } from "../answer.ts";
import { formatAmountOrNull } from "../../../contract/money.ts";
import { formatDateTime } from "../../../contract/time.ts";
import { isFormula } from "../../../domain/csv.ts";
import { PAYMENT_LIST } from "../../features/payments/queries.ts";
import { ROUTES } from "../../app.ts";
import { Refused } from "../refusal.ts";
import { addMerchant, addPayments, addWallet, makeLab, paymentRow, type Lab } from "../../../../test/support/parts/lists.ts";
import { cellSql, exportSql, rawCell, xlsxCell } from "./export.ts";
import { codeColumn, column, idColumn, refColumn, type ExportColumn, type ExportFormat } from "./export-columns.ts";
import type { ExportJob } from "./export-job.ts";
import { cellsOf, rowEnd } from "./export-rows.ts";
import { endThreads } from "../threads/threads.ts";
import { exportBegun, ExportFile, exportsRunning } from "./export-stream.ts";
import { maskPhones } from "./mask.ts";
import { inline, sql } from "./sql.ts";

const BULK = 4000;
let lab: Lab;
let base = "";
beforeAll(async () => {
  lab = await makeLab(ROUTES.filter((one) => one.url.endsWith("/export")));
  const merchantId = await addMerchant(lab, "甲商户");
  const walletId = await addWallet(lab, "Wallet-Seven", "01700000001");
  const bulk = Array.from({ length: BULK }, (_unused, index) => {
    const status = (["review", "completed", "rejected", "pending"] as const)[index % 4] ?? "review";
    return paymentRow(lab, { merchantId, walletId, orderId: `BULK-${index}` }, { status, reason: `${"x".repeat(1999)}${index}` });
  });
  await addPayments(lab, bulk);
  await lab.http.listen({ host: "127.0.0.1", port: 0 });
  const address = lab.http.server.address();
  base = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/api/payments/export`;
});
afterAll(() => lab.close());

const headers = (encoding: string): Record<string, string> => ({ authorization: `Bearer ${lab.token("admin")}`, "accept-encoding": encoding });
const connections = async (): Promise<number> =>
  (
    await lab.app.db.one<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where application_name = 'floatdesk-export' and datname = current_database()",
    )
  )?.n ?? -1;
async function untilQuiet(): Promise<void> {
  await expect.poll(async () => [exportsRunning(), await connections()]).toEqual([0, 0]);
}

function job(copy: string, columns: readonly ExportColumn[], more: Partial<ExportJob> = {}): ExportJob {
  return {
    url: lab.app.db.url,
    copy,
    bound: null,
    columns: columns.map((one) => ({ title: one.en, raw: rawCell(one), xlsx: xlsxCell(one, false) })),
    as: { format: "csv", gzip: false },
    idRounds: lab.app.publicIds.rounds,
    longestMs: 60_000,
    ...more,
  };
}
/** Takes a file as a slow reader does: what it has not taken yet must not be written over. */
async function bytesOf(file: ExportFile): Promise<Buffer> {
  const parts: Buffer[] = [];
  const reader = new Writable({
    write: (bytes: Buffer, _encoding, done) => {
      setImmediate(() => {
        parts.push(Buffer.from(bytes));
        done();
      });
    },
  });
  await file.to(reader);
  if (!reader.writableFinished) await new Promise((done) => reader.once("finish", done));
  return Buffer.concat(parts);
}
async function begun(one: ExportJob, client?: EventEmitter): Promise<ExportFile> {
  const file = doneOf(await exportBegun(one, client));
  if (file === null) throw new Error("the client has gone");
  return file;
}
const textOf = async (one: ExportJob): Promise<string> => (await bytesOf(await begun(one))).toString();

describe("cells", () => {
  /** What stands in a row of the database, and the cells that the contract makes of it. */
  const COLUMNS: readonly ExportColumn[] = [
    idColumn("甲", "id", "payment", "u.id"),
    refColumn("乙", "ref", "u.type", "u.id"),
    column("text", "丙", "text", "u.text"),
    column("phone", "丁", "phone", "u.phone"),
    column("amount", "戊", "amount", "u.minor"),
    column("time", "己", "time", "u.at"),
    column("made", "庚", "made", "u.id"),
    column("boolean", "辛", "flag", "u.flag"),
    codeColumn("auditObject", "壬", "code", "u.type"),
  ];
  const nasty = fc.constantFrom(
    "=1+1",
    "-2",
    "+3",
    "@x",
    "\tx",
    "\rx",
    "＝1",
    "＋",
    "－9",
    "＠",
    "'kept",
    '"',
    '""',
    ",",
    "\n",
    "\r\n=1",
    "中文",
    "বাংলা",
    "🙂=",
    "",
    " ",
    "\\N",
    "\\.",
    "\u{feff}x",
  );
  const text = fc.oneof(
    nasty,
    fc.tuple(nasty, fc.string()).map((parts) => parts.join("")),
    fc.string({ unit: "binary" }),
  );
  const phone = fc.oneof(
    fc.constantFrom(
      "01712345678",
      "+8801812345678",
      "from 01712345678, 01812345678",
      "=01712345678",
      "8N7A01712345678",
      "০১৭১২৩৪৫৬৭৮ থেকে",
      "０１７１２３４５６７８",
      "+৮৮০১৭১২৩৪৫৬৭৮৯",
      "01712-345678 12",
      "0171234567 8",
      "+880 1712 345678",
      "৮৮০-০১৭১২-৩৪৫৬৭৮, 2026-01-13",
    ),
    text,
  );
  const row = fc.record({
    // Of the years 2020 to 2053.
    id: fc.bigInt({ min: 0n, max: 2n ** 52n }),
    type: fc.constantFrom("payment", "disburse", "sms", "else"),
    text: fc.option(text),
    phone: fc.option(phone),
    minor: fc.option(fc.oneof(fc.bigInt({ min: -101n, max: 101n }), fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }))),
    // Days of business begin at 16:00 UTC; the year 1965 is before any epoch.
    at: fc.option(
      fc.oneof(fc.integer({ min: -158_000_000_000, max: 4_102_444_800_000 }), fc.constantFrom(1_795_535_999_999, 1_795_536_000_000, 59_999, 60_000, -1)),
    ),
    flag: fc.boolean(),
  });
  const storable = (value: string | null): string | null => value?.replaceAll("\0", "") ?? null;

  it.each(["csv", "xlsx"] as const)("of %s say in SQL what the contract says, thousands of them", async (format: ExportFormat) => {
    const rows = fc.sample(row, 4000).map((one) => ({ ...one, text: storable(one.text), phone: storable(one.phone) }));
    const told = JSON.stringify(
      rows.map((one, n) => ({
        ...one,
        n,
        id: String(one.id),
        minor: one.minor?.toString() ?? null,
        at: one.at === null ? null : new Date(one.at).toISOString(),
      })),
    );
    const from = inline(
      sql`jsonb_to_recordset(${told}::jsonb) u(n int, id bigint, type text, text text, phone text, minor bigint, at timestamptz, flag boolean) order by n`,
    );
    for (const masked of [false, true]) {
      const cells = COLUMNS.map((one, index) => `${cellSql(one, format, { phones: masked, messages: false, amounts: false }, null)} as c${index}`);
      const file = (await textOf(job(`copy (select ${cells.join(", ")} from ${from}) to stdout (format csv)`, COLUMNS))).slice(1);
      const read: (string | null)[][] = [];
      for (let start = 0; start < file.length; start = rowEnd(file, start) + 1) read.push(cellsOf(file.slice(start, rowEnd(file, start))));
      const inert = (value: string | null): string | null => (value !== null && format === "csv" && isFormula(value) ? `'${value}` : value);
      const kinds = { payment: "payment", disburse: "disburse", sms: "sms", else: "transaction" } as const;
      const wanted = rows.map((one) => [
        lab.app.publicIds.encode("payment", one.id),
        lab.app.publicIds.encode(kinds[one.type], one.id),
        inert(one.text),
        inert(masked && one.phone !== null ? maskPhones(one.phone) : one.phone),
        formatAmountOrNull(one.minor),
        one.at === null ? null : formatDateTime(one.at),
        formatDateTime(Number(one.id >> 12n) + 1_577_836_800_000),
        one.flag ? "1" : "0",
        one.type,
      ]);
      expect(read[0]).toEqual(COLUMNS.map((one) => one.en));
      expect(read.slice(1)).toEqual(wanted);
    }
  });
});

describe("a file", () => {
  it("comes packed to who unpacks it, and is the same", async () => {
    const ask = (encoding: string) => lab.http.inject({ method: "GET", url: "/api/payments/export", headers: headers(encoding) });
    const [plain, packed] = [await ask("identity"), await ask("br, gzip")];
    expect([plain.headers["content-encoding"], packed.headers["content-encoding"]]).toEqual([undefined, "gzip"]);
    expect([plain.headers["vary"], packed.headers["vary"]]).toEqual(["accept-encoding", "accept-encoding"]);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
  });

  it.each([
    ["csv", "identity"],
    ["csv", "gzip"],
    ["xlsx", "identity"],
  ])("of %s (%s) never looks whole when the database fails in the middle", async (format, encoding) => {
    // More than what the connection itself holds on its way, packed too.
    const noise = await lab.owner.run("update payments set reason = (select string_agg(md5(id::text || n), '') from generate_series(1, 300) n)");
    expect(noise).toBe(BULK);
    const answer = await fetch(`${base}?format=${format}`, { headers: headers(encoding) });
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    expect(
      await lab.app.db.run(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'floatdesk-export' and datname = current_database()",
      ),
    ).toBe(1);
    const rest = (async (): Promise<void> => {
      while ((await reader?.read())?.done === false);
    })();
    await expect(rest).rejects.toThrow();
    await untilQuiet();
  });

  it("is an error of the call while nothing has gone out", async () => {
    await expect(exportBegun(job("copy (select 1 / 0) to stdout (format csv)", [column("number", "a", "a", "1")]))).rejects.toThrow("division by zero");
    await expect(exportBegun({ ...job("copy (select 1) to stdout", []), url: "postgres://nobody@127.0.0.1:1/none" })).rejects.toMatchObject({
      code: "ECONNREFUSED",
    });
    await untilQuiet();
  });

  it("gives its place back when the client goes before the first bytes", async () => {
    const client = new EventEmitter();
    const begins = exportBegun(job("copy (select pg_sleep(600)::text) to stdout (format csv)", [column("text", "a", "a", "1")]), client);
    const ended = expect(begins).resolves.toBeNull();
    await vi.waitFor(async () => expect(await connections()).toBe(1), 60_000);
    client.emit("close");
    await ended;
    expect(exportsRunning()).toBe(0);
    // Long before the statement would have ended.
    await untilQuiet();
  });

  it("leaves a thread that a stop ends once, whatever became of its export", async () => {
    const abort = new AbortController();
    const answer = await fetch(base, { headers: headers("gzip"), signal: abort.signal });
    await answer.body?.getReader().read();
    abort.abort();
    await textOf(job("copy (select 1) to stdout (format csv)", [column("number", "a", "a", "1")]));
    await endThreads();
    await untilQuiet();
    // Nobody waits for one that has ended.
    await endThreads();
    expect(await textOf(job("copy (select 2) to stdout (format csv)", [column("number", "a", "a", "1")]))).toContain("2");
  });

  it("lets go of its connection when the client goes", async () => {
    for (const format of ["csv", "xlsx"]) {
      const abort = new AbortController();
      const answer = await fetch(`${base}?format=${format}`, { headers: headers("gzip"), signal: abort.signal });
      await answer.body?.getReader().read();
      expect(await connections()).toBe(1);
      abort.abort();
      await untilQuiet();
    }
  });

  it("of a workbook is refused by number where the format ends, and counted as it is written", async () => {
    const viewer = { type: "user", userType: "admin", rights: rightsOf("admin", null), id: 1n, merchantId: null } as never;
    const columns = [codeColumn("paymentStatus", "a", "a", "u.status")];
    for (const query of [{}, { status: "review" }, { status: "review,completed,pending" }, { q: "BULK-1" }, { status: "pending,rejected", q: "BULK-39" }]) {
      const { copy, count } = doneOf(
        exportSql(lab.app, PAYMENT_LIST, { file: { zh: "a", en: "a" }, columns }, query, viewer, { format: "xlsx", language: "en" }),
      );
      const rows = (await textOf(job(copy, columns))).trim().split("\n").length - 1;
      expect(rows, JSON.stringify(query)).toBeGreaterThan(1);
      const as = { format: "xlsx", sheet: "a" } as const;
      const refused = await exportBegun(job(copy, columns, { as, bound: { count, most: rows - 1 } }));
      expect(refused).toBeInstanceOf(Refused);
      expect(refused).toMatchObject({ code: "too_many_rows", status: 422, details: { rows, most: rows - 1 } });
      const fits = await bytesOf(await begun(job(copy, columns, { as, bound: { count, most: rows } })));
      expect(fits.subarray(0, 2).toString()).toBe("PK");
    }
    await untilQuiet();
  });
});
