import { expect, it } from "vitest";
import { stepped } from "./moment.ts";

const START = "2026/01/31 23:59";
it.each([
  [2, 1, "2027/01/31 23:59"],
  [6, 1, "2026/02/28 23:59"],
  [7, -1, "2025/12/31 23:59"],
  [9, 1, "2026/02/01 23:59"],
  [12, 1, "2026/02/01 00:59"],
  [16, 1, "2026/02/01 00:00"],
  [14, -1, "2026/01/31 23:58"],
] as const)("moves the part at %i by %i", (caret, by, text) => {
  expect(stepped(START, caret, by)?.text).toBe(text);
});

it("marks the part that it moved, in the text as the product writes it", () => {
  expect(stepped("2026-1-5 8:05", 9, 1)).toEqual({ text: "2026/01/06 08:05", start: 8, end: 10 });
  expect(stepped("soon", 1, 1)).toBeNull();
});
