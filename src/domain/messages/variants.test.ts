import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OPERATORS } from "../../contract/operators.ts";
import { builtSources, foldText, maskOneTimeCodes, parseMessage, trxKey, type ParsedMessage } from "./index.ts";
import { PLAIN, readVariant, render, type Values, type Variant } from "../../../test/support/messages/render.ts";
import { VARIANTS_AFRICA } from "../../../test/support/messages/variants-africa.ts";
import { VARIANTS_BD } from "../../../test/support/messages/variants-bd.ts";

// Thousands of generated texts on a busy machine: the default of 5 s is too near.

const variants = [...VARIANTS_BD, ...VARIANTS_AFRICA].map(readVariant);
const parse = (variant: Variant, text: string, sender: string | null): ParsedMessage =>
  parseMessage({ operator: variant.operator, walletType: variant.walletType, sender, text });

function fieldsOf(parsed: ParsedMessage) {
  const { kind, amount, fee, balance, commission, extra, trxId, counterparty, operatorTime } = parsed;
  return { kind, amount, fee, balance, commission, extra, trxId, counterparty, operatorTime };
}

const name = fc.constantFrom(
  "Sample Shop Ltd",
  "SAMPLE POWER CO-RM67912",
  "Jane Doe",
  "Daraz-1-RM46212",
  "Rahim Store",
  "PETER K M",
  "Prefab Homes",
  "Bank Asia PLC",
);
const time = fc.record({
  year: fc.integer({ min: 2020, max: 2029 }),
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 28 }),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  second: fc.integer({ min: 0, max: 59 }),
});
const minor = fc.bigInt({ min: 0n, max: 99_999_999_99n });
const values: fc.Arbitrary<Values> = fc.record({
  amount: fc.bigInt({ min: 100n, max: 99_999_999_99n }),
  fee: minor,
  balance: minor,
  commission: minor,
  extra: minor,
  name,
  time,
  phone: fc.integer({ min: 300_000_000, max: 999_999_999 }).map((rest) => `01${rest}`),
  masked: fc.integer({ min: 100, max: 999 }).map((rest) => `***${rest}`),
  reference: fc.constantFrom("rent june", "order 44", "x", "INV-2023/7", "বাড়ি ভাড়া"),
  seed: fc.integer({ min: 36 ** 6, max: 36 ** 6 * 30 }),
});

test("there are enough variants", () => {
  expect(variants.length).toBeGreaterThanOrEqual(150);
});

test("every operator has texts that are read back", () => {
  expect(OPERATORS.filter((operator) => !variants.some((variant) => variant.operator === operator))).toEqual([]);
});

describe("every variant", () => {
  test.each(variants.map((variant, index) => [index, variant.operator, variant.kind, variant.template.slice(0, 60), variant] as const))(
    "%i %s %s %s",
    (_index, _operator, _kind, _start, variant) => {
      const { text, sender, expected } = render(variant, PLAIN);
      const parsed = parse(variant, text, sender);
      expect(fieldsOf(parsed)).toEqual({ kind: variant.kind, ...expected });
      expect(parsed.status).toBe("parsed");
    },
  );
});

describe("round trip", () => {
  test("any values, any layout", () => {
    fc.assert(
      fc.property(fc.constantFrom(...variants), values, (variant, given) => {
        const { text, sender, expected } = render(variant, given);
        expect(fieldsOf(parse(variant, text, sender)), text).toEqual({ kind: variant.kind, ...expected });
      }),
      { numRuns: 3_000 },
    );
  });
});

const banglaDigits = (text: string): string => text.replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
/** Only amounts: ids with digits of another script stay as printed after folding, which is the same text. */
const MUTATIONS: Readonly<Record<string, (text: string) => string>> = {
  "no-break spaces": (text) => text.replaceAll(" ", "\u00A0"),
  "zero-width characters": (text) => text.replaceAll(". ", ".\u200B "),
  "Bangla digits": banglaDigits,
  "line breaks for spaces": (text) => text.replaceAll(". ", ".\n"),
  "full stops lost": (text) => text.replace(/[.।](?=\s)/g, ""),
  "variation selectors": (text) => text.replaceAll(". ", ".\uFE0F "),
  "Windows line ends": (text) => text.replaceAll("\n", "\r\n"),
  "line breaks lost": (text) => text.replaceAll("\n", ""),
  "line breaks to spaces": (text) => text.replaceAll("\n", " "),
  "spaces around": (text) => `  ${text} \n`,
};

describe("mutations keep the result", () => {
  for (const [title, mutate] of Object.entries(MUTATIONS)) {
    test(title, () => {
      for (const variant of variants.filter(({ operator }) => operator === "bkash" || operator === "nagad" || operator === "rocket" || operator === "upay")) {
        // A name's end is the line's end in some layouts; without line breaks nobody could tell it from the label.
        if (title === "line breaks lost" && /\{N\}\n(?:MMYYYY|Month)/.test(variant.template)) continue;
        const plain = variant.template.includes("nagad.io") ? null : render(variant, PLAIN);
        if (!plain) continue;
        expect(fieldsOf(parse(variant, mutate(plain.text), plain.sender)), mutate(plain.text)).toEqual({ kind: variant.kind, ...plain.expected });
      }
    });
  }

  test("a promotion after a text that ends in its id or time", () => {
    for (const variant of variants.filter(({ template }) => /\{[TDO]\}[.।]?$/.test(template))) {
      const { text, sender, expected } = render(variant, PLAIN);
      const parsed = parse(variant, `${text}${text.endsWith(".") ? "" : "."} Win a bike! Get 20% off at bkash.com/win`, sender);
      expect(fieldsOf(parsed), text).toEqual({ kind: variant.kind, ...expected });
    }
  });

  test("a forwarder's prefix", () => {
    for (const [operator, prefix] of [
      ["bkash", "bKash: "],
      ["nagad", "Nagad: "],
      ["rocket", "16216: "],
      ["upay", "[upay] "],
    ] as const) {
      for (const variant of variants.filter((item) => item.operator === operator && !item.template.startsWith("bKash:"))) {
        const { text, sender, expected } = render(variant, PLAIN);
        expect(fieldsOf(parse(variant, prefix + text, sender)), text).toEqual({ kind: variant.kind, ...expected });
      }
    }
  });
});

describe("the payer's text", () => {
  const withReference = variants.filter(({ template }) => template.includes("{R}"));
  const fieldWord = fc.constantFrom(
    "TrxID",
    "TxnID:",
    "CAK845MSGT",
    "74HNFMWX",
    "Balance Tk",
    "Balance: Tk 9.00",
    "Fee Tk 5.00",
    "Fee Tk 0.00.",
    "Tk",
    "9,999.00",
    "from",
    "01812345678",
    "Ref",
    "Amount:",
    "Sender:",
    "at",
    "20/01/2025 10:53",
    ".",
    "\n",
    "You have received",
    "successful",
    "Your new balance:1 RWF.",
    "Financial Transaction Id: 999999999",
    "has been reversed.",
    "failed",
    "was unsuccessful.",
    "has been refunded",
    "has been cancelled",
    "ব্যর্থ",
    "for account",
    "। TrxID",
    "ব্যালেন্স",
  );
  const reference = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.string({ maxLength: 40, unit: "binary" }),
    fc.array(fieldWord, { maxLength: 8 }).map((words) => words.join(" ")),
    fc.array(fieldWord, { maxLength: 8 }).map((words) => words.join("")),
  );

  test("never changes amount, id or counterparty, unless the text is refused", () => {
    fc.assert(
      fc.property(fc.constantFrom(...withReference), reference, (variant, given) => {
        const { text, sender, expected } = render(variant, { ...PLAIN, reference: given });
        const parsed = parse(variant, text, sender);
        if (parsed.status !== "parsed") return;
        const { kind, amount, trxId, counterparty } = parsed;
        expect({ kind, amount, trxId, counterparty }, text).toEqual({
          kind: variant.kind,
          amount: expected.amount,
          trxId: expected.trxId,
          counterparty: expected.counterparty,
        });
      }),
      { numRuns: 4_000 },
    );
  });
});

describe("bounds", () => {
  test("no pattern repeats a group, none repeats without bound but the rest of the text", () => {
    for (const source of builtSources()) {
      expect(source, source).not.toMatch(/\)(?:[*+]|\{)/);
      const unbounded = source
        .replaceAll("([^]*)$", "")
        .replace(/\[(?:\\.|[^\]\\])*\]/g, "c")
        .match(/(?<!\\)[*+]/g);
      expect(unbounded, source).toBeNull();
    }
  });

  test("long and hostile texts give an answer", () => {
    const pieces = [
      "Cash In ",
      "Tk 1,",
      "Ref ",
      "Fee Tk 0.00. ",
      "Balance Tk 1.00. ",
      "TrxID ",
      "0",
      "a",
      " ",
      ".",
      "\n",
      "You have received Tk 1 from 01711111111. Ref ",
      "Amount: Tk 1 ",
      "থেকে ",
    ];
    for (const piece of pieces) {
      for (const head of [
        "",
        "You have received Tk 1.00 from ",
        "Money Received. Amount: Tk 1.00 ",
        "Payment Tk 1 to ",
        "TJK6H7T3GA Confirmed. Ksh1 sent to ",
      ]) {
        const text = (head + piece.repeat(4_000)).slice(0, 4_000);
        for (const operator of ["bkash", "nagad", "rocket", "mpesa_ke", null] as const)
          expect(parseMessage({ operator, walletType: null, sender: null, text }).amount).toSatisfy(
            (amount: unknown) => amount === null || typeof amount === "bigint",
          );
      }
    }
  });

  test("any text gives an answer", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: "binary" }), fc.option(fc.string()), (text, sender) => {
        expect(parseMessage({ operator: null, walletType: null, sender, text }).evidence).toBeDefined();
      }),
      { numRuns: 500 },
    );
  });
});

describe("keys and storage", () => {
  test("trxKey is idempotent and folds look-alikes, never digits", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (raw) => trxKey(trxKey(raw)) === trxKey(raw)));
    expect(trxKey(" 74hΝΕΚΟ8 ")).toBe("74HNEKO8");
    expect(trxKey("w91238")).toBe("W91238");
    expect(trxKey("0O1I")).toBe("0O1I");
    expect(trxKey("А1В2")).toBe("A1B2");
  });

  test("foldText makes copies with other line breaks equal", () => {
    expect(foldText("a\r\n b\u00A0 c\u200B ")).toBe("a b c");
  });

  test("codes are masked, money is not", () => {
    expect(maskOneTimeCodes("Your bKash verification code is 956586. Expires in 2 minutes.", "otp")).toBe(
      "Your bKash verification code is ••••••. Expires in 2 minutes.",
    );
    expect(maskOneTimeCodes("ওটিপি ১২৩৪৫৬", "otp")).toBe("ওটিপি ••••••");
    expect(maskOneTimeCodes("code 123 456", "otp")).not.toMatch(/\d{3}/);
    expect(maskOneTimeCodes("Strange OTP text 445566", "unknown")).not.toContain("445566");
    expect(maskOneTimeCodes("You have received Tk 500.00 from 01711111111", "receive")).toContain("01711111111");
  });
});
