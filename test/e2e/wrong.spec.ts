/** What is wrong is said where it is, and a person is taken there as often as it is tried. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { Content } from "./parties.ts";
import { theContent } from "./content.ts";
import { adminToken } from "./product.ts";
import { at, settled, withPage } from "./support.ts";
import { word } from "./words.ts";

let content: Content;
let token: string;
beforeAll(async () => {
  content = await theContent();
  token = await adminToken();
});

const isFocused = (place: Locator): Promise<boolean> => place.evaluate((element) => element === document.activeElement);
/** Submits twice; each time the focus comes to this field. */
async function takenTwice(page: Page, submit: Locator, field: Locator): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await submit.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => isFocused(field)).toBe(true);
  }
}

describe("the focus goes to what is wrong, each time", () => {
  it("at sign-in", async () => {
    await withPage({}, async (page) => {
      await page.goto("/signin");
      const submit = page.locator('button[type="submit"]');
      await takenTwice(page, submit, page.locator('input[autocomplete="username"]'));
      await page.locator('input[autocomplete="username"]').fill("somebody");
      await takenTwice(page, submit, page.locator('input[autocomplete="current-password"]'));
    });
  });

  it("in the change of the own password", async () => {
    await withPage({ token }, async (page) => {
      await page.goto("/profile");
      await settled(page);
      const [current, next, again] = (["current", "next", "again"] as const).map((name) =>
        page.getByLabel(word("zh", `profile.password.${name}`), { exact: true }),
      );
      const submit = page.getByRole("button", { name: word("zh", "profile.password.save"), exact: true });
      if (!current || !next || !again) throw new Error("The form lacks a field.");
      await takenTwice(page, submit, current);
      await current.fill("not-the-right-one");
      await next.fill("short");
      await again.fill("short");
      await takenTwice(page, submit, next);
      await next.fill("long-enough-for-it");
      await takenTwice(page, submit, again);
      await again.fill("long-enough-for-it");
      await takenTwice(page, submit, current);
    });
  });
});

/** What the button of a form that changes one says. */
const SAVE = { merchants: "merchants.form.save", wallets: "common.save" } as const;

describe.each([
  ["zh", "010.0.0.1：格式不正确"],
  ["en", "010.0.0.1: Not valid"],
] as const)("a list of addresses in %s", (locale, words) => {
  it.each(["merchants", "wallets"] as const)("of one of the %s names the wrong entry", async (list) => {
    await withPage({ locale, token }, async (page) => {
      await page.goto(at(locale, `/${list}?open=${content[list][0]?.id}`));
      await settled(page);
      await page
        .locator("[data-drawer]")
        .getByRole("button", { name: word(locale, `${list}.action.edit`), exact: true })
        .click();
      const form = page.locator('[role="dialog"]:not([data-drawer])');
      const field = form.getByRole("textbox", { name: word(locale, "words.field.ip_whitelist") });
      await field.fill("10.0.0.1\n\n 010.0.0.1, 10.0.0.2");
      await form.getByRole("button", { name: word(locale, SAVE[list]), exact: true }).click();
      await form.getByText(words, { exact: true }).waitFor();
      expect(await isFocused(field)).toBe(true);
    });
  });
});

it("the hourly figures are said without a pointer, and hour by hour to the keys", async () => {
  const hour = (new Date().getUTCHours() + 8) % 24;
  await withPage({ token }, async (page) => {
    await page.goto("/");
    await settled(page);
    const legend = page.getByRole("slider", { name: word("zh", "home.hourly") });
    await legend.waitFor();
    expect(await legend.innerText()).toMatch(/今日：[\d,]+\.\d\d/);
    const now = Number(await legend.getAttribute("aria-valuenow"));
    expect([hour, (hour + 1) % 24]).toContain(now);
    await legend.focus();
    await page.keyboard.press("Home");
    await expect.poll(() => legend.getAttribute("aria-valuenow")).toBe("0");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => legend.getAttribute("aria-valuetext")).toContain("01:00");
    await page.keyboard.press("Home");
    await expect.poll(() => legend.getAttribute("aria-valuenow")).toBe("0");
    // The hour stays, as what opens its orders comes next.
    await page.keyboard.press("Tab");
    await expect.poll(() => page.locator(":focus").innerText()).toBe(word("zh", "home.openHour").replace("{{hour}}", "00:00"));
    expect(await legend.getAttribute("aria-valuenow")).toBe("0");
  });
});
