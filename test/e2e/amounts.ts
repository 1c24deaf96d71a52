/** Amounts that a page says, while they are hidden and while they are not. */
import type { Page } from "playwright-core";
import { settled } from "./support.ts";

/** What on the page reads as an amount; what a person types is none of it. */
export function amountsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const attributes = ["data-tip", "data-copy", "title", "aria-label", "aria-valuetext", "aria-description", "aria-roledescription", "placeholder", "alt"];
    const read = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join())].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ""),
    );
    return [document.title, document.body.innerText, ...read].flatMap(
      (text) => text.match(/.{0,20}(\d\.\d{2}(?![\d%.])|(৳|Tk|BDT)[ \u00a0]?\d).{0,10}/g) ?? [],
    );
  });
}

/** Shows the amounts of a page that came covered, by the key. @returns how many it says now */
export async function uncover(page: Page): Promise<number> {
  await page.keyboard.press("Shift+H");
  await settled(page);
  await page.locator("[data-covered]").waitFor({ state: "detached" });
  return (await amountsOn(page)).length;
}

/** Hides them again under the eyes. @returns those that are still said */
export async function cover(page: Page): Promise<string[]> {
  await page.keyboard.press("Shift+H");
  await page.locator("[data-covered]").waitFor();
  return amountsOn(page);
}
