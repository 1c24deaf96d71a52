import { expect, it } from "vitest";
import { difference } from "../../list/state/index.ts";
import { verdictOf } from "./both-sides.tsx";

it("two texts are the same, differ, or say nothing where one is missing or masked", () => {
  expect(verdictOf("CK7A91QWE0", " ck7a91qwe0")).toBe("same");
  expect(verdictOf("01712345678", "01812345678")).toBe("differs");
  for (const [order, message] of [
    [null, "1"],
    ["1", null],
    ["", "1"],
    ["01712345678", "0171***5678"],
  ] as const)
    expect(verdictOf(order, message)).toBeNull();
});

it("a difference is exact, and negative where less came", () => {
  expect(difference("1188.33", "1170.33")).toBe("18.00");
  expect(difference("878.00", "888.00")).toBe("-10.00");
  expect(difference("9999999999.99", "0.01")).toBe("9999999999.98");
});
