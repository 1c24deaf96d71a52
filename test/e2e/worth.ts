/** Whether a list shows what its rows are about: amount and status, at every width, without scrolling. */
import type { Page } from "playwright-core";
import { type Locale, SCREENS, type ScreenName } from "../../src/web/screens.ts";
import { LISTS } from "../../src/web/screens/lists.ts";
import type { Place } from "./sweep.ts";
import { word } from "./words.ts";

/** What the columns are called whose place is in view; null: this place is no list. */
export interface Worth {
  readonly status: string | null;
  readonly amount: string | null;
}

/** The columns of the list that a place shows whole, in a language. */
export async function worthOf({ path, who, press }: Place, locale: Locale): Promise<Worth | null> {
  if (who === null || press !== undefined || path.includes("open=") || path.startsWith("/api/")) return null;
  const { pathname, searchParams } = new URL(path, "http://floatdesk.invalid");
  const tab = searchParams.get("tab") ?? undefined;
  const found = Object.values(LISTS).find((one) => SCREENS[one.screen satisfies ScreenName].path === pathname && one.tab === tab);
  if (found === undefined) return null;
  const { card, columns } = await found.load(who === "admin");
  const head = (id: string | undefined): string | null => {
    const column = columns.find((one) => one.id === id);
    return column === undefined ? null : word(locale, column.header);
  };
  return { status: head(card.status), amount: head(card.amount) };
}

/** How long columns may take to follow a window that became wider or narrower: tries, and what is between two, ms. */
const [TRIES, EACH_MS] = [50, 100];

/** Which of both cannot be seen, once the columns have followed the window. */
export async function unseen(page: Page, worth: Worth): Promise<string[]> {
  for (let tried = 1; ; tried += 1) {
    const missing = await missingNow(page, worth);
    if (missing.length === 0 || tried === TRIES) return missing;
    await page.waitForTimeout(EACH_MS);
  }
}

function missingNow(page: Page, worth: Worth): Promise<string[]> {
  return page.evaluate(({ status, amount }) => {
    const isBetween = (from: number, to: number, element: Element): boolean => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && left >= from - 1 && right <= to + 1;
    };
    const card = document.querySelector("main li[data-id]");
    if (card !== null) {
      const isShown = (about: string): boolean => {
        const place = card.querySelector(`[data-about="${about}"]`);
        return place !== null && place.textContent !== "" && isBetween(0, innerWidth, place);
      };
      return [
        ...(status === null || isShown("status") ? [] : [`${status} of a card`]),
        ...(amount === null || isShown("amount") ? [] : [`${amount} of a card`]),
      ];
    }
    const heads = [...document.querySelectorAll<HTMLElement>("main thead th")];
    const pinned = (side: string): DOMRect[] => heads.filter((head) => head.dataset.stick?.startsWith(side)).map((head) => head.getBoundingClientRect());
    const region = document.querySelector("main [role='region'][tabindex='0']")?.getBoundingClientRect();
    const from = Math.max(region?.left ?? 0, ...pinned("left").map(({ right }) => right));
    const to = Math.min(region?.right ?? 0, ...pinned("right").map(({ left }) => left));
    const whole = new Set(heads.filter((head) => isBetween(from, to, head)).map((head) => head.innerText.replace(/[（(].*/s, "").trim()));
    return [status, amount].flatMap((one) => (one === null || whole.has(one) ? [] : [`column ${one}`]));
  }, worth);
}
