/** What is kept of the configuration has one form, however it was typed and in whatever order the database gives it. */
import { expect, it } from "vitest";
import { configPatch } from "../../../contract/config.schema.ts";
import { scheduleOut, sideOf, type Stored } from "./schedule/stored.ts";
import { ALL_DEFAULTS, asWritten, overDefaults } from "./store.ts";

const FEE = { rate_bps: 150, fixed: "1.00", min: null, max: "20.00" };

it("an amount is kept with its decimals: of a change, of a fee, of one operator", () => {
  const sent = { version: 1, manual_complete_threshold: "1000", default_payment_fee: { rate_bps: 150, fixed: "1", max: "20.0" }, bkash_max_amount: "25000.5" };
  expect(configPatch.parse(sent)).toEqual({ version: 1, manual_complete_threshold: "1000.00", default_payment_fee: FEE, bkash_max_amount: "25000.50" });
  expect(configPatch.safeParse({ version: 1, manual_complete_threshold: "1,000" }).error?.issues.map((issue) => issue.path)).toEqual([
    ["manual_complete_threshold"],
  ]);
});

it("what was stored as it was typed is loaded in that form, so that the same amount is no change", () => {
  const stored = { ...ALL_DEFAULTS, manual_complete_threshold: "1000", default_payment_fee: { max: "20", min: null, fixed: "1", rate_bps: 150 } };
  expect(overDefaults(stored)).toMatchObject({ manual_complete_threshold: "1000.00" });
  expect(JSON.stringify(overDefaults(stored).default_payment_fee)).toBe(JSON.stringify(FEE));
});

it("a scheduled change is compared and answered in that form, and what is not allowed any more as it stands", () => {
  const changes = [
    { key: "manual_complete_threshold", before: "500", after: "1000" },
    { key: "default_payment_fee", before: null, after: { max: "20", min: null, fixed: "1", rate_bps: 150 } },
    { key: "nagad_max_amount", before: "9", after: "much" },
  ];
  const plan = { id: 1, version: 1, status: "waiting", changes, due_at: new Date(0), created_at: new Date(0), ended_at: null } as Partial<Stored> as Stored; // what is read of it
  expect(sideOf(plan, "after")).toEqual({ manual_complete_threshold: "1000.00", default_payment_fee: FEE, nagad_max_amount: "much" });
  expect(scheduleOut(plan).changes).toEqual([
    { key: "manual_complete_threshold", before: "500.00", after: "1000.00" },
    { key: "default_payment_fee", before: null, after: FEE },
    { key: "nagad_max_amount", before: "9.00", after: "much" },
  ]);
  // Of a fee that is not valid any more, at least the order is the schema's.
  expect(JSON.stringify(asWritten({ default_payment_fee: { min: "x", fixed: "1", rate_bps: 1, max: null } }))).toBe(
    '{"default_payment_fee":{"rate_bps":1,"fixed":"1","min":"x","max":null}}',
  );
});
