import { expect, it } from "vitest";
import { codeDigits } from "./code.ts";

it.each([
  ["123456", "123456"],
  ["123 456", "123456"],
  [" 123-456\n", "123456"],
  ["１２３４５６", "123456"],
  ["১২৩ ৪৫৬", "123456"],
  ["০০৯", "009"],
  ["1234567", "123456"],
  ["code", ""],
])("reads the code in %j", (typed, code) => {
  expect(codeDigits(typed)).toBe(code);
});
