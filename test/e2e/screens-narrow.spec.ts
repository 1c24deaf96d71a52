/** Every screen in English, on a phone, light and dark. */
import { beforeAll, describe, expect, it } from "vitest";
import { NARROW } from "./support.ts";
import { makePlaces, sweep, type View } from "./sweep.ts";

/**
 * Each pair of choices meets in one of four views, two of them here. Two that share nothing go through every place; the others through half of them each.
 * Axe looks at everything once and at some of it again: its rules do not read the words, and it takes most of the time.
 */
const VIEWS: readonly View[] = [
  { locale: "en", scheme: "dark", size: NARROW, axeEach: 3, half: null },
  { locale: "en", scheme: "light", size: NARROW, axeEach: 4, half: 1 },
];

beforeAll(makePlaces);

describe.each(VIEWS)("in $locale, $scheme, $size.width px", (view) => {
  it("every screen is accessible, complete in its language, and fits", async () => {
    expect(await sweep(view)).toEqual({});
  }, 420_000);
});
