/** The message lab: a wording that nobody could read becomes a rule with its marks in view, runs in the shadow, is promoted, and what stood unread is read again. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { SmsRuleCreated, SmsRuleList, SmsRuleRow } from "../../src/contract/sms-rules.schema.ts";
import { theContent } from "./content.ts";
import { type Content, PASSWORD } from "./parties.ts";
import { adminToken, good, theProduct, tokenOf } from "./product.ts";
import { at, settled, withPage } from "./support.ts";

const MAKER = "lab.maker";
let content: Content;
let maker: string;
let checker: string;

beforeAll(async () => {
  content = await theContent();
  checker = await adminToken();
  await good("POST", "/api/user/check", checker, { password: theProduct().adminPassword });
  await good("POST", "/api/users", checker, { account: MAKER, email: `${MAKER}@example.com`, user_type: "admin", password: PASSWORD });
  maker = await tokenOf(MAKER, PASSWORD);
  await good("POST", "/api/user/check", maker, { password: PASSWORD });
});

let sent = 0;
/** A wording that the product does not know. */
async function unread(amount: string): Promise<string> {
  const wallet = content.wallets[0];
  if (wallet === undefined) throw new Error("the content has wallets");
  sent += 1;
  const text = `Harvest moon wallet grew by Tk ${amount} of 01911115555, slip DLB${String(Date.now()).slice(-6)}${sent} kept`;
  const { items } = await good<{ items: { id: string }[] }>("POST", "/device/sms", wallet.token, { sender: "bKash", text });
  return items[0]?.id ?? "";
}
const theRule = async (): Promise<SmsRuleRow> => {
  const { items } = await good<SmsRuleList>("GET", "/api/sms/rules?operator=bkash", maker);
  const found = items.find(({ template }) => template.startsWith("Harvest moon"));
  if (!found) throw new Error("no rule");
  return found;
};
const rowOf = (page: Page, id: string) => page.locator(`[data-id="${id}"]`);

describe("the message lab", () => {
  it("leads from a wording to a rule that reads it, and reads again what stood unread", async () => {
    await unread("41.00");
    const newest = await unread("42.50");
    await withPage({ token: maker }, async (page) => {
      await page.goto("/sms?tab=lab&operator=bkash");
      await settled(page);
      const shape = page.getByRole("listitem").filter({ hasText: "Harvest moon wallet grew by" });
      await shape.getByText("2 条", { exact: true }).waitFor();
      expect(await shape.locator("[data-raw]").first().innerText()).toBe("Harvest moon wallet grew by 金额 of 号码, slip 编号 kept");
      await shape.getByRole("button", { name: "照此写规则" }).click();
      const form = page.getByRole("dialog", { name: "新建规则" });
      const template = form.getByRole("textbox", { name: /^模板/ });
      expect(await template.inputValue()).toBe("Harvest moon wallet grew by {amount} of {msisdn}, slip {trx} kept");
      await form.getByRole("combobox", { name: /^含义/ }).click();
      await page.getByRole("option", { name: "收款", exact: true }).click();
      await form.getByText(/此规则能读取：2 条/).waitFor();
      expect(await form.locator("mark[data-field=amount]").first().innerText()).toBe("42.50");
      // Written otherwise it fits no more, and says where.
      await template.fill("Harvest moon wallet grew by {amount} of {msisdn}, slip {trx} filed");
      await form.locator("[data-rest]", { hasText: "kept" }).waitFor();
      await template.fill("Harvest moon wallet grew by {amount} of {msisdn}, slip {trx} kept");
      await form.getByText(/此规则能读取：2 条/).waitFor();
      await form.getByRole("textbox", { name: /^备注/ }).fill("new wording");
      await form.getByRole("button", { name: "保存为草稿" }).click();
      await form.waitFor({ state: "detached" });

      await page.goto("/sms?tab=rules&operator=bkash");
      const row = rowOf(page, (await theRule()).id);
      await row.getByRole("button", { name: "影子运行" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "影子运行" }).click();
      await row.getByRole("button", { name: "结束影子运行" }).waitFor();
      expect((await theRule()).status).toBe("shadow");

      await row.getByRole("button", { name: "启用" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "申请启用" }).click();
      await page
        .getByText(/^已提交/)
        .first()
        .waitFor();
      const { items } = await good<{ items: { id: string; kind: string }[] }>("GET", "/api/approvals?status=waiting", checker);
      await good("POST", `/api/approvals/${items.find(({ kind }) => kind === "sms.rule")?.id}/approve`, checker, {});

      await row.getByRole("button", { name: "重读未读短信" }).click();
      const job = page.getByRole("dialog", { name: "重新解析" });
      await job.getByRole("button", { name: "重新解析" }).click();
      await job.getByRole("button", { name: "关闭" }).last().waitFor();
      await expect.poll(async () => (await good<{ amount: string | null }>("GET", `/api/sms/${newest}`, maker)).amount, { timeout: 60_000 }).toBe("42.50");
    });
  });

  it("shows wordings to whoever may try rules, in English and on a phone, without the way to write one", async () => {
    await unread("43.00");
    await good("POST", `/api/sms/rules/${(await theRule()).id}/off`, maker, { version: (await theRule()).version });
    await unread("44.00");
    const operator = await tokenOf(content.people.operator, PASSWORD);
    await withPage({ token: operator, locale: "en", size: { width: 390, height: 844 } }, async (page) => {
      await page.goto(at("en", "/sms?tab=lab"));
      await settled(page);
      const shape = page.getByRole("listitem").filter({ hasText: "Harvest moon wallet grew by" });
      await shape.getByText("amount", { exact: true }).waitFor();
      expect(await page.getByRole("button", { name: "Write a rule from it" }).count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    });
  });

  it("goes back to the edition that was at work before, in English, by two people", async () => {
    const write = async (template: string, replaces?: string): Promise<SmsRuleRow> => {
      const body = { operator: "bkash", class: "receive", template, note: "autumn", ...(replaces === undefined ? {} : { replaces }) };
      const { rule } = await good<SmsRuleCreated>("POST", "/api/sms/rules", maker, body);
      if (rule === null) throw new Error("it was to be kept");
      return rule;
    };
    const rules = async (): Promise<SmsRuleRow[]> =>
      (await good<SmsRuleList>("GET", "/api/sms/rules?operator=bkash", maker)).items.filter(({ template }) => template.startsWith("Autumn"));
    const state = async (): Promise<Record<number, string>> => Object.fromEntries((await rules()).map(({ edition, status }) => [edition, status]));
    const approve = async (): Promise<void> => {
      const { items } = await good<{ items: { id: string; kind: string }[] }>("GET", "/api/approvals?status=waiting", checker);
      await good("POST", `/api/approvals/${items.find(({ kind }) => kind === "sms.rule")?.id}/approve`, checker, {});
    };
    const first = await write("Autumn lantern purse rose by {amount} of {msisdn}, chit {trx} noted");
    await good("POST", `/api/sms/rules/${first.id}/on`, maker, { version: first.version, instead_of: null });
    await approve();
    const second = await write("Autumn lantern purse rose by {amount} of {msisdn}, chit {trx} filed", first.id);
    await good("POST", `/api/sms/rules/${second.id}/on`, maker, {
      version: second.version,
      instead_of: { id: first.id, version: second.at_work?.version ?? 0 },
    });
    await approve();
    expect(await state()).toEqual({ 1: "off", 2: "on" });

    await withPage({ token: maker, locale: "en" }, async (page) => {
      await page.goto(at("en", "/sms?tab=rules&operator=bkash"));
      const row = rowOf(page, second.id);
      await row.getByRole("button", { name: "Roll back to edition 1", exact: true }).click();
      const dialog = page.getByRole("dialog").last();
      await dialog.getByText("edition 2 is disabled and edition 1 enabled in the same moment", { exact: false }).waitFor();
      await dialog.getByRole("button", { name: "Request to roll back", exact: true }).click();
      await dialog.waitFor({ state: "detached" });
      // Nothing changes before the second one has said yes.
      expect(await state()).toEqual({ 1: "off", 2: "on" });
      await approve();
      expect(await state()).toEqual({ 1: "on", 2: "off" });
      await page.reload();
      await rowOf(page, first.id).getByRole("button", { name: "Disable", exact: true }).waitFor();
      expect(await row.getByRole("button", { name: "Disable", exact: true }).count()).toBe(0);
    });
  });
});
