/** Every screen in Chinese, on a desk, light and dark. */
import { WIDE } from "./support.ts";
import { sweepIn } from "./sweep.ts";

/**
 * Each pair of choices meets in one of four views, two of them here. Two that share nothing go through every place; the others through half of them each.
 * Axe looks at everything once and at some of it again: its rules do not read the words, and it takes most of the time.
 */
sweepIn([
  { locale: "zh", scheme: "light", size: WIDE, axeEach: 1, half: null },
  { locale: "zh", scheme: "dark", size: WIDE, axeEach: 4, half: 0 },
]);
