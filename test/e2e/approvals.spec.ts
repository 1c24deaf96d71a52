/** Two people: one asks, another decides. A new secret is taken by the one who asked, once; a manual operation books only when it is applied. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { type Content, PASSWORD } from "./parties.ts";
import { theContent } from "./content.ts";
import { adminToken, call, firstRow, good, theProduct, tokenOf } from "./product.ts";
import { settled, withPage } from "./support.ts";

const MAKER = "chen.hao";
const stamp = (): string => String(Date.now() % 1_000_000).padStart(6, "0");
let content: Content;
let maker: string;
let checker: string;
let finance: string;

beforeAll(async () => {
  content = await theContent();
  checker = await adminToken();
  await good("POST", "/api/user/check", checker, { password: theProduct().adminPassword });
  await good("POST", "/api/users", checker, { account: MAKER, email: `${MAKER}@example.com`, user_type: "admin", password: PASSWORD });
  maker = await tokenOf(MAKER, PASSWORD);
  await good("POST", "/api/user/check", maker, { password: PASSWORD });
  finance = await tokenOf(content.people.finance, PASSWORD);
  await good("POST", "/api/user/check", finance, { password: PASSWORD });
});

const drawer = (page: Page) => page.locator("[data-drawer]");
/** Presses an act of the open drawer, and its button of the same name in the question. */
async function act(page: Page, action: string, question: RegExp): Promise<void> {
  await drawer(page).getByRole("button", { name: action, exact: true }).click();
  await page.getByRole("dialog", { name: question }).getByRole("button", { name: action, exact: true }).click();
}

describe("a new secret of a merchant", () => {
  it("is asked for, approved by another person, taken once by the one who asked, and works", async () => {
    const name = `审批商户 ${stamp()}`;
    const merchant = await good<{ id: string; app_secret: string }>("POST", "/api/merchants", checker, { name, ip_whitelist: ["127.0.0.1", "::1"] });
    await withPage({ token: maker }, async (page) => {
      await page.goto(`/merchants?open=${merchant.id}`);
      await act(page, "更换应用密钥", /更换/);
      const notice = page.getByText("已提交，等待复核").first();
      await notice.waitFor();
      expect((await call("GET", "/v1/balance", merchant.app_secret)).success).toBe(true);
      await page.getByRole("link", { name: "查看申请" }).click();
      await page.waitForURL(/\/manual\?.*tab=approvals/);
      await drawer(page).getByText("待复核").first().waitFor();
      // Nobody decides on his own request.
      expect(await drawer(page).getByRole("button", { name: "通过", exact: true }).count()).toBe(0);
      const address = new URL(page.url());

      await withPage({ token: checker }, async (other) => {
        await other.goto(address.pathname + address.search);
        await drawer(other).getByText(name).first().waitFor();
        await act(other, "通过", /更换应用密钥/);
        await drawer(other).getByText("已通过").first().waitFor();
        expect(await drawer(other).getByRole("button", { name: "领取密钥" }).count()).toBe(0);
        expect(await other.getByText(/^sk_[\w-]+$/).count()).toBe(0);
      });

      await act(page, "领取密钥", /领取新密钥/);
      const secret = page.getByText(/^sk_[\w-]+$/).first();
      await secret.waitFor();
      const shown = await secret.innerText();
      expect(shown).not.toBe(merchant.app_secret);
      expect([(await call("GET", "/v1/balance", shown)).success, (await call("GET", "/v1/balance", merchant.app_secret)).status]).toEqual([true, 401]);
      await page.getByRole("button", { name: "我已保存" }).click();
      await secret.waitFor({ state: "detached" });
      expect(await drawer(page).getByRole("button", { name: "领取密钥" }).count()).toBe(0);
      await page.reload();
      await settled(page);
      await drawer(page).getByText("已通过").first().waitFor();
      expect(await page.content()).not.toContain(shown);
    });
  });
});

describe("a manual operation", () => {
  it("is previewed and asked for, applied by a checker, and stands in the journal", async () => {
    const merchant = content.merchants[4];
    if (merchant === undefined) throw new Error("the content has five merchants");
    const note = `结算差额 ${stamp()}`;
    const balanceOf = async (): Promise<string> => (await good<{ balance: string }>("GET", `/api/merchants/${merchant.id}`, checker)).balance;
    const before = await balanceOf();
    await withPage({ token: maker }, async (page) => {
      await page.goto("/manual");
      await settled(page);
      await page.getByRole("button", { name: "新建人工操作" }).click();
      const form = page.getByRole("dialog", { name: "新建人工操作" });
      await form.getByLabel(/^类型/).first().click();
      await page.getByRole("option", { name: "商户加款" }).click();
      await form.getByRole("combobox", { name: /^商户/ }).fill(merchant.name);
      await page.getByRole("option", { name: new RegExp(merchant.name) }).click();
      await form.getByLabel(/^金额/).fill("77.00");
      await form.getByLabel(/^备注/).fill(note);
      await form
        .getByRole("group", { name: "变动预览" })
        .getByRole("row", { name: new RegExp(merchant.name) })
        .waitFor();
      await form.getByRole("button", { name: "提交申请" }).click();
      await page.getByText("已提交，等待复核").first().waitFor();
      expect(await balanceOf()).toBe(before);
    });
    const asked = await firstRow(`/api/manual?q=${encodeURIComponent(note)}`, checker);
    await withPage({ token: finance }, async (page) => {
      await page.goto(`/manual?open=${asked.id}`);
      await drawer(page).getByRole("heading", { name: "申请时的预览" }).waitFor();
      await drawer(page).getByRole("button", { name: "执行", exact: true }).click();
      const form = page.getByRole("dialog", { name: /^执行商户加款/ });
      await form.getByText(note).waitFor();
      await form.getByRole("button", { name: "执行", exact: true }).click();
      await drawer(page).getByText("已执行").first().waitFor();
      expect((Number(await balanceOf()) - Number(before)).toFixed(2)).toBe("77.00");
      await page.goto(`/journals?merchant_id=${merchant.id}`);
      const row = page.locator("tbody tr[data-id]").first();
      await row.getByText("77.00").first().waitFor();
      await row.getByText("人工入账").waitFor();
    });
  });
});

describe("a message rule", () => {
  it("is written, tried, switched on by two people, reads a message, and is switched off", async () => {
    const word = `shop${stamp()}`;
    const template = `Credited at ${word} counter {amount} with receipt {trx}`;
    const wallet = content.wallets[0];
    const text = `Credited at ${word} counter Tk 12.00 with receipt DKN${stamp()}Z`;
    await good("POST", "/device/sms", wallet?.token ?? "", { sender: "bKash", text });
    await withPage({ token: maker }, async (page) => {
      await page.goto("/sms?tab=rules");
      await page.getByRole("button", { name: "新建规则" }).click();
      const form = page.getByRole("dialog", { name: "新建规则" });
      for (const [field, option] of [
        ["运营商", "bKash"],
        ["含义", "收款"],
      ] as const) {
        await form.getByRole("combobox", { name: new RegExp(field) }).click();
        await page.locator('[role="listbox"]').getByRole("option", { name: option, exact: true }).click();
      }
      await form.getByRole("textbox", { name: /模板/ }).fill(template.replace(" {trx}", ""));
      // It is tried while one writes.
      await form.getByText("表示资金变动的规则须有 TrxID 标记 {trx}").waitFor();
      await form.getByRole("textbox", { name: /模板/ }).fill(template);
      await form.getByText("原来读不出、此规则能读取：1 条").waitFor();
      await form.getByText(text).waitFor();
      await form.getByRole("textbox", { name: /备注/ }).fill(`新写法 ${word}`);
      await form.getByRole("button", { name: "保存为草稿" }).click();
      const row = page.locator("main [data-id]", { hasText: word });
      await row.getByText("草稿").waitFor();
      await row.getByRole("button", { name: "启用", exact: true }).click();
      const question = page.getByRole("dialog", { name: /启用规则/ });
      await question.getByText("原来读不出、此规则能读取：1 条").waitFor();
      await question.getByRole("button", { name: "申请启用" }).click();
      await page.getByText("已提交，等待复核").first().waitFor();
      await row.getByText("草稿").waitFor();

      const waiting = await good<{ items: { id: string; after: { template?: string } }[] }>("GET", "/api/approvals?kind=sms.rule&status=waiting", checker);
      const [asked] = waiting.items;
      await withPage({ token: checker }, async (other) => {
        await other.goto(`/manual?tab=approvals&open=${asked?.id}`);
        await drawer(other).getByText(template).first().waitFor();
        await act(other, "通过", /启用解析规则/);
        await drawer(other).getByText("已通过").first().waitFor();
      });

      // The other person's act reaches this page by itself.
      await row.getByRole("button", { name: "停用", exact: true }).waitFor();
      const fresh = await good<{ items: { id: string }[] }>("POST", "/device/sms", wallet?.token ?? "", {
        sender: "bKash",
        text: text.replace("12.00", "13.00").replace("DKN", "DKM"),
      });
      expect(await good("GET", `/api/sms/${fresh.items[0]?.id}`, checker)).toMatchObject({ kind: "receive", amount: "13.00" });

      await row.getByRole("button", { name: "停用", exact: true }).click();
      await page
        .getByRole("dialog", { name: /停用规则/ })
        .getByRole("button", { name: "停用", exact: true })
        .click();
      await row.getByRole("button", { name: "启用", exact: true }).waitFor();
    });
  });
});
