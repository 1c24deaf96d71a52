// @vitest-environment happy-dom
/** The form that closes a day. */
import { beforeAll, expect, it } from "vitest";
import type { CellTools } from "../../../cell-tools.ts";
import { activate } from "../../../i18n/index.ts";
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

it("says what does not agree by now, where that has changed and the balance has not", async () => {
  const day = { ...dayOf(1), statement_payment_difference: "-1234.50", late: "2.00" };
  expect(closeForm.present?.(day, tools)).toBe(
    "estimated closing BDT\u00a010.00, statement less booked payments: BDT\u00a0−1,234.50, booked after the close: BDT\u00a02.00",
  );
  await activate("zh", "rest");
  expect(closeForm.present?.(day, { ...tools, locale: "zh" })).toBe("预计期末 BDT\u00a010.00，对账单代收差异：BDT\u00a0−1,234.50，关账后补记：BDT\u00a02.00");
});
