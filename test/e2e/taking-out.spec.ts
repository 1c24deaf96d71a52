/** What a list gives away: a value to the clipboard, its rows as a file. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { PASSWORD } from "./parties.ts";
import { theContent } from "./content.ts";
import { tokenOf } from "./product.ts";
import { NARROW, openContext, openList, withPage } from "./support.ts";
import { word } from "./words.ts";

let token: string;
beforeAll(async () => {
  token = await tokenOf((await theContent()).people.operator, PASSWORD);
});

describe("copying", () => {
  it.each(["with", "without"])("says 已复制到剪贴板 for three seconds, %s the clipboard API", async (how) => {
    await withPage({ token }, async (page) => {
      if (how === "with") await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      else await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
      await openList(page, "/payments");
      const value = page.locator("tbody [data-copy]").nth(1);
      const expected = await value.getAttribute("data-copy");
      // The old way copies what is selected.
      await page.evaluate(() => document.addEventListener("copy", () => (document.body.dataset.copied = String(getSelection() ?? "")), { once: true }));
      // By the page's own clock: whoever asks from outside hears of both late.
      await page.evaluate(() => {
        let from = 0;
        new MutationObserver(() => {
          const tip = document.querySelector<HTMLElement>("#fd-tip");
          const says = tip?.dataset.shown !== undefined && tip.textContent?.includes("已复制到剪贴板");
          if (says && from === 0) from = performance.now();
          if (!says && from > 0) document.body.dataset.saidFor ??= String(performance.now() - from);
        }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["data-shown"] });
      });
      await value.click();
      const tip = page.getByRole("tooltip").filter({ hasText: "已复制到剪贴板" });
      await tip.waitFor();
      expect(await page.evaluate((way) => (way === "with" ? navigator.clipboard.readText() : (document.body.dataset.copied ?? "")), how)).toBe(expected);
      expect(new URL(page.url()).searchParams.has("open")).toBe(false);
      const saidFor = await page.waitForFunction(() => document.body.dataset.saidFor);
      expect(Number(await saidFor.jsonValue())).toBeGreaterThan(2000);
    });
  });
});

describe("export", () => {
  it("gives exactly the filtered rows as CSV with Chinese heads and a BOM", async () => {
    await withPage({ token }, async (page) => {
      await openList(page, "/payments?status=review");
      const total = Number(/(\d+)/.exec(await page.getByRole("status").filter({ hasText: /共/ }).innerText())?.[1]);
      await page.getByRole("button", { name: "导出" }).click();
      await page.getByText("全部字段").click();
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /^CSV/ }).click()]);
      expect(download.suggestedFilename()).toMatch(/^代收.*\.csv$/);
      const text = readFileSync(await download.path(), "utf8");
      expect(text.startsWith("\uFEFF")).toBe(true);
      const lines = text.slice(1).trim().split(/\r?\n/);
      expect(lines[0]).toContain("订单号");
      expect(lines.length - 1).toBe(total);
      await page
        .getByText(/导出完成/)
        .first()
        .waitFor();
    });
  });
});

describe("export as on screen", () => {
  it.each([
    ["zh", "/payments?status=completed", "导出", "已选 2 条", "合计"],
    ["en", "/en/payments?status=completed", "Export", "2 selected", "Total"],
  ] as const)("holds the columns in view in their order, the chosen rows alone, and their sum, in %s", async (locale, place, button, chosen, total) => {
    await withPage({ token }, async (page) => {
      await openList(page, place);
      const heads = (await page.locator("thead th").allInnerTexts()).map((head) => head.trim()).filter((head) => head !== "");
      const rows = page.locator("tbody tr[data-id]");
      const ids = await rows.evaluateAll((all) => all.slice(0, 2).map((one) => one.getAttribute("data-id") ?? ""));
      for (const id of ids) await page.locator(`tr[data-id="${id}"] input[type=checkbox]`).check();
      await page.getByRole("button", { name: button, exact: true }).click();
      await page.getByText(chosen, { exact: true }).last().waitFor();
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /^CSV/ }).click()]);
      expect(download.suggestedFilename()).toMatch(/^(代收|payments)_\d{8}-\d{4}\.csv$/);
      const lines = readFileSync(await download.path(), "utf8")
        .slice(1)
        .trim()
        .split("\n");
      expect(lines).toHaveLength(4);
      expect(lines.slice(1, 3).map((line) => line.split(",")[0])).toEqual(ids);
      expect(lines[3]).toContain(total);
      // The currency stands in the head on the screen, the acts are no column of the file. In English a few titles of files are longer.
      const shown = heads.map((head) => head.replace(/[（(↓↑].*/, "").trim()).filter((head) => !["操作", "Actions"].includes(head));
      const titles = lines[0]?.split(",") ?? [];
      if (locale === "zh") expect(titles).toEqual(shown);
      else expect(titles).toHaveLength(shown.length);
      // Codes are said as the screen says them.
      const cell = lines[1]?.split(",")[titles.indexOf(locale === "zh" ? "状态" : "Status")] ?? "";
      expect(cell).toMatch(locale === "zh" ? /^[\u4e00-\u9fff]+$/ : /^[A-Z][a-z ]+$/);
      expect(await page.locator(`tr[data-id="${ids[0]}"]`).innerText()).toContain(cell);
    });
  });
});

describe("evidence", () => {
  it.each([
    ["zh", "/payments?status=completed", /^举证文件-P.*\.html$/, "下载举证文件"],
    ["en", "/en/disburses", /^evidence-D.*\.html$/, "Download evidence file"],
  ] as const)("of an order is one file that opens by itself, in %s", async (_locale, place, name, button) => {
    await withPage({ token }, async (page) => {
      await openList(page, place);
      await page.locator("tr[data-id] a[data-link]").first().click();
      const drawer = page.getByRole("dialog");
      const [download] = await Promise.all([page.waitForEvent("download"), drawer.getByRole("button", { name: button }).click()]);
      expect(download.suggestedFilename()).toMatch(name);
      const id = new URL(page.url()).searchParams.get("open") ?? "";
      const file = readFileSync(await download.path(), "utf8");
      const shown = await page.context().newPage();
      await shown.setContent(file);
      expect(await shown.locator("h1").innerText()).toContain(id);
      expect(await shown.locator("h2").count()).toBeGreaterThanOrEqual(4);
      // Set for paper and for a phone: nothing of it stands outside.
      await shown.setViewportSize({ width: 390, height: 800 });
      expect(await shown.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    });
  });
});

it.each([
  ["zh", "/payments?status=completed"],
  ["en", "/en/disburses"],
] as const)("an order is shared as a redacted link, in %s", async (locale, place) => {
  await withPage({ token }, async (page) => {
    await openList(page, place);
    await page.locator("tr[data-id] a[data-link]").first().click();
    const drawer = page.locator("[data-drawer]");
    await drawer.getByRole("button", { name: word(locale, "links.share") }).click();
    await page.getByRole("radio", { name: word(locale, `links.locale.${locale}`) }).check();
    await page.getByRole("button", { name: word(locale, "links.make") }).click();
    const address = await page.locator("[data-copy*='/share/']").innerText();
    await page.getByRole("button", { name: word(locale, "common.secretKept") }).click();
    const id = new URL(page.url()).searchParams.get("open") ?? "";
    // Somebody who has never signed in.
    const context = await openContext({ size: NARROW });
    const guest = await context.newPage();
    expect((await guest.goto(address))?.status()).toBe(200);
    expect(await guest.locator("h1").innerText()).toContain(id);
    expect(await guest.locator("html").getAttribute("lang")).toBe(locale === "zh" ? "zh-CN" : "en");
    expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width);
    await drawer.getByText(word(locale, "links.revoke"), { exact: true }).click();
    await page.getByRole("button", { name: word(locale, "links.revoke"), exact: true }).click();
    await page.getByText(word(locale, "links.revoked")).waitFor();
    expect((await guest.goto(address))?.status()).toBe(404);
    await context.close();
  });
});

it.each([
  ["/wallets", "对账单", "月度对账单"],
  ["/en/wallets", "Statement", "Monthly statement"],
])("a statement comes as a PDF, from %s", async (place, button, panel) => {
  await withPage({ token }, async (page) => {
    await openList(page, place);
    await page.locator("tr[data-id] a[data-link]").first().click();
    await page.getByRole("dialog").getByRole("button", { name: button, exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("dialog", { name: panel }).getByRole("button", { name: "PDF" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^wallet-statement-\d{4}-\d\d\.pdf$/);
    expect(readFileSync(await download.path(), "latin1").startsWith("%PDF-")).toBe(true);
  });
});
