/** The small parts under lists and exports: fragments, cursors, masks, CSV rows, XML text. */
import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { IdMinter, PublicIds } from "../db/ids.ts";
import { takesEncoding } from "../http/encoding.ts";
import { Refused } from "../refusal.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { formatAmount } from "../../../contract/money.ts";
import { formatDateTime } from "../../../contract/time.ts";
import { CopyOut } from "./copy-out.ts";
import { RowBlocks } from "./export-blocks.ts";
import { cellsOf, CsvRows, rowEnd, type RowForm } from "./export-rows.ts";
import { SheetRows } from "./export-sheet.ts";
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

  it("are refused by another list, another order, and when changed", () => {
    const text = writeCursor(publicIds, "payment", "-created_at", { direction: "next", id: ids.next() });
    const refused = (answer: unknown): void => {
      expect(answer, "the cursor was taken").toBeInstanceOf(Refused);
      expect((answer as Refused).fields).toEqual({ cursor: "invalid" });
    };
    refused(readCursor(publicIds, "sms", "-created_at", text));
    refused(readCursor(publicIds, "payment", "created_at", text));
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
      refused(readCursor(publicIds, "payment", "-created_at", bad));
  });
});

describe("masks", () => {
  it("hides the middle of phone numbers and leaves the rest", () => {
    expect(maskPhones("01712345678")).toBe("017****5678");
    expect(maskPhones("from 01712345678 to +8801812345678.")).toBe("from 017****5678 to +880****5678.");
    expect(maskPhones("Tk 1,250.00 TrxID 8N7A6B5C4D on 21/11/2026 12:30")).toBe("Tk 1,250.00 TrxID 8N7A6B5C4D on 21/11/2026 12:30");
  });

  it.each([
    ["০১৭১২৩৪৫৬৭৮ থেকে ৫০০.০০ টাকা", "০১৭****৫৬৭৮ থেকে ৫০০.০০ টাকা"],
    ["打给 ０１７１２３４５６７８", "打给 ０１７****５６７８"],
    ["+৮৮০১৭১২৩৪৫৬৭৮", "+৮৮০****৫৬৭৮"],
  ])("hides numbers in the digits of other scripts: %s", (text, shown) => {
    expect(maskPhones(text)).toBe(shown);
  });
});

const cell = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("\u0001\ufffe&<>\uffff\u007f", '"', "\n", "\r\n", ",", '","', '"\n"', "中,文\n"),
  fc.constant(""),
);
const written = (text: string): string => (/[",\r\n]/.test(text) || text === "" ? `"${text.replaceAll('"', '""')}"` : text);

const latin = (text: string): string => Buffer.from(text).toString("latin1");
const DONE = { raw: "done", xlsx: "text" } as const;

function message(kind: string, content: string): Buffer {
  const bytes = Buffer.from(`${kind}....${content}`);
  bytes.writeUInt32BE(bytes.length - 1, 1);
  return bytes;
}

/** Rows in a form, as the database's bytes come cut into pieces of so many, and go in blocks of `block`. */
async function blocksOf(rows: readonly string[], form: RowForm, piece: number, block = 4096): Promise<string> {
  const sent = Buffer.concat([message("H", "\0"), ...rows.flatMap((row) => [message("N", "n"), message("d", row)]), message("c", ""), message("C", "COPY")]);
  const copy = new CopyOut("copy");
  const read: Buffer[] = [];
  const stream = Object.assign(new EventEmitter(), { pause: () => undefined, resume: () => undefined });
  // What `pg` hears when it reads again.
  stream.on("data", (bytes: Buffer) => {
    read.push(bytes);
    copy.handleReadyForQuery();
  });
  copy.submit({ stream, query: () => undefined } as never);
  const feeding = (async (): Promise<void> => {
    for (let at = 0; at < sent.length; at += piece) {
      if (at % 3 === 0) await Promise.resolve();
      stream.emit("data", sent.subarray(at, at + piece));
    }
  })();
  const blocks = new RowBlocks(copy, form);
  const parts: Buffer[] = [];
  const memory = new Uint8Array(block);
  for (let length = await blocks.readInto(memory); length > 0; length = await blocks.readInto(memory)) parts.push(Buffer.from(memory.subarray(0, length)));
  await feeding;
  expect(Buffer.concat(read).toString("latin1")).toBe(Buffer.concat([message("c", ""), message("C", "COPY")]).toString("latin1"));
  return Buffer.concat(parts).toString();
}

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

  it("pass a stream cut anywhere, with ids, amounts and times written and nothing else changed", () => {
    const minor = fc.oneof(fc.bigInt({ min: -120n, max: 120n }), fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.constant(null));
    // From 1900 to 2100, in minutes.
    const minute = fc.oneof(fc.integer({ min: -36_816_480, max: 68_374_080 }), fc.constant(null));
    const row = fc.record({ own: fc.boolean(), minor, minute, ref: fc.constantFrom("P", "D", "B", null), texts: fc.tuple(cell, cell, cell) });
    const kinds = ["payment", "done", "merchant", "minor", "done", "minute", "ref", "done"] as const;
    const columns = kinds.map((kind) => ({ raw: kind, xlsx: kind === "minor" ? ("amount" as const) : ("text" as const) }));
    const types = columns.map(({ xlsx }) => xlsx);
    return fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 6 }), fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 900 }), async (made, piece, block) => {
        const told = made.map((one) => ({ ...one, id: one.own ? ids.next() : null, merchant: 5n }));
        const line = (cells: readonly unknown[]): string => `${cells.map((one) => String(one ?? "")).join(",")}\n`;
        const raw = told.map((one) => {
          const [first, second, third] = one.texts.map(written);
          return line([one.id, first, one.merchant, one.minor, second, one.minute, one.ref && `${one.ref}7340032`, third]);
        });
        const wanted = told.map((one) => {
          const [first, second, third] = one.texts.map(written);
          const ref = one.ref && publicIds.encode(({ P: "payment", D: "disburse", B: "transaction" } as const)[one.ref], 7340032n);
          const [amount, time] = [one.minor === null ? null : formatAmount(one.minor), one.minute === null ? null : formatDateTime(one.minute * 60_000)];
          return line([publicIds.encodeOrNull("payment", one.id), first, publicIds.encode("merchant", 5n), amount, second, time, ref, third]);
        });
        expect(await blocksOf(raw, new CsvRows(kinds, publicIds), piece, block)).toBe(Buffer.from(wanted.join("")).toString());
        const sheet = wanted.map((text) => xlsxRow(cellsOf(latin(text.slice(0, -1))), types, false));
        expect(latin(await blocksOf(raw, new SheetRows(columns, publicIds), piece, block))).toBe(sheet.join(""));
      }),
      { numRuns: 2000 },
    );
  });

  it("end where what they are told to be is not there", async () => {
    await expect(blocksOf(["?5\n"], new CsvRows(["ref"], publicIds), 9)).rejects.toThrow("no kind of id begins with ?");
    for (const form of [new CsvRows(["done", "minor"], publicIds), new SheetRows([DONE, DONE], publicIds)])
      for (const short of ["\n", "5\n", '"\n', '",\n']) await expect(blocksOf([short], form, 9), short).rejects.toThrow("fewer cells than columns");
  });

  it("pass cells that are longer than a block", async () => {
    const long = `"${"<".repeat(1_000_000)}"""`;
    const rows = [`-5,${long}\n`, '12,"a""\n,"\n', `,${long}\n`];
    expect(await blocksOf(rows, new CsvRows(["minor", "done"], publicIds), 65_536)).toBe(`-0.05,${long}\n0.12,"a""\n,"\n,${long}\n`);
    const text = await blocksOf(rows, new SheetRows([{ raw: "minor", xlsx: "amount" }, DONE], publicIds), 65_536);
    const wanted = [
      ["-0.05", `${"<".repeat(1_000_000)}"`],
      ["0.12", 'a"\n,'],
      [null, `${"<".repeat(1_000_000)}"`],
    ];
    expect(text).toBe(wanted.map((cells) => xlsxRow(cells, ["amount", "text"], false)).join(""));
  });

  it("keep empty cells apart from empty ids", () => {
    expect(cellsOf('a,,"",b')).toEqual(["a", null, "", "b"]);
    expect(cellsOf(",")).toEqual([null, null]);
  });
});

describe("packing", () => {
  it("is for those who say that they unpack it", () => {
    for (const yes of ["gzip", "br, gzip", "deflate,GZIP;q=0.5", "*", "gzip;q=1.0"]) expect(takesEncoding(yes, "gzip"), yes).toBe(true);
    for (const no of [undefined, "", "br", "gzip;q=0", "gzip; q=0.000", "*;q=0", "xgzip", "gzip;q=0, *"])
      expect(takesEncoding(no, "gzip"), String(no)).toBe(false);
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
    // What packs works beside: it may take one more before it waits.
    let before = -1;
    while (taken !== before) {
      before = taken;
      expect(taken).toBeLessThan(100);
      await new Promise((done) => setTimeout(done, 200));
    }
    book.destroy();
    await vi.waitFor(() => expect(ended).toBe(true), 60_000);
  });
});
