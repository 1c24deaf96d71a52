/** Whoever works with keys stays where he was: what closes gives the focus back to what opened it, and what covers the page keeps it. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { Content } from "./parties.ts";
import { theContent } from "./content.ts";
import { adminToken, good } from "./product.ts";
import { NARROW, settled, WIDE, withPage } from "./support.ts";
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
      for (const act of ["edit", "clear", "edit"] as const) {
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
        .getByRole("textbox", { name: word("zh", "words.field.account") })
        .fill(`keys.${Date.now()}`);
      await dialog(page)
        .getByRole("textbox", { name: word("zh", "words.field.email") })
        .fill("keys@example.com");
      await page.keyboard.press("Enter");
      const close = dialog(page).getByRole("button", { name: word("zh", "common.secretKept"), exact: true });
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
        .getByRole("button", { name: word("zh", "orders.approve"), exact: true })
        .first()
        .press("Enter");
      await dialog(page).locator("textarea:focus").waitFor();
      await dialog(page).locator("input[type=radio]:focus").waitFor();
    });
  });
});

/** Where the focus is, seen from a drawer: in it, on nothing (the browser's own), or behind it. */
const seenFromDrawer = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const now = document.activeElement;
    if (now === null || now === document.body) return "nothing";
    return now.closest("[data-drawer]") === null ? `behind: ${now.outerHTML.slice(0, 80)}` : "in it";
  });
async function tabbedThrough(page: Page, key: string): Promise<Set<string>> {
  const seen = new Set<string>();
  for (let count = 0; count < 30; count += 1) {
    await page.keyboard.press(key);
    seen.add(await seenFromDrawer(page));
  }
  return seen;
}

describe("a drawer that covers the page", () => {
  it("keeps the focus until it closes by key or by going back, and gives it back to its row", async () => {
    await withPage({ token, size: NARROW }, async (page) => {
      await page.goto("/merchants");
      await settled(page);
      const link = page.locator("li[data-id] a[data-link]").first();
      const leave = [() => page.keyboard.press("Escape"), () => page.goBack()];
      for (const close of leave) {
        await onKeys(page, link);
        const drawer = page.getByRole("dialog");
        await drawer.getByRole("heading", { level: 3 }).first().waitFor();
        expect(await drawer.getAttribute("aria-modal")).toBe("true");
        expect(await seenFromDrawer(page)).toBe("in it");
        for (const key of ["Tab", "Shift+Tab"]) expect([...(await tabbedThrough(page, key))].filter((place) => place.startsWith("behind"))).toEqual([]);
        expect(await page.locator("nav, main input").evaluateAll((behind) => behind.length > 0 && behind.every((one) => one.closest("[inert]") !== null))).toBe(
          true,
        );
        await close();
        await drawer.waitFor({ state: "detached" });
        await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
        expect(await page.locator("[inert]").count()).toBe(0);
      }
    });
  });

  it("lets a form over it have the focus", async () => {
    await withPage({ token, size: NARROW }, async (page) => {
      await page.goto(`/merchants?open=${content.merchants[0]?.id}`);
      await settled(page);
      const button = page.locator("[data-drawer]").getByRole("button", { name: word("zh", "merchants.action.edit"), exact: true });
      await onKeys(page, button);
      await escapesTo(page, button);
    });
  });

  it("leaves the page alone where it stands beside it", async () => {
    await withPage({ token }, async (page) => {
      await page.goto(`/merchants?open=${content.merchants[0]?.id}`);
      await settled(page);
      await page.getByRole("dialog").waitFor();
      expect(await page.locator('[inert], [aria-modal="true"]').count()).toBe(0);
    });
  });

  it("is the tester of messages too", async () => {
    await withPage({ token, size: NARROW }, async (page) => {
      await page.goto("/sms");
      await settled(page);
      const button = page.getByRole("button", { name: word("zh", "sms.tool.tester"), exact: true });
      await onKeys(page, button);
      await page.getByRole("dialog", { name: word("zh", "sms.tool.tester") }).waitFor();
      expect([...(await tabbedThrough(page, "Tab"))].filter((place) => place.startsWith("behind"))).toEqual([]);
      await page.getByRole("dialog").getByRole("button").first().focus();
      await page.keyboard.press("Escape");
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    });
  });
});

/** Waits in the page for the moment that the rows are no longer held back, and takes the focus to the first of them in that very moment. */
const focusAsShown = (page: Page, what: string): Promise<boolean> =>
  page.evaluate(
    (selector) =>
      new Promise<boolean>((resolve) => {
        const main = document.querySelector<HTMLElement>("main");
        const take = (): void => {
          if (main === null || main.dataset["held"] !== undefined) return;
          watcher.disconnect();
          const place = document.querySelector<HTMLElement>(selector);
          place?.focus();
          resolve(place !== null && document.activeElement === place);
        };
        const watcher = new MutationObserver(take);
        if (main !== null) watcher.observe(main, { attributes: true });
        take();
      }),
    what,
  );

describe("a row just shown", () => {
  // Every context here asks for less motion; what is hidden and shown must not wander through the page level by level for that.
  it.each([
    { size: NARROW, path: "/merchants", place: "li[data-id] a[data-link]" },
    { size: WIDE, path: "/merchants", place: "tr[data-id] a[data-link]" },
  ])("takes the focus in the moment it is shown, and opens with Enter ($size.width px)", async ({ size, path, place }) => {
    await withPage({ token, size }, async (page) => {
      let release: () => void = () => undefined;
      const held = new Promise<void>((done) => (release = done));
      await page.route("**/api/intake", async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(path);
      // The rows stand there, behind the strips that are not known yet.
      await page.locator(`main[data-held] ${place}`).first().waitFor({ state: "attached" });
      const taken = focusAsShown(page, place);
      release();
      expect(await taken).toBe(true);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").getByRole("heading", { level: 3 }).first().waitFor();
    });
  });

  it.each([NARROW, WIDE])("keeps the focus while a live change draws it anew, and opens with Enter ($width px)", async (size) => {
    const [merchant] = content.merchants;
    await withPage({ token, size }, async (page) => {
      await page.goto("/merchants");
      await settled(page);
      const row = page.locator(`main [data-id="${merchant?.id}"]`);
      const link = row.locator("a[data-link]");
      await link.focus();
      const { version } = await good<{ version: number }>("GET", `/api/merchants/${merchant?.id}`, token);
      const owner = `Keys ${Date.now()}`;
      await good("PATCH", `/api/merchants/${merchant?.id}`, token, { version, owner });
      await row.getByText(owner).first().waitFor();
      expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").getByRole("heading", { level: 3 }).first().waitFor();
    });
  });
});
