/** A whole shift by keyboard alone: the queue, twenty orders in review, five searches, ten payouts, the close of yesterday. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { businessDay } from "../../src/contract/time.ts";
import { arrive, order, reviewed } from "./content.ts";
import { approvalFrom, payout } from "./money-out.ts";
import { OwnProduct } from "./own-product.ts";
import { type Content, PASSWORD, setPhones, type Wallet } from "./parties.ts";
import { adminToken, good, tokenOf } from "./product.ts";
import { settled, withPage } from "./support.ts";

const DAY_SECONDS = 86_400;
const CASES = 20;
const PAYOUTS = 10;

const product = new OwnProduct();
let token: string;
let content: Content;
let paidYesterday: { id: string; number: string; trxId: string };

/** One merchant, one wallet with its phone, one person of finance: who may decide and close. */
async function prepare(): Promise<void> {
  const admin = await adminToken();
  const merchant = await good<{ id: string; app_secret: string }>("POST", "/api/merchants", admin, { name: "Shift" });
  const made = await good<{ id: string; version: number }>("POST", "/api/wallets", admin, {
    name: "bK-01",
    operator: "bkash",
    wallet_type: "personal",
    api_type: "app",
    account: "01712340001",
  });
  const { code } = await good<{ code: string }>("POST", `/api/wallets/${made.id}/bind`, admin, { version: made.version });
  const phone = await good<{ token: string }>("POST", "/device/bind", null, { code, device: { name: "Redmi 1" } });
  const wallet: Wallet = { id: made.id, name: "bK-01", operator: "bkash", type: "personal", account: "01712340001", token: phone.token, balance: 0 };
  await good("POST", "/api/users", admin, { account: "chen.min", email: "chen.min@example.com", user_type: "finance", password: PASSWORD });
  content = {
    merchants: [{ id: merchant.id, name: "Shift", secret: merchant.app_secret }],
    wallets: [wallet],
    people: { finance: "chen.min", operator: "", auditor: "", merchant_admin: "", merchant_viewer: "" },
  };
  setPhones(content.wallets);
}

const [merchant, wallet] = [() => content.merchants[0] as Content["merchants"][number], () => content.wallets[0] as Wallet]; // made above

beforeAll(async () => {
  await product.start(-DAY_SECONDS);
  await prepare();
  const paid = await order(merchant(), 2_000_000, { customer: "01911110001" });
  paidYesterday = { id: paid.id, number: paid.merchant_order_id, trxId: await arrive(wallet(), 2_000_000, "01911110001", { agoMs: DAY_SECONDS * 1000 }) };
  await product.start(0);
  setPhones(content.wallets);
  await approvalFrom(await adminToken(), "100.00");
  for (let index = 0; index < CASES; index += 1) await reviewed(content, merchant(), 61_000 + index * 700, `019666${String(index).padStart(5, "0")}`);
  for (let index = 0; index < PAYOUTS; index += 1) await payout(merchant(), `${500 + index}.00`);
  token = await tokenOf("chen.min", PASSWORD);
});
afterAll(() => product.remove());

const drawer = (page: Page) => page.locator("[data-drawer]");
const question = (page: Page) => page.locator('[role="dialog"]:not([data-drawer])');
const count = async (path: string): Promise<number> => (await good<{ items: unknown[] }>("GET", `${path}&size=50`, token)).items.length;

/** Presses keys one after the other, and counts them: there is no mouse in this file. */
let pressed = 0;
async function keys(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    pressed += 1;
    await page.keyboard.press(name);
  }
}

/** Writes into the palette and waits for the line that Enter means. */
async function palette(page: Page, text: string, line: string): Promise<void> {
  await keys(page, "Control+k");
  // The box that takes the first keys gives way to the palette's own.
  await expect.poll(() => page.getByRole("dialog").getByRole("textbox").count(), { timeout: 60_000 }).toBe(1);
  // Typed, so that it goes to whatever has the focus: a palette that does not take it gets nothing.
  pressed += text.length;
  await page.keyboard.type(text);
  await expect.poll(() => page.getByRole("dialog").getByRole("textbox").inputValue()).toBe(text);
  await page.locator("[data-action][data-selected]:not([data-fresh])").filter({ hasText: line }).waitFor();
  await keys(page, "Enter");
}

/** Opens a line of the queue and does what is suggested for each of its members, one after the other. @param asked what the question shows once Enter answers it */
async function workOff(page: Page, kind: string, members: number, asked: string): Promise<void> {
  await keys(page, "g", "q");
  await page.locator("main li[data-id]").filter({ hasText: kind }).waitFor();
  const lines = await page.locator("main li[data-id]").allInnerTexts();
  for (let step = lines.findIndex((text) => text.includes(kind)); step >= 0; step -= 1) await keys(page, "j");
  await page.locator("main li[data-active]").filter({ hasText: kind }).waitFor();
  await keys(page, "Enter");
  await page.locator("main li[data-member]").first().waitFor();
  await keys(page, "j");
  const decided: string[] = [];
  while (decided.length < members) {
    // The evidence beside the list is that of the line in focus, and offers what Enter does.
    const next = await page.waitForFunction((before) => {
      const line = document.querySelector<HTMLElement>("main li[data-active]:not(:has([aria-expanded]))");
      const id = line?.dataset["id"] ?? "";
      const isShown = line?.contains(document.activeElement) === true && document.querySelector(`main section[data-id="${id}"] kbd`) !== null;
      return isShown && !before.includes(id) ? id : null;
    }, decided);
    decided.push((await next.jsonValue()) ?? "");
    await keys(page, "Enter");
    await question(page).locator(asked).first().waitFor();
    await keys(page, "Enter");
    await question(page).waitFor({ state: "detached" });
  }
}

/** Five searches, each by something else that a caller may know, each ends at the object. */
async function searchAll(page: Page): Promise<void> {
  const known = [paidYesterday.trxId.slice(-6), paidYesterday.number, "01911110001", paidYesterday.id, paidYesterday.trxId];
  for (const text of known) {
    await keys(page, "g", "h");
    await page.waitForURL((url) => url.pathname === "/");
    await palette(page, text, paidYesterday.number);
    await drawer(page).getByText(paidYesterday.number).first().waitFor();
    await keys(page, "Escape");
    await drawer(page).waitFor({ state: "detached" });
  }
}

/** All days that agree are closed at once: yesterday's. */
async function closeYesterday(page: Page): Promise<void> {
  await palette(page, "对账", "对账");
  await page.waitForURL(/tab=reconciliation/);
  await page.getByRole("button", { name: "关闭无差异的钱包日 1" }).waitFor();
  await keys(page, "Shift+C");
  await question(page).waitFor();
  await keys(page, "Enter");
  await question(page).getByText("已关账 1 / 1，未能关账 0").waitFor();
  const yesterday = businessDay(Date.now() - DAY_SECONDS * 1000);
  const { items } = await good<{ items: { closed: boolean }[] }>("GET", `/api/reconciliation?from=${yesterday}&to=${yesterday}`, token);
  expect(items.map((day) => day.closed)).toEqual([true]);
}

describe("a shift", () => {
  it("is done by keyboard alone", async () => {
    await withPage({ token }, async (page) => {
      await page.goto("/");
      await settled(page);
      // How long twenty cases may take is shown by deciding.spec.ts.
      await workOff(page, "代收待审核", CASES, "input:checked");
      expect(await count("/api/payments?status=review")).toBe(0);
      await searchAll(page);
      await workOff(page, "代付待审核", PAYOUTS, "button:focus");
      await expect.poll(() => count("/api/disburses?status=review"), { timeout: 60_000 }).toBe(0);
      await closeYesterday(page);
    });
  });
});
