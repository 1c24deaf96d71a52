/** The palette acts: by permission, with what will happen before Enter, through the act's own question. */
import { beforeAll, expect, it } from "vitest";
import { reviewed, theContent } from "./content.ts";
import { type Content, type Merchant, PASSWORD } from "./parties.ts";
import { adminToken, good, openList, settled, tokenOf, withPage } from "./support.ts";

let content: Content;
let token: string;
beforeAll(async () => {
  content = await theContent();
  token = await tokenOf(content.people.operator, PASSWORD);
});

it("approves an order by words, through the order's own question", async () => {
  const made = await reviewed(content, content.merchants[0] as Merchant, 88_100, "01955500881");
  await withPage({ token }, async (page) => {
    await openList(page, "/sms");
    await page.keyboard.press("Control+k");
    await page.keyboard.type(`通过 ${made.id}`);
    const line = page.locator("[data-act]").filter({ hasText: `通过 ${made.id}` });
    await line.getByText("881.00", { exact: false }).waitFor();
    // Nothing has been done before the question is answered.
    await line.click();
    await page.waitForURL(new RegExp(`/payments\\?open=${made.id}`));
    const ask = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: /通过/ }) });
    await ask.first().waitFor();
    const { status } = await good<{ status: string }>("GET", `/api/payments/${made.id}`, token);
    expect(status).toBe("review");
  });
});

it("fills the emergency stop, shows its effect, and stops nothing by itself", async () => {
  await withPage({ token, locale: "en" }, async (page) => {
    await page.goto("/en/payments");
    await settled(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("stop bKash collecting for 45 minutes");
    const line = page.locator("[data-act]").filter({ hasText: "45 minutes" });
    await line.getByText(/wallet/i).waitFor();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog").filter({ has: page.getByRole("checkbox", { name: /^bKash/ }) });
    await panel.waitFor();
    expect(await panel.getByRole("checkbox", { name: /^bKash/, checked: true }).count()).toBe(1);
    await panel.getByText("45", { exact: false }).first().waitFor();
    const { items } = await good<{ items: unknown[] }>("GET", "/api/switches?state=closed", token);
    expect(items).toEqual([]);
  });
});

it("opens the form of something new, a tab, a parameter and a view, each by permission", async () => {
  const admin = await adminToken();
  await withPage({ token: admin, locale: "en" }, async (page) => {
    await page.goto("/en/payments");
    await settled(page);
    const type = async (text: string): Promise<void> => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type(text);
    };
    await type("new merchant");
    await page.locator("[data-act]").filter({ hasText: "New merchant" }).click();
    await page.getByRole("dialog", { name: /Create merchant|New merchant/ }).waitFor();
    await page.keyboard.press("Escape");
    await type("reconciliation");
    await page.locator("[data-action]").filter({ hasText: "Reconciliation" }).first().click();
    await page.waitForURL(/tab=reconciliation/);
    await type("close yesterday");
    await page.locator("[data-act]").filter({ hasText: "Wallets not closed" }).waitFor({ state: "detached" });
  });
  await withPage({ token, locale: "en" }, async (page) => {
    await page.goto("/en/payments");
    await settled(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("new merchant");
    await page.locator("[data-selected], [class*=empty]").first().waitFor();
    expect(await page.locator("[data-act]").count()).toBe(0);
  });
  const finance = await tokenOf(content.people.finance, PASSWORD);
  await withPage({ token: finance, locale: "en" }, async (page) => {
    await page.goto("/en/payments");
    await settled(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("close yesterday");
    await page
      .locator("[data-act]")
      .filter({ hasText: /Wallets not closed|Every wallet/ })
      .click();
    await page.waitForURL(/tab=reconciliation.*from=/);
  });
});
