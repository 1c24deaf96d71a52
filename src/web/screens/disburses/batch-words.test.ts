// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from "vitest";
import { BATCH_COLUMNS, BATCH_HEADERS } from "../../../contract/disburse-batches.ts";
import { activate, startMessages } from "../../i18n/index.ts";
import { text } from "../../i18n/keys.ts";
import { fileProblem, rowProblem, templateText } from "./batch-file.ts";

const tools = { t: text, locale: "zh", currency: "BDT" } as const;
beforeAll(async () => {
  startMessages();
  await activate("zh", "rest", "seldom");
});

describe("a file of payouts", () => {
  it.each(["zh", "en"] as const)("have a template in %s whose heads the server knows", async (locale) => {
    await activate(locale, "rest", "seldom");
    const [heads] = templateText({ ...tools, locale })
      .slice(1)
      .split("\r\n");
    await activate("zh", "rest", "seldom");
    const folded = (heads ?? "").split(",").map((head) => head.toLowerCase().replace(/[\s_-]/g, ""));
    expect(folded.map((head, at) => (BATCH_HEADERS[BATCH_COLUMNS[at] ?? "amount"] as readonly string[]).includes(head))).toEqual(Array(5).fill(true));
  });

  it("say in words why a file, or a row of it, is wrong", () => {
    const refused = (details: Record<string, unknown>): string | null => fileProblem({ code: "validation_failed", message: "", status: 422, details }, tools);
    expect(refused({ reason: "missing_columns", columns: ["amount", "customer"] })).toBe("缺少列：金额、收款号码");
    expect(refused({ reason: "open_quote", line: 7 })).toContain("7");
    expect(refused({ reason: "too_many_rows", rows: 6000 })).toContain("6,000");
    expect([refused({ reason: "no_rows" }), refused({ reason: "doubled_column", columns: ["customer"] })].every((words) => words !== null)).toBe(true);
    expect(refused({})).toBeNull();
    expect(rowProblem("merchant_order_id", "duplicate_row")).toBe("与前面某行的商户订单号相同");
    expect(rowProblem("amount", "required")).toMatch(/^金额 · [\u4e00-\u9fff]/);
    // The same refusal stands before a payment's message, whose number pays: the words fit both.
    expect(rowProblem("customer", "customer_is_wallet")).toMatch(/^收款号码 · (?!.*付款人)[\u4e00-\u9fff]/);
    expect(rowProblem(null, "insufficient_balance")).toMatch(/[\u4e00-\u9fff]/);
  });
});
