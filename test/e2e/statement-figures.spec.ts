/** A statement looked at: its balance and its days as plots with their tables, for staff and for a merchant. */
import { expect, it } from "vitest";
import { theContent } from "./content.ts";
import { PASSWORD } from "./parties.ts";
import { adminToken, tokenOf } from "./product.ts";
import { NARROW, settled, WIDE, withPage } from "./support.ts";
import { word } from "./words.ts";

it.each([
  ["zh", "", "staff", WIDE],
  ["en", "/en", "merchant", NARROW],
] as const)("is looked at in %s, %s, by %s", async (locale, base, who, size) => {
  const content = await theContent();
  const token = who === "staff" ? await adminToken() : await tokenOf(content.people.merchant_admin, PASSWORD);
  await withPage({ token, locale, size }, async (page) => {
    await page.goto(who === "staff" ? `${base}/wallets?open=${content.wallets[0]?.id}` : `${base}/journals`);
    await settled(page);
    const button = page.getByRole("button", { name: word(locale, "list.tools.statement"), exact: true }).last();
    await button.click();
    // The running month is the first of the list; the content was made in it.
    await page
      .getByRole("combobox", { name: word(locale, "reconciliation.statement.month") })
      .last()
      .selectOption({ index: 0 });
    await page.getByRole("button", { name: word(locale, "reconciliation.statement.look"), exact: true }).click();
    const dialog = page.getByRole("dialog").last();
    for (const title of ["balances", "flow"] as const) {
      const part = dialog.getByRole("region", { name: word(locale, `reconciliation.statement.${title}`), exact: true });
      await part.locator("canvas").waitFor();
      await part.getByText(word(locale, "plots.table"), { exact: true }).first().click();
      await part.getByRole("table").waitFor();
    }
    await dialog.getByText(word(locale, "reconciliation.statement.opening"), { exact: true }).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    // The focus goes back to where it came from.
    await page.keyboard.press("Escape");
    await dialog.getByText(word(locale, "reconciliation.statement.opening"), { exact: true }).waitFor({ state: "detached" });
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
  });
});
