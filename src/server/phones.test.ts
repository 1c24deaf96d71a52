/** A number is the same one however it is written, wherever it is read. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { foldDigits } from "../domain/messages/normalise.ts";
import { isValue } from "../domain/messages/party.ts";
import { samePayer } from "../domain/payments/matching.ts";
import { ownNumbers } from "./core/posting/own-accounts.ts";
import type { App } from "./platform/context.ts";
import { byPhone } from "./platform/lists/filters.ts";
import { maskPhones } from "./platform/lists/mask.ts";
import { normaliseAccount } from "../contract/operators.ts";
import { mobilePhone, nationalPhone, PHONE_IN_TEXT } from "../contract/phones.ts";

const phone = fc.tuple(fc.constantFrom(..."3456789"), fc.stringMatching(/^\d{8}$/)).map(([head, tail]) => `01${head}${tail}`);
const code = fc.constantFrom("", "88", "+88", "880", "+880");
/** With spaces and dashes between the digits, as telephones print them. */
const spaced = (text: string) =>
  fc
    .array(fc.constantFrom("", "", " ", "-"), { minLength: text.length, maxLength: text.length })
    .map((gaps) => [...text].map((sign, at) => sign + (at < text.length - 1 ? gaps[at] : "")).join(""));
const written = fc.tuple(phone, code).chain(([number, before]) => spaced(before + number).map((text) => ({ number, text, before })));

it("is told from every way of writing it", () => {
  fc.assert(
    fc.property(written, ({ number, text }) => {
      expect(nationalPhone(text)).toBe(number);
      expect(nationalPhone(nationalPhone(text))).toBe(number);
      expect(normaliseAccount("bkash", text)).toBe(number);
      expect(mobilePhone(text)).toBe(number);
      expect(byPhone("x")(text, { masked: false } as never)).toEqual(byPhone("x")(number, { masked: false } as never)); // what it reads
    }),
  );
});

it("is shown in part however it is written, in any digits", () => {
  const scripts = fc
    .constantFrom("0", "০", "०", "０")
    .map((zero) => (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit))));
  fc.assert(
    fc.property(written, scripts, ({ number, text, before }, inScript) => {
      const shown = foldDigits(maskPhones(`call ${inScript(text)}, thanks`)).replace(/[ -]/g, "");
      expect(shown).toBe(`call${(before + number).slice(0, before.startsWith("+") ? 4 : 3)}****${number.slice(-4)},thanks`);
    }),
  );
  for (const text of ["2026-01-13 10:00", "2026-11-27 12:30:15", "01-13 1,250.00", "8N7A01712-345678", "D261127K3M9QWX1"]) expect(maskPhones(text)).toBe(text);
});

it("is the same payer on either side, whole or masked", () => {
  fc.assert(
    fc.property(written, phone, fc.integer({ min: 1, max: 7 }), ({ number, text, before }, other, tail) => {
      const masked = `${number.slice(0, 3)}${"*".repeat(11 - 3 - tail)}${number.slice(-tail)}`;
      for (const [printed, given] of [
        [text, number],
        [number, text],
      ] as const)
        expect([printed, given, samePayer(printed, given)]).toEqual([printed, given, true]);
      // One digit or two behind the prefix are those of every tenth or hundredth number.
      for (const [printed, given] of [
        [masked, text],
        [before + masked, number],
      ] as const)
        expect([printed, given, samePayer(printed, given)]).toEqual([printed, given, tail < 3 ? null : true]);
      fc.pre(other !== number);
      expect(samePayer(text, other)).toBe(false);
    }),
  );
});

it("is found in a text", () => {
  fc.assert(
    fc.property(phone, code, (number, before) => {
      expect(PHONE_IN_TEXT.exec(`bKash ${before}${number}, thanks`)?.[1]).toBe(number);
      // Whoever paid is no value of a layout.
      expect(isValue("bkash", `${before}${number}`, false, false)).toBe(false);
    }),
  );
  expect(PHONE_IN_TEXT.exec("1234567801712345678")).toBeNull();
});

it("leaves the numbers of other countries, and what is none", () => {
  for (const text of ["254712345678", "+254712345678", "0712345678", "8801", "880", "01712", ""])
    expect(nationalPhone(text)).toBe(text === "8801" ? "01" : text);
});

it("is one of our own wallets with the country's code, too, also where numbers have twelve digits", async () => {
  for (const account of ["01712345678", "017123456789"]) {
    const db = { side: { rows: async () => [{ account }], one: async () => ({ n: 0n }) } };
    const isOwn = await ownNumbers({ db, now: () => 0 } as unknown as App); // what it reads
    for (const before of ["", "88", "+88", "880"]) expect([account, before, isOwn(before + account)]).toEqual([account, before, true]);
    expect(isOwn("01800000000")).toBe(false);
  }
});
