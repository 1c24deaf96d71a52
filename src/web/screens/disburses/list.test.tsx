// @vitest-environment happy-dom
import { bulkAct } from "../../../contract/bulk.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { DisburseAttempt, DisburseDetail, DisburseRow } from "../../../contract/disburses.schema.ts";
import { ATTEMPT_STATUSES, DISBURSE_ACTIONS, DISBURSE_STATUSES, MERCHANT_DISBURSE_STATUSES } from "../../../contract/disburses.ts";
import { API_TYPES } from "../../../contract/operators.ts";
import { NOTIFY_STATUSES } from "../../../contract/payments.ts";
import { checkForm } from "../../forms/check.ts";
import { testList } from "../../list/suite.tsx";
import { viewAs } from "../../list/suite-viewer.ts";
import { asksTyping, saysSum } from "../../forms/typed-sum.tsx";
import { disburseActions, disburseBulk } from "./actions.ts";
import { differenceOf, messagesVerdict, verdictOf } from "./evidence.tsx";
import { completeForm, correctForm, failForm, rejectForm, resetForm } from "./forms.tsx";
import { disbursesList, merchantDisbursesList } from "./spec.ts";
import { provingMessages } from "./trx-picker.tsx";

// Whoever may decide everything: what others read stands in waiting-words.test.ts.
beforeAll(() => viewAs("admin"));

const attempt: DisburseAttempt = {
  no: 2,
  wallet_id: "W261121XY12AB34",
  wallet_name: "bKash 01",
  way: "app",
  status: "unknown",
  reference: "D261121XY12AB34A2",
  operator_reference: "OP-77",
  claimed_trx_id: null,
  trx_id: "CK7A91QWE0",
  cost: "5.00",
  error: "timeout",
  started_at: "2026-11-20T04:00:00.000Z",
  acknowledged_at: "2026-11-20T04:00:01.000Z",
  ended_at: null,
};
const full: DisburseRow = {
  id: "D261121XY12AB34",
  merchant_id: "M261121XY12AB34",
  merchant_name: "Padma",
  merchant_order_id: "PO-1",
  operator: "nagad",
  wallet_id: "W261121XY12AB34",
  wallet_name: "Nagad 01",
  way: "official",
  amount: "5000.00",
  fee: "50.00",
  cost: "5.00",
  trx_id: "CK7A91QWE0",
  customer: "01812345678",
  status: "completed",
  reason: "timeout",
  created_at: "2026-11-20T04:00:00.000Z",
  paid_at: "2026-11-20T04:01:00.000Z",
  disputed_at: null,
  returned_at: "2026-11-20T05:00:00.000Z",
  remote_ip: "103.4.1.17",
  user_id: "u1",
  operators: ["lin"],
  notes: [{ at: "2026-11-20T04:02:00.000Z", account: "lin", text: "called" }],
  attempts: [{ ...attempt, no: 1, status: "failed" }, attempt],
  notify: { status: "delivered", attempts: 1, last_code: 200, next_at: null },
  version: 3,
  actions: [...DISBURSE_ACTIONS],
};
const bare: DisburseRow = {
  ...full,
  wallet_id: null,
  wallet_name: null,
  way: null,
  cost: null,
  trx_id: null,
  customer: null,
  reason: null,
  paid_at: null,
  returned_at: null,
  remote_ip: null,
  user_id: null,
  operators: [],
  notes: [],
  attempts: [],
};
testList(
  disbursesList,
  [
    full,
    bare,
    ...DISBURSE_STATUSES.map((status) => ({ ...bare, status })),
    ...ATTEMPT_STATUSES.map((status) => ({ ...full, attempts: [{ ...attempt, status }] })),
    ...API_TYPES.map((way) => ({ ...full, way })),
    ...NOTIFY_STATUSES.map((status) => ({ ...full, notify: { ...full.notify, status } })),
  ],
  ["disputed_at"],
);

const tools = { t: (key: string) => key, locale: "zh", currency: "BDT" } as unknown as Parameters<NonNullable<typeof disbursesList.drawer.waiting>>[2]; // keys instead of words

describe("disburses", () => {
  it("know every act of the contract", () => {
    expect(disburseActions.map((action) => action.id).sort()).toEqual([...DISBURSE_ACTIONS].sort());
  });

  it("say what is wrong only where a person is wanted", () => {
    const waiting = (row: DisburseRow, queued: string | null = null): string | null | undefined =>
      disbursesList.drawer.waiting?.(row, { ...row, queued_since: queued } as unknown as DisburseDetail, tools); // only queued_since is read of the detail
    expect(waiting({ ...bare, status: "unknown" })).toBe("disburses.waiting.unknown");
    expect(waiting({ ...bare, status: "attempt_failed" })).toBe("disburses.waiting.attemptFailed");
    expect(waiting({ ...bare, status: "approved" })).toBeNull();
    expect(waiting({ ...bare, status: "approved" }, full.created_at)).toBe("disburses.waiting.queued");
    expect(waiting(full)).toBe("disburses.waiting.returned");
    expect(waiting({ ...bare, status: "completed", notify: { ...full.notify, status: "stopped" } })).toBe("orders.waiting.notifyFailed");
  });

  it("show a merchant only the states that it is told of", () => {
    const [tabs] = merchantDisbursesList.filters;
    expect(tabs?.kind === "tabs" && tabs.options.map((option) => option.value)).toEqual([...MERCHANT_DISBURSE_STATUSES]);
  });

  it("are never sent again without a reason, and are completed only with TrxID and note", () => {
    const need = { reason: "errors.field.required" };
    for (const form of [resetForm, failForm, rejectForm]) expect(checkForm(form.fields, { reason: " " }, full).fields).toEqual(need);
    expect(checkForm(completeForm.fields, { picked: "", trx_id: "", cost: "", note: "" }, full).fields).toEqual({
      trx_id: "errors.field.required",
      note: "errors.field.required",
    });
    expect(checkForm(completeForm.fields, { picked: "", trx_id: "T1", cost: "0", note: "n" }, full).form).toBeNull();
  });

  it("are corrected with the TrxID that was said filled in, and only with a reason", () => {
    expect(correctForm.initial(full)).toEqual({ trx_id: "CK7A91QWE0", reason: "" });
    expect(checkForm(correctForm.fields, correctForm.initial(full), full).fields).toEqual({ reason: "errors.field.required" });
    expect(checkForm(correctForm.fields, { trx_id: "CK7A91QWE1", reason: "swapped" }, full).form).toBeNull();
  });

  it("tell what failing does: the attempt first, the order for good only from a failed attempt", () => {
    expect(failForm.intro?.({ ...full, status: "unknown" }, tools)).toBe("disburses.ask.failAttempt");
    expect(failForm.intro?.({ ...full, status: "attempt_failed" }, tools)).toBe("disburses.ask.failFinal");
  });

  it("ask the server before every bulk act, and want the sum of a large approval typed", () => {
    expect(disburseBulk.map((act) => act.job)).toEqual(disburseBulk.map((act) => `disburses.${act.id}`));
    expect(disburseBulk.filter((act) => act.job && bulkAct(act.job).typed).map((act) => act.id)).toEqual(["approve"]);
    expect([asksTyping("49999.99"), asksTyping("50000.00")]).toEqual([false, true]);
    expect([saysSum("50,000", "50000.00"), saysSum(" 50000.00 ", "50000.00"), saysSum("5000", "50000.00"), saysSum("", "50000.00")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("evidence", () => {
  const one = (code: string, data: Record<string, unknown> = {}) => ({ code, data });
  it("decides by the latest answer that decides, and by nothing else", () => {
    expect(verdictOf([])).toBe("unclear");
    expect(verdictOf([one("timeout"), one("pending"), one("not_found")])).toBe("unclear");
    expect(verdictOf([one("failed"), one("timeout"), one("completed"), one("pending")])).toBe("paid");
    expect(verdictOf([one("accepted"), one("2023", { kind: "rejected" })])).toBe("unpaid");
    expect(verdictOf([one("phone_failed", { result: "failed" }), one("phone_trx_used", { result: "sent" })])).toBe("paid");
    expect(verdictOf([one("phone_unsure", { result: "unknown" }), one("timeout", { kind: "unavailable" })])).toBe("unclear");
  });

  const message = (id: string, score: number | null, more: Partial<DisburseDetail["messages"][number]> = {}): DisburseDetail["messages"][number] => ({
    id,
    sender: null,
    text: "",
    kind: "send",
    amount: "5000.00",
    trx_id: id,
    counterparty: null,
    reference: null,
    match_status: "unmatched",
    received_at: full.created_at,
    score,
    reasons: [],
    ...more,
  });
  it("of messages says paid only for a message that is the order's or fits amount and number; silence never says unpaid", () => {
    const amount = "5000.00";
    expect(messagesVerdict({ amount, messages: [], candidates: [] })).toBe("unclear");
    expect(messagesVerdict({ amount, messages: [], candidates: [message("a", 50)] })).toBe("unclear");
    expect(messagesVerdict({ amount, messages: [], candidates: [message("a", 50, { reasons: ["same_customer"], amount: "1.00" })] })).toBe("unclear");
    expect(messagesVerdict({ amount, messages: [], candidates: [message("a", 50, { reasons: ["same_customer"] })] })).toBe("paid");
    expect(messagesVerdict({ amount, messages: [message("a", null)], candidates: [] })).toBe("paid");
  });

  it("sets the operator's balance against the books", () => {
    expect(differenceOf({ balance: "1000.00", real_balance: "700.50" })).toBe("-299.50");
    expect(differenceOf({ balance: "-5.00", real_balance: "5.00" })).toBe("10.00");
    expect(differenceOf({ balance: null, real_balance: "5.00" })).toBeNull();
  });

  it("offers each message with a TrxID once, the order's own first, then by how well they fit", () => {
    const detail = { messages: [message("a", null)], candidates: [message("b", 10), message("a", 99), message("c", 80), message("d", 90, { trx_id: null })] };
    expect(provingMessages(detail).map((item) => item.id)).toEqual(["a", "c", "b"]);
  });
});
