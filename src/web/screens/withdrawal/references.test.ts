import { describe, expect, it } from "vitest";
import { readReferences } from "./references.ts";

const [A, B] = ["X261126AB12CD34", "X261126EF56GH78"];

describe("pasted references", () => {
  it.each([
    ["tabs", `${A}\tDBBL-1\n${B}\tDBBL-2`],
    ["commas, as a file writes them", `"${A}","DBBL-1"\r\n"${B}","DBBL-2"\r\n`],
    ["semicolons and blanks", `${A} ; DBBL-1\n\n  ${B};DBBL-2  `],
    ["blanks alone", `${A}   DBBL-1\n${B} DBBL-2`],
    ["the other way round", `DBBL-1\t${A}\nDBBL-2\t${B}`],
    ["Chinese commas", `${A}，DBBL-1\n${B}，DBBL-2`],
    ["under a head, with the amount between", `our reference,amount,bank reference\n${A},150.00,DBBL-1\n${B},20.00,DBBL-2`],
    ["ids as people type them", `${A.toLowerCase()}\tDBBL-1\n${B.replace("0", "O")}\tDBBL-2`],
  ])("are read with %s", (_how, text) => {
    expect(readReferences(text)).toEqual({
      items: [
        { id: A, reference: "DBBL-1" },
        { id: B, reference: "DBBL-2" },
      ],
      unread: [],
      doubled: [],
    });
  });

  it("say which lines cannot be read: without an id, without a reference, of another kind, with several", () => {
    const read = readReferences(`${A}\tDBBL-1\nsomething else\n${B}\nP261126AB12CD34\tDBBL-3\n${B} DBBL 4\n${A}\t${B}`);
    expect(read.items).toEqual([{ id: A, reference: "DBBL-1" }]);
    expect(read.unread.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
  });

  it.each([
    ["a sheet with separators of thousands", `${A}\t1,150.00\tDBBL-1\n${B}\t-12,020.00\tDBBL-2`],
    ["a file that quotes such amounts", `"${A}","1,150.00","DBBL-1"\n"${B}","20.00","DBBL-2"`],
    ["semicolons beside them", `${A};1,150.00;DBBL-1\n${B};20.00;DBBL-2`],
    ["a sheet that writes the currency", `${A}\t৳1,150.00\tDBBL-1\n${B}\tBDT 20.00\tDBBL-2`],
    ["a sheet that writes what went out in brackets", `${A}\t(1,150.00)\tDBBL-1\n${B}\t(20.00)\tDBBL-2`],
    ["digits of Bengali", `${A}\t১,১৫০.০০\tDBBL-1\n${B}\t২০.০০\tDBBL-2`],
  ])("are read beside the amounts of %s", (_what, text) => {
    const read = readReferences(text);
    expect(read.items).toEqual([
      { id: A, reference: "DBBL-1" },
      { id: B, reference: "DBBL-2" },
    ]);
    expect(read.unread).toEqual([]);
  });

  it.each(["TK500", "123456", "FT26.33", "1-250"])("are told from sums: %s", (reference) => {
    expect(readReferences(`${A}\t${reference}\t1,150.00 Dr`).items).toEqual([{ id: A, reference }]);
  });

  it("keep the signs that separate nothing there", () => {
    expect(readReferences(`${A}\tDBBL-1,2;3`).items).toEqual([{ id: A, reference: "DBBL-1,2;3" }]);
  });

  it.each([
    ["by a tab", `${A}\t500.00`],
    ["with separators of thousands", `${A}\t1,250.00`],
    ["in quotes, the reference left empty", `"${A}","1,250.00",""`],
    ["by commas, so that its thousands look like a reference", `${A},12,500.00`],
    ["by blanks", `${A} 12 500.00`],
    ["by semicolons", `${A};1,250.00;`],
    ["with the currency's sign", `${A}\t৳1,250.00`],
    ["with the currency's sign, by commas", `${A},৳12,500.00`],
    ["with the currency's word, by blanks", `${A} BDT 500.00`],
    ["in digits of Bengali", `${A}\t১২৫০.০০`],
    ["beside a dash for nothing", `${A}\t500.00\t–`],
    ["in brackets, as books write what went out", `${A}\t(1,250.00)`],
    ["in brackets with the currency's sign", `${A}\t(৳500.00)`],
    ["with a minus before the currency's sign", `${A}\t-৳1,250.00`],
    ["with a minus of its own sign", `${A}\t−500.00`],
    ["with a minus behind it", `${A}\t500.00-`],
    ["with the side of the books", `${A}\t1,250.00 Dr`],
    ["with the side of the books in a cell of its own", `${A}\t1,250.00\tDr`],
    ["with the side of the books, by blanks", `${A} 500.00 DEBIT`],
    ["in whole units with the currency's sign", `${A}\t৳500`],
    ["in whole thousands", `${A}\t12,500`],
  ])("take no amount for one where a line has no other: %s", (_how, text) => {
    expect(readReferences(text)).toEqual({ items: [], unread: [{ line: 1, text }], doubled: [] });
  });

  it("take no number that a sheet has cut", () => {
    expect(readReferences(`${A}\t2.02611E+15`).unread).toHaveLength(1);
  });

  it("take no first line for a head that may be a payment", () => {
    expect(readReferences(`X26112\tDBBL-1\n${A}\tDBBL-2`).unread).toEqual([{ line: 1, text: "X26112\tDBBL-1" }]);
    expect(readReferences(`我方编号,银行流水号\n${A},DBBL-2`).unread).toEqual([]);
  });

  it("say what stands twice with different partners; the same line twice is one", () => {
    expect(readReferences(`${A}\tDBBL-1\n${A}\tDBBL-1`)).toEqual({ items: [{ id: A, reference: "DBBL-1" }], unread: [], doubled: [] });
    expect(readReferences(`${A}\tDBBL-1\n${A}\tDBBL-2`).doubled).toEqual([A]);
    expect(readReferences(`${A}\tDBBL-1\n${B}\tDBBL-1`).doubled).toEqual(["DBBL-1"]);
  });
});
