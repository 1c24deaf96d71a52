/** What people do all day in a list, its drawers and the palette, and the largest block of script that it costs. */
import type { Browser, Page } from "playwright-core";
import { type Blocks, blocksWhile } from "./script-blocks.ts";
import { HELD_MS, type Place, visiting } from "./visit.ts";

/** How much slower the processor is that the marks are for. */
export const SLOWED = 4;

/** An act, and how long a person waits after it: what it sets going belongs to it, ms. */
interface Act {
  readonly name: string;
  readonly area: "list" | "drawer" | "palette";
  readonly run: (page: Page) => Promise<void>;
}
const ANSWERED_MS = 1500;
const SEEN_MS = 400;

const rowAt = (page: Page, index: number) => page.locator("tbody tr[data-id]").nth(index);
/** Between id and merchant: nothing there is a link or copies itself. */
const ON_ROW = { position: { x: 420, y: 12 } } as const;
/** As a person clicks: pressed and let go in one moment, the pointing, the press and the click come to the page as one task. */
const CLICK = { delay: HELD_MS } as const;

async function press(page: Page, key: string, waitMs = SEEN_MS): Promise<void> {
  await page.keyboard.press(key);
  await page.waitForTimeout(waitMs);
}

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(700, 500);
  for (let turn = 0; turn < 20; turn += 1) {
    await page.mouse.wheel(0, turn < 15 ? 300 : -900);
    await page.waitForTimeout(60);
  }
  await page.waitForTimeout(SEEN_MS);
  await page.locator("main [role=region][tabindex='0']").focus();
  for (const key of ["PageDown", "End", "Home"]) await press(page, key, ANSWERED_MS);
}

async function chooseRows(page: Page): Promise<void> {
  for (const index of [1, 2, 3]) {
    await rowAt(page, index).locator("input[type=checkbox]").click(CLICK);
    await page.waitForTimeout(SEEN_MS);
  }
  for (let times = 0; times < 2; times += 1) {
    await page.locator("thead input[type=checkbox]").click(CLICK);
    await page.waitForTimeout(SEEN_MS);
  }
}

async function sort(page: Page): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    await page.locator("thead button").first().click(CLICK);
    await page.waitForTimeout(ANSWERED_MS);
  }
}

async function filter(page: Page): Promise<void> {
  const tabs = page.locator("main [role=group] button[aria-pressed]");
  for (const tab of [2, 4, 0]) {
    await tabs.nth(tab).click(CLICK);
    await page.waitForTimeout(ANSWERED_MS);
  }
}

async function typeInSearch(page: Page): Promise<void> {
  await press(page, "/");
  await page.keyboard.type("H000", { delay: 150 });
  await page.waitForTimeout(ANSWERED_MS);
  await page.keyboard.press("ControlOrMeta+A");
  await press(page, "Backspace", ANSWERED_MS);
  await press(page, "Escape");
}

async function pointAtRows(page: Page): Promise<void> {
  for (const index of [3, 4, 5, 6]) {
    await rowAt(page, index).hover(ON_ROW);
    await page.waitForTimeout(SEEN_MS);
  }
}

async function openAndClose(page: Page): Promise<void> {
  for (const index of [2, 5, 8]) {
    await rowAt(page, index).click({ ...ON_ROW, ...CLICK });
    await page.waitForSelector("[data-drawer] h3");
    await page.waitForTimeout(ANSWERED_MS);
    await press(page, "j", ANSWERED_MS);
    await press(page, "Escape", ANSWERED_MS);
  }
}

async function askPalette(page: Page): Promise<void> {
  for (const words of ["wallet 3", "支付"]) {
    await page.keyboard.press("ControlOrMeta+k");
    await page.waitForSelector("[role=dialog] [data-action]");
    await page.waitForTimeout(ANSWERED_MS);
    await page.keyboard.type(words, { delay: 150 });
    await page.waitForTimeout(ANSWERED_MS);
    await press(page, "ArrowDown");
    await press(page, "Escape", ANSWERED_MS);
  }
}

const ACTS: readonly Act[] = [
  { name: "scroll", area: "list", run: scroll },
  { name: "choose", area: "list", run: chooseRows },
  { name: "sort", area: "list", run: sort },
  { name: "filter", area: "list", run: filter },
  { name: "search", area: "list", run: typeInSearch },
  { name: "point", area: "drawer", run: pointAtRows },
  { name: "drawer", area: "drawer", run: openAndClose },
  { name: "palette", area: "palette", run: askPalette },
];

/** What one round found, by the name of what was done; processor time of the page's thread at full speed, ms. */
export type Handled = Readonly<Record<string, Blocks>>;

/** A round on a fresh page of 200 rows: whatever has to come first, comes in it. */
export function handle(browser: Browser, place: Place): Promise<Handled> {
  return visiting(browser, place, "/payments?size=200", async (page) => {
    const found: Record<string, Blocks> = {};
    for (const { name, run } of ACTS) {
      found[name] = await blocksWhile(browser, page, () => run(page));
      await page.mouse.move(700, 5);
      await page.waitForTimeout(SEEN_MS);
    }
    return found;
  });
}

/** The largest block of an area in a round, ms on the slowed processor. */
export function largestOf(handled: Handled, area: Act["area"]): number {
  return SLOWED * Math.max(...ACTS.filter((act) => act.area === area).map(({ name }) => handled[name]?.block ?? Number.NaN));
}
