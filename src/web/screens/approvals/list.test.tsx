// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { APPROVAL_KINDS, APPROVAL_STATUSES } from "../../../contract/approvals.ts";
import type { ApprovalRow } from "../../../contract/approvals.schema.ts";
import { rest as en } from "../../i18n/en/rest.ts";
import { rest as zh } from "../../i18n/zh/rest.ts";
import { testList } from "../../list/suite.tsx";
import { approvalsList } from "./spec.ts";

const row: ApprovalRow = {
  id: "A261121XY12AB34",
  kind: "payments.complete",
  object: { type: "payment", id: "P261121XY12AB34", name: "order-1" },
  action: "complete",
  object_version: 3,
  payload: { version: 3, trx_id: "AB12CD34" },
  before: { status: "pending" },
  after: { status: "completed" },
  amount: "20000.00",
  merchant_id: null,
  merchant_name: null,
  maker: "finance",
  maker_active: true,
  checker: null,
  mine: false,
  status: "waiting",
  reason: null,
  created_at: "2026-11-21T04:00:00.000Z",
  expires_at: "2026-11-22T04:00:00.000Z",
  decided_at: null,
  collect_until: null,
  version: 1,
  actions: ["approve", "reject"],
};
testList(
  approvalsList,
  [
    row,
    { ...row, object: { type: "config", id: null, name: null }, amount: null, before: null, after: null, actions: [] },
    { ...row, object: { type: "something_new", id: "Z261121XY12AB34", name: null } },
    { ...row, mine: true, actions: ["cancel"] },
    { ...row, maker_active: false, actions: ["reject"] },
    { ...row, kind: "merchants.secret", status: "approved", checker: "boss", collect_until: row.expires_at, mine: true, actions: ["collect"] },
    { ...row, status: "lapsed", reason: "changed", decided_at: row.created_at },
    { ...row, status: "rejected", reason: "not on the statement", checker: "finance2" },
    ...APPROVAL_STATUSES.map((status) => ({ ...row, status })),
    ...APPROVAL_KINDS.map((kind) => ({ ...row, kind })),
  ],
  ["action", "after", "before", "collect_until", "merchant_name", "mine", "object_version"],
);

it("every kind has words in both languages", () => {
  const word = (messages: object, kind: string): unknown =>
    kind
      .split(".")
      .reduce<unknown>((node, part) => (typeof node === "object" && node !== null ? (node as Record<string, unknown>)[part] : undefined), messages); // walked by name
  for (const kind of APPROVAL_KINDS)
    expect([kind, typeof word(zh.approvals.kind, kind), typeof word(en.approvals.kind, kind)]).toEqual([kind, "string", "string"]);
});
