/** Every screen in English, on a phone, light and dark. */
import { NARROW } from "./support.ts";
import { sweepIn } from "./sweep.ts";

/**
 * Each pair of choices meets in one of four views, two of them here. Two that share nothing go through every place; the others through half of them each.
 * Axe looks at everything once and at some of it again: its rules do not read the words, and it takes most of the time.
 */
sweepIn([
  { locale: "en", scheme: "dark", size: NARROW, axeEach: 3, half: null },
  { locale: "en", scheme: "light", size: NARROW, axeEach: 4, half: 1 },
]);
