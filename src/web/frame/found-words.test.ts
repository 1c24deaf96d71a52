// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from "vitest";
import { activate, startMessages } from "../i18n/index.ts";
import { detailOf, titleOf } from "./found-words.ts";

beforeAll(async () => {
  startMessages();
  await activate("zh", "rest", "seldom");
});

describe("what the search found", () => {
  it("has amounts and numbers grouped as everywhere else", () => {
    expect(detailOf({ type: "payment", detail: "1670.00 · 01662266407" })).toBe("1,670.00 · 01662 266 407");
    expect(detailOf({ type: "payment", detail: "90.08 · DKMYEAF0FZ" })).toBe("90.08 · DKMYEAF0FZ");
    expect(detailOf({ type: "user", detail: "" })).toBe("");
  });

  it("names kinds in words", () => {
    expect(detailOf({ type: "transfer", detail: "1200.00 · b2b_out" })).toBe("1,200.00 · B2B 转出");
    expect([titleOf({ type: "manual", title: "opening" }), titleOf({ type: "wallet", title: "bKash 01" })]).toEqual(["期初余额", "bKash 01"]);
    expect(titleOf({ type: "bulk", title: "disburses.recheck" })).toBe("代付：重新核查");
  });
});
