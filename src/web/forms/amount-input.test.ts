/** Amounts while they are typed: grouped, with the caret where it was. */
import { expect, it } from "vitest";
import { caretAfter, grouped } from "./amount-input.tsx";

it("groups what is an amount, and leaves everything else as it was typed", () => {
  expect(["999", "1000", "1234567.5", "12345.", "9999999999999.99"].map(grouped)).toEqual(["999", "1,000", "1,234,567.5", "12,345.", "9,999,999,999,999.99"]);
  expect(["", "1e3", "-5000", "12,34", "1.2.3", "abc1000"].map(grouped)).toEqual(["", "1e3", "-5000", "12,34", "1.2.3", "abc1000"]);
});

it("keeps the caret behind the same digits", () => {
  expect(caretAfter("1,234,567", 0, false)).toBe(0);
  expect(caretAfter("1,234,567", 1, false)).toBe(1);
  expect(caretAfter("1,234,567", 2, false)).toBe(3);
  expect(caretAfter("1,234,567", 7, false)).toBe(9);
  // Deleting forward over a separator ends behind it.
  expect(caretAfter("1,234,567", 1, true)).toBe(2);
});
