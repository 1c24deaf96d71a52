// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import type { TransferDetail, TransferRow } from "../../../contract/transfers.schema.ts";
import { transferComplete, transferCreate } from "../../../contract/transfers.schema.ts";
import { TRANSFER_ACTIONS, TRANSFER_KINDS, TRANSFER_STATUSES } from "../../../contract/transfers.ts";
import { checkForm } from "../../forms/check.ts";
import { testList } from "../../list/suite.tsx";
import { viewAs } from "../../list/suite-viewer.ts";
import { transferActions } from "./actions.ts";
import { createForm, failForm } from "./forms.tsx";
import { transfersList, waitingFor } from "./spec.ts";
import { completeBody, createBody, doubtOf, freezeEffect, moveEffect, usedMessages } from "./values.ts";

const full: TransferRow = {
  id: "T261121XY12AB34",
  kind: "wallet",
  from_wallet_id: "W261121XY12AB34",
  from_wallet_name: "bKash 01",
  from_operator: "bkash",
  to_wallet_id: "W261121XY12AB35",
  to_wallet_name: "Nagad 02",
  to_operator: "nagad",
  amount: "1250.00",
  expected_cost: "5.00",
  cost: "4.50",
  frozen: "1255.00",
  status: "completed",
  trx_id: "CK7A91QWE0",
  received_trx_id: "NGD123456",
  sent_at: "2026-11-20T04:00:00.000Z",
  received_at: "2026-11-20T04:01:00.000Z",
  maker: "lin",
  checker: "mei",
  note: "float for the evening",
  reason: null,
  created_at: "2026-11-20T03:00:00.000Z",
  approved_at: "2026-11-20T03:30:00.000Z",
  completed_at: "2026-11-20T04:01:00.000Z",
  version: 4,
  actions: [...TRANSFER_ACTIONS],
};
const bare: TransferRow = {
  ...full,
  kind: "b2b_in",
  from_wallet_id: null,
  from_wallet_name: null,
  from_operator: null,
  cost: null,
  frozen: "0.00",
  expected_cost: "0.00",
  trx_id: null,
  received_trx_id: null,
  sent_at: null,
  received_at: null,
  checker: null,
  note: "",
  approved_at: null,
  completed_at: null,
};
const outward: TransferRow = {
  ...bare,
  kind: "b2b_out",
  from_wallet_id: full.from_wallet_id,
  from_wallet_name: "bKash 01",
  from_operator: "bkash",
  to_wallet_id: null,
  to_wallet_name: null,
  to_operator: null,
};
testList(
  transfersList,
  [full, bare, outward, { ...full, status: "failed", reason: "declined" }, ...TRANSFER_STATUSES.map((status) => ({ ...bare, status }))],
  ["approved_at", "from_operator", "to_operator"],
);

describe("transfers", () => {
  it("know every act of the contract", () => {
    expect(transferActions.map((action) => action.id).sort()).toEqual([...TRANSFER_ACTIONS].sort());
  });

  it("say what they wait for", () => {
    viewAs("finance");
    const tools = { t: ((key: string) => key) as never }; // keys instead of words
    const under = { ...full, status: "processing" } as const;
    expect(waitingFor({ ...under, sent_at: null, received_at: null }, tools)).toBe("transfers.waiting.both");
    expect(waitingFor({ ...under, received_at: null }, tools)).toBe("transfers.waiting.sent");
    expect(waitingFor({ ...under, sent_at: null }, tools)).toBe("transfers.waiting.received");
    expect(waitingFor({ ...bare, status: "processing" }, tools)).toBe("transfers.waiting.one");
    expect(waitingFor({ ...bare, status: "pending" }, tools)).toBe("transfers.waiting.pending");
    expect(waitingFor(full, tools)).toBeNull();
  });

  it("ask for the sides that the kind has, and for two different wallets", () => {
    const values = { kind: "wallet", from_wallet_id: "W1", to_wallet_id: "W1", amount: "10", expected_cost: "", effect: "", note: "" };
    expect(checkForm(createForm.fields, values, null).fields).toEqual({ to_wallet_id: "transfers.form.same" });
    expect(checkForm(createForm.fields, { ...values, to_wallet_id: "" }, null).fields).toEqual({ to_wallet_id: "errors.field.required" });
    expect(checkForm(createForm.fields, { ...values, kind: "b2b_in", from_wallet_id: "" }, null).form).toBeNull();
    expect(checkForm(createForm.fields, { ...values, kind: "b2b_out", to_wallet_id: "" }, null).form).toBeNull();
    expect(checkForm(createForm.fields, { ...values, to_wallet_id: "W2", amount: "0" }, null).fields).toEqual({ amount: "errors.field.too_small" });
    expect(checkForm(failForm.fields, { reason: " " }, full).fields).toEqual({ reason: "errors.field.required" });
  });

  it("send bodies that the contract takes, without what the kind has not", () => {
    const values = { kind: "wallet", from_wallet_id: "W261121XY12AB34", to_wallet_id: "W261121XY12AB35", amount: " 10.50 ", expected_cost: "1", note: " a " };
    for (const kind of TRANSFER_KINDS) {
      const body = createBody({ ...values, kind });
      expect(transferCreate.safeParse(body).success, kind).toBe(true);
      expect(["from_wallet_id" in body, "to_wallet_id" in body]).toEqual([kind !== "b2b_in", kind !== "b2b_out"]);
    }
    expect(completeBody(full, { trx_id: " A1B2C3 ", received_trx_id: "N1", cost: "" })).toEqual({ version: 4, trx_id: "A1B2C3", received_trx_id: "N1" });
    expect(completeBody(outward, { trx_id: "", received_trx_id: "N1", cost: "2.00" })).toEqual({ version: 4, cost: "2.00" });
    expect(transferComplete.safeParse(completeBody(full, {})).success).toBe(true);
  });

  it("show what will happen to the wallets, and where the balance is too low", () => {
    const wallet = { name: "A", balance: "100.00", frozen_balance: "30.00" };
    expect(freezeEffect(wallet, 6_000n, 500n)).toEqual({ key: "free", wallet: "A", before: "70.00", after: "5.00", needed: "65.00" });
    expect(freezeEffect(wallet, 7_000n, 1n)).toMatchObject({ key: "short", needed: "70.01" });
    expect(freezeEffect(null, 1n, 0n)).toBeNull();
    expect(moveEffect({ ...wallet, balance: "-5.00" }, 1_000n)).toMatchObject({ before: "-5.00", after: "5.00" });
  });

  it("want a request above what is free confirmed, and anew for another wallet or amount", () => {
    const wallet = { name: "A", balance: "100.00", frozen_balance: "30.00" };
    expect([doubtOf("W1", null), doubtOf("W1", freezeEffect(wallet, 7_000n, 0n))]).toEqual(["", ""]);
    const warnings = [
      doubtOf("W1", freezeEffect(wallet, 7_000n, 1n)),
      doubtOf("W1", freezeEffect(wallet, 8_000n, 0n)),
      doubtOf("W2", freezeEffect(wallet, 8_000n, 0n)),
    ];
    expect(new Set([...warnings, ""]).size).toBe(4);
    const values = {
      kind: "wallet",
      from_wallet_id: "W1",
      to_wallet_id: "W2",
      amount: "80",
      expected_cost: "",
      effect: warnings[1] ?? "",
      short_known: "",
      note: "",
    };
    expect(checkForm(createForm.fields, values, null).fields).toEqual({ short_known: "errors.field.required" });
    expect(checkForm(createForm.fields, { ...values, short_known: "true" }, null).form).toBeNull();
    expect(checkForm(createForm.fields, { ...values, effect: "" }, null).form).toBeNull();
    expect(createBody({ ...values, short_known: "true" })).toEqual({ kind: "wallet", from_wallet_id: "W1", to_wallet_id: "W2", amount: "80" });
  });

  it("count the messages that a completion would use", () => {
    const message = (id: string, trx_id: string | null): TransferDetail["candidates"][number] => ({
      id,
      wallet_id: "W1",
      wallet_name: "A",
      sender: null,
      text: "",
      direction: "debit",
      amount: "1.00",
      fee: null,
      trx_id,
      match_status: "unmatched",
      received_at: full.created_at,
    });
    const detail: TransferDetail = { ...full, timeline: [], entries: [], messages: [], candidates: [message("a", "KEY1"), message("b", null)] };
    expect(usedMessages(detail, {}).map((one) => one.id)).toEqual(["a", "b"]);
    expect(usedMessages(detail, { trx_id: "key1" }).map((one) => one.id)).toEqual(["a"]);
    expect(usedMessages(detail, { trx_id: "other" })).toEqual([]);
  });
});
