/** Every screen in Chinese, on a desk, light and dark. */
import { beforeAll, describe, expect, it } from "vitest";
import { WIDE } from "./support.ts";
import { makePlaces, sweep, type View } from "./sweep.ts";

/**
 * Each pair of choices meets in one of four views, two of them here. Two that share nothing go through every place; the others through half of them each.
 * Axe looks at everything once and at some of it again: its rules do not read the words, and it takes most of the time.
 */
const VIEWS: readonly View[] = [
  { locale: "zh", scheme: "light", size: WIDE, axeEach: 1, half: null },
  { locale: "zh", scheme: "dark", size: WIDE, axeEach: 4, half: 0 },
];

beforeAll(makePlaces);

describe.each(VIEWS)("in $locale, $scheme, $size.width px", (view) => {
  it("every screen is accessible, complete in its language, and fits", async () => {
    expect(await sweep(view)).toEqual({});
  }, 420_000);
});
