import { expect, it } from "vitest";
import { standsOut } from "./first-choice.ts";

it("a choice stands out when it is the only one or scores higher than the next", () => {
  const [high, low] = [{ score: 80 }, { score: 40 }];
  expect(standsOut([high])).toBe(high);
  expect(standsOut([high, low])).toBe(high);
  expect(standsOut([high, { score: 80 }])).toBeNull();
  expect(standsOut([{ score: null }, low])).toBeNull();
  expect(standsOut([])).toBeNull();
});
