/** Whoever works with keys stays where he was: what closes gives the focus back to what opened it. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { type Content, theContent } from "./content.ts";
import { adminToken, settled, withPage } from "./support.ts";
import { word } from "./words.ts";

let content: Content;
let token: string;
beforeAll(async () => {
  content = await theContent();
  token = await adminToken();
});

const dialog = (page: Page): Locator => page.locator('[role="dialog"]:not([data-drawer])');
/** Escape, and the focus is on this element again. */
async function escapesTo(page: Page, place: Locator): Promise<void> {
  await dialog(page).locator(":focus").waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true);
}
async function onKeys(page: Page, place: Locator): Promise<void> {
  await place.focus();
  await page.keyboard.press("Enter");
}

describe("the focus comes back", () => {
  it("to the button of a form, each time", async () => {
    await withPage({ token }, async (page) => {
      await page.goto("/wallets");
      await settled(page);
      const button = page.getByRole("button", { name: word("zh", "wallets.action.create"), exact: true });
      for (let round = 0; round < 2; round += 1) {
        await onKeys(page, button);
        await escapesTo(page, button);
      }
    });
  });

  it("to the button of a row's menu, after a form and after the first question", async () => {
    await withPage({ token }, async (page) => {
      await page.goto("/wallets");
      await settled(page);
      const button = page.locator(`tr[data-id="${content.wallets[0]?.id}"] button[aria-haspopup]`).first();
      for (const act of ["edit", "delete", "edit"]) {
        await onKeys(page, button);
        await page.getByRole("menuitem", { name: word("zh", `wallets.action.${act}`), exact: true }).press("Enter");
        await escapesTo(page, button);
      }
    });
  });

  it("to an act of a drawer, after a form was left and after it was sent", async () => {
    await withPage({ token }, async (page) => {
      await page.goto(`/merchants?open=${content.merchants[0]?.id}`);
      await settled(page);
      const button = page.locator("[data-drawer]").getByRole("button", { name: word("zh", "merchants.action.edit"), exact: true });
      await onKeys(page, button);
      await escapesTo(page, button);
      await page.keyboard.press("Enter");
      await dialog(page).locator(":focus").waitFor();
      await page.keyboard.press("Enter");
      await dialog(page).waitFor({ state: "detached" });
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    });
  });

  it("to the button of a form that was followed by what is shown once", async () => {
    await withPage({ token }, async (page) => {
      await page.goto("/users");
      await settled(page);
      const button = page.getByRole("button", { name: word("zh", "users.action.create"), exact: true });
      await onKeys(page, button);
      await dialog(page)
        .getByRole("textbox", { name: word("zh", "users.column.account") })
        .fill(`keys.${Date.now()}`);
      await dialog(page)
        .getByRole("textbox", { name: word("zh", "users.column.email") })
        .fill("keys@example.com");
      await page.keyboard.press("Enter");
      const close = dialog(page).getByRole("button", { name: word("zh", "users.shown.close"), exact: true });
      await onKeys(page, close);
      await dialog(page).waitFor({ state: "detached" });
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    });
  });

  it("to what had it before the list of keys", async () => {
    await withPage({ token }, async (page) => {
      await page.goto("/wallets");
      await settled(page);
      const button = page.getByRole("button", { name: word("zh", "wallets.action.create"), exact: true });
      await button.focus();
      await page.keyboard.press("?");
      await escapesTo(page, button);
    });
  });

  it("to the first of the choices, when these come after the dialog", async () => {
    await withPage({ token }, async (page) => {
      await page.route("**/api/payments/P*", async (route) => {
        await page.waitForTimeout(700);
        await route.continue();
      });
      await page.goto("/payments?status=review");
      await settled(page);
      await page
        .locator("tr[data-id]")
        .getByRole("button", { name: word("zh", "payments.action.approve"), exact: true })
        .first()
        .press("Enter");
      await dialog(page).locator("textarea:focus").waitFor();
      await dialog(page).locator("input[type=radio]:focus").waitFor();
    });
  });
});
