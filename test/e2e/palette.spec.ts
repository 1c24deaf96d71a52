/** The palette acts: by permission, with what will happen before Enter, through the act's own question. By keys alone. */
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { LOCALES, type Locale } from "../../src/web/screens.ts";
import { axeFindsNow } from "./axe.ts";
import { reviewed, theContent } from "./content.ts";
import { type Content, type Merchant, PASSWORD } from "./parties.ts";
import { adminToken, firstRow, good, tokenOf } from "./product.ts";
import { at, NARROW, settled, WIDE, withPage } from "./support.ts";
import { word } from "./words.ts";

let content: Content;
let token: string;
let orderId: string;
beforeAll(async () => {
  content = await theContent();
  token = await tokenOf(content.people.operator, PASSWORD);
  orderId = (await reviewed(content, content.merchants[0] as Merchant, 88_100, "01955500881")).id; // the list is not empty
});

const begin = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press("Control+k");
  // The box that takes the first keys gives way to the palette's own, and for a moment both stand there: what is typed goes on with it.
  await page.getByRole("dialog").getByRole("textbox").last().fill(text);
};
/** The line that Enter means. */
const meant = (page: Page, label: string) => page.locator("[data-act][data-selected]:not([data-fresh])").filter({ hasText: label });
const said = {
  zh: { stop: "停用 bKash 代收 45 分钟", label: "停用 bKash 代收，45 分钟" },
  en: { stop: "stop bKash collecting for 45 minutes", label: "Stop bKash payments for 45 minutes" },
};

it.each(LOCALES)("acts on an order by words through the order's own question, and says why it cannot (%s)", async (locale: Locale) => {
  await withPage({ token, locale }, async (page) => {
    await page.goto(at(locale, "/sms"));
    await settled(page);
    // In either language, whichever the page is in.
    await begin(page, `${word(locale === "zh" ? "en" : "zh", "orders.approve")} ${orderId}`);
    const line = meant(page, `${word(locale, "orders.approve")} ${orderId}`);
    await line.getByText("881.00", { exact: false }).waitFor();
    expect(await axeFindsNow(page, '[role="dialog"]')).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`/payments\\?open=${orderId}`));
    await page
      .getByRole("dialog")
      .filter({ hasText: word(locale, "payments.ask.approveIntro") })
      .waitFor();
    // Nothing has been done before the question is answered.
    expect((await good<{ status: string }>("GET", `/api/payments/${orderId}`, token)).status).toBe("review");
  });
  const { id: done } = await firstRow("/api/payments?status=completed&size=20", token);
  await withPage({ token, locale }, async (page) => {
    await page.goto(at(locale, "/sms"));
    await settled(page);
    await begin(page, `${word(locale, "orders.approve")} ${done}`);
    const line = page.locator("[data-act][aria-disabled]").filter({ hasText: word(locale, "frame.palette.notNow") });
    await line.filter({ hasText: word(locale, "payments.status.completed") }).waitFor();
  });
});

it.each(LOCALES)("fills the emergency stop, shows its effect, and stops nothing by itself, on a phone and in the dark (%s)", async (locale: Locale) => {
  await withPage({ token, locale, size: NARROW, scheme: "dark" }, async (page) => {
    await page.goto(at(locale, "/payments"));
    await settled(page);
    const before = await good<{ items: unknown[] }>("GET", "/api/switches?state=closed", token);
    await begin(page, said[locale].stop);
    await meant(page, said[locale].label)
      .filter({ hasText: word(locale, "frame.palette.stopAsks") })
      .waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.keyboard.press("Enter");
    const box = page.getByRole("checkbox", { name: `bKash ${word(locale, "switches.direction.in")}`, exact: true });
    await box.waitFor();
    expect(await box.isChecked()).toBe(true);
    expect(await page.getByRole("dialog").getByRole("radio", { name: /45/, checked: true }).count()).toBe(1);
    expect((await good<{ items: unknown[] }>("GET", "/api/switches?state=closed", token)).items).toHaveLength(before.items.length);
  });
});

it("finds a bulk job by its number, with its acts", async () => {
  const rows = (await good<{ items: { id: string }[] }>("GET", "/api/payments?status=completed&size=20", token)).items.slice(0, 1);
  const job = await good<{ id: string }>("POST", "/api/bulk", token, { act: "payments.notify", items: rows.map(({ id }) => ({ id })) });
  await withPage({ token }, async (page) => {
    await page.goto("/sms");
    await settled(page);
    await begin(page, `${word("zh", "bulk.action.cancel")} ${job.id}`);
    await meant(page, `${word("zh", "bulk.action.cancel")} ${job.id}`).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`/bulk\\?open=${job.id}`));
    await page
      .getByRole("dialog")
      .filter({ hasText: word("zh", "bulk.ask.cancelTitle").replace("{{id}}", job.id) })
      .waitFor();
  });
});

it("names a merchant or a wallet to stop, opens forms, tabs and parameters, each by permission", async () => {
  await withPage({ token: await adminToken(), locale: "en" }, async (page) => {
    await page.goto("/en/payments");
    await settled(page);
    await begin(page, "");
    // The keys that do the same stand beside a screen.
    await page
      .locator("[data-action]")
      .filter({ hasText: /^Payment\s?g p$/ })
      .waitFor();
    const merchant = content.merchants[0]?.name ?? "";
    await begin(page, `stop ${merchant} payouts`);
    await meant(page, `Stop Merchant ${merchant} payouts`).waitFor();
    await begin(page, "new merchant");
    await meant(page, "New merchant").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").filter({ hasText: "Create merchant" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await begin(page, "对账");
    await page.locator("[data-action]").filter({ hasText: "Reconciliation" }).first().click();
    await page.waitForURL(/tab=reconciliation/);
    await begin(page, "payments expire after");
    await page.locator("[data-action]").filter({ hasText: "Payments expire after" }).first().click();
    await page.waitForURL(/config#payment_expiry_minutes/);
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest("#payment_expiry_minutes") !== null)).toBe(true);
    // The close is finance's.
    await begin(page, "close yesterday");
    await page.getByText(word("en", "frame.palette.nothing")).waitFor();
    expect(await page.locator("[data-action][data-act]").count()).toBe(0);
  });
  await withPage({ token, locale: "en" }, async (page) => {
    await page.goto("/en/payments");
    await settled(page);
    await begin(page, "new merchant");
    await page.getByText(word("en", "frame.palette.nothing")).waitFor();
    expect(await page.locator("[data-action][data-act]").count()).toBe(0);
    // The wallets are found; resuming them is not for these eyes.
    await begin(page, "resume bKash");
    await page.getByRole("dialog").getByText("bKash").first().waitFor();
    expect(await page.locator("[data-action][data-act]").count()).toBe(0);
  });
});

it("leads to the close of a day with what would be closed, and not to one that is not over", async () => {
  const finance = await tokenOf(content.people.finance, PASSWORD);
  await withPage({ token: finance, locale: "zh" }, async (page) => {
    await page.goto("/payments");
    await settled(page);
    await begin(page, "今天关账");
    await page
      .locator("[data-act][aria-disabled]")
      .filter({ hasText: word("zh", "frame.palette.closeEarly") })
      .waitFor();
    await begin(page, "昨天关账");
    await page
      .locator("[data-act]")
      .filter({ hasText: /钱包日/ })
      .waitFor();
  });
});

it.each([
  ["wide", WIDE],
  ["narrow", NARROW],
] as const)("shows its hint whole under a list that is longer than the dialog, on a %s page", async (_name, size) => {
  await withPage({ token: await adminToken(), size, locale: "en" }, async (page) => {
    await page.goto(at("en", "/payments"));
    await settled(page);
    await begin(page, "a");
    const [dialog, hint] = [page.getByRole("dialog"), page.getByText(word("en", "frame.palette.hint"))];
    await hint.waitFor();
    // Entries come after the first picture.
    await expect
      .poll(() => hint.evaluate((line) => (line.previousElementSibling?.scrollHeight ?? 0) > (line.previousElementSibling?.clientHeight ?? 0)))
      .toBe(true);
    const [outer, inner] = [await dialog.boundingBox(), await hint.boundingBox()];
    expect((inner?.y ?? 9_999) + (inner?.height ?? 0)).toBeLessThanOrEqual((outer?.y ?? 0) + (outer?.height ?? 0));
  });
});

it("lists what is stopped when nothing is said but resume", async () => {
  const admin = await adminToken();
  const what = { scope: "operator", operator: "nagad", direction: "out", reason: "palette" };
  const stopped = await good<{ id: string; version: number }>("POST", "/api/switches", admin, what);
  await withPage({ token: admin }, async (page) => {
    await page.goto("/payments");
    await settled(page);
    await begin(page, "恢复");
    await meant(page, "Nagad").waitFor();
  });
  await good("POST", `/api/switches/${stopped.id}/open`, admin, { version: stopped.version });
});
