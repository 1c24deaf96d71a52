// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { activate, startMessages } from "./index.ts";
import { text } from "./keys.ts";

it("counts in English with the right ending", async () => {
  startMessages();
  await activate("en", "rest", "seldom");
  expect([0, 1, 2, "1", "1,200"].map((n) => text("wallets.usage.count", { n }))).toEqual(["0 orders", "1 order", "2 orders", "1 order", "1,200 orders"]);
  expect(text("journals.integrity.detail", { accounts: 1, entries: 1 })).toBe("1 account, 1 entry, checked");
});
