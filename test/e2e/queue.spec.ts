/** The exception queue in a browser: reached and worked by keys, put aside and taken back, shared with somebody else who looks. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { ExceptionLines } from "../../src/contract/exceptions.schema.ts";
import { axeFinds } from "./axe.ts";
import { type Content, PASSWORD } from "./parties.ts";
import { theContent } from "./content.ts";
import { adminToken, good, theProduct, tokenOf } from "./product.ts";
import { at, NARROW, SCHEMES, settled, WIDE, withPage } from "./support.ts";
import { word } from "./words.ts";

let content: Content;
let token: string;
let others: string;
beforeAll(async () => {
  content = await theContent();
  token = await adminToken();
  others = await tokenOf(content.people.operator, PASSWORD);
});
const lines = (query = "") => good<ExceptionLines>("GET", `/api/exceptions/lines${query}`, token);

/** Waits until the line that has the focus is in view, and the evidence beside the list is its own and offers what Enter does. */
async function evidenceOf(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const line = document.querySelector<HTMLElement>("main li[data-active]");
    const id = line?.dataset["id"];
    return line?.contains(document.activeElement) === true && id !== undefined && document.querySelector(`main section[data-id="${id}"] kbd`) !== null;
  });
}

describe.each(["zh", "en"] as const)("the queue in %s", (locale) => {
  it("opens with g q, moves by keys, and Enter does what is suggested", async () => {
    await withPage({ locale, token }, async (page) => {
      await page.goto(at(locale, "/"));
      await settled(page);
      await page.keyboard.press("g");
      await page.keyboard.press("q");
      await page.locator("main li[data-id]").first().waitFor();
      expect(new URL(page.url()).pathname).toBe(at(locale, "/queue"));
      await page.goto(at(locale, "/queue?kind=sms_unmatched"));
      await page.locator("main li[data-id]").first().waitFor();
      await page.keyboard.press("j");
      await evidenceOf(page);
      // A line of several opens to its members first.
      if ((await page.locator("main li[data-active] a[aria-expanded]").count()) > 0) {
        await page.keyboard.press("Enter");
        await page.locator("main li[data-member]").first().waitFor();
        await page.keyboard.press("j");
      }
      await evidenceOf(page);
      await page.keyboard.press("Enter");
      await page.locator('[role="dialog"] form, [role="dialog"] h2').first().waitFor();
    });
  });

  it("puts aside and takes back", async () => {
    await withPage({ locale, token }, async (page) => {
      const [line] = (await lines()).items.filter((one) => one.count === 1);
      await page.goto(at(locale, `/queue?open=${line?.first.id}`));
      await page.locator("main section h2").first().waitFor();
      await page.keyboard.press("s");
      await page
        .getByRole("dialog")
        .getByRole("button", { name: word(locale, "exceptions.act.mute"), exact: true })
        .click();
      await page.getByRole("button", { name: new RegExp(`^${word(locale, "frame.undo.act")}`) }).click();
      await expect.poll(async () => (await good<{ status: string }>("GET", `/api/exceptions/${line?.first.id}`, token)).status).toBe("open");
    });
  });

  it("shows who else looks, within fifteen seconds, and no more once they have left", async () => {
    await withPage({ locale, token }, async (page) => {
      const mine = await good<ExceptionLines>("GET", "/api/exceptions/lines", others);
      const id = mine.items.find((one) => one.count === 1)?.first.id;
      await page.goto(at(locale, `/queue?open=${id}`));
      await page.locator("main section h2").first().waitFor();
      await good("POST", `/api/exceptions/${id}/presence`, others, { here: true });
      const seen = page.locator("main section").getByText(word(locale, "exceptions.looking").replace("{{who}}", content.people.operator));
      await seen.waitFor({ timeout: 60_000 });
      await good("POST", `/api/exceptions/${id}/presence`, others, { here: false });
      await seen.waitFor({ state: "detached", timeout: 60_000 });
    });
  });

  it("imports an operator's statement where messages are missing, at Enter", async () => {
    const finance = await tokenOf(content.people.finance, PASSWORD);
    const [gap] = (await good<ExceptionLines>("GET", "/api/exceptions/lines?kind=wallet_gap,books_differ,wallet_negative,wallet_unreported", finance)).items;
    expect(gap).toBeDefined();
    await withPage({ locale, token: finance }, async (page) => {
      await page.goto(at(locale, `/queue?kind=${gap?.first.kind}`));
      await page.locator("main li[data-id]").first().waitFor();
      await page.keyboard.press("j");
      await page.getByRole("button", { name: word(locale, "exceptions.own.import") }).waitFor();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: word(locale, "reconciliation.import.title") });
      // The wallet is chosen already.
      await expect.poll(() => dialog.locator("input").first().inputValue()).toBe(gap?.first.wallet?.name);
    });
  });

  it("tells the person whom a comment calls, until he has looked", async () => {
    const account = theProduct().adminAccount;
    const [line] = (await good<ExceptionLines>("GET", "/api/exceptions/lines", others)).items;
    await good("POST", `/api/exceptions/${line?.first.id}/comments`, others, { text: `@${account} please look (${locale})` });
    await withPage({ locale, token }, async (page) => {
      await page.goto(at(locale, "/config"));
      await page.getByRole("button", { name: new RegExp(word(locale, "frame.mentions").replace(/[（(].*/, "")) }).click();
      await page.getByRole("menuitem", { name: new RegExp(word(locale, "frame.mentions").replace(/[（(].*/, "")) }).click();
      await page.waitForURL(/\/queue\?assignee=mentioned/);
      const own = page.locator(`main li[data-id="${line?.first.id}"]`);
      await own.locator("a").first().click();
      await page
        .locator("main section", { hasText: `please look (${locale})` })
        .first()
        .waitFor();
      await page.getByRole("button", { name: new RegExp(`${word(locale, "frame.person")}: ${account}$`) }).waitFor({ timeout: 60_000 });
    });
  });

  it.each(SCHEMES)("can be read by everybody, wide and on a phone, %s", async (scheme) => {
    for (const size of [WIDE, NARROW])
      await withPage({ locale, token, scheme, size }, async (page) => {
        const [line] = (await lines()).items;
        await page.goto(at(locale, `/queue?open=${line?.first.id}`));
        await page.locator("main section h3").first().waitFor();
        await settled(page);
        if (process.env.E2E_SHOTS !== undefined) await page.screenshot({ path: `${process.env.E2E_SHOTS}/queue-${locale}-${scheme}-${size.width}.png` });
        expect(await axeFinds(page, false)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
      });
  });
});
