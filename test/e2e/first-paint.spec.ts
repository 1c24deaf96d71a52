/** What sign-in shows before its program has arrived: the same card, in the right colours, which nothing moves afterwards. */
import { describe, expect, it } from "vitest";
import { LOCALES } from "../../src/web/screens.ts";
import { at, NARROW, settled, WIDE, withPage } from "./support.ts";

const WORDS = {
  zh: { heading: "登录收付台", late: /请刷新页面/ },
  en: { heading: "Sign in to Floatdesk", late: /reload the page/ },
} as const;

describe.each(LOCALES)("sign-in before its program has arrived, in %s", (locale) => {
  it.each([
    ["on a desk, light", WIDE, "light"],
    ["on a phone, dark", NARROW, "dark"],
  ] as const)("shows the card where it will be, %s", async (_name, size, scheme) => {
    await withPage({ locale, size, scheme }, async (page) => {
      let letGo: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await page.route(/assets\/.*\.js$/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(at(locale, "/signin"), { waitUntil: "commit" });
      const card = page.getByRole("main");
      await card.getByRole("heading", { name: WORDS[locale].heading }).waitFor();
      const look = () =>
        card.evaluate((element) => ({
          colours: [getComputedStyle(document.body).backgroundColor, getComputedStyle(element).backgroundColor],
          font: getComputedStyle(element).fontFamily,
        }));
      const before = { box: await card.boundingBox(), ...(await look()) };
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale === "zh" ? "zh-CN" : "en");
      // The words for a slow network come some seconds later.
      const late = card.getByText(WORDS[locale].late);
      expect(await late.isVisible()).toBe(false);
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) animation.finish();
      });
      expect(await late.isVisible()).toBe(true);
      letGo();
      await settled(page);
      await card.getByRole("textbox").first().waitFor();
      expect({ box: await card.boundingBox(), ...(await look()) }).toEqual(before);
      expect(await late.count()).toBe(0);
    });
  });
});

it("has the colours that the person chose, against the system's", async () => {
  await withPage({ scheme: "light" }, async (page, problems) => {
    await page.goto("/signin");
    await settled(page);
    await page.context().addCookies([{ name: "theme", value: "dark", url: page.url() }]);
    const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.route(/assets\/.*\.js$/, (route) => route.abort());
    await page.reload();
    const colour = await page.evaluate(() => [document.documentElement.dataset["mantineColorScheme"], getComputedStyle(document.body).backgroundColor]);
    expect(colour).toEqual(["dark", "rgb(15, 18, 22)"]);
    expect(light).not.toBe(colour[1]);
    problems.length = 0; // the aborted loads
  });
});
