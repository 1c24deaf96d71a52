/** Statements as operators and spreadsheets write them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCsv } from "../csv.ts";
import { readStatement } from "./file.ts";
import { readAmount, readDirection, readTime } from "./values.ts";

const options = { columns: {}, offsetMinutes: 360, nowMs: Date.UTC(2026, 10, 22) };
const cell = (text: string, ownCommas = false) => ({ text, ownCommas });

describe("readCsv", () => {
  const plain = fc.string({ unit: fc.constantFrom("a", "1", ",", ";", '"', "\n", " ", "中") });
  it("reads back whatever was quoted by the rules, with any separator", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(",", ";", "\t"),
        fc.array(fc.array(plain, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        (separator, rows) => {
          // A first row of names decides which separator it is.
          const head = ["h1", "h2", "h3", "h4", "h5", "h6", "h7", "h8"];
          const text = [head, ...rows].map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(separator)).join("\r\n");
          const read = readCsv(`\uFEFF${text}`);
          expect(read.openQuote).toBeNull();
          const kept = rows.filter((row) => row.some((one) => one.trim() !== ""));
          expect(read.rows.slice(1).map((row) => row.cells.map((one) => one.text))).toEqual(kept);
        },
      ),
    );
  });

  it("keeps empty cells and counts lines, and says where a quote is never closed", () => {
    expect(readCsv("a,,b\n\n,,\nc,d,\n").rows.map((row) => [row.line, row.cells.map((one) => one.text)])).toEqual([
      [1, ["a", "", "b"]],
      [4, ["c", "d", ""]],
    ]);
    expect(readCsv("sep=;\r\na;b,1\n2;3").rows.map((row) => [row.line, row.cells.map((one) => one.text)])).toEqual([
      [2, ["a", "b,1"]],
      [3, ["2", "3"]],
    ]);
    expect(readCsv("sep=,").rows).toEqual([]);
    expect(readCsv('a,b\n"c,d\ne')).toMatchObject({ openQuote: 2, rows: [{ line: 1 }] });
  });
});

describe("values", () => {
  it.each([
    ["1250", false, 125_000n],
    ["1250.5", false, 125_050n],
    ["1,250.00", true, 125_000n],
    ["1,25,000.00", true, 12_500_000n],
    ["-20.00", false, -2_000n],
    ["Tk 5.25", false, 525n],
    ["", false, "empty"],
    ["-", false, "empty"],
    ["1,250.00", false, null],
    ["1250,00", true, null],
    ["1.234", false, null],
    ["1e3", false, null],
    ["9,999,999,999,999.99", true, 999_999_999_999_999n],
    ["10,000,000,000,000.00", true, null],
    ["999,999,999,999,999,999,999.00", true, null],
    ["१२", false, null],
    ["12 345", false, null],
    ["(20.00)", false, -2_000n],
    ["20.00-", false, -2_000n],
    ["20.00 Dr", false, -2_000n],
    ["Tk 20 CR.", false, 2_000n],
    ["-20.00 Cr", false, null],
    ["(20.00", false, null],
    ["--20", false, null],
  ] as const)("amount %s (own commas: %s)", (text, ownCommas, expected) => {
    expect(readAmount(cell(text, ownCommas))).toBe(expected);
  });

  it.each([
    ["2026-11-21 10:15:30", "2026-11-21T04:15:30.000Z"],
    ["21/11/2026 10:15", "2026-11-21T04:15:00.000Z"],
    ["21-Nov-2026 10:15 PM", "2026-11-21T16:15:00.000Z"],
    ["21/11/26 12:05 AM", "2026-11-20T18:05:00.000Z"],
    ["2026/11/21", "2026-11-20T18:00:00.000Z"],
    ["2026-11-21T10:15:00Z", "2026-11-21T10:15:00.000Z"],
    ["2026-11-21T10:15:00+0800", "2026-11-21T02:15:00.000Z"],
    ["31/02/2026 10:15", null],
    ["21/11/2026 25:00", null],
    ["21/11/2026 13:00 PM", null],
    ["yesterday", null],
    ["13/13/2026", null],
  ] as const)("time %s", (text, expected) => {
    const ms = readTime(text, 360);
    expect(ms === null ? null : new Date(ms).toISOString()).toBe(expected);
  });

  it("directions in both languages", () => {
    expect([readDirection("CR."), readDirection("支出"), readDirection("Received"), readDirection("what")]).toEqual(["credit", "debit", "credit", null]);
  });
});

describe("readStatement", () => {
  it("finds its columns under a title, in Chinese as in English", () => {
    const chinese = readStatement("账单\n交易号\t交易时间\t收/支\t金额\t余额\nA1\t2026-11-21 10:00\t收\t5.00\t7.00\n", options);
    expect(chinese.missing).toEqual([]);
    expect(chinese.lines).toMatchObject([{ trxId: "A1", trxKey: "A1", direction: "credit", amountMinor: 500n, balanceMinor: 700n, row: 3 }]);
    const english = readStatement("Date & Time,Transaction ID,Amount (BDT)\n21/11/2026 10:00,a1,-5\n", options);
    expect(english.lines).toMatchObject([{ trxKey: "A1", direction: "debit", amountMinor: 500n }]);
  });

  describe("a column of statuses", () => {
    const of = (rows: readonly (readonly [string, string])[], head = "Status") =>
      readStatement(`TrxID,Date,Amount,${head}\n${rows.map(([trx, status]) => `${trx},2026-11-21 10:00,-5,${status}`).join("\n")}\n`, options);

    it("takes rows that are done, and leaves out those that are not, or not yet", () => {
      const english = of([
        ["A1", "Completed"],
        ["A2", "FAILED"],
        ["A3", " Timed  out."],
        ["A4", "IN_PROGRESS"],
        ["A5", "Reversed"],
        ["A6", "Success."],
      ]);
      expect(english).toMatchObject({ notDone: 3, skipped: 0, faults: [], columns: { status: "Status" } });
      expect(english.lines.map((line) => line.trxId)).toEqual(["A1", "A5", "A6"]);
      // What did not happen may lack its TrxID, and may be followed by what did under the same one.
      expect(
        readStatement("TrxID,Date,Amount,Status\n,2026-11-21 10:00,-5,Failed\nA1,2026-11-21 10:00,-7,failed\nA1,2026-11-21 10:05,-5,Success\n", options),
      ).toMatchObject({
        notDone: 2,
        faults: [],
        lines: [{ trxId: "A1", amountMinor: 500n }],
      });
    });

    it.each([
      ["Chinese", "交易状态", ["成功", "交易成功", "已完成"], ["交易失败", "处理中"]],
      ["Bangla", "Status", ["সফল", "সম্পন্ন হয়েছে।", "সফলভাবে সম্পন্ন"], ["ব্যর্থ", "সফল হয়নি", "প্রক্রিয়াধীন"]],
    ])("reads %s", (_what, head, done, others) => {
      const read = of(
        [...done, ...others].map((word, at) => [`A${at}`, word] as const),
        head,
      );
      expect(read).toMatchObject({ faults: [], notDone: others.length });
      expect(read.lines.map((line) => line.trxId)).toEqual(done.map((_word, at) => `A${at}`));
    });

    it.each([
      ["bKash", ["Completed", "Transaction Successful"], ["Initiated", "Authorized", "Declined", "Transaction Failed"]],
      ["Nagad", ["Success", "Payment Successful"], ["OrderInitiated", "Ready", "InProgress", "InvalidRequest", "Fraud", "Aborted", "UnKnownFailed"]],
    ])("reads what the interfaces of %s say of a payment", (_operator, done, others) => {
      expect(of([...done, ...others].map((word, at) => [`A${at}`, word] as const))).toMatchObject({
        faults: [],
        notDone: others.length,
        lines: done.map((_word, at) => ({ trxId: `A${at}` })),
      });
    });

    it("refuses a word that nobody knows, and none, with row, column and word", () => {
      const read = of([
        ["A1", "Completed"],
        ["A2", "Paused"],
        ["A3", ""],
        ["A4", "Not a success"],
        ["A5", "সফল নয়"],
      ]);
      expect(read.faults).toEqual([
        { row: 3, column: "Status", code: "unknown_status", value: "Paused" },
        { row: 4, column: "Status", code: "required", value: "" },
        { row: 5, column: "Status", code: "unknown_status", value: "Not a success" },
        { row: 6, column: "Status", code: "unknown_status", value: "সফল নয়" },
      ]);
      expect(read.lines.map((line) => line.trxId)).toEqual(["A1"]);
    });

    it("without a single word says nothing", () => {
      expect(
        of([
          ["A1", ""],
          ["A2", " "],
        ]),
      ).toMatchObject({ faults: [], notDone: 0, lines: [{}, {}] });
    });
  });

  describe("a fee in a row of its own", () => {
    const of = (...rows: readonly string[]) => readStatement(`TrxID,Date,Type,Credit,Debit,Balance\n${rows.join("\n")}\n`, options);
    it.each([
      ["behind what went out", ["A1,2026-11-21 10:00,Send Money,,500,1000", "A1,2026-11-21 10:00,Send Money Charge,,5,995"], "debit"],
      ["before it", ["A1,2026-11-21 10:00,Service fee,,5,1495", "A1,2026-11-21 10:00,Cash Out,,500,995"], "debit"],
      ["of what came in", ["A1,2026-11-21 10:00,Payment,500,,1000", "A1,2026-11-21 10:00,手续费,,5,995"], "credit"],
      [
        "that stands twice, with its movement",
        ["A1,2026-11-21 10:00,Pay,,500,1000", "A1,2026-11-21 10:00,Fee,,5,995", "A1,2026-11-21 10:00,Pay,,500,1000", "A1,2026-11-21 10:00,Fee,,5,995"],
        "debit",
      ],
    ] as const)("%s is that movement's", (_where, rows, direction) => {
      expect(of(...rows)).toMatchObject({ faults: [], lines: [{ trxId: "A1", direction, amountMinor: 50_000n, feeMinor: 500n, balanceMinor: 99_500n }] });
      expect(of(...rows).feeRows).toBe(rows.length / 2);
    });

    it.each([
      ["beside what came in", ["A1,2026-11-21 10:00,Cash Out,500,,1500", "A1,2026-11-21 10:00,Commission,2.05,,1502.05"], "credit", -205n, 150_205n],
      ["before what went out", ["A1,2026-11-21 10:00,কমিশন,2.05,,1002.05", "A1,2026-11-21 10:00,Cash In,,500,502.05"], "debit", -205n, 50_205n],
      [
        "with a fee",
        ["A1,2026-11-21 10:00,Cash In,,500,500", "A1,2026-11-21 10:00,佣金,2.05,,502.05", "A1,2026-11-21 10:00,Service Charge,,1,501.05"],
        "debit",
        -105n,
        50_105n,
      ],
      ["that was charged", ["A1,2026-11-21 10:00,Payment,500,,1500", "A1,2026-11-21 10:00,Commission,,2.05,1497.95"], "credit", 205n, 149_795n],
      ["without balances", ["A1,2026-11-21 10:00,Cash Out,500,,", "A1,2026-11-21 10:00,Agent Comm.,2.05,,"], "credit", -205n, null],
      ["of balances that follow in no order", ["A1,2026-11-21 10:00,Cash Out,500,,7", "A1,2026-11-21 10:00,Commission,2.05,,8"], "credit", -205n, null],
    ] as const)("and a commission %s is its movement's", (_where, rows, direction, feeMinor, balanceMinor) => {
      expect(of(...rows)).toMatchObject({
        faults: [],
        feeRows: rows.length - 1,
        lines: [{ trxId: "A1", direction, amountMinor: 50_000n, feeMinor, balanceMinor }],
      });
    });

    it("is a commission of a movement that has its fee in a column, and none where it was taken back", () => {
      const text = "TrxID,Date,Type,Credit,Debit,Fee,Balance\nA1,2026-11-21 10:00,Cash In,,500,5,95\nA1,2026-11-21 10:00,Commission,2.05,,,97.05\n";
      expect(readStatement(text, options)).toMatchObject({ faults: [], feeRows: 1, lines: [{ direction: "debit", feeMinor: 295n, balanceMinor: 9_705n }] });
      expect(of("A1,2026-11-21 10:00,E-Comm Payment,,500,1000", "A1,2026-11-21 10:00,Fee,,5,995").lines).toMatchObject([{ kind: "E-Comm Payment" }]);
      expect(of("A1,2026-11-21 10:00,Cash In,,500,1000", "A1,2026-11-21 10:00,Commission reversed,,5,995").faults).toMatchObject([{ code: "conflict" }]);
      expect(of("A1,2026-11-21 10:00,Cash Out,5,,1000", "A1,2026-11-21 10:00,Commission,500,,1500").faults).toMatchObject([{ code: "conflict" }]);
      expect(of("A1,2026-11-21 10:00,Commission,2.05,,1000")).toMatchObject({ feeRows: 0, lines: [{ direction: "credit", amountMinor: 205n }] });
    });

    it("before what came in leaves the balance that stood last", () => {
      expect(of("A1,2026-11-21 10:00,Fee,,5,495", "A1,2026-11-21 10:00,Payment,500,,995").lines).toMatchObject([{ feeMinor: 500n, balanceMinor: 99_500n }]);
    });

    it("is a movement where it has a TrxID of its own, and a contradiction where it cannot be its movement's", () => {
      expect(of("A1,2026-11-21 10:00,Pay,,500,1000", "A2,2026-11-21 10:00,Monthly fee,,5,995")).toMatchObject({
        feeRows: 0,
        lines: [{ feeMinor: null }, { amountMinor: 500n }],
      });
      // What goes back to the payer is a movement, whatever it is called besides.
      expect(of("A1,2026-11-21 10:00,Payment,500,,1000", "A1,2026-11-21 10:00,Charge Back,,300,700").lines).toMatchObject([
        { direction: "credit", feeMinor: null },
        { direction: "debit", amountMinor: 30_000n },
      ]);
      // Larger than what it is of, or two different movements.
      expect(of("A1,2026-11-21 10:00,Pay,,5,1000", "A1,2026-11-21 10:00,Fee,,500,500").faults).toMatchObject([{ code: "conflict" }]);
      expect(of("A1,2026-11-21 10:00,Pay,,50,1000", "A1,2026-11-21 10:00,Pay,,60,940", "A1,2026-11-21 10:00,Fee,,5,935").faults).toMatchObject([
        { code: "conflict" },
        { code: "conflict" },
      ]);
    });
  });

  it("takes no other column for one that was named, and tells which the file lacks", () => {
    const text = "Amounts of May\nTrxID,Date,Amount,Net\nA1,2026-11-21 10:00,-5,-4\n";
    expect(readStatement(text, { ...options, columns: { amount: "Net" } })).toMatchObject({ lacking: [], lines: [{ amountMinor: 400n }] });
    expect(readStatement(text, { ...options, columns: { amount: "Nope" } })).toMatchObject({ lacking: ["amount"], missing: ["amount"], lines: [] });
    const optional = readStatement("TrxID,Date,Amount,Fee\nA1,2026-11-21 10:00,-5,1\n", { ...options, columns: { fee: "Charge", trx_id: " TrxID " } });
    expect(optional).toMatchObject({ lacking: ["fee"], columns: { trx_id: "TrxID", time: "Date", amount: "Amount" } });
    expect(optional.columns.fee).toBeUndefined();
    expect(readStatement("", { ...options, columns: { amount: "Nope" } }).lacking).toEqual([]);
  });

  it("reads no column of a kind that the caller says the file has none of", () => {
    const text = "TrxID,Date,Amount,Type,Result\nA1,2026-11-21 10:00,-5,in,On dispute\nA2,2026-11-21 10:00,6,out,failed\n";
    const read = readStatement(text, options);
    expect(read.faults.map(({ column, code }) => [column, code])).toEqual([
      ["Type", "invalid_direction"],
      ["Result", "unknown_status"],
    ]);
    expect(read).toMatchObject({ notDone: 1, unread: [] });
    const unread = readStatement(text, { ...options, columns: { status: null, direction: null } });
    expect(unread).toMatchObject({ faults: [], notDone: 0, unread: ["Result"], lacking: [] });
    expect(unread.columns).toEqual({ trx_id: "TrxID", time: "Date", amount: "Amount", kind: "Type" });
    expect(unread.lines.map((line) => [line.direction, line.kind])).toEqual([
      ["debit", "in"],
      ["credit", "out"],
    ]);
    // A header that another field is told to take is read; one that the file cannot do without is missed.
    expect(readStatement(text, { ...options, columns: { status: null, direction: null, counterparty: "Result" } })).toMatchObject({ faults: [], unread: [] });
    expect(readStatement(text, { ...options, columns: { time: null } })).toMatchObject({ missing: ["time"], unread: ["Date"], lines: [] });
  });

  it.each([
    ["a column of kinds that says in and out", "TrxID,Date,Type,Amount\nA1,2026-11-21 10:00,Debit,5.00\nA2,2026-11-21 10:00,Credit,7.00\n"],
    ["two columns beside the amount", "TrxID,Date,Amount,Credit,Debit\nA1,2026-11-21 10:00,5.00,,5.00\nA2,2026-11-21 10:00,7.00,7.00,\n"],
    ["words behind the amount", "TrxID,Date,Amount\nA1,2026-11-21 10:00,5.00 Dr\nA2,2026-11-21 10:00,7.00 Cr\n"],
    ["date and clock apart, thousands between semicolons", "TrxID;Date;Time;Credit;Debit\nA1;21/11/2026;10:00;;5.00\nA2;21/11/2026;10:00 AM;7.00;\n"],
    ["the clock in the column that comes second by name", "TrxID,Date,Transaction Time,Amount\nA1,21/11/2026,10:00,-5\nA2,21/11/2026,10:00:00,7\n"],
  ])("takes the direction from %s", (_what, text) => {
    expect(readStatement(text, options)).toMatchObject({
      faults: [],
      lines: [
        { trxId: "A1", direction: "debit", amountMinor: 500n, atMs: Date.UTC(2026, 10, 21, 4) },
        { trxId: "A2", direction: "credit", amountMinor: 700n, atMs: Date.UTC(2026, 10, 21, 4) },
      ],
    });
  });

  it.each([
    ["a total below, in the column of TrxIDs", "Total,,,12.00,5.00,"],
    ["a total in another column, with a count and thousands without quotes", ",Grand Total: 2,,1,234.00,,"],
    ["a closing balance with its date", ",21/11/2026,Closing Balance,,,1000.00"],
    ["an opening balance in capitals and a dash for the TrxID", "-,21-Nov-2026 10:00,OPENING BALANCE,-,-,Tk 1000.00"],
    ["its figure in the cell of the word", ",,Closing balance: Tk 1000.00 Cr,,,"],
    ["Chinese", "合计,,,12.00,5.00,"],
    ["a balance in Chinese", ",2026-11-21,期末余额,,,1000.00"],
    ["Bangla", ",,সর্বমোট,১২.০০,৫.০০,"],
    ["a balance in Bangla", ",,সমাপনী ব্যালেন্স,,,১০০০.০০"],
    ["balance brought forward", ",,Balance b/f,,,1000.00"],
  ])("skips a row that is no movement: %s", (_what, row) => {
    const text = `TrxID,Date,Type,Credit,Debit,Balance\n${row}\nA1,2026-11-21 10:00,Cash In,5.00,,7.00\n${row}\n`;
    expect(readStatement(text, options)).toMatchObject({ faults: [], skipped: 2, lines: [{ trxId: "A1", amountMinor: 500n }] });
  });

  it.each([
    ["a movement that lost its TrxID", ",2026-11-21 10:00,Cash In,5.00,,7.00", "required"],
    ["one with a payer named like a total", ",2026-11-21 10:00,Total Traders Ltd,5.00,,7.00", "required"],
    ["other words beside a total", "Total,,Cash In,5.00,,7.00", "required"],
    ["a footer", "Thank you for using us,,,,,", "required"],
  ])("still refuses, naming the row: %s", (_what, row, code) => {
    const read = readStatement(`TrxID,Date,Type,Credit,Debit,Balance\nA1,2026-11-21 10:00,Cash In,5.00,,7.00\n${row}\n`, options);
    expect(read.skipped).toBe(0);
    expect(read.faults.map((fault) => [fault.row, fault.code])).toContainEqual([3, code]);
  });

  it("reads long cells in no time", () => {
    // The processor's time: what else the machine does says nothing of the reader.
    const began = process.cpuUsage();
    readStatement(`TrxID,Date,Amount\nTotal ${"tk.1 ".repeat(5_000)}x,,\n${"total ".repeat(5_000)},,\n`, options);
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(500);
  });

  it("keeps a movement whose kind is called Total, and reads the direction past a total", () => {
    const read = readStatement("TrxID,Date,Type,Amount\nA1,2026-11-21 10:00,Debit,5.00\n,,Closing Balance,9.00\n", options);
    expect(read).toMatchObject({ skipped: 1, faults: [], lines: [{ direction: "debit", amountMinor: 500n }] });
    expect(readStatement("TrxID,Date,Type,Amount\nA1,2026-11-21 10:00,Total,5.00\n", options)).toMatchObject({ skipped: 0, lines: [{ kind: "Total" }] });
  });

  it("takes separators of thousands where no comma separates, and keeps kinds that say more", () => {
    const read = readStatement("TrxID;Date;Type;Credit;Balance\nA1;21/11/2026;Cash In;1,25,000.50;2,000.00\n", options);
    expect(read.lines).toMatchObject([{ amountMinor: 12_500_050n, balanceMinor: 200_000n, kind: "Cash In" }]);
  });

  it.each([
    ["semicolons", ";"],
    ["tabs", "\t"],
  ])("tells %s from the commas that stand in amounts and times", (_name, separator) => {
    const rows = [
      ["Statement of 01711-000001, November 2026, in BDT"],
      ["TrxID", "Date", "Amount", "Balance"],
      ["A1", "21-Nov-2026, 10:05", "1,25,000.50", "1,12,00,000.00"],
      ["A2", "21-Nov-2026, 10:06", "1,000.00", "1,12,01,000.00"],
    ];
    const read = readStatement(rows.map((row) => row.join(separator)).join("\n"), options);
    expect(read.lines.map((line) => line.amountMinor)).toEqual([12_500_050n, 100_000n]);
  });

  it("is done at once with cells that nobody can have meant", () => {
    const long = 60_000;
    const began = process.cpuUsage();
    readStatement(`TrxID,Time,Amount,${"(".repeat(long)}\nA1,2026-11-21 10:00,5.00,\n`, options);
    const read = readStatement(`TrxID,Time,Amount\nA1,2026-11-21 10:00,1${" ".repeat(long)}x\n`, options);
    expect(read.faults.map((fault) => fault.code)).toEqual(["invalid_amount"]);
    // Four orders of magnitude lie between a read that grows with the cell and one that grows with its square.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(4_000);
  });

  it("says what is missing instead of guessing", () => {
    expect(readStatement("", options)).toMatchObject({ missing: ["trx_id", "time", "amount"], lines: [] });
    expect(readStatement("TrxID,Credit\nA,1\n", options).missing).toEqual(["time"]);
  });

  it("names every fault of a row", () => {
    const text = "TrxID,Time,Credit,Debit,Fee,Balance\nA,bad,1.00,2.00,-1,x\nB,2027-11-21 10:00,,,,\nC,2026-11-21 10:00,0,0,,\n";
    expect(readStatement(text, options).faults.map((fault) => [fault.row, fault.column, fault.code])).toEqual([
      [2, "Time", "invalid_time"],
      [2, "Debit", "both_sides"],
      [2, "Fee", "invalid_amount"],
      [2, "Balance", "invalid_amount"],
      [3, "Time", "in_future"],
      [3, "Credit", "required"],
      [4, "Credit", "required"],
    ]);
  });

  it("never throws, and what it takes is complete, for any text", () => {
    const any = fc.string({
      unit: fc.constantFrom("TrxID", "Time", "Amount", ",", ";", '"', "\n", "2026-11-21 10:00", "5.00", "A1", "-", "=", "\u0000", "\ud800"),
    });
    fc.assert(
      fc.property(any, (text) => {
        for (const line of readStatement(text, options).lines) {
          expect(line.amountMinor > 0n && line.trxKey !== "" && Number.isFinite(line.atMs)).toBe(true);
          expect(line.trxId.includes("\u0000") || !line.trxId.isWellFormed()).toBe(false);
        }
      }),
    );
  });
});
