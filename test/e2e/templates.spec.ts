/** Templates of wallets: made in the configuration, a new wallet begins with one, an edit changes none and is applied after a look. */
import { beforeAll, expect, it } from "vitest";
import type { WalletTemplateRow } from "../../src/contract/wallet-templates.schema.ts";
import type { WalletRow } from "../../src/contract/wallets.schema.ts";
import type { MessageKey } from "../../src/web/i18n/keys.ts";
import { adminToken, good } from "./product.ts";
import { NARROW, settled, WIDE, withPage } from "./support.ts";
import { word } from "./words.ts";

const WAIT = { timeout: 60_000 };
let token: string;
beforeAll(async () => {
  token = await adminToken();
});

it.each([
  ["zh", "", "01877700001", WIDE],
  ["en", "/en", "01877700002", NARROW],
] as const)("a template is made, begun with, edited, applied and taken back, in %s", async (locale, base, account, size) => {
  // Everything here stands once, so an ending of what is counted is empty.
  const t = (key: MessageKey, values: Record<string, string | number> = {}): string =>
    word(locale, key).replace(/\{\{(\w+)(, s)?\}\}/g, (_all, of: string, ending?: string) => (ending === undefined ? String(values[of]) : ""));
  const name = `E2E ${locale}`;
  await withPage({ token, locale, size }, async (page) => {
    const dialog = page.getByRole("dialog").last();
    const press = (what: string): Promise<void> => dialog.getByRole("button", { name: what, exact: true }).last().click();
    await page.goto(`${base}/config#templates`);
    await settled(page);
    const section = page.locator("section#templates");
    await section.getByRole("button", { name: t("templates.create"), exact: true }).click();
    await dialog.getByRole("textbox", { name: t("templates.name") }).fill(name);
    await dialog.getByRole("combobox", { name: t("words.field.wallet_type") }).click();
    await page.getByRole("option", { name: t("common.walletType.merchant"), exact: true }).click();
    await dialog.getByRole("checkbox", { name: t("templates.isDefault") }).check();
    await dialog.getByRole("textbox", { name: t("wallets.column.daily_max") }).fill("5000");
    await press(t("templates.create"));
    const article = section.getByRole("article", { name, exact: true });
    await article.getByText(t("templates.default"), { exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);

    // A new wallet of the type begins with it; what is typed otherwise is said.
    await page.goto(`${base}/wallets`);
    await settled(page);
    await page.getByRole("button", { name: t("wallets.action.create"), exact: true }).click();
    await dialog.getByRole("combobox", { name: t("wallets.column.wallet_type") }).click();
    await page.getByRole("option", { name: t("common.walletType.merchant"), exact: true }).click();
    await expect.poll(() => dialog.getByRole("textbox", { name: t("wallets.column.daily_max") }).inputValue(), WAIT).toMatch(/^5,?000/);
    await dialog.getByRole("textbox", { name: t("wallets.column.cool_interval") }).fill("30");
    await dialog.locator("[data-setting=cool_interval]").waitFor();
    await dialog
      .getByRole("textbox", { name: t("wallets.column.name") })
      .first()
      .fill(name);
    await dialog.getByRole("textbox", { name: t("wallets.column.account") }).fill(account);
    await press(t("wallets.form.create"));
    await dialog.waitFor({ state: "detached" });
    const wallet = async (): Promise<WalletRow> => {
      const { items } = await good<{ items: WalletRow[] }>("GET", `/api/wallets?q=${account}`, token);
      if (items[0] === undefined) throw new Error("no wallet");
      return items[0];
    };
    expect(await wallet()).toMatchObject({ daily_max: "5000.00", cool_interval: 30, template: { name, edition: 1, differs: ["cool_interval"] } });

    // Editing shows what changes, changes no wallet, and offers to apply; the preview names the wallet's changes.
    await page.goto(`${base}/config#templates`);
    await settled(page);
    await article.getByRole("button", { name: t("common.edit"), exact: true }).click();
    await dialog.getByRole("textbox", { name: t("wallets.column.daily_max") }).fill("7000");
    await dialog.locator("[data-setting=daily_max]").waitFor();
    await press(t("common.save"));
    await page.getByText(t("templates.offerTitle", { n: 1 }), { exact: true }).waitFor();
    expect(await wallet()).toMatchObject({ daily_max: "5000.00", template: { edition: 1, newest: 2, differs: ["daily_max", "cool_interval"] } });
    await press(t("templates.preview"));
    await dialog.getByText(t("bulk.dialog.target", { name, edition: 2 }), { exact: true }).waitFor();
    await dialog.getByRole("button", { name: t("bulk.dialog.showChanges", { n: 1 }), exact: true }).click();
    await dialog.getByText(t("words.field.daily_max")).nth(1).waitFor();
    await press(t("bulk.act.wallets.template"));
    await expect.poll(async () => (await wallet()).template?.differs, WAIT).toEqual([]);
    expect(await wallet()).toMatchObject({ daily_max: "7000.00", cool_interval: null, template: { edition: 2 } });
    await press(t("common.close"));

    // Deleted at once, and taken back by its key.
    await article.getByRole("button", { name: t("common.delete"), exact: true }).click();
    await article.waitFor({ state: "detached" });
    await page.keyboard.press("z");
    await article.getByText(t("templates.default"), { exact: true }).waitFor();
    const { items } = await good<{ items: WalletTemplateRow[] }>("GET", "/api/wallet-templates", token);
    expect(items.find((one) => one.name === name)).toMatchObject({ is_default: true, edition: 2, wallets: 1, differing: 0 });
    const own = await wallet();
    await good("POST", `/api/wallets/${own.id}/delete`, token, { version: own.version });
    const mine = items.find((one) => one.name === name);
    await good("POST", `/api/wallet-templates/${mine?.id}/delete`, token, { version: mine?.version });
  });
});
