// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from "vitest";
import type { PaymentDetail, PaymentRow } from "../../../contract/payments.schema.ts";
import { NOTIFY_STATUSES, PAYMENT_ACTIONS, PAYMENT_STATUSES } from "../../../contract/payments.ts";
import { layoutOf } from "../../list/columns/index.ts";
import { testList } from "../../list/suite.tsx";
import { viewAs } from "../../list/suite-viewer.ts";
import { paymentActions } from "./actions.ts";
import { approveForm, completeForm, correctForm } from "./forms.tsx";
import { choices } from "./best-first.ts";
import { reasonOf } from "./columns.tsx";
import { paymentsList } from "./spec.ts";
import { activate } from "../../i18n/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { Values } from "../../forms/spec.ts";
import { checkForm } from "../../forms/check.ts";

// Whoever may decide everything: what others read stands in waiting-words.test.ts.
beforeAll(() => viewAs("admin"));

const full: PaymentRow = {
  id: "P261121XY12AB34",
  merchant_id: "M261121XY12AB34",
  merchant_name: "Padma",
  merchant_order_id: "SO-1",
  operator: "bkash",
  wallet_id: "W261121XY12AB34",
  wallet_name: "bKash 01",
  receiving_account: "01712345678",
  amount: "1250.00",
  received_amount: "1250.00",
  fee: "18.75",
  trx_id: "CK7A91QWE0",
  customer: "01812345678",
  status: "completed",
  reason: "amount_differs",
  message_amount: "1200.00",
  claimed_trx: "CK7A91QWE0",
  created_at: "2026-11-20T04:00:00.000Z",
  expires_at: "2026-11-20T04:15:00.000Z",
  paid_at: "2026-11-20T04:01:00.000Z",
  remote_ip: "103.4.1.17",
  user_id: "u1",
  operators: ["lin"],
  notes: [{ at: "2026-11-20T04:02:00.000Z", account: "lin", text: "called" }],
  notify: { status: "delivered", attempts: 1, last_code: 200, next_at: null },
  disputed_at: "2026-11-20T05:00:00.000Z",
  reversed_at: null,
  version: 3,
  actions: [...PAYMENT_ACTIONS],
};
const bare: PaymentRow = {
  ...full,
  wallet_id: null,
  wallet_name: null,
  receiving_account: null,
  received_amount: null,
  fee: null,
  trx_id: null,
  customer: null,
  reason: null,
  paid_at: null,
  remote_ip: null,
  user_id: null,
  operators: [],
  notes: [],
  disputed_at: null,
};
const rows = [
  full,
  { ...full, reversed_at: "2026-11-20T06:00:00.000Z" },
  bare,
  ...PAYMENT_STATUSES.map((status) => ({ ...bare, status })),
  ...NOTIFY_STATUSES.map((status) => ({ ...full, notify: { ...full.notify, status } })),
];
testList(paymentsList, rows, ["claimed_trx"]);

describe("payments", () => {
  it("know every act of the contract", () => {
    expect(paymentActions.map((action) => action.id).sort()).toEqual([...PAYMENT_ACTIONS].sort());
  });

  it("show what was received beside what was ordered, with its sum, in view at 1440 pixels", () => {
    const layout = layoutOf(paymentsList.columns, {});
    const shown = layout.columnOrder.filter((id) => layout.columnVisibility[id]);
    expect(shown.slice(shown.indexOf("amount"), shown.indexOf("amount") + 2)).toEqual(["amount", "received"]);
    expect(paymentsList.columns.find((column) => column.id === "received")?.sum).toBe("received_amount");
    // The menu, the page's edges, the box that selects and the acts of a row leave this much to the columns.
    const room = 1440 - 214 - 50 - 40 - 110;
    const upToTime = shown.slice(0, shown.indexOf("created_at") + 1);
    expect(upToTime.reduce((sum, id) => sum + (layout.columnSizing[id] ?? 0), 0)).toBeLessThanOrEqual(room);
  });

  it("say what is wrong only where a person is wanted", () => {
    const tools = { t: (key: string) => key, locale: "zh", currency: "BDT" } as unknown as Parameters<NonNullable<typeof paymentsList.drawer.waiting>>[2]; // keys instead of words
    const waiting = (row: PaymentRow): string | null | undefined => paymentsList.drawer.waiting?.(row, null, tools);
    expect(waiting({ ...bare, status: "pending" })).toBeNull();
    expect(waiting({ ...bare, status: "review" })).toBe("payments.waiting.reviewPlain");
    expect(waiting(full)).toBe("payments.waiting.disputed");
  });

  it("offer each message once, linked ones first, then by how well they fit", () => {
    const message = (id: string, score: number | null): PaymentDetail["messages"][number] => ({
      id,
      sender: null,
      text: "",
      kind: "receive",
      amount: "1.00",
      trx_id: null,
      counterparty: null,
      reference: null,
      match_status: "review",
      received_at: full.created_at,
      score,
      reasons: [],
    });
    // Only these two parts of a detail are read.
    const detail = { messages: [message("a", null)], candidates: [message("b", 10), message("a", 99), message("c", 80)] } as unknown as PaymentDetail;
    expect(choices(detail).map((one) => one.id)).toEqual(["a", "c", "b"]);
  });

  it("never book the ordered amount when another one was received", () => {
    const values = { message_id: "S1", amount: "ordered", differs: "true", note: "" };
    expect(checkForm(approveForm.fields, values, full).fields).toEqual({ amount: "payments.form.orderedOnly" });
    expect(checkForm(approveForm.fields, { ...values, amount: "received" }, full).form).toBeNull();
    expect(checkForm(approveForm.fields, { ...values, message_id: "" }, full).form).toBe("common.required");
  });

  it("name in the title of approving and completing the amount that would be booked", () => {
    const tools = { t: (_key: string, of: { amount: string }) => of.amount, locale: "zh", currency: "BDT" } as unknown as CellTools; // the amount instead of the words
    const row = { ...bare, status: "review" as const, amount: "500.00", message_amount: "450.00" };
    const approving = (values: Values, of: PaymentRow = row): string => approveForm.title(of, tools, { ...approveForm.initial(of), ...values });
    const money = (amount: string): string => `BDT\u00a0${amount}`;
    // Before a message is chosen: the one that waits with the order; without one, what was ordered.
    expect([approving({}), approving({}, { ...row, message_amount: null })]).toEqual([money("450.00"), money("500.00")]);
    expect(approving({ message_id: "S1", amount: "received", paid: "1188.33" })).toBe(money("1,188.33"));
    expect(approving({ message_id: "S1", amount: "ordered", paid: "500.00" })).toBe(money("500.00"));
    const completing = (amount: string): string => completeForm.title(row, tools, { ...completeForm.initial(row), amount });
    expect([completing("450"), completing(""), completing("4x")]).toEqual([money("450.00"), money("500.00"), money("500.00")]);
  });

  it("fill in what is known of the money when completing by hand: the claimed TrxID, and another amount", () => {
    const known = { ...bare, status: "review" as const, amount: "500.00", claimed_trx: "CK7A91QWE0", message_amount: "450.00" };
    expect(completeForm.initial(known)).toEqual({ trx_id: "CK7A91QWE0", amount: "450.00", note: "" });
    expect(completeForm.initial({ ...known, message_amount: "500.00" })).toMatchObject({ amount: "" });
    expect(completeForm.initial({ ...known, claimed_trx: null, message_amount: null })).toMatchObject({ trx_id: "", amount: "" });
  });

  it("say both amounts where another one was paid, in the list as in the drawer", async () => {
    const row = { ...bare, status: "review" as const, reason: "amount_differs", amount: "500.00", message_amount: "450.00" };
    const said = [];
    for (const locale of ["zh", "en"] as const) {
      await activate(locale, "rest");
      said.push(reasonOf(row), reasonOf({ ...row, message_amount: null }));
    }
    expect(said).toEqual(["金额不同：订单 500.00，实收 450.00", "到账金额与订单金额不同", "Ordered 500.00, received 450.00", "A different amount was paid"]);
  });

  it("ask for TrxID and note when completing by hand", () => {
    expect(checkForm(completeForm.fields, { trx_id: "", amount: "", note: "" }, bare).fields).toEqual({
      trx_id: "errors.field.required",
      note: "errors.field.required",
    });
  });

  it("are corrected with the TrxID that was said filled in, and only with a reason", () => {
    expect(correctForm.initial(full)).toEqual({ trx_id: "CK7A91QWE0", reason: "" });
    expect(checkForm(correctForm.fields, correctForm.initial(full), full).fields).toEqual({ reason: "errors.field.required" });
    expect(checkForm(correctForm.fields, { trx_id: " ", reason: "mistyped" }, full).fields).toEqual({ trx_id: "errors.field.required" });
    expect(checkForm(correctForm.fields, { trx_id: "CK7A91QWE1", reason: "mistyped" }, full).form).toBeNull();
  });
});
