/** Wallets, merchants and users: made, shown their secrets once, bound and unbound, and hidden from whom they are not for. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { type Content, PASSWORD } from "./parties.ts";
import { theContent } from "./content.ts";
import { adminToken, call, good, tokenOf } from "./product.ts";
import { openList, settled, withPage } from "./support.ts";
import { word } from "./words.ts";

let content: Content;
let token: string;
beforeAll(async () => {
  content = await theContent();
  token = await adminToken();
});

const stamp = (): string => String(Date.now() % 1_000_000).padStart(6, "0");

const dialog = (page: Page, title: string | RegExp): Locator => page.getByRole("dialog", { name: title });
/** Opens an object's drawer and presses one of its acts. */
async function act(page: Page, address: string, action: string): Promise<void> {
  await page.goto(address);
  await page.locator("[data-drawer]").getByRole("button", { name: action, exact: true }).click();
}

describe("a wallet", () => {
  it("is made with all that is required, and its phone is bound by a forwarding app", async () => {
    const name = `测试钱包 ${stamp()}`;
    await withPage({ token }, async (page) => {
      await openList(page, "/wallets");
      await page.getByRole("button", { name: "新建钱包" }).click();
      const form = dialog(page, "新建钱包");
      // One can type at once: the focus is in the first field.
      await form.locator("input:focus").waitFor();
      expect(await form.getByRole("textbox", { name: "名称" }).evaluate((field) => field === document.activeElement)).toBe(true);
      await form.getByRole("button", { name: "新建钱包" }).click();
      await form.getByText("请填写所有必填字段").first().waitFor();
      await form.getByRole("textbox", { name: "名称" }).fill(name);
      await form.getByRole("textbox", { name: "账号" }).fill("12345");
      await form.getByRole("button", { name: "新建钱包" }).click();
      await form.getByText("不是该运营商的号码").waitFor();
      await form.getByRole("textbox", { name: "账号" }).fill(`01799${stamp()}`);
      await form.getByRole("button", { name: "新建钱包" }).click();
      await form.waitFor({ state: "detached" });
      const made = (await good<{ items: { id: string; bind_status: string }[] }>("GET", `/api/wallets?q=${encodeURIComponent(name)}`, token)).items[0];
      expect(made).toMatchObject({ bind_status: "unbound" });
      await act(page, `/wallets?open=${made?.id}`, "绑定");
      const binding = page.getByRole("dialog", { name: /绑定手机/ });
      // There is no app of our own: only what people can install is offered.
      expect(await binding.getByText(word("zh", "wallets.app.native")).count()).toBe(0);
      await binding.getByText(word("zh", "wallets.app.android_income_sms")).click();
      await binding.getByRole("button", { name: /绑定|生成/ }).click();
      const bound = page.getByRole("dialog", { name: new RegExp(name) });
      const address = await bound.getByRole("region", { name: word("zh", "wallets.bind.address") }).innerText();
      await bound.getByText(word("zh", "wallets.bind.waiting")).waitFor();
      const sent = await fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ from: "bKash", text: "Your security code is 123456.", sentStamp: Date.now(), receivedStamp: Date.now(), sim: "sim1" }),
      });
      expect(sent.status).toBe(200);
      await bound.getByText(/已连接/).waitFor();
      await bound.getByRole("button", { name: "完成" }).click();
      await bound.waitFor({ state: "detached" });
      // No order of the other files may be given to a phone that sends nothing.
      const { version } = await good<{ version: number }>("GET", `/api/wallets/${made?.id}`, token);
      await good("POST", `/api/wallets/${made?.id}/disable`, token, { version });
    });
  });

  it("shows code and QR to bind anew what speaks the product's own interface", async () => {
    const made = await good<{ id: string; version: number }>("POST", "/api/wallets", token, {
      name: `换机 ${stamp()}`,
      operator: "bkash",
      wallet_type: "personal",
      api_type: "app",
      account: `01766${stamp()}`,
      enabled: false,
    });
    const first = await good<{ code: string }>("POST", `/api/wallets/${made.id}/bind`, token, { version: made.version });
    await good("POST", "/device/bind", null, { code: first.code, device: { name: "Old phone" } });
    await withPage({ token }, async (page) => {
      await act(page, `/wallets?open=${made.id}`, "绑定");
      const binding = page.getByRole("dialog", { name: /绑定手机/ });
      await binding.getByText(word("zh", "wallets.bind.again")).click();
      await binding.getByRole("button", { name: /绑定|生成/ }).click();
      const bound = page.getByRole("dialog", { name: /换机/ });
      await bound.getByRole("img", { name: /二维码/ }).waitFor();
      const code = /[A-Z0-9]{5}[ -]?[A-Z0-9]{5}/.exec(await bound.innerText())?.[0].replace(/[ -]/, "") ?? "";
      await good("POST", "/device/bind", null, { code, device: { name: "Nokia" } });
      await bound.getByText(/已连接/).waitFor();
    });
  });

  it("is unbound only after 确定, which says what will happen to what", async () => {
    const made = await good<{ id: string; version: number; name: string }>("POST", "/api/wallets", token, {
      name: `解绑 ${stamp()}`,
      operator: "bkash",
      wallet_type: "personal",
      api_type: "app",
      account: `01788${stamp()}`,
    });
    const { code } = await good<{ code: string }>("POST", `/api/wallets/${made.id}/bind`, token, { version: made.version });
    await good("POST", "/device/bind", null, { code, device: { name: "Phone to lose" } });
    await withPage({ token }, async (page) => {
      await act(page, `/wallets?open=${made.id}`, "解绑");
      const ask = page.getByRole("dialog", { name: new RegExp(`确定解绑钱包“${made.name}”`) });
      await ask.getByText(/凭证立即失效/).waitFor();
      expect(await good("GET", `/api/wallets/${made.id}`, token)).toMatchObject({ bind_status: "bound" });
      await ask.getByRole("button", { name: "解绑" }).click();
      await ask.waitFor({ state: "detached" });
      expect(await good("GET", `/api/wallets/${made.id}`, token)).toMatchObject({ bind_status: "unbound" });
    });
  });

  it("asks before it is deleted and before it is recovered, and can be cancelled", async () => {
    const made = await good<{ id: string; name: string }>("POST", "/api/wallets", token, {
      name: `删除 ${stamp()}`,
      operator: "nagad",
      wallet_type: "personal",
      api_type: "manual",
      account: `01877${stamp()}`,
    });
    await withPage({ token, locale: "en" }, async (page) => {
      await act(page, `/en/wallets?open=${made.id}`, "Delete");
      const ask = page.getByRole("dialog").filter({ hasText: "?" }).last();
      await ask.getByRole("button", { name: "Cancel" }).click();
      expect(await good("GET", `/api/wallets/${made.id}`, token)).toMatchObject({ deleted: false });
      await page.locator("[data-drawer]").getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByRole("dialog").filter({ hasText: "?" }).last().getByRole("button", { name: "Delete" }).click();
      await page.locator("[data-drawer]").getByRole("button", { name: "Recover", exact: true }).waitFor();
      expect(await good("GET", `/api/wallets/${made.id}`, token)).toMatchObject({ deleted: true });
      await page.locator("[data-drawer]").getByRole("button", { name: "Recover", exact: true }).click();
      const back = page.getByRole("dialog").filter({ hasText: "Are you sure?" });
      await back.getByRole("button", { name: "Recover" }).click();
      await page.locator("[data-drawer]").getByRole("button", { name: "Delete", exact: true }).waitFor();
      expect(await good("GET", `/api/wallets/${made.id}`, token)).toMatchObject({ deleted: false });
    });
  });
});

describe("a merchant", () => {
  it("is made, and its secrets are shown once and never again", async () => {
    const name = `新商户 ${stamp()}`;
    await withPage({ token }, async (page) => {
      await openList(page, "/merchants");
      await page.getByRole("button", { name: "新建商户" }).click();
      const form = dialog(page, "新建商户");
      await form.getByRole("textbox", { name: "名称" }).fill(name);
      await form.getByRole("button", { name: "新建商户" }).click();
      // The platform's default fee is nothing here, which is asked about.
      await dialog(page, "确定吗？").getByRole("button", { name: "新建商户" }).click();
      const secret = page.getByText(/^sk_[\w-]+$/).first();
      await secret.waitFor();
      const shown = await secret.innerText();
      await page.getByText(/^whsec_/).waitFor();
      expect((await call("GET", "/v1/balance", shown)).success).toBe(true);
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "下载" }).click()]);
      expect(download.suggestedFilename()).toMatch(/^floatdesk-.*\.txt$/);
      await page.getByRole("dialog").last().getByRole("button").last().click();
      await secret.waitFor({ state: "detached" });
      await page.reload();
      await settled(page);
      expect(await page.content()).not.toContain(shown);
    });
  });

  it("has a log of its notifications, with why one failed", async () => {
    await withPage({ token }, async (page) => {
      await openList(page, "/merchants?tab=deliveries");
      expect(await page.getByRole("link", { name: "通知记录" }).getAttribute("aria-current")).toBe("page");
      await page
        .getByText(/域名无法解析|主机不可达|连接失败|超时/)
        .first()
        .waitFor();
    });
  });
});

describe("a user", () => {
  it("is made with a one-time password that signs in", async () => {
    const account = `new.person.${stamp()}`;
    await withPage({ token }, async (page) => {
      await openList(page, "/users");
      await page.getByRole("button", { name: "新建用户" }).click();
      const form = dialog(page, "新建用户");
      await form.getByRole("textbox", { name: "账号" }).fill(account);
      await form.getByRole("textbox", { name: "邮箱" }).fill("not an address");
      await form.getByRole("button", { name: "新建用户" }).click();
      await form.locator('[aria-invalid="true"]').first().waitFor();
      await form.getByRole("textbox", { name: "邮箱" }).fill(`${account}@example.com`);
      await form.getByRole("button", { name: "新建用户" }).click();
      const shown = page.getByRole("dialog", { name: new RegExp(account) });
      const password = (await shown.locator("[data-copy]").nth(1).getAttribute("data-copy")) ?? "";
      expect(await good("POST", "/api/signin", null, { account, password })).toMatchObject({ account, must_change_password: true });
    });
  });

  it("names the field whose value is taken", async () => {
    await withPage({ token, locale: "en" }, async (page) => {
      await openList(page, "/en/users");
      await page.getByRole("button", { name: "New user" }).click();
      const form = dialog(page, "New user");
      await form.getByRole("textbox", { name: "Account" }).fill(content.people.finance);
      await form.getByRole("textbox", { name: "Email" }).fill("taken@example.com");
      await form.getByRole("button", { name: /New user|Create/ }).click();
      await form.locator('input[aria-invalid="true"]').first().waitFor();
      expect(await form.getByRole("textbox", { name: "Account" }).getAttribute("aria-invalid")).toBe("true");
      // What the server refused is not the page's own error.
      await form.getByRole("button", { name: /Cancel/ }).click();
    });
  });
});

describe("who may not", () => {
  it.each(["/wallets", "/merchants", "/users", "/sms"])("is offered nothing on %s: an auditor looks, and no more", async (address) => {
    await withPage({ token: await tokenOf(content.people.auditor, PASSWORD) }, async (page) => {
      await openList(page, address);
      expect(await page.getByRole("button", { name: /新建|录入/ }).count()).toBe(0);
      await page.locator("tbody tr[data-id] a[data-link]").first().click();
      await page.locator("[data-drawer] h3").first().waitFor();
      expect(
        await page
          .locator("[data-drawer]")
          .getByRole("button", { name: /^(编辑|绑定|解绑|启用|停用|删除|恢复|清除|忽略|匹配订单|更换|重置)/ })
          .count(),
      ).toBe(0);
    });
  });

  it("sees a sentence instead of the screen, and no entry in the menu", async () => {
    await withPage({ token: await tokenOf(content.people.merchant_viewer, PASSWORD) }, async (page) => {
      await page.goto("/wallets");
      await page.getByText("无权查看").waitFor();
      expect(await page.locator('nav a[href="/wallets"], nav a[href="/config"]').count()).toBe(0);
      // Of the merchants' screen its own notifications are left, under their own name.
      expect(await page.locator('nav a[href^="/merchants"]').allInnerTexts()).toEqual(["通知记录"]);
      await page.goto("/merchants?tab=deliveries");
      await page.getByRole("heading", { name: "通知记录", level: 1 }).waitFor();
    });
  });
});
