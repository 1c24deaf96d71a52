/** Unknown addresses: the server's status, the page's words, the way home, in both languages. */
import { describe, expect, it } from "vitest";
import { LOCALES } from "../../src/web/screens.ts";
import { adminToken, theProduct } from "./product.ts";
import { at, settled, withPage } from "./support.ts";

const WORDS = {
  zh: { title: "页面不存在", other: "English", home: "返回首页" },
  en: { title: "Page Not Found", other: "中文", home: "Back to the dashboard" },
} as const;

describe.each(LOCALES)("an unknown address in %s", (locale) => {
  it.each(["/nothing", "/payments/P261121ABCDEFGH", "/deep/er/still"])("%s is a 404 with status, message and description", async (path) => {
    await withPage({ locale }, async (page) => {
      const answer = await page.goto(at(locale, path));
      expect(answer?.status()).toBe(404);
      await settled(page);
      await page
        .locator("main")
        .filter({ hasText: `Page not found: ${at(locale, path)}` })
        .waitFor();
      const text = await page.locator("main").innerText();
      expect(text).toContain("404");
      expect(text).toContain(WORDS[locale].title);
      expect(await page.title()).toContain(WORDS[locale].title);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale === "zh" ? "zh-CN" : "en");
    });
  });

  it("leads home, and says the same in the other language when asked", async () => {
    const token = await adminToken();
    await withPage({ locale, token }, async (page) => {
      await page.goto(at(locale, "/nothing"));
      const other = locale === "zh" ? "en" : "zh";
      await page.getByRole("button", { name: WORDS[locale].other }).click();
      await page.getByRole("heading", { name: WORDS[other].title }).waitFor();
      await page.locator("main a").first().click();
      await page.waitForURL((url) => url.pathname === at(other, "/"));
    });
  });
});

it.each([
  ["zh", "/PAYMENTS"],
  ["zh", "//payments"],
  ["zh", "//"],
  ["zh", "//evil.example/payments"],
  ["en", "/en/Payments"],
  ["en", "/EN/payments"],
  ["en", "/en//payments"],
] as const)("in %s takes %s for no address of a screen: page and status say 404", async (locale, path) => {
  await withPage({ locale, token: await adminToken() }, async (page) => {
    const answer = await page.goto(new URL(theProduct().baseUrl).origin + path);
    expect([answer?.status(), new URL(page.url()).pathname]).toEqual([404, path]);
    await settled(page);
    // The served page has the heading before the program has come, which adds the address.
    await page
      .locator("main")
      .filter({ hasText: `Page not found: ${path}` })
      .waitFor();
    await page.getByRole("heading", { name: WORDS[locale].title }).waitFor();
    await page.locator("main a").first().click();
    await page.waitForURL((url) => url.pathname === at(locale, "/"));
  });
});

it("shows what a screen throws as 500, and a missing chunk reloads once", async () => {
  const token = await adminToken();
  await withPage({ token }, async (page, problems) => {
    let loads = 0;
    page.on("load", () => (loads += 1));
    await page.goto("/profile");
    await settled(page);
    await page.route(/assets\/.*\.js$/, (route) => route.abort());
    loads = 0;
    // Its code has not been fetched yet: pressing the keys goes there without a hover before.
    // The page that has been loaded anew shows no more than what the server writes into it.
    const emptied = () => page.waitForFunction(() => document.querySelector("#root > [aria-busy='true']") !== null, undefined, { timeout: 4_000 });
    for (let tries = 1; ; tries += 1) {
      await page.keyboard.press("g");
      await page.keyboard.press("e");
      // The first keys may come before the page listens to them.
      const gone = await emptied().catch((error: unknown) => error);
      if (!(gone instanceof Error)) break;
      if (tries === 4) throw gone;
    }
    expect(loads).toBe(1);
    await page.unroute(/assets\/.*\.js$/);
    await page.reload();
    await page.waitForURL(/\/settings$/);
    await settled(page);
    problems.length = 0; // the aborted loads
  });
});
