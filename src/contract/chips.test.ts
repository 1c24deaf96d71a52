import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChipField, chipWord, DATE_VALUES, holdsChips, type Part, parseChips, printChips, typingOf, withoutChips } from "./chips.ts";

const fields: readonly ChipField[] = [
  {
    name: "status",
    words: ["状态"],
    kind: "choice",
    multiple: false,
    values: [
      { value: "review", words: ["待审核", "In review"] },
      { value: "completed", words: ["已完成", "Completed"] },
      { value: "failed,expired", words: ["失败或过期"] },
    ],
  },
  {
    name: "operator",
    words: ["运营商"],
    kind: "choice",
    multiple: true,
    values: [
      { value: "bkash", words: ["bKash"] },
      { value: "nagad", words: ["Nagad"] },
    ],
  },
  { name: "amount", words: ["金额"], kind: "amount" },
  { name: "date", words: ["日期", "时间"], kind: "dates" },
  { name: "merchant", words: ["商户"], kind: "lookup" },
  { name: "type", words: ["类型"], kind: "text" },
];
const parse = (text: string): Part[] => parseChips(text, fields);
const chip = (text: string): unknown => {
  const [part, more] = parse(text);
  return more === undefined && part?.kind === "chip" ? [part.field, part.asks] : null;
};

describe("chips", () => {
  it("are read in both languages, full width too", () => {
    const expected: Part[] = [
      { kind: "chip", field: "amount", asks: { kind: "amount", min: "500.01", max: null } },
      { kind: "chip", field: "status", asks: { kind: "values", values: ["review"] } },
    ];
    for (const text of [
      "amount:>500 status:review",
      "金额:>500 状态:待审核",
      "金额：＞５００　状态：待审核",
      "AMOUNT:>500 Status:rev",
      'amount:大于500 status:"in review"',
      "amount: >500 status: review",
      "amount:> 500 status: review",
      "金额：》 500 状态： 待审核",
    ])
      expect(parse(text), text).toEqual(expected);
    expect(chip("date: >= 2026-11-30")).toEqual(["date", { kind: "days", from: "2026-11-30", to: null }]);
  });

  it.each([
    ["500", "500", "500"],
    [">=500", "500", null],
    ["<500", null, "499.99"],
    ["≤1,000", null, "1000"],
    ["500..1000", "500", "1000"],
    ["1000-500", "500", "1000"],
    ["500.5~", "500.50", null],
    ["500至600", "500", "600"],
    // As Chinese keyboards write the signs.
    ["５００－１０００", "500", "1000"],
    ["500——1000", "500", "1000"],
    ["500……1000", "500", "1000"],
    ["》500", "500.01", null],
    ["《=500", null, "500"],
  ])("read amounts: %s", (text, min, max) => {
    expect(chip(`amount:${text}`)).toEqual(["amount", { kind: "amount", min, max }]);
  });

  it.each(["amount:x", "amount:<0", "amount:1.234", "amount:..", "status:nothing", "status:", "operator:bkash,x", "date:2026-02-30", "date:soon"])(
    "know what is no value: %s",
    (text) => {
      expect(parse(text)[0]?.kind).toBe("unclear");
    },
  );

  it("read days and stretches of days", () => {
    expect([chip("date:today"), chip("日期:昨天"), chip("date:7d"), chip("date:近30天")]).toEqual(
      ["today", "yesterday", "last_7_days", "last_30_days"].map((preset) => ["date", { kind: "preset", preset }]),
    );
    expect(chip("date:2026-11-01..2026/11/5")).toEqual(["date", { kind: "days", from: "2026-11-01", to: "2026-11-05" }]);
    expect(chip("date:>2026-11-30")).toEqual(["date", { kind: "days", from: "2026-12-01", to: null }]);
    expect(chip("日期：２０２６．１１．０１－２０２６．１１．０５")).toEqual(["date", { kind: "days", from: "2026-11-01", to: "2026-11-05" }]);
    expect(chip("date:2026年11月5日")).toEqual(["date", { kind: "days", from: "2026-11-05", to: "2026-11-05" }]);
  });

  it("take several values where a field has several, in its own order", () => {
    expect(chip("operator:nagad，bkash")).toEqual(["operator", { kind: "values", values: ["bkash", "nagad"] }]);
    expect(chip("status:failed,expired")).toEqual(["status", { kind: "values", values: ["failed,expired"] }]);
  });

  it("leave times, addresses and words in quotes to the words", () => {
    expect(parse('12:30 https://x.org/a "status:review" 8N7A')).toEqual([{ kind: "words", text: "12:30 https://x.org/a status:review 8N7A" }]);
  });

  it("name a field that there is not", () => {
    expect(parse("colour:red x")).toEqual([
      { kind: "unknown", field: "colour", text: "red" },
      { kind: "words", text: "x" },
    ]);
  });

  it("keep names of several words together", () => {
    expect(parse('merchant:"Lotus Books" merchant:“莲花 书店”')).toEqual([
      { kind: "chip", field: "merchant", asks: { kind: "text", text: "Lotus Books" } },
      { kind: "chip", field: "merchant", asks: { kind: "text", text: "莲花 书店" } },
    ]);
  });
});

const piece = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom(
    "status:",
    "状态：",
    "amount:",
    "date:",
    "merchant:",
    '"',
    "“",
    "”",
    "\\",
    "//",
    ">",
    ">= ",
    " ",
    "　",
    ">500",
    "..",
    "1,000",
    "review",
    "待审核",
    "nagad,bkash",
    "7d",
    "2026-11-01",
    "x:y",
    ":",
  ),
);
const anything = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));

describe("any text", () => {
  it("parses, and what is printed parses to the same", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const parts = parse(text);
        const printed = printChips(parts);
        expect(parse(printed)).toEqual(parts);
        expect(printChips(parse(printed))).toBe(printed);
      }),
      { numRuns: 3000 },
    );
  });

  it("is never lost: each letter of a word stands in some part", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z0-9]{1,8}$/), { maxLength: 6 }), (words) => {
        expect(parse(words.join(" "))).toEqual(words.length === 0 ? [] : [{ kind: "words", text: words.join(" ") }]);
      }),
    );
  });

  it("can be completed at its end, or not, without an error", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const typing = typingOf(text, fields);
        if (typing) expect(text.slice(typing.at)).toContain(typing.typed);
      }),
    );
  });
});

describe("what is being typed", () => {
  it("is a name, or a value of a field, until a space ends it", () => {
    expect(typingOf("lotus sta", fields)).toEqual({ kind: "name", typed: "sta", at: 6 });
    expect(typingOf("lotus 状态：待", fields)).toMatchObject({ kind: "value", field: { name: "status" }, typed: "待", at: 6 });
    expect(typingOf('merchant:"Lotus B', fields)).toMatchObject({ kind: "value", field: { name: "merchant" }, typed: "Lotus B", at: 0 });
    expect(typingOf("status:review ", fields)).toEqual({ kind: "name", typed: "", at: 14 });
    // With spaces behind the colon or a sign, as it is read.
    expect(typingOf("lotus amount: 5", fields)).toMatchObject({ kind: "value", field: { name: "amount" }, typed: "5", at: 6 });
    expect(typingOf("lotus amount:> 5", fields)).toMatchObject({ kind: "value", field: { name: "amount" }, typed: "> 5", at: 6 });
    expect(typingOf("lotus amount: 500 ", fields)).toEqual({ kind: "name", typed: "", at: 18 });
    expect(typingOf("lotus status: amount:5", fields)).toMatchObject({ kind: "value", field: { name: "amount" }, typed: "5", at: 14 });
    expect(typingOf("lotus status: ", fields)).toMatchObject({ kind: "value", field: { name: "status" }, typed: "", at: 6 });
    expect(typingOf("colour:r", fields)).toBeNull();
  });
});

it("writes what reads as itself", () => {
  for (const { value } of DATE_VALUES) expect(chip(chipWord("date", value))).toEqual(["date", { kind: "preset", preset: value }]);
});

describe("a text whose fields nobody knows yet", () => {
  it.each([
    ["status:review 8N7A", "8N7A"],
    ["8N7A 状态：待审核 x", "8N7A x"],
    ["merchant:「Lotus Books」 8N7A", "8N7A"],
    ['merchant:"Lotus Books" 8N7A', "8N7A"],
    ["12:30 8N7A", "12:30 8N7A"],
    ["https://example.org 8N7A", "https://example.org 8N7A"],
  ])("%s keeps %s to look for", (text, words) => {
    expect([withoutChips(text), holdsChips(text)]).toEqual([words, words !== text]);
  });

  it("leaves to the grammar what a chip is", () => {
    fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => holdsChips(text) === parseChips(text, []).some((part) => part.kind !== "words")));
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => !holdsChips(withoutChips(text)) || !holdsChips(text) || withoutChips(text).length < text.length),
    );
  });
});
