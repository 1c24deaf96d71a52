/** Deciding one case after the other by keyboard alone: the evidence on top, the best message chosen, the next case opens by itself. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { reviewed, theContent } from "./content.ts";
import { type Content, type Merchant, PASSWORD } from "./parties.ts";
import { adminToken, good, tokenOf } from "./product.ts";
import { NARROW, openList, settled, withPage } from "./support.ts";

const CASES = 20;
/** What 20 cases may take a person, ms. A test types quicker than a person: what it shows is that no case needs more than its keys. */
const MAY_TAKE_MS = 120_000;
/** Keys of a case: approve, then the button that has been filled in. */
const KEYS_OF_A_CASE = 2;

let content: Content;
let token: string;
let merchant: Merchant;
beforeAll(async () => {
  content = await theContent();
  token = await tokenOf(content.people.operator, PASSWORD);
  merchant = content.merchants[0] as Merchant; // the content has five
});

const openId = (page: Page): string => new URL(page.url()).searchParams.get("open") ?? "";
const statusOf = async (id: string): Promise<string> => (await good<{ status: string }>("GET", `/api/payments/${id}`, await adminToken())).status;
const drawer = (page: Page) => page.locator("[data-drawer]");
/** The drawer once it has followed the address: a key before that is nobody's, on purpose. */
const drawerOf = (page: Page, id: string) => page.locator(`[data-drawer][aria-label*="${id}"]`);

/** The first order in review, opened by keyboard. */
async function openFirst(page: Page): Promise<void> {
  await openList(page, "/payments?status=review&size=10");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await drawer(page).waitFor();
}
async function cases(count: number, first: number): Promise<string[]> {
  const made: string[] = [];
  for (let index = 0; index < count; index += 1)
    made.push((await reviewed(content, merchant, 61_000 + (first + index) * 700, `019666${String(first + index).padStart(5, "0")}`)).id);
  return made;
}

describe("20 orders in review", () => {
  it("are approved by keyboard alone within two minutes, two keys each", async () => {
    const made = new Set(await cases(CASES, 0));
    await withPage({ token }, async (page) => {
      await openFirst(page);
      const began = Date.now();
      const decided: string[] = [];
      let keys = 0;
      const press = async (key: string): Promise<void> => {
        keys += 1;
        await page.keyboard.press(key);
      };
      while (decided.length < CASES) {
        const id = openId(page);
        expect(made.has(id), `${id} is one of the cases`).toBe(true);
        await drawerOf(page, id).getByRole("row", { name: /金额/ }).getByText("−10.00").waitFor();
        await press("a");
        await page.getByRole("radio", { checked: true }).first().waitFor();
        await press("Enter");
        await page.waitForURL((url) => url.searchParams.get("open") !== id);
        decided.push(id);
      }
      expect(Date.now() - began).toBeLessThan(MAY_TAKE_MS);
      expect(keys).toBe(CASES * KEYS_OF_A_CASE);
      expect(new Set(decided)).toEqual(made);
    });
    for (const id of made) expect(await statusOf(id)).toBe("completed");
  });
});

describe("an order in review", () => {
  it("is never decided on by a key that was meant for the one before or after it", async () => {
    await cases(2, 70);
    await withPage({ token }, async (page) => {
      await openFirst(page);
      // Both keys at once, as a person types them: the drawer may not have followed yet.
      await page.evaluate(() => {
        for (const key of ["j", "a"]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      });
      await page.waitForTimeout(1_500);
      const asked = page.locator('[role="dialog"]:not([data-drawer])');
      if ((await asked.count()) > 0) expect(await asked.getByRole("heading").first().innerText()).toContain(openId(page));
      else {
        await drawerOf(page, openId(page)).waitFor();
        await page.keyboard.press("a");
        expect(await asked.getByRole("heading").first().innerText()).toContain(openId(page));
      }
    });
  });

  it("shows order, message and difference on top, in English on a phone, too", async () => {
    const [id] = await cases(1, 40);
    await withPage({ token, locale: "en", size: NARROW }, async (page) => {
      await page.goto(`/en/payments?status=review&open=${id}`);
      await settled(page);
      const line = drawer(page).getByRole("row", { name: /^Amount/ });
      await line.getByText("−10.00").waitFor();
      const [top, facts] = await Promise.all([line.boundingBox(), drawer(page).getByRole("heading", { name: "Details" }).boundingBox()]);
      expect((top?.y ?? 0) < (facts?.y ?? 0)).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    });
  });

  it("is rejected with r, which reloads only where nothing is open; to approve another amount is never the filled button", async () => {
    const [id] = await cases(1, 50);
    await withPage({ token }, async (page) => {
      await page.goto(`/payments?status=review&open=${id}`);
      await settled(page);
      await drawer(page).getByRole("button", { name: "驳回" }).waitFor();
      await drawer(page).getByRole("button", { name: "通过" }).waitFor();
      expect(await drawer(page).locator("button[data-primary]").count()).toBe(0);
      await page.keyboard.press("r");
      await page.getByRole("dialog", { name: /驳回/ }).getByLabel("驳回原因").fill("付款人要求取消");
      await page.keyboard.press("Tab");
      await page.getByRole("button", { name: "驳回订单" }).press("Enter");
      await expect.poll(() => statusOf(id ?? ""), { timeout: 60_000 }).toBe("rejected");
    });
  });

  it("says what a re-check came to", async () => {
    const [id] = await cases(1, 60);
    await withPage({ token }, async (page) => {
      await page.goto(`/payments?status=review&open=${id}`);
      await settled(page);
      await drawer(page).getByRole("button", { name: "重新核查" }).click();
      await page.locator('[role="dialog"]:not([data-drawer])').getByRole("button", { name: "重新核查" }).click();
      await page.getByText("已重新核查：没有新的结果，仍为“待审核”").waitFor();
    });
  });
});
