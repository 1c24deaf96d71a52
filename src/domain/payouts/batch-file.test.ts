import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BATCH_ROWS_MAX } from "../../contract/disburse-batches.ts";
import { csvCell, readBatchFile } from "./batch-file.ts";
import { readCsv } from "../csv.ts";

const problem = (text: string): unknown => {
  const read = readBatchFile(text);
  return "problem" in read ? read.problem : null;
};
const rows = (text: string): unknown[] => {
  const read = readBatchFile(text);
  return "rows" in read ? read.rows.map((row) => [row.line, ...Object.values(row.values)]) : [read.problem];
};
const overfull = (text: string): unknown[] => {
  const read = readBatchFile(text);
  return "rows" in read ? read.rows.map((row) => row.overfull) : [read.problem];
};

describe("a file of payouts", () => {
  it("is refused as a whole when it cannot be read", () => {
    expect(problem("")).toEqual({ reason: "no_rows" });
    expect(problem("merchant_order_id,operator,amount,customer\n")).toEqual({ reason: "no_rows" });
    expect(problem("order id,amount\nA,1")).toEqual({ reason: "missing_columns", columns: ["operator", "customer"] });
    expect(problem('order id,operator,amount,phone\nA,bkash,"1,01712345678')).toEqual({ reason: "open_quote", line: 2 });
    expect(problem("order id,operator,amount,phone,account\nA,bkash,1,01712345678,01812345678")).toEqual({ reason: "doubled_column", columns: ["customer"] });
    const line = "A,bkash,1,01712345678\n";
    expect(problem(`order id,operator,amount,phone\n${line.repeat(BATCH_ROWS_MAX + 1)}`)).toEqual({ reason: "too_many_rows", rows: BATCH_ROWS_MAX + 1 });
    expect(rows(`order id,operator,amount,phone\n${line.repeat(BATCH_ROWS_MAX)}`)).toHaveLength(BATCH_ROWS_MAX);
  });

  it("names its columns in either language, in any order, with what a spreadsheet makes of it", () => {
    expect(rows("\uFEFF金额;收款号码;备注;商户订单号;运营商;用户 ID\r\n12.50;1712345678;x;A-1;bKash;u1\r\n;;;;;\r\n7;'01812345678;;A-2;NAGAD;\r\n")).toEqual([
      [2, "A-1", "bkash", "12.50", "01712345678", "u1"],
      [4, "A-2", "nagad", "7", "01812345678", ""],
    ]);
    expect(rows('Merchant Order ID\tOperator\tAmount\tMSISDN\nA\tbkash\t"1,000"\t+8801712345678')).toEqual([[2, "A", "bkash", "1,000", "+8801712345678", ""]]);
  });

  it("reads no amount out of a part of what was written", () => {
    const head = "order id,operator,phone,amount";
    expect(overfull(`${head}\nA,bkash,01712345678,1,500.00\nB,bkash,01712345678,1,\nC,bkash,01712345678,"1,500.00"`)).toEqual([true, false, false]);
    expect(rows(`${head}\nA,bkash,01712345678,"100"000\nB,bkash,01712345678,"100" ,\nC,bkash,01712345678,1²`)).toEqual([
      [2, "A", "bkash", '100"000', "01712345678", ""],
      [3, "B", "bkash", "100", "01712345678", ""],
      [4, "C", "bkash", "1²", "01712345678", ""],
    ]);
    expect(rows(`${head}\nA,bkash,01712345678,１２．５０`)).toEqual([[2, "A", "bkash", "12.50", "01712345678", ""]]);
  });

  it("keeps no half of a character of a text that is too long", () => {
    const [row] = rows(`order id,operator,phone,amount,user id\nA,bkash,01712345678,1,${"x".repeat(199)}😀`) as string[][];
    expect(row?.at(-1)?.isWellFormed()).toBe(true);
  });

  it("guesses no number: only the zero that spreadsheets drop is put back", () => {
    for (const text of ["171234567", "0171234567", "1.71E+09", "17123456789", "1212345678"])
      expect(rows(`order id,operator,amount,phone\nA,bkash,1,${text}`)).toEqual([[2, "A", "bkash", "1", text, ""]]);
  });
});

describe("a cell of the result file", () => {
  it("is never a formula, and reads back as it was", () => {
    for (const text of ["=1+1", "+1", "-1", "@x", "\tx", "＝1", "'x"]) expect(csvCell(text).replace(/^"/, "")[0]).toBe("'");
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 30 }), (text) => {
        const plain = text.replace(/[\r\n\t]/g, "");
        const read = readCsv(`head,other\n${csvCell(plain)},x`).rows[1]?.cells;
        expect(read?.map((cell) => cell.text)).toEqual([/^[=+\-@＝＋－＠']/.test(plain) ? `'${plain}` : plain, "x"]);
      }),
    );
  });
});
