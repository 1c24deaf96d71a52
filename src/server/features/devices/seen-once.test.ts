import { expect, test } from "vitest";
import { SeenOnce } from "./seen-once.ts";

test("a key holds for its window and no longer, and the oldest make room", () => {
  let now = 0;
  const seen = new SeenOnce(100, () => now, 3);
  seen.keep("a");
  expect([seen.has("a"), seen.has("b")]).toEqual([true, false]);
  now = 100;
  expect(seen.has("a")).toBe(true);
  now = 101;
  expect(seen.has("a")).toBe(false);
  for (const key of ["b", "c", "d", "e"]) seen.keep(key);
  expect(["b", "c", "d", "e"].map((key) => seen.has(key))).toEqual([false, true, true, true]);
});
