/** The disburses list as people work with it: live, judged by evidence, approved in bulk by the server's word, sent as a file. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { type Content, type Merchant, PASSWORD } from "./parties.ts";
import { theContent } from "./content.ts";
import { answerTask, approvalFrom, type Payout, payout as ask } from "./money-out.ts";
import { adminToken, good, tokenOf } from "./product.ts";
import { openList, settled, withPage } from "./support.ts";

let content: Content;
let merchant: Merchant;
let operator: string;

beforeAll(async () => {
  content = await theContent();
  merchant = content.merchants[0] as Merchant; // the content has five
  operator = await tokenOf(content.people.operator, PASSWORD);
  await approvalFrom(await adminToken(), "150.00");
});

/** A payout that the merchant asks for. */
const payout = (amount: string): Promise<Payout> => ask(merchant, amount);
const statusOf = async (id: string): Promise<string> => (await good<Payout>("GET", `/api/disburses/${id}`, await adminToken())).status;

const row = (page: Page, id: string) => page.locator(`tr[data-id="${id}"]`);
const drawer = (page: Page) => page.locator("[data-drawer]");
describe("a payout whose outcome is unknown", () => {
  it("shows its evidence, is never offered to be sent again, and is completed by hand with a TrxID", async () => {
    const made = await payout("101.00");
    await answerTask(content, "101.00", { result: "unknown" });
    await withPage({ token: operator }, async (page) => {
      await page.goto(`/disburses?open=${made.id}`);
      await drawer(page).getByRole("heading", { name: "出款证据" }).waitFor();
      await drawer(page).getByText("手机无法确定").first().waitFor();
      await drawer(page)
        .getByRole("heading", { name: /^余额连续性/ })
        .waitFor();
      expect(await drawer(page).getByRole("button", { name: "重置", exact: true }).count()).toBe(0);
      await drawer(page).getByRole("button", { name: "人工完成", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: /^人工完成/ });
      await dialog.getByRole("button", { name: "完成并入账" }).click();
      await dialog.getByText("请填写所有必填字段").first().waitFor();
      await dialog.getByLabel(/TrxID/).fill(`DKM${Date.now().toString(36).toUpperCase()}`.slice(0, 10));
      await dialog.getByLabel(/备注/).fill("已在手机上核对");
      await dialog.getByRole("button", { name: "完成并入账" }).click();
      await drawer(page).getByText("已完成").first().waitFor();
      expect(await statusOf(made.id)).toBe("completed");
    });
  });

  it("changes in place, without a reload, when the phone answers", async () => {
    const made = await payout("102.00");
    await withPage({ token: operator }, async (page) => {
      await openList(page, "/disburses");
      await row(page, made.id).waitFor();
      await page.evaluate(() => Object.assign(window, { untouched: true }));
      await answerTask(content, "102.00", { result: "failed", reason: "PIN locked" });
      await row(page, made.id).getByText("出款失败，待处理").waitFor();
      expect(await page.evaluate(() => (window as unknown as { untouched?: boolean }).untouched)).toBe(true); // set above: the page is the same
    });
  });
});

describe("a failed attempt", () => {
  it("is sent again only after a reason, and waits for a second approval", async () => {
    const made = await payout("103.00");
    await answerTask(content, "103.00", { result: "failed", reason: "PIN locked" });
    await withPage({ token: operator }, async (page) => {
      await page.goto(`/disburses?open=${made.id}`);
      await drawer(page).getByRole("button", { name: "重置", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: /^确定重置代付/ });
      await dialog.getByText("第 2 次尝试").waitFor();
      await dialog.getByLabel(/原因/).fill("手机已解锁");
      await dialog.getByRole("button", { name: "重置并重新发出" }).click();
      await page.getByText("已提交，等待复核").waitFor();
      expect(await statusOf(made.id)).toBe("attempt_failed");
    });
  });

  it("can be failed for good, and the money goes back", async () => {
    const made = await payout("104.00");
    await answerTask(content, "104.00", { result: "failed", reason: "no such account" });
    await withPage({ token: operator }, async (page) => {
      await page.goto(`/disburses?open=${made.id}`);
      await drawer(page).getByRole("button", { name: "标记失败", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: /^标记失败/ });
      await dialog.getByText("冻结的资金退回商户").waitFor();
      await dialog.getByLabel(/原因/).fill("号码不存在");
      await dialog.getByRole("button", { name: "标记失败" }).click();
      await page.getByText("已标记失败").waitFor();
      expect(await statusOf(made.id)).toBe("failed");
    });
  });
});

describe("bulk approval", () => {
  it("says before what it would do and what it leaves out, and does that", async () => {
    const [first, second, third] = [await payout("201.00"), await payout("202.00"), await payout("105.00")];
    await withPage({ token: operator }, async (page) => {
      await openList(page, "/disburses");
      for (const made of [first, second, third]) await row(page, made.id).locator("input[type=checkbox]").click();
      await page
        .getByRole("region", { name: /已选 3 条/ })
        .getByRole("button", { name: "通过 2/3", exact: true })
        .click();
      const dialog = page.getByRole("dialog", { name: "代付：通过" });
      await dialog.getByText(/^BDT\s403\.00$/).waitFor();
      await dialog.getByRole("button", { name: "查看 1 项" }).click();
      await dialog.getByRole("link", { name: third.id }).waitFor();
      await dialog
        .getByText(/^当前：/)
        .first()
        .waitFor();
      await dialog.getByRole("button", { name: "代付：通过", exact: true }).click();
      await dialog.getByText("已完成 2").waitFor();
      expect([await statusOf(first.id), await statusOf(second.id)]).not.toContain("review");
    });
  });

  it("is not offered to an auditor", async () => {
    await withPage({ token: await tokenOf(content.people.auditor, PASSWORD) }, async (page) => {
      await openList(page, "/disburses");
      expect(await page.locator("tbody input[type=checkbox]").count()).toBe(0);
      expect(
        await page
          .locator("tbody")
          .getByRole("button", { name: /通过|重置|重新核查/ })
          .count(),
      ).toBe(0);
    });
  });
});

describe("a merchant's file", () => {
  it("is checked row by row, ordered, followed to its end, and answered with a file", async () => {
    const token = await tokenOf(content.people.merchant_admin, PASSWORD);
    const unique = Date.now().toString(36).toUpperCase();
    const rows = [
      "商户订单号,运营商,金额,收款号码",
      `F${unique}-1,bkash,11.00,1811000001`,
      `F${unique}-2,Nagad,12.00,01811000002`,
      `F${unique}-1,bkash,11.00,01811000001`,
      `F${unique}-3,bkash,abc,01811000003`,
    ];
    await withPage({ token }, async (page) => {
      await page.goto("/disburses?tab=batches");
      await settled(page);
      await page.getByRole("button", { name: "上传批量代付" }).click();
      const dialog = page.getByRole("dialog", { name: "批量代付" });
      await dialog.locator("input[type=file]").setInputFiles({ name: "五月.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\r\n")) });
      await dialog.getByText("共 4 行：2 行可下单，1 行有误，1 行重复").waitFor();
      await dialog.getByText("与前面某行的商户订单号相同").waitFor();
      await dialog.getByText("金额 · 格式不正确").waitFor();
      await dialog.getByRole("button", { name: /^下单 2 笔/ }).click();
      await dialog.getByText("全部处理完毕").waitFor();
      const loading = page.waitForEvent("download");
      await dialog.getByRole("button", { name: "下载结果" }).click();
      const file = await (await loading).createReadStream();
      let text = "";
      for await (const part of file) text += String(part);
      expect(text.split("\r\n").filter((line) => line.includes(",已下单,"))).toHaveLength(2);
      await dialog.getByRole("button", { name: "关闭" }).last().click();
      await page.locator("tbody tr[data-id]").first().getByText("已结束").waitFor();
    });
  });

  it("is not offered to those who only look", async () => {
    await withPage({ token: await tokenOf(content.people.merchant_viewer, PASSWORD) }, async (page) => {
      await openList(page, "/disburses");
      expect(await page.getByRole("button", { name: "上传批量代付" }).count()).toBe(0);
      expect(await page.getByRole("button", { name: /^结果未知|^出款失败，待处理/ }).count()).toBe(0);
    });
  });
});
