/** Exports that nobody waits for: scheduled from a list, run at once, there without a reload, the same as the list's own file. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { ExportsOut } from "../../src/contract/exports.schema.ts";
import { PAGES } from "../../src/server/platform/http/static.ts";
import { SCREENS } from "../../src/web/screens.ts";
import { theContent } from "./content.ts";
import { PASSWORD } from "./parties.ts";
import { firstRow, good, theProduct, tokenOf } from "./product.ts";
import { at, openList, withPage } from "./support.ts";
import { untranslated, word } from "./words.ts";

let token: string;
beforeAll(async () => {
  token = await tokenOf((await theContent()).people.finance, PASSWORD);
});

it("every screen's address is one that the server knows as a page", () => {
  expect([...PAGES].sort()).toEqual(
    Object.values(SCREENS)
      .map(({ path }) => path)
      .sort(),
  );
});

const own = (): Promise<ExportsOut> => good("GET", "/api/exports", token);

describe.each(["zh", "en"] as const)("a scheduled export, in %s", (locale) => {
  it("is made from what the list shows, run, there at once, downloaded, and taken back when deleted", async () => {
    const { id } = await firstRow<{ id: string }>("/api/payments?status=completed", token);
    const name = `morning ${locale} ${Date.now().toString(36)}`;
    await withPage({ token, locale, ...(locale === "en" ? { width: 390 } : {}) }, async (page) => {
      const button = (key: Parameters<typeof word>[1]) => page.getByRole("button", { name: word(locale, key), exact: true });
      await openList(page, at(locale, `/payments?status=completed&range=last_30_days&q=${id}`));
      await button("list.tools.export").click();
      await button("list.export.schedule").click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(word(locale, "exports.form.name")).fill(name);
      await dialog.getByRole("combobox", { name: new RegExp(`^${word(locale, "exports.form.format")}`) }).click();
      await page.getByRole("option", { name: word(locale, "list.export.csv") }).click();
      await dialog.getByRole("button", { name: word(locale, "exports.form.create"), exact: true }).click();
      await page.getByRole("link", { name: word(locale, "list.export.openDownloads") }).click();
      const line = page.getByRole("listitem").filter({ hasText: name });
      await line.getByRole("button", { name: `${word(locale, "exports.action.run")} ${name}` }).click();
      await page.getByRole("link", { name: word(locale, "exports.tabs.files"), exact: true }).click();
      // Nothing is loaded anew: the worker makes it, and the page hears of it.
      const file = page.locator("[data-file][data-status=ready]").filter({ hasText: name });
      await file.waitFor();
      expect(await untranslated(page, locale, new Set([name]))).toMatchObject({ foreign: [] });
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        file.getByRole("button", { name: new RegExp(`^${word(locale, "exports.download")}`) }).click(),
      ]);
      const { schedules } = await own();
      const made = schedules.find((one) => one.name === name);
      expect(made).toMatchObject({ range: "last_30_days", filters: { status: "completed", q: id }, lang: locale, totals: true });
      const query = new URLSearchParams({ format: "csv", lang: locale, status: "completed", q: id, columns: made?.columns?.join(",") ?? "", totals: "1" });
      const direct = await fetch(`${theProduct().baseUrl}/api/payments/export?${query}`, { headers: { authorization: `Bearer ${token}` } });
      expect(readFileSync(await download.path(), "utf8")).toBe(`\uFEFF${await direct.text()}`);
      // Deleted at once, and taken back by a key.
      await page.getByRole("link", { name: word(locale, "exports.tabs.schedules"), exact: true }).click();
      await line.getByRole("button", { name: `${word(locale, "exports.action.delete")} ${name}` }).click();
      await line.waitFor({ state: "detached" });
      await page.keyboard.press("z");
      await line.waitFor();
    });
  });
});

it("a statement is made in the background from where it stands, and waits as a PDF", async () => {
  const { id } = await firstRow<{ id: string }>("/api/wallets", token);
  await withPage({ token, locale: "zh" }, async (page) => {
    const button = (key: Parameters<typeof word>[1]) => page.getByRole("button", { name: word("zh", key), exact: true });
    await openList(page, at("zh", `/wallets?open=${id}`));
    await button("list.tools.statement").click();
    await page.getByLabel(word("zh", "list.export.background")).check();
    await button("reconciliation.statement.pdf").click();
    await page.getByRole("link", { name: word("zh", "list.export.openDownloads") }).click();
    const line = page.locator("[data-file][data-status=ready]").filter({ hasText: `${word("zh", "exports.list.wallet_statement")} ${id}` });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      line.getByRole("button", { name: new RegExp(`^${word("zh", "exports.download")}`) }).click(),
    ]);
    expect(readFileSync(await download.path(), "latin1").slice(0, 4)).toBe("%PDF");
  });
});

it("a merchant is missed until one is chosen, and the language chosen beside a statement is that of its schedule", async () => {
  await withPage({ token, locale: "zh" }, async (page) => {
    const button = (key: Parameters<typeof word>[1]) => page.getByRole("button", { name: word("zh", key), exact: true });
    const choice = (key: Parameters<typeof word>[1]) => page.getByRole("combobox", { name: new RegExp(`^${word("zh", key)}`) });
    await openList(page, at("zh", "/journals"));
    await button("list.tools.statement").click();
    await button("reconciliation.statement.pdf").click();
    const missed = page.getByText(word("zh", "common.required"));
    await missed.waitFor();
    await choice("reconciliation.statement.merchant").click();
    await page.getByRole("listbox").getByRole("option").first().click();
    await missed.waitFor({ state: "detached" });
    await page
      .getByRole("radiogroup", { name: word("zh", "reconciliation.statement.language") })
      .getByText("English")
      .click();
    await button("list.export.schedule").click();
    const language = page.getByRole("dialog").getByRole("combobox", { name: new RegExp(`^${word("zh", "exports.form.language")}`) });
    expect(await language.inputValue()).toBe(word("zh", "channels.language.en"));
  });
});
