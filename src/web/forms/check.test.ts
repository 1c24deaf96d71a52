import { describe, expect, it } from "vitest";
import type { CallError } from "../api.ts";
import { amountTyped, checkForm, fieldNamed, isDirty, problemsOf, rebase } from "./check.ts";
import { entryWords, linesOf } from "./entries.ts";
import type { FieldSpec } from "./spec.ts";

const fields: readonly FieldSpec<null>[] = [
  { name: "trx_id", kind: "text", label: "list.search", required: true, maxLength: 10 },
  { name: "amount", kind: "amount", label: "list.search" },
  { name: "operator", kind: "text", label: "list.search", required: true, group: "operator" },
  { name: "ips", kind: "multiline", label: "list.search", server: ["ip_whitelist"], entries: linesOf },
  { name: "extra", kind: "text", label: "list.search", required: true, shown: (values) => values.amount === "5" },
];
const good = { trx_id: "8N7A", operator: "bkash" };
const error = (code: CallError["code"], more: Partial<CallError> = {}): CallError => ({ code, message: "", status: 422, ...more });

describe("before sending", () => {
  it("names what is missing and what is wrong at once, the missing in the message", () => {
    expect(checkForm(fields, { amount: "x" }, null)).toEqual({
      fields: { trx_id: "errors.field.required", operator: "errors.field.required", amount: "list.form.amountInvalid" },
      form: "common.required",
    });
  });

  it("has its own words when only operator fields are missing", () => {
    expect(checkForm(fields, { trx_id: "8N7A", operator: "  " }, null).form).toBe("common.requiredOperator");
  });

  it.each(["-5", "1e3", "1,000", "0.001", "٥", "007"])("refuses the amount %s", (amount) => {
    expect(checkForm(fields, { ...good, amount }, null).fields).toEqual({ amount: "list.form.amountInvalid" });
  });

  it("refuses zero and what is too long", () => {
    expect(checkForm(fields, { ...good, amount: "0.00" }, null).fields.amount).toBe("errors.field.too_small");
    expect(checkForm(fields, { ...good, trx_id: "12345678901" }, null).fields.trx_id).toBe("errors.field.too_long");
  });

  it("asks nothing of fields that are not in view", () => {
    expect(checkForm(fields, good, null).form).toBeNull();
    expect(checkForm(fields, { ...good, amount: "5" }, null).fields).toEqual({ extra: "errors.field.required" });
  });
});

describe("answers of the server", () => {
  it("stand at the field they name, under any of its names and for parts of it", () => {
    expect(problemsOf(fields, error("validation_failed", { fields: { trx_id: "taken", "ip_whitelist.2": "invalid" } }), { ips: "10.0.0.1\n" })).toEqual({
      fields: { trx_id: "errors.field.taken", ips: "errors.field.invalid" },
      entries: {},
      form: "errors.code.validation_failed",
      unplaced: [],
    });
    expect(fieldNamed(fields, "nobody.home")).toBeNull();
  });

  it("name the entry that is wrong, counted as they were sent: without the empty lines", () => {
    const sent = { ips: "10.0.0.1\n\n 010.0.0.1，10.0.0.2\n300.0.0.1" };
    const { entries } = problemsOf(fields, error("validation_failed", { fields: { "ip_whitelist.1": "invalid", "ip_whitelist.3": "invalid" } }), sent);
    expect(entries).toEqual({
      ips: [
        { entry: "010.0.0.1", problem: "errors.field.invalid" },
        { entry: "300.0.0.1", problem: "errors.field.invalid" },
      ],
    });
    const t = (key: string, params?: Readonly<Record<string, string>>): string => (params ? `${params.entry}: ${params.problem}` : key);
    expect(entryWords(entries?.ips ?? [], t)).toBe("010.0.0.1, 300.0.0.1: errors.field.invalid");
  });

  it("are not lost when no field has the name", () => {
    expect(problemsOf(fields, error("validation_failed", { fields: { version: "invalid" } }), {}).unplaced).toEqual(["version"]);
  });

  it("use the specification's words when something is missing", () => {
    expect(problemsOf(fields, error("validation_failed", { fields: { trx_id: "required" } }), {}).form).toBe("common.required");
  });

  it("of a business refusal stand for the form", () => {
    expect(problemsOf(fields, error("trx_used", { status: 409 }), {}).form).toBe("errors.code.trx_used");
  });
});

describe("what is unsaved", () => {
  it("counts only real changes as unsaved", () => {
    expect(isDirty({ a: "1" }, { a: "1", b: "" })).toBe(false);
    expect(isDirty({ a: "1" }, { a: "2" })).toBe(true);
  });
});

describe("after somebody else has saved", () => {
  const was = { note: "", daily_max: "", location: "", flag: "" };
  it("what was not touched takes the latest, and what was stays the person's", () => {
    expect(rebase(was, { ...was, daily_max: "50.00", location: "Dhaka 2" }, { ...was, note: "mine" })).toEqual({
      values: { note: "mine", daily_max: "50.00", location: "Dhaka 2", flag: "" },
      both: [],
    });
  });

  it("names what both changed, unless to the same", () => {
    const latest = { ...was, note: "theirs", location: "Dhaka" };
    expect(rebase(was, latest, { note: "mine", location: "Dhaka" })).toEqual({
      values: { note: "mine", daily_max: "", location: "Dhaka", flag: "" },
      both: ["note"],
    });
  });
});

it.each([
  ["2,427.15", "2427.15"],
  ["1,000", "1000"],
  ["12,345,678.90", "12345678.90"],
  ["１２３．５０", "123.50"],
  ["1,00,000.00", "100000.00"],
  ["12,34,567", "1234567"],
  ["১২৩৪.৫০", "1234.50"],
  ["৳500", "500"],
  ["BDT 1,234.50", "1234.50"],
  ["500 Tk", "500"],
  [" 1,000.50\t", "1000.50"],
  ["1000。50", "1000.50"],
  ["1,000。", "1000."],
  ["1.5。0", "1.5.0"],
  ["1 000.50", "1 000.50"],
  ["1,00", "1,00"],
  ["1,2345", "1,2345"],
  ["-5", "-5"],
])("an amount pasted as %s is read as %s", (written, read) => {
  expect(amountTyped(written)).toBe(read);
});
