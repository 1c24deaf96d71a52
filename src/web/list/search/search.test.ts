import { describe, expect, it } from "vitest";
import { typingOf } from "../../../contract/chips.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import type { FilterSpec } from "../spec/index.ts";
import { EMPTY_STATE, type ListState, writeAddress } from "../state/index.ts";
import { applyText, type FindByName } from "./apply.ts";
import { fieldsOf, type WordsOf } from "./fields.ts";
import { fieldSuggestions, type Names, valueSuggestions } from "./suggest.ts";

const WORDS: Readonly<Record<string, readonly string[]>> = {
  "words.field.status": ["状态", "Status"],
  "words.field.merchant_id": ["商户", "Merchant"],
  "words.field.amount": ["金额", "Amount"],
  "payments.status.review": ["待审核", "In review"],
  "payments.status.completed": ["已完成", "Completed"],
};
const words: WordsOf = (key: MessageKey) => WORDS[key] ?? [];
const filters: readonly FilterSpec[] = [
  {
    kind: "tabs",
    key: "status",
    label: "words.field.status",
    options: (["review", "completed"] as const).map((value) => ({ value, label: `payments.status.${value}` as const })),
  },
  { kind: "lookup", key: "merchant_id", label: "words.field.merchant_id", source: "merchants" },
  {
    kind: "choice",
    key: "operator",
    label: "words.field.operator",
    multiple: true,
    options: ["bkash", "nagad"].map((value) => ({ value, label: { text: value } })),
  },
  { kind: "amount", min: "min_amount", max: "max_amount", label: "words.field.amount" },
];
const fields = fieldsOf(filters, words);
const MERCHANTS = [
  { value: "M1", name: "Lotus Books", label: "Lotus Books" },
  { value: "M2", name: "Lotus Tea", label: "Lotus Tea" },
  { value: "M3", name: "Padma", label: "Padma" },
];
const find: FindByName = async (_source, name) => MERCHANTS.filter((one) => one.value === name || one.name.toLowerCase().includes(name.toLowerCase()));
const apply = (text: string, from: ListState = EMPTY_STATE) => applyText(text, fields, filters, from, find);

describe("chips of a list", () => {
  it("become its filters, and the words what it searches for", async () => {
    const applied = await apply("amount:>500 status:review operator:nagad merchant:padma 日期:7d 8N7A");
    expect(writeAddress(applied.state)).toBe("q=8N7A&range=last_7_days&merchant_id=M3&min_amount=500.01&operator=nagad&status=review");
    expect([applied.left, applied.unclear, applied.took]).toEqual(["8N7A", [], true]);
  });

  it("take the place of what was in force, and go back to the first page", async () => {
    const { state } = await apply("金额:<100", { ...EMPTY_STATE, filters: { min_amount: "5", status: "review" }, cursor: "c.1" });
    expect([state.filters, state.cursor]).toEqual([{ max_amount: "99.99", status: "review" }, null]);
  });

  it("know a merchant by its name where it is the only one, by the whole name, and by its id", async () => {
    const ids = await Promise.all(
      ['merchant:"lotus tea"', "merchant:M1", "merchant:pad"].map(async (text) => (await apply(text)).state.filters["merchant_id"]),
    );
    expect(ids).toEqual(["M2", "M1", "M3"]);
  });

  it("stay in the box where they are not clear", async () => {
    const applied = await apply("x merchant:lotus status:soon");
    expect([applied.left, applied.took, applied.state.q]).toEqual(["x merchant:lotus status:soon", false, "x"]);
    expect(applied.unclear.map((part) => part.field)).toEqual(["merchant", "status"]);
  });

  it("search for a text with a colon that names no field, and say so", async () => {
    const applied = await apply("Ref:123");
    expect([applied.left, applied.state.q, applied.unclear]).toEqual(["Ref:123", "Ref:123", [{ kind: "unknown", field: "Ref", text: "123" }]]);
  });

  it("wait in the box while they have no value, and nothing is wrong with them", async () => {
    const begun = await apply("8N7A status:");
    expect([begun.left, begun.unclear, begun.state.q]).toEqual(["8N7A status:", [], "8N7A"]);
  });

  it("never send what cannot be asked", async () => {
    const failing: FindByName = () => Promise.reject(new Error("offline"));
    expect((await applyText("merchant:padma", fields, filters, EMPTY_STATE, failing)).unclear).toHaveLength(1);
  });
});

describe("suggestions", () => {
  const names: Names = { field: (field) => field.words[0] ?? field.name, value: (_field, value) => value };
  const values = (text: string): string[] => {
    const typing = typingOf(text, fields);
    return typing?.kind === "value" ? valueSuggestions(typing, names).map((one) => one.insert) : [];
  };

  it("offer fields by the beginning of any of their words", () => {
    expect([
      fieldSuggestions(fields, "", names).length,
      fieldSuggestions(fields, "状", names).map((one) => one.insert),
      fieldSuggestions(fields, "am", names)[0]?.insert,
    ]).toEqual([5, ["status:"], "amount:"]);
  });

  it("offer values, of several the last one", () => {
    expect(values("status:")).toEqual(["status:review", "status:completed"]);
    expect(values("status:待")).toEqual(["status:review"]);
    expect(values("operator:nagad,")).toEqual(["operator:nagad,bkash"]);
    expect(values("date:last")).toEqual(["date:prev_week", "date:prev_month", "date:last_7_days", "date:last_30_days"]);
    expect(values("amount:")).toHaveLength(3);
  });
});
