/** The drawn statement: every figure is on its pages, each sign is drawn with a font that has it, thousands of lines fit. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Statement, StatementLine } from "../../../../contract/statements.schema.ts";
import { drawStatement } from "./draw.ts";
import { statementPdf } from "./make.ts";
import { type Fonts, linesOf, Signs } from "./text.ts";

const font = (name: string): Buffer => readFileSync(join(import.meta.dirname, "fonts", name));
const FONTS: Fonts = { chinese: font("noto-sans-sc.ttf"), bangla: font("noto-sans-bengali.ttf") };

const line = (index: number): StatementLine => ({
  at: "2026-11-20T04:00:00.000Z",
  date: "2026-11-20",
  operator_date: null,
  kind: "payment",
  reference: { type: "payment", id: "P261121XY12AB34" },
  merchant_order_id: null,
  count: 1,
  amount: "10.00",
  balance: `${(index + 1) * 10}.00`,
  note: null,
});
const statement = (lines: number, more: Partial<Statement> = {}): Statement => ({
  subject: { type: "merchant", id: "M261121XY12AB34", name: "Padma 帕德玛 পদ্মা 𝄞", operator: null, account: null },
  month: "2026-11",
  from: "2026-11-01",
  to: "2026-11-30",
  complete: true,
  currency: "BDT",
  made_at: "2026-12-01T00:00:00.000Z",
  opening_balance: "0.00",
  closing_balance: `${lines * 10}.00`,
  held_balance: null,
  credit: `${lines * 10}.00`,
  debit: "0.00",
  totals: [{ kind: "payment", count: lines, credit: `${lines * 10}.00`, debit: "0.00" }],
  fees: null,
  detail: "lines",
  line_count: lines,
  days: [],
  lines: Array.from({ length: lines }, (_unused, index) => line(index)),
  ...more,
});

/** What stands on the pages in Latin letters: pdfkit writes it as hexadecimal between angle brackets, with kerning between. */
function latinOf(bytes: Uint8Array): string {
  const raw = Buffer.from(bytes);
  let text = "";
  for (let at = raw.indexOf("stream\n"); at >= 0; at = raw.indexOf("stream\n", at + 1)) {
    const end = raw.indexOf("endstream", at);
    try {
      const content = inflateSync(raw.subarray(at + 7, end)).toString("latin1");
      for (const [, shown = ""] of content.matchAll(/\[([^\]]*)\] TJ/g))
        text += `${[...shown.matchAll(/<([0-9a-f]+)>/g)].map((part) => Buffer.from(part[1] ?? "", "hex").toString("latin1")).join("")}\n`;
    } catch {
      // A font, or no stream of ours.
    }
  }
  return text;
}
const pagesOf = (bytes: Uint8Array): number =>
  Buffer.from(bytes)
    .toString("latin1")
    .match(/\/Type \/Page\b/g)?.length ?? 0;

describe("the drawn statement", () => {
  it.each(["zh", "en"] as const)("holds every figure of the page, in %s", async (locale) => {
    const bytes = await drawStatement(statement(3), locale, FONTS);
    const text = latinOf(bytes);
    expect(Buffer.from(bytes).toString("latin1", 0, 5)).toBe("%PDF-");
    for (const part of ["M261121XY12AB34", "2026/11/01 – 2026/11/30".replace("–", "\u0096"), "BDT", "2026/11/20 12:00", "P261121XY12AB34", "30.00"])
      expect(text).toContain(part);
    expect(text.includes("Merchant statement 2026-11")).toBe(locale === "en");
    expect(text).toContain(locale === "en" ? "Page 1 of 1" : "1");
    // What is not used of the fonts is not carried: two and a half megabytes become some ten thousand bytes.
    expect(bytes.length).toBeLessThan(80_000);
  });

  it("repeats the heading on each page and numbers them all", async () => {
    const bytes = await drawStatement(statement(150), "en", FONTS);
    const text = latinOf(bytes);
    const pages = pagesOf(bytes);
    expect(pages).toBeGreaterThanOrEqual(3);
    expect(text.match(/^Reference$/gm)?.length).toBe(pages);
    for (let page = 1; page <= pages; page += 1) expect(text).toContain(`Page ${page} of ${pages}`);
    expect(text.match(/^P261121XY12AB34$/gm)?.length).toBe(150);
    for (const balance of ["10.00", "1,500.00"]) expect(text).toContain(balance);
  });

  it.each([
    ["an operator's day", { operator_date: "2026-11-19" }, [/^2026\/11\/19$/gm, /^Fee returned with a\nreversal$/gm]],
    ["the merchant's own number", { merchant_order_id: `Order-${"8".repeat(58)}` }, [/^Order-8+(\n8+)+$/gm]],
  ] as const)("cuts nothing in its tables beside %s: what is wider than its column goes on below it", async (_name, beside, wholes) => {
    const [id, kind] = ["W261128WMWMWMWM", "payment_reversal_fee"];
    const wide: StatementLine = { ...line(0), ...beside, kind, reference: { type: "payment", id }, amount: "9999999999999.99" };
    const text = latinOf(await drawStatement(statement(0, { lines: Array.from({ length: 80 }, () => wide) }), "en", FONTS));
    // The dots of what was cut, in the fonts' own signs.
    expect(text).not.toContain("\u0085");
    for (const whole of [/^W261128WMWMWMWM$/gm, /^9,999,999,999,999\.99$/gm, ...wholes])
      expect([whole.source, text.match(whole)?.length]).toEqual([whole.source, 80]);
    const number = wide.merchant_order_id;
    if (number !== null) expect(text.replaceAll("\n", "").split(number)).toHaveLength(81);
  });

  it("is the same file for the same statement", async () => {
    const [one, two] = [await drawStatement(statement(2), "zh", FONTS), await drawStatement(statement(2), "zh", FONTS)];
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true);
  });

  it("is made in a thread, from the sources too", async () => {
    const pdf = await statementPdf(statement(2), "en");
    expect(latinOf(pdf)).toContain("Merchant statement 2026-11");
  });
});

describe("signs", () => {
  const signs = new Signs(FONTS);
  it("are drawn with a font that has them, and one that none has as a box", () => {
    expect(signs.runs("A1 商户 পদ্মা 𝄞\u0007")).toEqual([
      { font: "latin", text: "A1 " },
      { font: "chinese", text: "商户" },
      { font: "latin", text: " " },
      { font: "bangla", text: "পদ্মা" },
      { font: "latin", text: " " },
      { font: "chinese", text: "□" },
      { font: "latin", text: " " },
    ]);
  });

  it("wrap between Chinese signs and between words; a word that is too long is cut", () => {
    const wide = (text: string): number => text.length;
    expect(linesOf("商户对账单", 2, wide)).toEqual(["商户", "对账", "单"]);
    expect(linesOf("one two three", 7, wide)).toEqual(["one two", "three"]);
    expect(linesOf("abcdefgh", 3, wide)).toEqual(["abc", "def", "gh"]);
    expect(linesOf("", 3, wide)).toEqual([""]);
  });
});

it("the fonts are those that README.md names", () => {
  const digest = (name: string): string => createHash("sha256").update(font(name)).digest("hex");
  const readme = readFileSync(join(import.meta.dirname, "fonts/README.md"), "utf8");
  for (const name of ["noto-sans-sc.ttf", "noto-sans-bengali.ttf"]) expect(readme).toContain(digest(name));
});
