/** Figures and ids that no operator prints, in every layout; and all that operators do print. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mayCollect } from "../ledger/message-kinds.ts";
import { mayMatch, parseMessage, type MessageKind, type ParsedMessage } from "./index.ts";
import { idFor, PLAIN, readVariant, render, type Variant } from "../../../test/support/messages/render.ts";
import { VARIANTS_AFRICA } from "../../../test/support/messages/variants-africa.ts";
import { VARIANTS_BD } from "../../../test/support/messages/variants-bd.ts";
import { isPrintedNumber } from "./values.ts";

// Thousands of generated texts on a busy machine.

const bangladeshi = VARIANTS_BD.map(readVariant);
const moves = (parsed: ParsedMessage): boolean => parsed.status === "parsed" && parsed.direction !== "none";
const read = ({ operator, walletType }: Variant, sender: string, text: string): ParsedMessage => parseMessage({ operator, walletType, sender, text });

/** Kinds whose layouts skip nothing: what stands in them is read or refused. */
const PAID: ReadonlySet<MessageKind> = new Set([
  "receive",
  "payment_received",
  "cash_in_received",
  "cash_in_sent",
  "cash_out_received",
  "b2b_in",
  "b2b_out",
  "send_money",
]);

const whole = fc.integer({ min: 1, max: 99_999_999 }).map(String);
const western = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ",");
const lakh = (digits: string): string => (digits.length <= 3 ? digits : `${digits.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ",")},${digits.slice(-3)}`);
const genuine = fc
  .tuple(whole, fc.constantFrom(western, lakh, String), fc.constantFrom("", ".0", ".50", ".00", ".1234"))
  .map(([digits, form, end]) => form(digits) + end);

/** Commas anywhere but where either way of counting has them. */
const grouped = fc
  .tuple(fc.integer({ min: 1_000, max: 99_999_999 }).map(String), fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }))
  .map(([digits, commas]) => [...digits].map((digit, index) => (index > 0 && commas[index] ? `,${digit}` : digit)).join(""))
  .filter((number) => number.includes(",") && ![String, western, lakh].some((form) => form(number.replaceAll(",", "")) === number));
const forged = fc
  .tuple(
    fc.oneof(
      grouped,
      genuine.filter((number) => !number.includes(".")).map((number) => `0${number}`),
      whole.map((digits) => `00${digits}`),
    ),
    fc.constantFrom(".00", ".50"),
  )
  .map(([number, end]) => number + end);

describe("figures", () => {
  test("are told by their groups and their first digit", () => {
    fc.assert(
      fc.property(genuine, (number) => isPrintedNumber(number, 5)),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(forged, (number) => !isPrintedNumber(number, 5)),
      { numRuns: 2_000 },
    );
    for (const number of ["0", "0.00", ".00", "0.5", "27, 147.00", "1,03,973.32", "500,", "1,000,", "10,00,00,000.00", undefined])
      expect(isPrintedNumber(number, 5), number).toBe(true);
    for (const number of ["00", "00.00", "01", "05,000.00", "0,500", "1,,000", "1,0000", "1,2,345.00", "1,000,00,000.00", "100,00,000.00", "12,34"])
      expect(isPrintedNumber(number, 5), number).toBe(false);
  });

  const replaced = (field: "A" | "B", number: string): readonly { variant: Variant; text: string; sender: string }[] =>
    [...bangladeshi, ...(field === "A" ? VARIANTS_AFRICA.map(readVariant) : [])]
      .filter(({ template, kind }) => template.includes(`{${field}`) && (field === "A" ? kind !== "failed" : PAID.has(kind)))
      .map((variant) => {
        const template = variant.template.replace(new RegExp(`\\{${field}(?:/\\w)?\\}`, "g"), number);
        return { variant, ...render({ ...variant, template }, PLAIN) };
      });

  test("of a forged form never move money, in any layout, be they amount or balance", () => {
    fc.assert(
      fc.property(fc.constantFrom("A", "B"), forged, (field, number) => {
        for (const { variant, text, sender } of replaced(field, number)) {
          const parsed = read(variant, sender, text);
          // Behind a payer's words, a figure that is none may be one of them: the text is read without it, and it is shown.
          const believed = moves(parsed) && (field === "A" || parsed.evidence.length === 0);
          expect({ text, believed }).toEqual({ text, believed: false });
        }
      }),
      { numRuns: 12 },
    );
  });

  test("are shown to a person", () => {
    const text = "You have received Tk 05,000.00 from 01711111111. Fee Tk 0.00. Balance Tk 1,5000.00. TrxID CAK845MSGS at 20/01/2025 10:53";
    expect(parseMessage({ operator: "bkash", walletType: "personal", sender: "bKash", text })).toMatchObject({
      kind: "spoof_suspect",
      amount: 500_000n,
      evidence: [{ code: "layout_broken", detail: "05,000.00; 1,5000.00" }],
    });
  });

  test("of a genuine form are read in every layout", () => {
    fc.assert(
      fc.property(
        genuine.filter((number) => /\.\d\d$/.test(number)),
        (number) => {
          for (const { variant, text, sender } of replaced("A", number)) {
            if (variant.operator !== "bkash" && variant.operator !== "nagad") continue;
            const [digits = "", cents = ""] = number.replaceAll(",", "").split(".");
            expect({ text, amount: read(variant, sender, text).amount }).toEqual({ text, amount: BigInt(digits + cents) });
          }
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe("ids", () => {
  const letters = fc.string({ unit: fc.constantFrom(..."ABCDEFGHJKLMNPQRSTUVWXYZ0123456789"), minLength: 1, maxLength: 5 });
  const values = { ...PLAIN, seed: 5 * 36 ** 6 + 987_654 };
  const withId = (variant: Variant, change: (id: string) => string): { text: string; sender: string } => {
    const { text, sender } = render(variant, values);
    const id = idFor(variant.operator, values);
    return { text: text.replaceAll(id, change(id)), sender };
  };
  const credits = (operator: string): readonly Variant[] =>
    // Glued to the next label, a longer id is another text.
    bangladeshi.filter((variant) => variant.operator === operator && /\{T\}(?![\w]|\{)/.test(variant.template) && variant.kind !== "failed");

  test("longer than an operator's ever were, in any layout", () => {
    fc.assert(
      fc.property(letters, fc.constantFrom("bkash", "nagad"), (more, operator) => {
        for (const variant of credits(operator)) {
          const { text, sender } = withId(variant, (id) => id + more);
          expect({ text, moves: moves(read(variant, sender, text)) }).toEqual({ text, moves: false });
        }
      }),
      { numRuns: 12 },
    );
  });

  test("shorter, of the operator's scheme, with text behind", () => {
    for (const operator of ["bkash", "nagad"])
      for (const cut of [1, 2])
        for (const variant of credits(operator)) {
          // The day must be in the text to be compared; without one, and at its end, nobody knows.
          if (/\{T\}[.।\s]*$/.test(variant.template) || (operator === "bkash" && !variant.template.includes("{D}"))) continue;
          const { text, sender } = withId(variant, (id) => id.slice(0, -cut));
          expect({ text, moves: moves(read(variant, sender, text)) }).toEqual({ text, moves: false });
        }
  });

  test("that are words: what they say of the movement counts, and no label or outcome is an id", () => {
    const readAs = (word: string) =>
      ["bkash", "nagad"].flatMap((operator) =>
        credits(operator).map((variant) => {
          const { text, sender } = withId(variant, () => word);
          return { text, variant, parsed: read(variant, sender, text) };
        }),
      );
    for (const word of ["PENDING", "REVERSED", "DECLINED", "FAILED", "CANCELLED", "AWAITING", "PROCESSING"])
      for (const { text, parsed } of readAs(word)) expect({ text, counts: mayMatch(parsed) }).toEqual({ text, counts: "never" });
    for (const word of ["SUCCESSFUL", "COMPLETED", "NOTFOUND", "UNDEFINED", "BALANCE", "CHARGE"])
      for (const { text, variant, parsed } of readAs(word))
        if (mayCollect(variant.kind)) expect({ text, counts: mayMatch(parsed) }).toEqual({ text, counts: "never" });
    // Seven in a hundred ids of bKash have no digit.
    for (const id of ["CAKQWHZMXB", "DAKFAILEDQ"]) {
      const text = `You have received Tk 500.00 from 01711111111. Fee Tk 0.00. Balance Tk 1,500.00. TrxID ${id}`;
      expect(parseMessage({ operator: "bkash", walletType: "personal", sender: "bKash", text })).toMatchObject({ status: "parsed", trxId: id, evidence: [] });
    }
  });

  test("shorter at the end of the text, or of another scheme: read, and shown", () => {
    const bkash = (tail: string): ParsedMessage =>
      parseMessage({
        operator: "bkash",
        walletType: "personal",
        sender: "bKash",
        text: `You have received Tk 500.00 from 01711111111. Fee Tk 0.00. Balance Tk 1,500.00. TrxID ${tail}`,
      });
    for (const tail of ["CAK845MSG", "CAK845MSG.", "CAK845", "8M7N6P5Q", "9K3M88219 at 27/09/2026 12:45", "9K38AL90 at 13/09/2026 22:10"])
      expect(bkash(tail), tail).toMatchObject({
        status: "parsed",
        kind: "receive",
        evidence: expect.arrayContaining([expect.objectContaining({ code: "layout_unusual" })]),
      });
    const nagad = (id: string): ParsedMessage =>
      parseMessage({
        operator: "nagad",
        walletType: "personal",
        sender: "NAGAD",
        text: `Money Received. Amount: Tk 500.00 Sender: 01711111111 TxnID: ${id} Balance: Tk 900.00 09/03/2020 17:12`,
      });
    expect(nagad("DEF456")).toMatchObject({ status: "parsed", evidence: [{ code: "layout_unusual", detail: "DEF456" }] });
    expect(nagad("70L0HWI")).toMatchObject({ status: "suspicious", evidence: [{ code: "layout_broken", detail: "70L0HWI" }] });
    for (const id of ["70L0HWIY", "0001U735", "TEST2XYZ"]) expect(nagad(id)).toMatchObject({ status: "parsed", evidence: [] });
  });
});
