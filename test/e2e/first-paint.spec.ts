/** What pages show before their program has arrived: the card of sign-in, the frame of every other screen, in the right colours; nothing moves afterwards. */
import { describe, expect, it } from "vitest";
import { LOCALES } from "../../src/web/screens.ts";
import { adminToken, theProduct } from "./product.ts";
import { at, NARROW, settled, styled, WIDE, withPage } from "./support.ts";

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
      await styled(page);
      const look = () =>
        card.evaluate((element) => ({
          colours: [getComputedStyle(document.body).backgroundColor, getComputedStyle(element).backgroundColor],
          font: getComputedStyle(element).fontFamily,
        }));
      const before = { box: await card.boundingBox(), ...(await look()) };
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale === "zh" ? "zh-CN" : "en");
      // The words for a slow network come some seconds later: an animation begins with them unseen, which a slow machine may have ended by now.
      const late = card.getByText(WORDS[locale].late);
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) Object.assign(animation, { currentTime: 0 }).pause();
      });
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

describe.each([
  ["zh", "/payments", WIDE, "light", "代收", "订单号、商户订单号、TrxID、客户号码"],
  ["en", "/payments", NARROW, "dark", "Payment", "Order ID, merchant order ID, TrxID, customer"],
  ["en", "/sms", WIDE, "dark", "SMS reports", "TrxID, number, message ID"],
  ["zh", "/sms", NARROW, "light", "短信记录", "TrxID、号码、短信编号"],
] as const)("a screen of the frame before its program has arrived, in %s: %s", (locale, path, size, scheme, title, hint) => {
  it("shows the frame, and nothing moves until the rows are there", async () => {
    await withPage({ locale, size, scheme, token: await adminToken() }, async (page) => {
      const gates = [/assets\/.*\.js$/, /api\/user$/, /api\/(switches|intake)$/];
      const open: (() => void)[] = [];
      for (const gate of gates) {
        const held = new Promise<void>((resolve) => open.push(resolve));
        await page.route(gate, async (route) => {
          await held;
          await route.continue();
        });
      }
      const heading = page.getByRole("heading", { level: 1 });
      const bar = page.locator("header");
      const look = async () => ({
        bar: await bar.boundingBox(),
        heading: (await heading.boundingBox())?.x,
        colours: await bar.evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(document.body).backgroundColor]),
      });
      const searchAt = async (box: ReturnType<typeof page.getByText>) => {
        const found = await box.boundingBox();
        return [found?.x, found?.y, found?.height];
      };
      await page.goto(at(locale, path), { waitUntil: "commit" });
      await expect.poll(() => heading.textContent()).toBe(title);
      await page.getByText(hint).waitFor();
      await styled(page);
      const before = await look();
      const search = await searchAt(page.getByText(hint));
      // The code is here, but not yet who asks for it; then that too, but not what stands over the screen.
      const frame = page.locator("[aria-busy='true']");
      const answered = page.waitForRequest(/api\/user$/);
      open[0]?.();
      await answered;
      await expect.poll(() => frame.count()).toBe(1);
      expect(await look()).toEqual(before);
      open[1]?.();
      await page.getByRole("button", { name: /AD/ }).first().waitFor();
      expect(await page.getByText(hint).isVisible()).toBe(true);
      expect(await look()).toEqual(before);
      open[2]?.();
      await settled(page);
      await page.getByPlaceholder(hint).waitFor();
      expect(await page.getByText(hint).count()).toBe(0);
      // A strip over the screen (something is closed) comes with the rows and stands above them: the rest is pushed by its height.
      const strips = page.locator("header ~ aside");
      const pushed = (await strips.count()) === 0 ? 0 : ((await strips.first().boundingBox())?.height ?? 0);
      const [x, y = 0, height] = await searchAt(page.getByPlaceholder(hint));
      expect([x, y - pushed, height]).toEqual(search);
      expect(await look()).toEqual(before);
    });
  });
});

it("leads whoever is not signed in from the frame to the card", async () => {
  await withPage({}, async (page) => {
    await page.goto("/payments");
    await page.waitForURL(/\/signin$/);
    await settled(page);
    expect(await page.getByRole("heading").allTextContents()).toEqual([WORDS.zh.heading]);
  });
});

it("keeps the way back and the reason where the session had ended before the page was opened", async () => {
  await withPage({ locale: "en", token: "gone" }, async (page) => {
    await page.goto("/en/payments?status=completed");
    await page.waitForURL(/\/en\/signin$/);
    await settled(page);
    await page.getByText("Your session has ended. Sign in again.").waitFor();
    await page.getByLabel("Account").fill(theProduct().adminAccount);
    await page.getByLabel("Password", { exact: true }).fill(theProduct().adminPassword);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(/\/en\/payments\?status=completed$/);
  });
});

it("shows the page of an unknown address, and the card of sign-in, while nobody says who is here", async () => {
  await withPage({ token: await adminToken() }, async (page) => {
    await page.route(/api\/user$/, () => new Promise(() => undefined));
    await page.goto("/nothing");
    await page.getByText("404").first().waitFor();
    await page.goto("/signin");
    await page.getByRole("textbox").first().waitFor();
    // In the frame the program takes over after some seconds, and looks the same.
    await page.goto("/payments");
    await page.waitForTimeout(4000);
    await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toBe("代收");
  });
});
