// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from "vitest";
import { activate, startMessages } from "../../i18n/index.ts";
import { fieldWord, valueWords } from "./value-words.ts";

beforeAll(async () => {
  startMessages();
  await activate("zh", "rest", "seldom");
});

describe("values of a request", () => {
  it("are said in words: rules with their tiers, moments, statuses of the object, who it is for", () => {
    const rule = { rate_bps: 140, fixed: "0.00", min: "1.00", max: null, tiers: [{ from_amount: "5000.00", rate_bps: 110, fixed: "0.00" }] };
    expect(valueWords("rule", rule, "merchant")).toMatch(/^1\.4%.*1\.00\n.*5,000\.00.*1\.1%$/);
    expect(valueWords("valid_from", "2026-11-23T20:39:53.333Z", "merchant")).toBe("2026/11/24 04:39");
    expect([valueWords("status", "unknown", "disburse"), valueWords("match_status", "unmatched", "sms")]).toEqual(["结果未知", "未匹配"]);
    expect([valueWords("status", "on", "ending"), fieldWord("text")]).toEqual(["启用", "文字"]);
    expect([valueWords("direction", "payment", "merchant"), valueWords("operator", null, "merchant"), valueWords("operator", "bkash", "merchant")]).toEqual([
      "代收",
      "全部运营商",
      "bKash",
    ]);
  });

  it("that are not known stay as they came, and nothing is a dash", () => {
    expect([valueWords("note", "x y", "payment"), valueWords("note", null, "payment"), valueWords("tiers", [], "merchant")]).toEqual(["x y", "–", "–"]);
    expect(fieldWord("something_new")).toBe("something_new");
  });
});
