// @vitest-environment happy-dom
import type { JournalRow } from "../../../contract/journals.schema.ts";
import { JOURNAL_KINDS } from "../../../contract/journals.ts";
import { testList } from "../../list/suite.tsx";
import { journalsList } from "./spec.tsx";

const row: JournalRow = {
  id: "J261121XY12AB34",
  merchant_id: "M261121XY12AB34",
  merchant_name: "Padma",
  kind: "payment",
  reference: { type: "payment", id: "P261121XY12AB34" },
  amount: "500.00",
  before_balance: "0.00",
  after_balance: "500.00",
  created_at: "2026-11-20T04:00:00.000Z",
  note: null,
};
testList(journalsList, [
  row,
  { ...row, amount: "-7.50", note: "x" },
  { ...row, reference: { type: "something_new", id: "Z1" } },
  ...JOURNAL_KINDS.map((kind) => ({ ...row, kind })),
]);
