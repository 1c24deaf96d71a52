/** A server that does not answer for a while: nobody loses the page, nobody has to ask twice, and the keys stay where they were. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { LOCALES } from "../../src/web/screens.ts";
import { theContent } from "./content.ts";
import { type Content, PASSWORD } from "./parties.ts";
import { adminToken, tokenOf } from "./product.ts";
import { at, openList, settled, withPage } from "./support.ts";
import { word } from "./words.ts";

let content: Content;
let token: string;
beforeAll(async () => {
  content = await theContent();
  token = await adminToken();
});

/** Nothing reaches the server until the answer is called. */
async function away(page: Page): Promise<() => Promise<void>> {
  await page.route("**/*", (route) => route.abort());
  return () => page.unroute("**/*");
}

describe.each(LOCALES)("in %s", (locale) => {
  it("a screen whose code is missing says that the server cannot be reached, and comes by itself", async () => {
    await withPage({ locale, token }, async (page, problems) => {
      await page.goto(at(locale, "/profile"));
      await settled(page);
      const back = await away(page);
      for (;;) {
        await page.keyboard.press("g");
        await page.keyboard.press("e");
        // The first keys may come before the page listens to them.
        const said = page.getByRole("heading", { name: word(locale, "frame.error.away") }).waitFor({ timeout: 10_000 });
        if (
          await said.then(
            () => true,
            () => false,
          )
        )
          break;
      }
      await page.getByText(word(locale, "frame.error.awayText")).waitFor();
      expect(new URL(page.url()).pathname).toBe(at(locale, "/settings"));
      await back();
      await page.getByRole("heading", { name: word(locale, "frame.error.away") }).waitFor({ state: "detached" });
      await settled(page);
      expect(new URL(page.url()).pathname).toBe(at(locale, "/settings"));
      // The browser names each call that was cut off.
      problems.length = 0;
    });
  });

  it("a page that could not ask who is here goes on by itself", async () => {
    await withPage({ locale, token }, async (page, problems) => {
      await page.route("**/api/**", (route) => route.abort());
      await page.goto(at(locale, "/withdrawal"));
      await page.getByText(word(locale, "frame.sessionFailed")).waitFor();
      await page.unroute("**/api/**");
      await page.getByText(word(locale, "frame.sessionFailed")).waitFor({ state: "detached" });
      await settled(page);
      problems.length = 0;
    });
  });
});

it("a form that could not be sent has its button under the keys, and Enter sends it again", async () => {
  const account = `away.${Date.now()}`;
  await withPage({ token }, async (page, problems) => {
    await page.goto("/users");
    await settled(page);
    await page.getByRole("button", { name: word("zh", "users.action.create"), exact: true }).click();
    const form = page.locator('[role="dialog"]:not([data-drawer])');
    await form.getByRole("textbox", { name: word("zh", "words.field.account") }).fill(account);
    await form.getByRole("textbox", { name: word("zh", "words.field.email") }).fill(`${account}@example.com`);
    const send = form.locator("button[type=submit]");
    const back = await away(page);
    await send.focus();
    await page.keyboard.press("Enter");
    await form.getByText(word("zh", "errors.code.no_answer")).waitFor();
    await expect.poll(() => send.evaluate((button) => button === document.activeElement)).toBe(true);
    await back();
    await page.keyboard.press("Enter");
    await form.getByText(word("zh", "errors.code.no_answer")).waitFor({ state: "detached" });
    problems.length = 0;
  });
});

describe("a list", () => {
  it("has a column of acts where somebody may act, and none where nobody may, at every width", async () => {
    const auditor = await tokenOf(content.people.auditor, PASSWORD);
    const heads = (page: Page) => page.locator("thead th").allInnerTexts();
    for (const [who, stands] of [
      [token, true],
      [auditor, false],
    ] as const) {
      await withPage({ token: who }, async (page) => {
        await openList(page, "/wallets");
        for (const width of [1440, 1024, 768, 2560]) {
          await page.setViewportSize({ width, height: 900 });
          await expect.poll(async () => (await heads(page)).includes(word("zh", "list.table.actions")), { message: `${width} px` }).toBe(stands);
          // Nothing is left of it: the table fills its frame as before, and no wider.
          await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), { message: `${width} px` }).toBe(0);
        }
      });
    }
  });
});
