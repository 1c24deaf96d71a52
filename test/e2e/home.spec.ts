/** Home in one screen for each role, its figures explained to keys, and its numbers true to the lists behind them. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { Home } from "../../src/contract/home.schema.ts";
import { axeFindsNow } from "./axe.ts";
import { PASSWORD } from "./parties.ts";
import { theContent } from "./content.ts";
import { adminToken, good, tokenOf } from "./product.ts";
import { at, NARROW, settled, WIDE, withPage } from "./support.ts";
import { word } from "./words.ts";

const people: Record<string, string> = {};
beforeAll(async () => {
  const content = await theContent();
  people["admin"] = await adminToken();
  for (const who of ["finance", "operator", "merchant_admin"] as const) people[who] = await tokenOf(content.people[who], PASSWORD);
});

const VIEWS = [
  { who: "operator", locale: "zh", scheme: "light", first: "home.waiting.title" },
  { who: "finance", locale: "en", scheme: "dark", first: "home.money" },
  { who: "merchant_admin", locale: "en", scheme: "light", first: "home.waiting.title" },
  { who: "admin", locale: "en", scheme: "light", first: "home.waiting.title" },
] as const;

/** Blocks and ways whose content runs out of them, by their words. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("main section, main section li > a")]
      .filter((part) => part.scrollWidth > part.clientWidth)
      .map((part) => part.querySelector("h2")?.textContent ?? part.textContent),
  );

describe("home", () => {
  it.each(VIEWS)("is one screen for $who at 1440 × 900, and in order at 390 px", async ({ who, locale, scheme, first }) => {
    await withPage({ token: people[who] ?? "", locale, scheme, size: WIDE }, async (page) => {
      await page.goto(at(locale, "/"));
      await settled(page);
      await page.getByRole("slider").waitFor();
      // The strips over it are of the state of things and not of home; one of them has room.
      const bottom = await page.evaluate(() => {
        // As high as it gets: every wallet that is shown has its limits. Measured at once, and put back before anything is drawn anew.
        const full = document.querySelector("[data-way]")?.closest("td");
        for (const { cells } of full?.closest("table")?.tBodies[0]?.rows ?? []) {
          const cell = full && cells[full.cellIndex];
          const own = cell?.firstElementChild;
          if (!full?.firstElementChild || !cell || !(own instanceof HTMLElement) || cell.querySelector("[data-way]") !== null) continue;
          own.style.display = "none";
          cell.append(Object.assign(full.firstElementChild.cloneNode(true), { title: "added" }));
        }
        const top = document.querySelector("main")?.getBoundingClientRect().top ?? 0;
        const lowest = Math.max(...[...document.querySelectorAll("main section")].map((part) => part.getBoundingClientRect().bottom - top)) + 24 + 48 + 36;
        for (const added of document.querySelectorAll("main [title=added]")) {
          if (added.previousElementSibling instanceof HTMLElement) added.previousElementSibling.style.display = "";
          added.remove();
        }
        return lowest;
      });
      expect(bottom).toBeLessThanOrEqual(WIDE.height);
      expect(await overflowing(page)).toEqual([]);
      expect(await page.locator("main h2").first().innerText()).toContain(word(locale, first));
      expect(await axeFindsNow(page)).toEqual([]);
      await page.setViewportSize(NARROW);
      await settled(page);
      // The menu and the blocks follow the window a frame later.
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width);
      expect(await overflowing(page)).toEqual([]);
      expect(await page.locator("main h2").first().innerText()).toContain(word(locale, first));
    });
  });

  it("says to keys how a figure is computed and until when, and opens as many rows as it counts", async () => {
    await withPage({ token: people["admin"] ?? "", locale: "zh" }, async (page) => {
      await page.goto("/");
      await settled(page);
      const sign = page.getByRole("button", { name: word("zh", "home.explain.label").replace("{{what}}", word("zh", "home.collected")), exact: true });
      await sign.focus();
      const tip = page.getByRole("tooltip");
      await expect.poll(() => tip.innerText()).toMatch(/今日 0 点起完成的代收订单.*截至 \d\d:\d\d/);
      expect(await sign.getAttribute("aria-describedby")).toBe(await tip.getAttribute("id"));
      const home = await good<Home>("GET", "/api/statistics/home", people["admin"]);
      const busiest = [...home.wallets].sort((one, other) => other.orders.created - one.orders.created)[0];
      if (busiest === undefined || busiest.orders.created === 0) throw new Error("no wallet has had an order today");
      // What the other figures open is asked of the lists themselves: test/back-office/figures.test.ts.
      const opens = async (link: string, count: number): Promise<void> => {
        await page.locator(`main a[href="${link}"]`).first().click();
        await page.getByText(word("zh", "list.pages.total").replace("{{n}}", count.toLocaleString("en")), { exact: true }).waitFor();
        await page.goBack();
      };
      await opens(`/payments?range=today&wallet_id=${busiest.id}`, busiest.orders.created);
      if (home.today.collected_count > 0) await opens("/payments?paid_at=today&status=completed", home.today.collected_count);
    });
  });
});
