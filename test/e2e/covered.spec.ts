/** The hide-amounts switch: on every screen, in one of both languages, nothing that is seen, read out, pointed at or copied says an amount. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { LOCALES } from "../../src/web/screens.ts";
import { openContext, settled, theProduct } from "./support.ts";
import { makePlaces, type Place, placesOf, show } from "./sweep.ts";
import { word } from "./words.ts";

beforeAll(makePlaces);

/** What on the page reads as an amount; what a person types is none of it. */
function amountsOn(page: Page): Promise<string[]> {
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

const cover = (page: Page): Promise<void> => page.keyboard.press("Shift+H");

/** What a place says of amounts when it comes covered, and when it is covered under the eyes; and how many it says uncovered. */
async function look(page: Page, place: Place): Promise<{ said: string[]; uncovered: number }> {
  const coming = await amountsOn(page);
  // In a dialog somebody types.
  if (place.press !== undefined) return { said: coming, uncovered: 0 };
  await cover(page);
  await settled(page);
  const uncovered = (await amountsOn(page)).length;
  await cover(page);
  await page.locator("[data-covered]").waitFor();
  return { said: [...coming, ...(await amountsOn(page))], uncovered };
}

/** Each place in one of the languages, half of them in each: what covers does not read the words. */
const isVisited = (_place: Place, at: number, language: number): boolean => at % LOCALES.length === language;

describe.each(LOCALES)("while amounts are hidden, in %s", (locale) => {
  it("no screen of its half says one", async () => {
    const found: Record<string, unknown> = {};
    let withAmounts = 0;
    for (const who of ["admin", "merchant"] as const) {
      const { token, places } = placesOf(who);
      const context = await openContext({ locale, token });
      await context.addCookies([{ name: "amounts", value: "hidden", url: theProduct().baseUrl }]);
      const page = await context.newPage();
      for (const place of places.filter((one, at) => isVisited(one, at, LOCALES.indexOf(locale)))) {
        const shown = await show(page, place, locale);
        const { said, uncovered } = await look(page, place);
        if (uncovered > 0) withAmounts += 1;
        if (shown !== null || said.length > 0) found[place.name] = shown ?? said.slice(0, 5);
      }
      await context.close();
    }
    expect(found).toEqual({});
    // Nothing is hidden where nothing would be seen.
    expect(withAmounts).toBeGreaterThan(8);
  }, 300_000);
});

it("says that amounts are hidden, copies none, and shows them again from where one decides", async () => {
  const { token, places } = placesOf("admin");
  const context = await openContext({ locale: "en", token });
  const page = await context.newPage();
  const review = places.find(({ name }) => name === "payment in review");
  if (review === undefined) throw new Error("no payment in review");
  await show(page, review, "en");
  await page.getByRole("button", { name: word("en", "frame.person") }).click();
  await page.getByRole("menuitem", { name: word("en", "frame.covered.hide") }).click();
  await page.locator("aside [data-covered]").waitFor();
  expect(await amountsOn(page)).toEqual([]);
  await page.reload();
  await settled(page);
  await page.locator("aside [data-covered]").waitFor();
  const note = page.locator("[data-drawer]").getByText(word("en", "frame.covered.note"));
  await note.waitFor();
  await page
    .locator("[data-drawer]")
    .getByRole("button", { name: word("en", "frame.covered.show") })
    .click();
  await note.waitFor({ state: "detached" });
  expect((await amountsOn(page)).length).toBeGreaterThan(0);
  await context.close();
});
