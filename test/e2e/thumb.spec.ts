/** On a phone one hand does it: what is decided stands at the thumb, filters take one line, nothing leads sideways. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { LOCALES } from "../../src/web/screens.ts";
import { adminToken } from "./product.ts";
import { at, settled, withPage } from "./support.ts";

const PHONE = { width: 360, height: 740 };
/** The page's own width, and where the acts of an open object stand. */
const measured = (page: Page) =>
  page.evaluate(() => {
    const acts = [...document.querySelectorAll<HTMLElement>("[data-drawer] header button, section[data-id] [data-foot] button")].filter(
      // The signs of a drawer stand in its head, what decides at the foot.
      (one) => one.closest("header") === null || one.getBoundingClientRect().top > innerHeight / 2,
    );
    return {
      sideways: document.documentElement.scrollWidth - innerWidth,
      acts: acts.length,
      least: Math.min(...acts.map((one) => one.getBoundingClientRect().height)),
      lowest: Math.max(...acts.map((one) => one.getBoundingClientRect().bottom)),
      covered: acts.filter((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return hit === null || !one.contains(hit);
      }).length,
      width: document.querySelector("[data-drawer], section[data-id]")?.getBoundingClientRect().width,
    };
  });

const PLACES = [
  ["zh", "/payments?status=review"],
  ["en", "/disburses?status=review"],
  ["en", "/wallets"],
] as const;

describe("at 360 px", () => {
  it.each(PLACES)("in %s, %s: acts at the thumb", async (locale, path) => {
    await withPage({ locale, size: PHONE, token: await adminToken() }, async (page) => {
      await page.goto(at(locale, path));
      await settled(page);
      await page.locator("[data-id]").first().click();
      await page.locator("[data-drawer] header button").nth(3).waitFor();
      await settled(page);
      const { acts, least, lowest, ...found } = await measured(page);
      expect(found).toEqual({ sideways: 0, covered: 0, width: PHONE.width });
      expect(acts).toBeGreaterThan(0);
      expect(least).toBeGreaterThanOrEqual(44);
      expect(lowest).toBeGreaterThan(PHONE.height - 24);
      expect(lowest).toBeLessThanOrEqual(PHONE.height);
    });
  });

  it.each(LOCALES)("the queue has its filters in one line, and its acts at the thumb, in %s", async (locale) => {
    await withPage({ locale, size: PHONE, token: await adminToken() }, async (page) => {
      await page.goto(at(locale, "/queue?kind=payment_review"));
      await settled(page);
      const lines = await page
        .locator("[data-filters] select")
        .evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size);
      expect(lines).toBe(1);
      expect((await measured(page)).sideways).toBe(0);
      await page.locator("main li[data-id] a[data-target]:not([aria-expanded])").first().click();
      // The object's own acts are there too: approving and rejecting is what a thumb does.
      for (const name of locale === "zh" ? ["通过", "驳回"] : ["Approve", "Reject"])
        await page.locator("section[data-id] [data-foot]").getByRole("button", { name, exact: true }).waitFor();
      await settled(page);
      const { least, lowest, covered } = await measured(page);
      expect(covered).toBe(0);
      expect(least).toBeGreaterThanOrEqual(44);
      expect(lowest).toBeGreaterThan(PHONE.height - 24);
    });
  });
});
