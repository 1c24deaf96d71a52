/** Nothing stands in the way of what a row, a field or a menu is for: measured in the browser. */
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import type { Content } from "./parties.ts";
import { theContent } from "./content.ts";
import { adminToken, good } from "./product.ts";
import { NARROW, openList, settled, WIDE, withPage } from "./support.ts";
import { word } from "./words.ts";

const TABLET = { width: 768, height: 1024 } as const;

let content: Content;
let token: string;
beforeAll(async () => {
  content = await theContent();
  token = await adminToken();
});

/** What the page looks like in one frame: whether it is wider than the window, where its first amount ends, and how wide its menu is. */
function measured(page: Page) {
  return page.evaluate(
    (menuName) => {
      const amount = [...document.querySelectorAll("main [data-id] span")].find((span) => /^[\d,]+\.\d\d$/.test(span.textContent ?? ""));
      const box = amount?.getBoundingClientRect();
      const menu = document.querySelector(`nav[aria-label="${menuName}"]`)?.getBoundingClientRect();
      return {
        over: document.documentElement.scrollWidth - window.innerWidth,
        amount:
          box === undefined || box.width === 0 ? "none" : box.left >= 0 && box.right <= window.innerWidth ? "in view" : `from ${box.left} to ${box.right}`,
        menu: menu === undefined || menu.width === 0 ? "none" : menu.width < 100 ? "folded" : "open",
      };
    },
    word("zh", "frame.menu"),
  );
}

it("fits every width, with amount and status in view, and the menu gives way under 1,024 px", async () => {
  await withPage({ token, size: WIDE }, async (page) => {
    for (const path of ["/payments?size=10", "/disburses?size=10", "/wallets?size=10"]) {
      await page.goto(path);
      await settled(page);
      for (const width of [360, 390, 768, 1023, 1024, 1440, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        // The menu and the table follow the window a frame later.
        await expect
          .poll(() => measured(page), { message: `${path} at ${width} px` })
          .toEqual({ over: 0, amount: "in view", menu: width < 768 ? expect.any(String) : width < 1024 ? "folded" : "open" });
      }
    }
  });
});

it("a row that is pointed at is read ahead, so that its drawer stands at once", async () => {
  await withPage({ token, size: WIDE }, async (page) => {
    await openList(page, "/payments");
    const row = page.locator("tbody tr[data-id]").nth(2);
    const id = (await row.getAttribute("data-id")) ?? "";
    const asked: string[] = [];
    page.on("request", (request) => request.url().endsWith(`/api/payments/${id}`) && asked.push(request.url()));
    const come = page.waitForResponse((answer) => answer.url().endsWith(`/api/payments/${id}`));
    await row.hover();
    await (await come).finished();
    await row.locator("td").nth(3).click();
    await page.locator("[data-drawer] h3").first().waitFor();
    await settled(page);
    expect(asked).toHaveLength(1);
  });
});

it.each(["/payments", "/disburses"])("what can be done with chosen rows of %s takes the place of the head, and moves no row", async (path) => {
  await withPage({ token, size: WIDE }, async (page) => {
    await openList(page, path);
    const first = page.locator("tbody tr[data-id]").first();
    const [before, head] = [await first.boundingBox(), await page.locator("thead th").nth(1).boundingBox()];
    await first.locator("input[type=checkbox]").check();
    const bar = page.getByRole("region", { name: word("zh", "list.bulk.selected").replace("{{n}}", "1") });
    await bar.waitFor();
    expect((await first.boundingBox())?.y).toBe(before?.y);
    const { x, y, height } = (await bar.boundingBox()) ?? { x: -1, y: -1, height: -1 };
    expect([x, y, height]).toEqual([head?.x, head?.y, head?.height]);
    await page.keyboard.press("b");
    await bar.getByRole("button").and(page.locator(":focus")).waitFor();
    // The box of the whole page stays beside it.
    await page.getByLabel(word("zh", "list.table.selectAll")).check();
    await expect.poll(() => page.locator("tbody input[type=checkbox]:not(:checked)").count()).toBe(0);
  });
});

it.each([
  ["wide", WIDE],
  ["tablet", TABLET],
] as const)("the count of new rows covers no head and no row on a %s page", async (_name, size) => {
  await withPage({ token, size }, async (page) => {
    await openList(page, "/users");
    const account = `fresh.${Date.now()}`;
    await good("POST", "/api/users", token, { account, email: `${account}@example.com`, user_type: "auditor" });
    const count = page.locator("button", { hasText: word("zh", "list.pages.fresh").replace("{{n}}", "1") });
    await count.waitFor({ timeout: 60_000 });
    const pill = await count.boundingBox();
    const table = await page.locator("main [role='region'][tabindex='0']").boundingBox();
    expect(pill?.y).toBeGreaterThanOrEqual((table?.y ?? 0) + (table?.height ?? 0));
    await count.click();
    await page.locator("tbody tr", { hasText: account }).waitFor();
  });
});

it("the count of new rows stands at a phone's thumb, over no strip and not over the bar", async () => {
  await withPage({ token, size: NARROW }, async (page) => {
    await page.goto("/users");
    await settled(page);
    const account = `thumb.${Date.now()}`;
    await good("POST", "/api/users", token, { account, email: `${account}@example.com`, user_type: "auditor" });
    const count = page.locator("button", { hasText: word("zh", "list.pages.fresh").replace("{{n}}", "1") });
    await count.waitFor({ timeout: 60_000 });
    const [pill, first] = [await count.boundingBox(), await page.locator("main [data-id]").first().boundingBox()];
    expect(pill?.y).toBeGreaterThan(first?.y ?? Number.POSITIVE_INFINITY);
    await count.click();
    await page.locator("main [data-id]", { hasText: account }).waitFor();
  });
});

it.each([
  ["wide", { width: 1024, height: 560 }],
  ["narrow", NARROW],
] as const)("config's bar does not lie on the field that is being changed, on a %s page", async (_name, size) => {
  await withPage({ token, size }, async (page) => {
    await page.goto("/config");
    await settled(page);
    const field = page.getByRole("textbox", { name: word("zh", "config.keys.late_match_hours") });
    // The field at the very edge of the window, where the bar comes up.
    await field.focus();
    await field.evaluate((input) => window.scrollBy({ top: input.getBoundingClientRect().bottom - window.innerHeight + 8, behavior: "instant" }));
    await page.keyboard.press("Control+A");
    await page.keyboard.type("47");
    await page.getByRole("button", { name: word("zh", "config.review") }).waitFor();
    await expect
      .poll(() =>
        field.evaluate((input) => {
          const { left, top, width, height } = input.getBoundingClientRect();
          const there = document.elementFromPoint(left + width / 2, top + height / 2);
          return there !== null && (input.contains(there) || there.contains(input));
        }),
      )
      .toBe(true);
    await page.getByRole("button", { name: word("zh", "config.discard") }).click();
  });
});

it("the menu's entry of this screen leads to its plain list, that of another back to its filters", async () => {
  await withPage({ token }, async (page) => {
    await openList(page, "/payments?status=completed");
    const entry = (name: "payments" | "wallets") =>
      page.getByRole("navigation", { name: word("zh", "frame.menu") }).getByRole("link", { name: word("zh", `frame.screen.${name}`) });
    await entry("wallets").first().click();
    await page.waitForURL(/\/wallets$/);
    await entry("payments").first().click();
    await page.waitForURL(/\/payments\?status=completed$/);
    // The address changes before what is drawn for it.
    await expect.poll(() => entry("payments").first().getAttribute("href")).toMatch(/\/payments$/);
    await entry("payments").first().click();
    await page.waitForURL(/\/payments$/);
  });
});

it("no name of the English menu is cut beside its count", async () => {
  await withPage({ token, locale: "en", size: WIDE }, async (page) => {
    await page.route("**/api/statistics/home", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { waiting: Record<string, number | string> } };
      for (const [key, value] of Object.entries(body.data.waiting)) if (typeof value === "number") body.data.waiting[key] = 1200;
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto("/en/payments");
    await settled(page);
    const menu = page.getByRole("navigation", { name: word("en", "frame.menu"), exact: true });
    await menu.getByText("999+").first().waitFor();
    const cut = await menu
      .locator("a > span:first-of-type")
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
    expect(cut).toEqual([]);
  });
});

it("a name that is too long is kept and says so", async () => {
  await withPage({ token }, async (page) => {
    await openList(page, "/merchants");
    await page.getByRole("button", { name: word("zh", "merchants.action.create"), exact: true }).click();
    const form = page.getByRole("dialog", { name: word("zh", "merchants.ask.createTitle") });
    const name = form.getByRole("textbox", { name: word("zh", "merchants.column.name") });
    await name.fill("n".repeat(70));
    expect((await name.inputValue()).length).toBe(70);
    await form.getByText(word("zh", "common.tooLong").replace("{{max}}", "64").replace("{{n}}", "70")).waitFor();
    await form.getByRole("button", { name: word("zh", "merchants.form.create") }).click();
    await form.locator(":focus[aria-invalid]").waitFor();
  });
});

it("a fee of nothing is asked about before it is saved", async () => {
  await withPage({ token }, async (page) => {
    await page.goto(`/merchants?open=${content.merchants[0]?.id}`);
    await settled(page);
    await page
      .locator("[data-drawer]")
      .getByRole("button", { name: word("zh", "merchants.action.edit"), exact: true })
      .click();
    const form = page.locator('[role="dialog"]:not([data-drawer])').last();
    for (const label of ["merchants.form.rate", "merchants.form.fixed", "merchants.form.min"] as const) {
      const field = form.getByRole("textbox", { name: word("zh", label) }).first();
      await field.fill(label === "merchants.form.min" ? "" : "0");
    }
    await form.getByRole("button", { name: word("zh", "merchants.form.save"), exact: true }).click();
    const question = page.getByRole("dialog", { name: word("zh", "common.areYouSure") });
    await question.getByText(word("zh", "merchants.form.free.payment")).waitFor();
    await question.getByRole("button", { name: word("zh", "common.cancel") }).click();
  });
});

it("a row that was deleted is counted no more", async () => {
  const account = `gone.${Date.now()}`;
  const { id } = await good<{ id: string }>("POST", "/api/users", token, { account, email: `${account}@example.com`, user_type: "auditor" });
  await withPage({ token }, async (page) => {
    await openList(page, `/users?q=${account}`);
    const total = page.getByRole("navigation", { name: word("zh", "list.pages.label") }).getByRole("status");
    await total.getByText(word("zh", "list.pages.total").replace("{{n}}", "1")).waitFor();
    await page.goto(`/users?q=${account}&open=${id}`);
    await settled(page);
    await page
      .locator("[data-drawer]")
      .getByRole("button", { name: word("zh", "users.action.delete"), exact: true })
      .click();
    await page
      .locator('[role="dialog"]:not([data-drawer])')
      .getByRole("button", { name: word("zh", "users.action.delete"), exact: true })
      .click();
    await page.getByText(word("zh", "users.done.delete"), { exact: true }).first().waitFor();
    await total.getByText(word("zh", "list.pages.total").replace("{{n}}", "0")).waitFor();
    expect(await page.locator(`tbody tr[data-id="${id}"]`).count()).toBe(0);
  });
});
