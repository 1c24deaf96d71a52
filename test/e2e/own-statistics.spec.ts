/** A merchant's own statistics: reached by keys, looked at by day and by hour, each outcome with its orders; closed to whose role leaves amounts out. */
import { beforeAll, describe, expect, it } from "vitest";
import type { OwnFigures } from "../../src/contract/statistics.schema.ts";
import { theContent } from "./content.ts";
import { type Content, PASSWORD } from "./parties.ts";
import { good, tokenOf } from "./product.ts";
import { at, NARROW, settled, WIDE, withPage } from "./support.ts";
import { word } from "./words.ts";

let content: Content;
let token: string;
beforeAll(async () => {
  content = await theContent();
  token = await tokenOf(content.people.merchant_admin, PASSWORD);
});

describe.each([
  ["zh", WIDE],
  ["en", NARROW],
] as const)("a merchant's statistics, in %s", (locale, size) => {
  it("shows hours or days with their data, and opens the orders behind an outcome", async () => {
    await withPage({ token, locale, size }, async (page) => {
      await page.goto(at(locale, "/payments"));
      await settled(page);
      await page.keyboard.press("g");
      await page.keyboard.press("a");
      const region = (key: Parameters<typeof word>[1]) => page.getByRole("region", { name: word(locale, key), exact: true });
      const days = region("reconciliation.figures.days");
      await days.locator("canvas").waitFor();
      await days.getByRole("button", { name: word(locale, "plots.table"), exact: true }).click();
      expect(await days.getByRole("row").count()).toBe(8); // a week and its head
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        days.getByRole("button", { name: word(locale, "plots.csvOf").replace("{{title}}", word(locale, "reconciliation.figures.days")) }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/\.csv$/);
      // The last row is today: its link shows its hours.
      await days.getByRole("row").last().getByRole("link").click();
      await region("reconciliation.figures.hours").locator("canvas").waitFor();
      expect(new URL(page.url()).searchParams.get("from")).toBe(new URL(page.url()).searchParams.get("to"));
      await settled(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
      const completed = async (): Promise<number> => {
        const { payments } = await good<OwnFigures>("GET", "/api/statistics/own", token);
        return payments?.rows.find(({ status }) => status === "completed")?.count ?? 0;
      };
      const before = await completed();
      expect(before).toBeGreaterThan(0);
      // How many there are, not how many a page has drawn; other files complete orders meanwhile.
      const [answer] = await Promise.all([
        page.waitForResponse((one) => /\/api\/payments\?.*status=completed/.test(one.url())),
        region("reconciliation.figures.payments")
          .getByRole("link", { name: word(locale, "payments.status.completed"), exact: true })
          .click(),
      ]);
      await page.waitForURL((url) => url.pathname === at(locale, "/payments") && url.searchParams.get("status") === "completed");
      const { data } = (await answer.json()) as { data: { total: { value: number } } };
      expect(data.total.value).toBeGreaterThanOrEqual(before);
      // An answer of three seconds ago is given again.
      await expect.poll(completed, { timeout: 60_000 }).toBeGreaterThanOrEqual(data.total.value);
    });
  });
});

it("is in no menu of whose role leaves amounts out, and its address says so", async () => {
  await withPage({ token, locale: "en" }, async (page) => {
    // As a role without `amounts.see` is answered; what the server refuses it, test/access/matrix.test.ts tries.
    await page.route(/\/api\/user(\?|$)/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { permissions: string[] } };
      body.data.permissions = body.data.permissions.filter((one) => one !== "amounts.see");
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto(at("en", "/statistics"));
    await page.getByRole("heading", { name: word("en", "frame.noPermission.title"), exact: true }).waitFor();
    const menu = page.getByRole("navigation", { name: word("en", "frame.menu"), exact: true });
    await menu
      .getByRole("link", { name: word("en", "frame.screen.payments") })
      .first()
      .waitFor();
    expect(await menu.getByRole("link", { name: word("en", "frame.screen.statistics") }).count()).toBe(0);
  });
});
