// @vitest-environment happy-dom
/** The form that closes a day. */
import { beforeAll, expect, it } from "vitest";
import type { CellTools } from "../../../cell-tools.ts";
import { text } from "../../../i18n/keys.ts";
import { preparePage } from "../../../mount.tsx";
import { closeForm } from "./forms.ts";
import { dayOf } from "./suite.ts";

const tools: CellTools = { t: text, locale: "en", currency: "BDT" };
beforeAll(() => preparePage("en", "books"));

it("begins with what the operator reported, and empty where it reported nothing or less than nothing", () => {
  const begun = (real_balance: string | null) => closeForm.initial({ ...dayOf(1), estimated_balance: "10.00", real_balance }).real_balance;
  expect(["9.00", null, "-3.00"].map(begun)).toEqual(["9.00", "", ""]);
});

it("writes amounts as they stand everywhere", () => {
  const day = { ...dayOf(1), opening_balance: "-1234.50", estimated_balance: "1284652.50" };
  expect(closeForm.intro?.(day, tools)).toContain("Opening BDT\u00a0−1,234.50, estimated closing BDT\u00a01,284,652.50.");
  expect(closeForm.present?.(day, tools)).toBe("estimated closing BDT\u00a01,284,652.50");
});
