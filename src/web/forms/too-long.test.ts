import { expect, it } from "vitest";
import type { text } from "../i18n/keys.ts";
import { tooLong } from "./too-long.ts";

const t = ((key: string, params: object) => `${key} ${JSON.stringify(params)}`) as typeof text;

it("says how long a text is and may be, instead of cutting it", () => {
  expect(tooLong("a".repeat(65), 64, t)).toBe('common.tooLong {"max":64,"n":65}');
  expect([tooLong("a".repeat(64), 64, t), tooLong(`${"a".repeat(64)}  `, 64, t), tooLong("a".repeat(999), undefined, t)]).toEqual([null, null, null]);
});
