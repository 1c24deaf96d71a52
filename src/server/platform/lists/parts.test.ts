/** The small parts under lists and exports: fragments, cursors, masks, CSV rows, XML text. */
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { Readable } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { IdMinter, PublicIds } from "../db/ids.ts";
import { answerOfVerb, Refused } from "../refusal.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { CsvRows, cellsOf, IdCells, rowEnd } from "./export-rows.ts";
import { maskPhones } from "./mask.ts";
import { allOf, bind, inline, isStorable, join, raw, sql } from "./sql.ts";
import { xlsxRow, xlsxStream, xmlText } from "./xlsx.ts";

const publicIds = new PublicIds(Buffer.alloc(32, 3));
const ids = new IdMinter(() => Date.UTC(2026, 10, 21, 8), 2);

describe("fragments", () => {
  it("numbers values in order through nested fragments", () => {
    const inner = sql`b = ${2n} or c = any(${["x", "y"]}::text[])`;
    expect(bind(sql`select ${raw("a")} where a = ${1} and (${inner}) limit ${9}`)).toEqual({
      text: "select a where a = $1 and (b = $2 or c = any($3::text[])) limit $4",
      values: [1, 2n, ["x", "y"], 9],
    });
    expect(bind(join([], ","))).toEqual({ text: "", values: [] });
    expect(bind(allOf([])).text).toBe("true");
  });

  it("writes literals that cannot leave their quotes", () => {
    expect(inline(sql`a = ${"x' or '1'='1"} and b = ${null} and c = any(${["a'b"]}::text[]) and d = ${-5n} and e = ${true}`)).toBe(
      "a = 'x'' or ''1''=''1' and b = null and c = any(array['a''b']::text[]) and d = -5 and e = true",
    );
    expect(inline(sql`a = ${"\\'; drop table users; --"}`)).toBe("a =  E'\\\\''; drop table users; --'");
    expect(() => inline(sql`a = ${Number.NaN}`)).toThrow(RangeError);
  });

  it("knows what PostgreSQL cannot store", () => {
    expect([isStorable("中文 🙂"), isStorable("a\u0000"), isStorable("\ud800")]).toEqual([true, false, false]);
  });
});

describe("cursors", () => {
  it("come back as they were written", () => {
    for (const sort of ["-created_at", "created_at"] as const) {
      for (const direction of ["next", "prev"] as const) {
        const id = ids.next();
        const text = writeCursor(publicIds, "payment", sort, { direction, id });
        expect(text).toMatch(/^[\w.~:=-]{1,60}$/);
        expect(text).not.toContain(String(id));
        expect(readCursor(publicIds, "payment", sort, text)).toEqual({ direction, id });
        for (const search of [{ span: 0 }, { span: 53 }, { span: 27, filled: 0 }, { span: 27, filled: 199 }]) {
          const longer = writeCursor(publicIds, "payment", sort, { direction, id, ...search });
          expect(longer).toMatch(/^[\w.~:=-]{1,60}$/);
          expect(readCursor(publicIds, "payment", sort, longer)).toEqual({ direction, id, ...search });
        }
      }
    }
  });

  it("are refused by another list, another order, and when changed", async () => {
    const text = writeCursor(publicIds, "payment", "-created_at", { direction: "next", id: ids.next() });
    const refused = async (work: () => unknown): Promise<void> => {
      const answer = await answerOfVerb(work);
      expect(answer, "the cursor was taken").toBeInstanceOf(Refused);
      expect((answer as Refused).fields).toEqual({ cursor: "invalid" });
    };
    await refused(() => readCursor(publicIds, "sms", "-created_at", text));
    await refused(() => readCursor(publicIds, "payment", "created_at", text));
    for (const bad of [
      "",
      "a",
      "a.",
      text.toLowerCase(),
      `${text}A`,
      text.slice(0, -1),
      `${text[0]}:${text.slice(2)}`,
      `${text}.`,
      `${text}.54`,
      `${text}.07`,
      `${text}.7.`,
      `${text}.7.1.1`,
      `${text}.7.1000`,
      `${text}..1`,
    ])
      await refused(() => readCursor(publicIds, "payment", "-created_at", bad));
  });
});

describe("masks", () => {
  it("hides the middle of phone numbers and leaves the rest", () => {
    expect(maskPhones("01712345678")).toBe("017****5678");
    expect(maskPhones("from 01712345678 to +8801812345678.")).toBe("from 017****5678 to +880****5678.");
    expect(maskPhones("Tk 1,250.00 TrxID 8N7A6B5C4D on 21/11/2026 12:30")).toBe("Tk 1,250.00 TrxID 8N7A6B5C4D on 21/11/2026 12:30");
  });
});

const cell = fc.oneof(fc.string(), fc.constantFrom('"', "\n", "\r\n", ",", '","', '"\n"', "中,文\n"), fc.constant(""));
const written = (text: string): string => (/[",\r\n]/.test(text) || text === "" ? `"${text.replaceAll('"', '""')}"` : text);
const latin1 = (text: string): string => Buffer.from(text).toString("latin1");

describe("CSV rows", () => {
  it("are split and read as they were written", () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 }), (rows) => {
        const text = rows.map((row) => `${row.map(written).join(",")}\n`).join("");
        const read: (string | null)[][] = [];
        for (let start = 0; start < text.length; ) {
          const end = rowEnd(text, start);
          read.push(cellsOf(text.slice(start, end)));
          start = end + 1;
        }
        expect(read).toEqual(rows);
      }),
    );
  });

  it("pass a stream cut anywhere, with ids made public and nothing else changed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), fc.integer({ min: 1, max: 40 }), async (rows, size) => {
        const made = rows.map((row) => ({ id: ids.next(), other: 5n, row }));
        const source = latin1(`Order,Other,A,B\n${made.map(({ id, other, row }) => `P${id},M${other},${row.map(written).join(",")}\n`).join("")}`);
        const bytes = Buffer.from(source, "latin1");
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_unused, index) => bytes.subarray(index * size, (index + 1) * size));
        const parts: Buffer[] = [];
        for await (const chunk of Readable.from(chunks, { objectMode: true }).pipe(new CsvRows(new IdCells(publicIds), 2))) parts.push(chunk as Buffer);
        const wanted = `\ufeffOrder,Other,A,B\n${made.map(({ id, other, row }) => `${publicIds.encode("payment", id)},${publicIds.encode("merchant", other)},${row.map(written).join(",")}\n`).join("")}`;
        expect(Buffer.concat(parts).toString()).toBe(Buffer.from(wanted).toString());
      }),
    );
  });

  it("keep empty cells apart from empty ids", () => {
    expect(cellsOf('a,,"",b')).toEqual(["a", null, "", "b"]);
    expect(cellsOf(",")).toEqual([null, null]);
  });
});

describe("workbook cells", () => {
  it("are numbers only where the column says so and the text is one", () => {
    expect(xlsxRow(["12.50", "017", "=1+1", null], ["amount", "text", "amount", "text"], false)).toBe(
      '<row><c s="1"><v>12.50</v></c><c t="inlineStr"><is><t xml:space="preserve">017</t></is></c><c t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c><c/></row>',
    );
    expect(xmlText("a<b>&\u0001c")).toBe("a&lt;b&gt;&amp;c");
  });
});

describe("workbooks", () => {
  const row = Buffer.from(xlsxRow(["a"], ["text"], false));
  const bytesOf = async (rows: () => AsyncGenerator<Buffer>): Promise<Buffer> => Buffer.concat((await xlsxStream("S", 1, rows()).toArray()) as Buffer[]);

  it("of the same rows are the same bytes", async () => {
    const rows = async function* (): AsyncGenerator<Buffer> {
      yield row;
    };
    expect((await bytesOf(rows)).equals(await bytesOf(rows))).toBe(true);
  });

  it("end where their rows fail", async () => {
    const failing = async function* (): AsyncGenerator<Buffer> {
      yield row;
      throw new Error("no more rows");
    };
    await expect(bytesOf(failing)).rejects.toThrow("no more rows");
  });

  it("take no more rows than their reader does, and let go of them with him", async () => {
    let taken = 0;
    let ended = false;
    const rows = async function* (): AsyncGenerator<Buffer> {
      try {
        for (;;) {
          taken += 1;
          // Noise, which no packing makes smaller.
          yield randomBytes(16 * 1024);
        }
      } finally {
        ended = true;
      }
    };
    const book = xlsxStream("S", 1, rows());
    const reader = book[Symbol.asyncIterator]();
    await reader.next();
    await new Promise((done) => setTimeout(done, 50));
    expect(taken).toBeLessThan(100);
    const before = taken;
    await new Promise((done) => setTimeout(done, 50));
    expect(taken).toBe(before);
    book.destroy();
    await vi.waitFor(() => expect(ended).toBe(true));
  });
});
