import { describe, expect, it } from "vitest";
import { CONFIG_DEFAULTS, OPERATOR_CONFIG_DEFAULTS } from "../../../contract/config.ts";
import { configPatch, configValues } from "../../../contract/config.schema.ts";
import { FIELDS, readKey } from "./keys.ts";
import { afterSent, theirsIn } from "./draft.ts";
import { asFee, changesOf, isValid } from "./values.ts";

const defaults: Record<string, unknown> = { ...CONFIG_DEFAULTS, ...OPERATOR_CONFIG_DEFAULTS };

describe("the table of fields", () => {
  it("knows every key of the configuration, and accepts every default", () => {
    for (const [key, value] of Object.entries(defaults)) {
      const known = readKey(key);
      expect(known, key).not.toBeNull();
      if (known !== null) expect(isValid(known.field, value), key).toBe(true);
    }
    expect(readKey("bkash_nothing")).toBeNull();
    expect(configValues.safeParse(defaults).success).toBe(true);
  });

  it("draws the same bounds for numbers as the contract", () => {
    for (const [key, { field }] of Object.entries(FIELDS)) {
      if (field.kind !== "number") continue;
      for (const value of [field.min - 1, field.min, field.max, field.max + 1, field.min + 0.5]) {
        expect(isValid(field, value), `${key} ${value}`).toBe(configPatch.safeParse({ version: 1, [key]: value }).success);
      }
    }
  });

  it("refuses amounts and fees that the contract refuses", () => {
    const amount = FIELDS.manual_complete_threshold.field;
    for (const value of ["10000.00", "0.01", "007", "-1", "1e3", "1.234", "", "1,000", null]) {
      expect(isValid(amount, value), String(value)).toBe(configPatch.safeParse({ version: 1, manual_complete_threshold: value }).success);
    }
    const fee = FIELDS.default_payment_fee.field;
    expect(isValid(fee, { rate_bps: 150, fixed: "1.00", min: "2.00", max: "1.00" })).toBe(false);
    expect(isValid(fee, { rate_bps: 10_001, fixed: "0.00", min: null, max: null })).toBe(false);
    expect(asFee(null)).toEqual({ rate_bps: 0, fixed: "0.00", min: null, max: null });
  });
});

describe("changes", () => {
  it("hold only what differs, by content", () => {
    expect(changesOf({ a: 1, list: ["x"] }, { a: 1, list: ["x"] })).toEqual({});
    expect(changesOf({ a: 1, list: ["x"] }, { a: 2, list: ["x", "y"] })).toEqual({ a: 2, list: ["x", "y"] });
  });
  it("keep a draft over somebody else's save, less what they set alike, and mark what both changed", () => {
    const stored = { a: 2, b: 1, c: 9 };
    expect(changesOf(stored, { a: 2, b: 3, c: 4 })).toEqual({ b: 3, c: 4 });
    expect(theirsIn({ mine: { a: 2, b: 3, c: 4 }, base: { a: 1, b: 1, c: 1 } }, stored)).toEqual(["c"]);
  });
});

describe("a draft that was sent", () => {
  it("leaves, but for what was typed over it meanwhile or never sent; nobody else has set that", () => {
    const touched = {
      mine: { bind_code_minutes: 21, chain_wait_minutes: 5, queued_alert_hours: 7 },
      base: { bind_code_minutes: 10, chain_wait_minutes: 3, queued_alert_hours: 24 },
    };
    const stored = { bind_code_minutes: 20, chain_wait_minutes: 5, queued_alert_hours: 24 };
    const after = afterSent(touched, { bind_code_minutes: 20, chain_wait_minutes: 5 }, stored);
    expect(after.mine).toEqual({ bind_code_minutes: 21, queued_alert_hours: 7 });
    expect(theirsIn(after, stored)).toEqual([]);
    // Where it waits for its approval, what was seen stands still.
    expect(afterSent(touched, { bind_code_minutes: 20 }, {}).base).toEqual(touched.base);
  });
});

describe("changes", () => {
  it("an amount written in another way is no change", () => {
    const stored = { manual_complete_threshold: "50000.00", default_payment_fee: { rate_bps: 150, fixed: "1.00", min: null, max: "20.00" } };
    expect(changesOf(stored, { manual_complete_threshold: "50000", default_payment_fee: { rate_bps: 150, fixed: "1", min: null, max: "20" } })).toEqual({});
    expect(changesOf(stored, { manual_complete_threshold: "50001" })).toEqual({ manual_complete_threshold: "50001" });
    expect(changesOf(stored, { manual_complete_threshold: "x" })).toEqual({ manual_complete_threshold: "x" });
  });
});
