// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import type { ManualRow } from "../../../contract/manual.schema.ts";
import { MANUAL_FIELDS, MANUAL_KINDS, MANUAL_STATUSES } from "../../../contract/manual.ts";
import { testList } from "../../list/suite.tsx";
import { bodyOf, fieldsOf } from "./fields.ts";
import { manualList } from "./spec.ts";

const row: ManualRow = {
  id: "N261121XY12AB34",
  kind: "merchant_credit",
  merchant_id: "M261121XY12AB34",
  merchant_name: "Padma",
  wallet_id: null,
  wallet_name: null,
  sms_id: null,
  payment_id: null,
  amount: "500.00",
  note: "by the statement",
  preview: [
    { account: "adjustments", before: "0.00", after: "500.00" },
    { account: "merchant:Padma", before: "0.00", after: "500.00" },
  ],
  maker: "finance",
  checker: null,
  mine: false,
  status: "requested",
  reason: null,
  expires_at: "2026-11-22T04:00:00.000Z",
  created_at: "2026-11-21T04:00:00.000Z",
  decided_at: null,
  approval_id: "A261121XY12AB34",
  version: 1,
  actions: ["apply", "reject"],
};
testList(
  manualList,
  [
    row,
    { ...row, merchant_id: null, merchant_name: null, amount: null, preview: [], approval_id: null, actions: [] },
    { ...row, wallet_id: "W261121XY12AB34", wallet_name: "A1", merchant_id: null, merchant_name: null },
    { ...row, payment_id: "P261121XY12AB34", sms_id: "S261121XY12AB34" },
    { ...row, status: "rejected", reason: "cancelled", decided_at: row.created_at },
    { ...row, status: "lapsed", reason: "expired" },
    { ...row, status: "applied", checker: "finance2", reason: null },
    ...MANUAL_STATUSES.map((status) => ({ ...row, status })),
    ...MANUAL_KINDS.map((kind) => ({ ...row, kind })),
  ],
  ["mine"],
);

describe("the request form", () => {
  const filled = {
    merchant_id: "M261121XY12AB34",
    wallet_id: "W261121XY12AB34",
    sms_id: "S261121XY12AB34",
    payment_id: "p261121xy12ab34",
    amount: "12.50",
    note: "x",
  };

  it("asks for the fields of the kind and sends no others", () => {
    for (const kind of MANUAL_KINDS) {
      const body = bodyOf({ ...filled, kind, owner: "merchant" });
      const fields = kind === "opening" ? ["merchant_id", "amount"] : MANUAL_FIELDS[kind];
      expect(Object.keys(body ?? {}).sort()).toEqual(["kind", ...fields].sort());
    }
    expect(bodyOf({ ...filled, kind: "opening", owner: "wallet" })).toEqual({ kind: "opening", wallet_id: filled.wallet_id, amount: "12.50" });
  });

  it("asks the server nothing while something is missing or cannot be right", () => {
    expect(bodyOf({ ...filled, kind: "" })).toBeNull();
    expect(bodyOf({ ...filled, kind: "merchant_credit", amount: "0" })).toBeNull();
    expect(bodyOf({ ...filled, kind: "merchant_credit", amount: "1.234" })).toBeNull();
    expect(bodyOf({ ...filled, kind: "write_off", sms_id: "S2611" })).toBeNull();
    expect(bodyOf({ ...filled, kind: "payment_reversal", payment_id: filled.sms_id })).toBeNull();
    expect(fieldsOf({ kind: "" })).toEqual([]);
  });
});
