import { expect, it } from "vitest";
import { codeDigits, isWholeCode, recoveryTyped } from "./code.ts";

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

it.each([
  ["abcd-efgh-jkmn-pqrs", "abcd-efgh-jkmn-pqrs", true],
  ["ABCD efgh\tJKMNPQRS ", "abcd-efgh-jkmn-pqrs", true],
  ["ａｂｃｄ２３４５", "abcd-2345", false],
  ["abcd-efgh-jkmn-pqrs-tuvw", "abcd-efgh-jkmn-pqrs", true],
  ["", "", false],
])("reads the recovery code in %j", (typed, code, whole) => {
  expect([recoveryTyped(typed), isWholeCode(recoveryTyped(typed), true)]).toEqual([code, whole]);
});
