/** The hide-amounts switch where one decides. That no screen says an amount while they are hidden is seen in visit.ts, at every place. */
import { expect, it } from "vitest";
import { amountsOn } from "./amounts.ts";
import { DIALOG } from "./axe.ts";
import { adminToken, firstRow } from "./product.ts";
import { openContext, settled, withPage } from "./support.ts";
import { word } from "./words.ts";

it("says that amounts are hidden, copies none, and shows them again from where one decides", async () => {
  const token = await adminToken();
  const { id } = await firstRow("/api/payments?status=review", token);
  const context = await openContext({ locale: "en", token });
  const page = await context.newPage();
  await page.goto(`/en/payments?open=${id}`);
  await page.locator("[data-drawer] h3").first().waitFor();
  await settled(page);
  await page.getByRole("button", { name: word("en", "frame.person") }).click();
  await page.getByRole("menuitem", { name: word("en", "frame.covered.hide") }).click();
  await page.locator("aside [data-covered]").waitFor();
  expect(await amountsOn(page)).toEqual([]);
  await page.reload();
  await settled(page);
  await page.locator("aside [data-covered]").waitFor();
  const note = page.locator("[data-drawer]").getByText(word("en", "frame.covered.note"));
  await note.waitFor();
  await page
    .locator("[data-drawer]")
    .getByRole("button", { name: word("en", "frame.covered.show") })
    .click();
  await note.waitFor({ state: "detached" });
  expect((await amountsOn(page)).length).toBeGreaterThan(0);
  await context.close();
});

it("hides the amounts that a form comes with, and shows what somebody types in their place", async () => {
  const token = await adminToken();
  const { id } = await firstRow("/api/wallets?q=bK-02", token);
  await withPage({ token }, async (page) => {
    await page.goto(`/wallets?open=${id}`);
    await settled(page);
    await page.keyboard.press("Shift+H");
    await page.locator("aside [data-covered]").waitFor();
    const drawer = page.locator("[data-drawer]");
    await drawer.getByRole("button", { name: word("zh", "wallets.action.edit"), exact: true }).click();
    const form = page.locator(DIALOG).last();
    const field = form.getByRole("textbox", { name: word("zh", "wallets.column.daily_max") });
    await field.waitFor();
    // The focus alone shows nothing.
    await field.focus();
    expect(await field.inputValue()).toBe("••••");
    const note = form.getByText(word("zh", "frame.covered.note"));
    await note.waitFor();
    await field.press("End");
    await page.keyboard.type("26000");
    expect(await field.inputValue()).toBe("26,000");
    // It was all that this dialog hid.
    await note.waitFor({ state: "hidden" });
  });
});
