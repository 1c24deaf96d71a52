// @vitest-environment happy-dom
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JournalRow } from "../../../contract/journals.schema.ts";
import { JOURNAL_KINDS } from "../../../contract/journals.ts";
import { testList } from "../../list/suite.tsx";
import { instantOf, localOf } from "./balance.tsx";
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

describe("the moment of a balance", () => {
  it("is Beijing time, whatever the browser's zone", () => {
    expect(instantOf("2026-11-21T08:00")).toBe("2026-11-21T00:00:00.000Z");
    expect(instantOf("")).toBeNull();
  });

  it("reads back what the field shows, to the minute", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (ms) => {
        expect(Date.parse(instantOf(localOf(ms)) ?? "")).toBe(Math.floor(ms / 60_000) * 60_000);
      }),
    );
  });
});
