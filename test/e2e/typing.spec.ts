/** What is typed arrives: in the search before its code does, and in the field of a moment, in the product's own format. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { LOCALES } from "../../src/web/screens.ts";
import { theContent } from "./content.ts";
import { adminToken } from "./product.ts";
import { at, NARROW, settled, withPage } from "./support.ts";
import { word } from "./words.ts";

it("the search keeps the keys that come before its code, and Enter means the first entry", async () => {
  const token = await adminToken();
  await withPage({ token }, async (page) => {
    await page.route(/assets\/palette-.*\.js$/, async (route) => {
      await new Promise((done) => setTimeout(done, 600));
      await route.continue();
    });
    await page.goto("/payments");
    await settled(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type(word("zh", "frame.screen.journals"));
    await page.locator("[data-action][data-selected]").waitFor();
    expect(await page.locator("[role=dialog] input").inputValue()).toBe(word("zh", "frame.screen.journals"));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/journals$/);
  });
});

/** Escape leaves the calendar for its field; what the field stands in stays. */
async function escapesToTheField(page: Page, around: Locator): Promise<void> {
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement?.getAttribute("placeholder") === "YYYY/MM/DD HH:mm");
  expect(await around.isVisible()).toBe(true);
}

it("Escape in the calendar of a form leaves the form standing", async () => {
  const { merchants } = await theContent();
  await withPage({ token: await adminToken() }, async (page) => {
    await page.goto(`/merchants?open=${merchants[0]?.id}`);
    await settled(page);
    await page
      .getByRole("button", { name: word("zh", "fees.change"), exact: true })
      .first()
      .click();
    const form = page.locator('[role="dialog"]:not([data-drawer])');
    await form.getByText(word("zh", "fees.form.later"), { exact: true }).click();
    await page.getByPlaceholder("YYYY/MM/DD HH:mm").press("Alt+ArrowDown");
    await page.waitForFunction(() => document.activeElement?.closest("table") !== null);
    await escapesToTheField(page, form);
  });
});

describe.each(LOCALES)("the moment of a balance in %s", (locale) => {
  it.each([
    ["typed and moved by keys", NARROW],
    ["chosen in the calendar", undefined],
  ] as const)("is %s", async (way, size) => {
    const token = await adminToken();
    await withPage({ locale, token, ...(size === undefined ? {} : { size }) }, async (page) => {
      await page.goto(at(locale, "/journals"));
      await settled(page);
      await page.getByRole("button", { name: word(locale, "journals.balance.open") }).click();
      const field = page.getByPlaceholder("YYYY/MM/DD HH:mm");
      await field.fill("2026-1-31 8:05");
      if (size !== undefined) {
        await field.press("End");
        await field.press("ArrowUp");
        expect(await field.inputValue()).toBe("2026/01/31 08:06");
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
        return;
      }
      await field.press("Alt+ArrowDown");
      await page.waitForFunction(() => document.activeElement?.closest("table") !== null);
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Enter");
      expect(await field.inputValue()).toBe("2026/01/30 08:05");
      await page.getByLabel(word(locale, "list.dates.hour"), { exact: true }).selectOption("23");
      expect(await field.inputValue(), way).toBe("2026/01/30 23:05");
      // What misses is said at its own field; Escape closes the calendar first, then the panel.
      await page.getByRole("button", { name: word(locale, "journals.balance.show"), exact: true }).click();
      const merchant = page.getByRole("combobox", { name: new RegExp(`^${word(locale, "words.field.merchant_id")}`) });
      expect([await merchant.getAttribute("aria-invalid"), await field.getAttribute("aria-invalid")]).toEqual(["true", null]);
      await page.getByLabel(word(locale, "list.dates.hour"), { exact: true }).focus();
      const panel = page.getByRole("dialog", { name: word(locale, "journals.balance.title") });
      await escapesToTheField(page, panel);
      await page.keyboard.press("Escape");
      await panel.waitFor({ state: "detached" });
    });
  });
});
