// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from "vitest";
import { type WithdrawalRow, withdrawalCreate, withdrawalPaid } from "../../../contract/withdrawal.schema.ts";
import { WITHDRAWAL_ACTIONS, WITHDRAWAL_STATUSES } from "../../../contract/withdrawal.ts";
import { checkForm } from "../../forms/check.ts";
import { activate, startMessages } from "../../i18n/index.ts";
import { text } from "../../i18n/keys.ts";
import { textWidth } from "../../list/columns/text-width.ts";
import { testList } from "../../list/suite.tsx";
import { viewAs } from "../../list/suite-viewer.ts";
import { LOCALES } from "../../screens.ts";
import { exceeds } from "./available.tsx";
import { withdrawalActions } from "./actions.ts";
import { submitterWord } from "./columns.tsx";
import { createForm, paidForm, rejectForm } from "./forms.tsx";
import { withdrawalList } from "./spec.ts";
import { createBody, paidBody } from "./values.ts";

// Whoever may decide everything: what others read stands in waiting-words.test.ts.
beforeAll(() => viewAs("admin"));

const full: WithdrawalRow = {
  id: "X261121XY12AB34",
  merchant_id: "M261121XY12AB34",
  merchant_name: "Padma",
  receiving_account: "DBBL 123-456 Dhaka, Rahim",
  amount: "1250.00",
  max_available: "5000.00",
  note: "weekly",
  submitter: "rahim",
  approver: "mei",
  payer: "lin",
  status: "paid",
  paid: true,
  paid_at: "2026-11-20T05:00:00.000Z",
  reference: "CK7A91QWE0",
  bank_file: null,
  wallet_id: "W261121XY12AB34",
  wallet_name: "bKash 01",
  cost: "5.00",
  reason: null,
  created_at: "2026-11-20T03:00:00.000Z",
  approved_at: "2026-11-20T04:00:00.000Z",
  version: 3,
  actions: [...WITHDRAWAL_ACTIONS],
};
const bare: WithdrawalRow = {
  ...full,
  note: "",
  submitter: null,
  approver: null,
  payer: null,
  status: "pending",
  paid: false,
  paid_at: null,
  reference: null,
  wallet_id: null,
  wallet_name: null,
  cost: null,
  approved_at: null,
};
testList(withdrawalList, [
  full,
  bare,
  { ...full, wallet_id: null, wallet_name: null },
  ...WITHDRAWAL_STATUSES.map((status) => ({ ...bare, status, reason: status === "rejected" ? "no" : null })),
]);

describe("withdrawals", () => {
  it.each(LOCALES)("have a head of their own width over what could be withdrawn at most, in %s", async (locale) => {
    startMessages();
    await activate(locale, "rest");
    const column = withdrawalList.columns.find(({ id }) => id === "max_available");
    const head = text("list.table.withCurrency", { what: text("withdrawal.column.max_available"), currency: "BDT" });
    // Beside it the cell's own 12 px on both sides.
    expect(textWidth(head) + 24).toBeLessThanOrEqual(column?.width ?? 0);
  });

  it("know every act of the contract", () => {
    expect(withdrawalActions.map((action) => action.id).sort()).toEqual([...WITHDRAWAL_ACTIONS].sort());
  });

  it("ask staff for the merchant, and nobody else", () => {
    const values = { merchant_id: "", available: "", amount: "10.00", receiving_account: "bank 1", note: "" };
    expect(checkForm(createForm(true).fields, values, null).fields).toEqual({ merchant_id: "errors.field.required" });
    expect(checkForm(createForm(false).fields, values, null).form).toBeNull();
    expect(checkForm(createForm(false).fields, { ...values, available: "9.99" }, null).fields).toEqual({ amount: "withdrawal.available.tooMuch" });
    expect(checkForm(createForm(false).fields, { ...values, available: "10.00" }, null).form).toBeNull();
    expect(createBody({ ...values, merchant_id: "M261121XY12AB34" }, false)).toEqual({ amount: "10.00", receiving_account: "bank 1" });
    expect(withdrawalCreate.safeParse(createBody({ ...values, merchant_id: "M261121XY12AB34", note: "x" }, true)).success).toBe(true);
  });

  it("want a proof of every payment, and the wallet where one paid it", () => {
    const values = { way: "outside", wallet_id: "", reference: "", cost: "" };
    expect(checkForm(paidForm.fields, values, full).fields).toEqual({ reference: "errors.field.required" });
    expect(checkForm(paidForm.fields, { ...values, way: "wallet", reference: "TRX1" }, full).fields).toEqual({ wallet_id: "errors.field.required" });
    expect(paidBody(full, { ...values, reference: " R1 ", wallet_id: "W1", cost: "3" })).toEqual({ version: 3, reference: "R1" });
    const body = paidBody(full, { way: "wallet", wallet_id: "W261121XY12AB34", reference: "TRX1", cost: "0" });
    expect(body).toEqual({ version: 3, reference: "TRX1", wallet_id: "W261121XY12AB34", cost: "0" });
    expect(withdrawalPaid.safeParse(body).success).toBe(true);
    expect(checkForm(rejectForm.fields, { reason: "" }, full).fields).toEqual({ reason: "errors.field.required" });
  });

  it("name the platform where a merchant is not told who it was", () => {
    const tools = { t: ((key: string) => key) as never }; // keys instead of words
    expect([submitterWord(full, tools), submitterWord(bare, tools)]).toEqual(["rahim", "withdrawal.byPlatform"]);
  });

  it("say who has to act next", () => {
    const tools = { t: (key: string) => key, locale: "zh", currency: "BDT" } as unknown as Parameters<NonNullable<typeof withdrawalList.drawer.waiting>>[2]; // keys instead of words
    const waiting = WITHDRAWAL_STATUSES.map((status) => withdrawalList.drawer.waiting?.({ ...bare, status }, null, tools));
    expect(waiting).toEqual(["withdrawal.waiting.pending", "withdrawal.waiting.approved", null, null]);
  });
});

it("says while it is typed that an amount is more than can be withdrawn", () => {
  const of = { max_available: "57806.54" };
  expect(["57806.54", "57806.55", "9999999", "", "abc"].map((typed) => exceeds(typed, of))).toEqual([false, true, true, false, false]);
});
