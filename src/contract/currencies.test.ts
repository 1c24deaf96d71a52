import { expect, test } from "vitest";
import { isBookable } from "./currencies.ts";
import { configPatch, configValues } from "./config.schema.ts";
import { OPERATOR_INFO } from "./operators.ts";

test.each(["BDT", "KES", "EUR", "CNY"])("%s has two decimals", (code) => {
  expect(isBookable(code)).toBe(true);
});
test("what our operators pay in", () => {
  for (const { currency } of Object.values(OPERATOR_INFO)) expect([currency, isBookable(currency)]).toEqual([currency, true]);
});
test.each(["JPY", "KRW", "KWD", "BHD", "QQQ", "bdt", "BD", ""])("%j is refused", (code) => {
  expect(isBookable(code)).toBe(false);
  expect(configPatch.safeParse({ version: 1, currency: code }).success).toBe(false);
});
test("a deployment that was set to another one before still starts", () => {
  expect(configValues.shape.currency.safeParse("JPY").success).toBe(true);
});
