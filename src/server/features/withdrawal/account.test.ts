/** A mobile number in a receiving account is found however it is written: what is ours is refused by it, and a message is known by it. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { mobileNumbers } from "./account.ts";

const phone = fc.tuple(fc.constantFrom(..."3456789"), fc.stringMatching(/^\d{8}$/)).map(([head, tail]) => `01${head}${tail}`);
/** First digits of scripts: ASCII, full width, Bangla, Arabic-Indic, Devanagari. */
const script = fc.constantFrom(0x30, 0xff10, 0x09e6, 0x0660, 0x0966);
const inScript = (text: string, zero: number): string => text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const gap = fc.constantFrom("", "", "", " ", "-", "–", ".", "\u00a0", "\u200b");
const code = fc.constantFrom("", "88", "+88", "+880 ");
/** Other words and numbers, never right beside the number's own digits. */
const before = fc.constantFrom("", "bKash ", "Nagad/", "A/C 12: ", "Branch 7, ");
const after = fc.constantFrom("", " (2)", " branch 12", ", Dhaka 1207", " Karim");

it("is told from every way of writing it", () => {
  fc.assert(
    fc.property(phone, script, fc.array(gap, { minLength: 11, maxLength: 11 }), code, before, after, (number, zero, gaps, country, head, tail) => {
      const digits = [...number].map((digit, at) => digit + (at < 10 ? gaps[at] : "")).join("");
      expect(mobileNumbers(`${head}${inScript(`${country}${digits}`, zero)}${tail}`)).toContain(number);
    }),
  );
});

it("is not in a bank account, nor in more digits than it has", () => {
  for (const account of ["DBBL 123-456 Dhaka", "1050170112233", "0170112233", "017011223344", "IBAN 0017 0112 2334 45"])
    expect(mobileNumbers(account), account).toEqual([]);
});
