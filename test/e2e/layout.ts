/** The page at every width: it waits until the page has followed, and says what stands out of its place there. */
import type { Page } from "playwright-core";
import { BOXES } from "./boxes.ts";

/** The widths that people have, narrowest first, each with a height that goes with it. */
export const SIZES = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
] as const;
export type Size = (typeof SIZES)[number];

/** Frames in a row in which nothing moved, and how many may pass until then. */
const STILL = 2;
const MOST = 240;

/** Waits until the page has followed its window and colours: the menu, the columns and the plots do so a frame or two later. */
export function stands(page: Page): Promise<void> {
  return page.evaluate(
    async ([still, most]) => {
      const isWaiting = (): boolean => {
        const frame = document.querySelector("#content")?.parentElement?.parentElement;
        const followed =
          !frame || (frame.hasAttribute("data-folded") === innerWidth < 1024 && (frame.querySelector(":scope > div > nav") === null) === innerWidth < 768);
        return document.querySelector("[aria-busy='true'], [data-waiting], main[data-held]") !== null || !followed;
      };
      // One number for where everything stands: each box weighs by its place in the page.
      const picture = (): number => {
        let sum = 0;
        let weight = 1;
        for (const element of document.body.querySelectorAll("*")) {
          const { x, y, width, height } = element.getBoundingClientRect();
          weight = (weight * 31) % 1009;
          sum += weight * (x + 3 * y + 7 * width + 11 * height);
        }
        return sum;
      };
      let before = Number.NaN;
      for (let count = 0, same = 0; count < most && same < still; count += 1) {
        await new Promise(requestAnimationFrame);
        const now = picture();
        same = now === before && !isWaiting() ? same + 1 : 0;
        before = now;
      }
    },
    [STILL, MOST] as const,
  );
}

/** How often one looks again: what moves just now is in nobody's way in the next moment. */
const LOOKS = 5;

/** What on the page is out of its place, a line each. */
export async function outOfPlace(page: Page): Promise<string[]> {
  for (let count = 1; ; count += 1) {
    const found = await page.evaluate<string[]>(BOXES);
    if (found.length === 0 || count === LOOKS) return found;
    await stands(page);
  }
}
