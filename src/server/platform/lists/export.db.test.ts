/** Exports: exactly the filtered rows, inert text, public ids, both languages, both formats, scope, audit, an early end. */
import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cellsOf, rowEnd } from "./export-rows.ts";
import { ROUTES } from "../../app.ts";
import { exportsRunning } from "./export-stream.ts";
import { addMerchant, addPayments, addWallet, bookPayment, insert, makeLab, paymentRow, smsRow, type Lab } from "../../../../test/support/parts/lists.ts";

const NASTY = [
  '=HYPERLINK("x")',
  "+1",
  "-2+3",
  "@cmd",
  "\tx",
  "＝1",
  "line\nbreak",
  'quote"inside',
  "comma,inside",
  "中文",
  "বাংলা",
  "<b>&amp;</b>",
  "'kept",
  "\r\nx",
];
const LISTS = ["payments", "sms", "journals", "deliveries", "audit", "merchants", "wallets", "users"];
let lab: Lab;
let a: bigint;
let b: bigint;
let wallet: bigint;

beforeAll(async () => {
  lab = await makeLab(ROUTES.filter((one) => one.url.endsWith("/export") || ["/api/wallets", "/api/merchants", "/api/journals"].includes(one.url)));
  [a, b] = [await addMerchant(lab, "甲商户"), await addMerchant(lab, "=Bravo")];
  wallet = await addWallet(lab, "Wallet-Seven", "01700000001");
  const rows = NASTY.map((reason, index) =>
    paymentRow(
      lab,
      { merchantId: index % 2 === 0 ? a : b, walletId: wallet, orderId: `${index % 2 === 0 ? "ALFA" : "BETA"}-${index}` },
      { status: "review", reason, amount: 100_000 + index, customer: "01712345678" },
    ),
  );
  await addPayments(lab, rows);
  const paid = paymentRow(lab, { merchantId: a, walletId: wallet, orderId: "ALFA-paid" }, { status: "completed", amount: 1_234_56 });
  await addPayments(lab, [paid]);
  await bookPayment(lab, a, wallet, paid["id"] as bigint, 123_456n, 1000n);
  await insert(lab.owner, "sms", [smsRow(lab, wallet, { text: "=cmd 01812345678" })]);
  await insert(lab.owner, "outbox", [
    {
      id: lab.app.ids.next(),
      merchant_id: a,
      object_type: "payment",
      object_id: paid["id"],
      type: "payment.completed",
      url: "https://a.example/",
      body: "{}",
      status: "failed",
      attempts: 1,
      attempt_log: [{ at: "2026-01-01T00:00:00Z", code: 500, ms: 1, body_start: null, error: null }],
      by_hand: false,
    },
  ]);
});
afterAll(() => lab.close());

/** A CSV file as a reader of our own sees it: BOM, rows, cells. */
function read(text: string): (string | null)[][] {
  expect(text.charCodeAt(0)).toBe(0xfeff);
  const body = text.slice(1);
  const rows: (string | null)[][] = [];
  for (let start = 0; start < body.length; ) {
    const end = rowEnd(body, start);
    rows.push(cellsOf(body.slice(start, end)));
    start = end + 1;
  }
  return rows;
}
async function csv(url: string, token = lab.token("admin")): Promise<(string | null)[][]> {
  const answer = await lab.get(url, token);
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return read(answer.text);
}
const column = (rows: (string | null)[][], name: string): (string | null)[] => {
  const at = rows[0]?.indexOf(name) ?? -1;
  expect(at, name).toBeGreaterThanOrEqual(0);
  return rows.slice(1).map((row) => row[at] ?? null);
};

describe("exports", () => {
  it("refuses callers without session or permission, wrong formats and wrong filters", async () => {
    for (const name of LISTS) {
      expect((await lab.get(`/api/${name}/export`, null)).status, name).toBe(401);
      expect((await lab.get(`/api/${name}/export?format=pdf`, lab.token("admin"))).status, name).toBe(422);
      expect((await lab.get(`/api/${name}/export?lang=fr`, lab.token("admin"))).status, name).toBe(422);
      expect((await lab.get(`/api/${name}/export?from=x`, lab.token("admin"))).status, name).toBe(422);
      expect((await lab.get(`/api/${name}/export?nonsense=1`, lab.token("admin"))).status, name).toBe(422);
      const paged = await lab.get(`/api/${name}/export?cursor=garbage`, lab.token("admin"));
      expect([paged.status, paged.body.error?.fields], name).toEqual([422, { cursor: "not_allowed" }]);
    }
    expect((await lab.get("/api/sms/export", lab.token("merchant_admin", a))).status).toBe(403);
    expect((await lab.get("/api/users/export", lab.token("operator"))).status).toBe(403);
  });

  it("gives every list in both languages, its rows as wide as its headings", async () => {
    for (const name of LISTS) {
      for (const lang of ["zh", "en"]) {
        const rows = await csv(`/api/${name}/export?lang=${lang}`);
        expect(
          rows[0]?.some((head) => /[一-鿿]/.test(head ?? "")),
          `${name} ${lang}`,
        ).toBe(lang === "zh");
        for (const row of rows) expect(row.length, name).toBe(rows[0]?.length);
      }
    }
  });

  it("writes public ids, plain amounts, Shanghai times and inert text", async () => {
    const rows = await csv("/api/payments/export?lang=en&status=review&sort=created_at");
    expect(rows).toHaveLength(NASTY.length + 1);
    const ids = column(rows, "Order ID").map((id) => lab.app.publicIds.decode("payment", id ?? ""));
    expect(ids.every((id) => id !== null)).toBe(true);
    expect(ids).toEqual([...ids].sort((left, right) => Number((left ?? 0n) - (right ?? 0n))));
    expect(new Set(column(rows, "Merchant ID"))).toEqual(new Set([lab.app.publicIds.encode("merchant", a), lab.app.publicIds.encode("merchant", b)]));
    expect(column(rows, "Amount").slice(0, 2)).toEqual(["1000.00", "1000.01"]);
    expect(column(rows, "Customer")[0]).toBe("01712345678");
    expect(column(rows, "Created")[0]).toMatch(/^\d{4}\/\d\d\/\d\d \d\d:\d\d$/);
    expect(column(rows, "Reason")).toEqual(NASTY.map((text) => (/^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text)));
    expect(new Set(column(rows, "Merchant"))).toEqual(new Set(["甲商户", "'=Bravo"]));
    expect(column(await csv("/api/journals/export?lang=en"), "Amount")).toEqual(["-10.00", "1234.56"]);
    expect(column(await csv("/api/journals/export?lang=en"), "Reference ID")[0]).toMatch(/^P\d{6}/);
  });

  it("holds exactly the filtered rows of the viewer", async () => {
    expect(await csv("/api/payments/export?status=completed")).toHaveLength(2);
    expect(await csv("/api/payments/export?q=ALFA-1")).toHaveLength(
      1 + NASTY.filter((_text, index) => index % 2 === 0 && String(index).startsWith("1")).length,
    );
    const own = await lab.get("/api/payments/export", lab.token("merchant_admin", b));
    const rows = read(own.text);
    expect(rows).toHaveLength(1 + Math.floor(NASTY.length / 2));
    for (const secret of ["甲商户", "Wallet-Seven", "ALFA", "操作员"]) expect(own.text, secret).not.toContain(secret);
    expect(await csv("/api/payments/export", lab.token("merchant_admin", null))).toHaveLength(1);
    const masked = (await lab.get("/api/sms/export", lab.token("auditor"))).text;
    expect(masked).not.toContain("01812345678");
    expect(masked).toContain("018****5678");
  });

  it("names the file in the user's language and writes one audit row", async () => {
    const answer = await lab.get("/api/payments/export?status=completed&lang=zh", lab.token("finance"));
    expect(String(answer.headers["content-type"])).toBe("text/csv; charset=utf-8");
    expect(decodeURIComponent(String(answer.headers["content-disposition"]))).toMatch(
      /filename="payments_\d{8}-\d{4}\.csv"; filename\*=UTF-8''代收_\d{8}-\d{4}\.csv/,
    );
    const named = async (query: string): Promise<string> =>
      decodeURIComponent(String((await lab.get(`/api/payments/export?lang=en&${query}`, lab.token("finance"))).headers["content-disposition"]));
    expect(await named("from=2026-11-01&to=2026-11-20")).toMatch(/"payments_20261101-20261120_\d{8}-\d{4}\.csv"/);
    expect(await named("from=2026-11-01&to=2026-11-01")).toMatch(/"payments_20261101_\d{8}-\d{4}\.csv"/);
    expect(await named("to=2026-11-20T16:00:00Z")).toMatch(/"payments_-20261120_\d{8}-\d{4}\.csv"/);
    await lab.get("/api/payments/export?status=completed", lab.token("finance"));
    const last = await lab.app.db.one<{ action: string; account: string; after: unknown }>("select action, account, after from audit order by id desc limit 1");
    expect(last).toMatchObject({ action: "export", account: lab.token("finance"), after: { format: "csv", filters: { status: "completed" } } });
  });

  it("writes the columns in view in their order, and a viewer's own alone", async () => {
    const url = "/api/payments/export?lang=en&status=completed&columns=amount,wallet,id,amount,nothing";
    const staff = await lab.get(url, lab.token("admin"));
    expect([read(staff.text)[0], staff.headers["x-left-out"]]).toEqual([["Amount", "Wallet", "Order ID"], "nothing"]);
    expect(read(staff.text)[1]?.slice(0, 2)).toEqual(["1234.56", "Wallet-Seven"]);
    const own = await lab.get(url, lab.token("merchant_admin", a));
    expect([read(own.text)[0], own.headers["x-left-out"]]).toEqual([["Amount", "Order ID"], "wallet,nothing"]);
    for (const wrong of [
      "columns=",
      "columns=wallet",
      "columns=__proto__",
      "columns=A",
      "columns=constructor",
      "ids=",
      "ids=x",
      "ids=M261126AAAAAAAA",
      "totals=0",
    ]) {
      const refused = await lab.get(`/api/payments/export?${wrong}`, lab.token("merchant_admin", a));
      expect([refused.status, Object.keys(refused.body.error?.fields ?? {})], wrong).toEqual([422, [wrong.split("=")[0]]]);
    }
  });

  it("writes chosen rows alone, in the list's order, inside filter and scope", async () => {
    const all = column(await csv("/api/payments/export?lang=en&status=review"), "Order ID").map(String);
    const some = [all[5], all[1], all[3]].join(",");
    expect(column(await csv(`/api/payments/export?lang=en&status=review&ids=${some}`), "Order ID")).toEqual([all[1], all[3], all[5]]);
    expect(await csv(`/api/payments/export?lang=en&status=completed&ids=${some}`)).toHaveLength(1);
    const strangers = await lab.get(`/api/payments/export?lang=en&ids=${all.slice(0, 4).join(",")}`, lab.token("merchant_admin", b));
    expect(read(strangers.text)).toHaveLength(1 + 2);
    const trail = await lab.app.db.one<{ after: unknown }>("select after from audit order by id desc limit 1");
    expect(trail?.after).toMatchObject({ ids: all.slice(0, 4) });
  });

  it("ends with the sums that the list shows, of the same rows, in both formats", async () => {
    const url = "/api/payments/export?lang=en&status=review&sort=created_at&totals=1&columns=id,merchant_order_id,amount,created_at,received";
    const rows = await csv(url);
    expect(rows).toHaveLength(NASTY.length + 2);
    const sum = NASTY.reduce((total, _text, index) => total + 100_000 + index, 0) / 100;
    expect(rows.at(-1)).toEqual([null, "Total", sum.toFixed(2), null, "0.00"]);
    expect(column(rows, "Amount").slice(0, -1)).toEqual(NASTY.map((_text, index) => (1000 + index / 100).toFixed(2)));
    const book = await lab.http.inject({ method: "GET", url: `${url}&format=xlsx`, headers: { authorization: `Bearer ${lab.token("admin")}` } });
    const sheet = unzip(book.rawPayload).get("xl/worksheets/sheet1.xml") ?? "";
    expect(sheet.match(/<row>/g)).toHaveLength(NASTY.length + 2);
    expect(sheet).toContain(`<c s="1"><v>${sum.toFixed(2)}</v></c>`);
    const chosen = column(rows, "Order ID")[0];
    expect((await csv(`${url}&ids=${chosen}`)).at(-1)?.[2]).toBe("1000.00");
    expect((await csv("/api/payments/export?lang=zh&totals=1&columns=operator,amount&status=rejected")).at(-1)).toEqual(["合计", "0.00"]);
    for (const [list, name] of [
      ["wallets", "balance"],
      ["merchants", "balance"],
      ["journals", "amount"],
    ]) {
      const [page, file] = [
        await lab.get(`/api/${list}`, lab.token("finance")),
        await csv(`/api/${list}/export?totals=1&columns=${name}`, lab.token("finance")),
      ];
      expect(file.at(-1)?.[0], list).toBe((page.body.data as { sums?: Record<string, string> }).sums?.[name ?? ""]);
    }
  });

  it("writes a workbook whose numbers are numbers and whose text is text", async () => {
    const answer = await lab.http.inject({
      method: "GET",
      url: "/api/payments/export?format=xlsx&lang=en&sort=created_at",
      headers: { authorization: `Bearer ${lab.token("admin")}` },
    });
    expect(answer.statusCode).toBe(200);
    const files = unzip(answer.rawPayload);
    expect([...files.keys()]).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/workbook.xml",
      "xl/_rels/workbook.xml.rels",
      "xl/styles.xml",
      "xl/worksheets/sheet1.xml",
    ]);
    const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
    expect(sheet.match(/<row>/g)).toHaveLength(NASTY.length + 2);
    expect(sheet).toContain('<c s="1"><v>1234.56</v></c>');
    expect(sheet).toContain('<c t="inlineStr"><is><t xml:space="preserve">01712345678</t></is></c>');
    expect(sheet).toContain('<t xml:space="preserve">=HYPERLINK("x")</t>');
    expect(sheet).toContain("&lt;b&gt;&amp;amp;&lt;/b&gt;");
    expect(sheet).toContain("বাংলা");
    expect(sheet).not.toMatch(/<f>/);
    expect(sheet.endsWith("</sheetData></worksheet>")).toBe(true);
  });

  it("ends the statement and gives the place back when the client goes", async () => {
    await lab.http.listen({ host: "127.0.0.1", port: 0 });
    await addPayments(
      lab,
      Array.from({ length: 4000 }, (_unused, index) =>
        paymentRow(lab, { merchantId: a, walletId: wallet, orderId: `BULK-${index}` }, { reason: "x".repeat(2000) }),
      ),
    );
    const address = lab.http.server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/api/payments/export`;
    for (let round = 0; round < 10; round += 1) {
      const abort = new AbortController();
      const response = await fetch(`${url}?format=${round % 2 === 0 ? "csv" : "xlsx"}`, {
        headers: { authorization: `Bearer ${lab.token("admin")}` },
        signal: abort.signal,
      });
      await response.body?.getReader().read();
      abort.abort();
      await expect.poll(exportsRunning).toBe(0);
    }
    const whole = await fetch(url, { headers: { authorization: `Bearer ${lab.token("admin")}` } });
    expect((await whole.text()).match(/BULK-/g)).toHaveLength(4000);
    const busy = (): number => lab.app.db.pool.totalCount - lab.app.db.pool.idleCount;
    await expect.poll(busy).toBe(0);
  });
});

/** Reads an archive by its directory, as spreadsheet programs do. */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [packed, nameLength, offset] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28), archive.readUInt32LE(at + 42)];
    const start = offset + 30 + archive.readUInt16LE(offset + 26);
    const content = inflateRawSync(archive.subarray(start, start + packed));
    expect(content.length).toBe(archive.readUInt32LE(at + 24));
    files.set(archive.subarray(at + 46, at + 46 + nameLength).toString(), content.toString());
    at += 46 + nameLength;
  }
  return files;
}
