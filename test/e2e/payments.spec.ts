/** The payments list as an operator works with it: live, filtered, walked through, decided. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { arrive, order, type Order, reviewed, theContent, walletOf } from "./content.ts";
import { type Content, type Merchant, PASSWORD } from "./parties.ts";
import { adminToken, good, tokenOf } from "./product.ts";
import { openList, settled, withPage } from "./support.ts";

let content: Content;
let token: string;
let merchant: Merchant;
beforeAll(async () => {
  content = await theContent();
  token = await tokenOf(content.people.operator, PASSWORD);
  merchant = content.merchants[0] as Merchant; // the content has five
});

const row = (page: Page, id: string) => page.locator(`tr[data-id="${id}"]`);
const rowIds = (page: Page): Promise<string[]> => page.locator("tbody tr[data-id]").evaluateAll((rows) => rows.map((one) => one.getAttribute("data-id") ?? ""));
const statusOf = async (id: string): Promise<Record<string, unknown>> => good("GET", `/api/payments/${id}`, await adminToken());

const PRESETS = [
  ["今天", "today"],
  ["昨天", "yesterday"],
  ["本周", "this_week"],
  ["上周", "prev_week"],
  ["本月", "this_month"],
  ["上月", "prev_month"],
] as const;

describe("live", () => {
  it("announces a new payment, and completes its row when the money comes, without a reload", async () => {
    await withPage({ token }, async (page) => {
      await openList(page, "/payments");
      await page.locator('[data-tone="done"][role="status"]').waitFor();
      const made = await order(merchant, 123_450, { customer: "01955500001" });
      const fresh = page.getByRole("button", { name: "1 条新记录" });
      await fresh.waitFor();
      expect(await row(page, made.id).count()).toBe(0);
      await fresh.click();
      await row(page, made.id).getByText("待支付").waitFor();
      await page.evaluate(() => Object.assign(window, { untouched: true }));
      await arrive(walletOf(content, made), 123_450, "01955500001");
      await row(page, made.id).getByText("已完成").waitFor();
      expect(await page.evaluate(() => (window as unknown as { untouched?: boolean }).untouched)).toBe(true); // set above: the page is the same
    });
  });
});

describe("the address", () => {
  it("holds the filters: they survive a reload and a change of language, and can be taken off one by one", async () => {
    await withPage({ token }, async (page) => {
      await openList(page, "/payments");
      await page.getByRole("button", { name: /^待审核/ }).click();
      await page.waitForURL(/status=review/);
      await page.getByRole("button", { name: "运营商" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Nagad" }).click();
      await page.waitForURL(/operator=nagad/);
      // The old rows stay until the new ones are there.
      const { items } = await good<{ items: { id: string }[] }>("GET", "/api/payments?status=review&operator=nagad&size=20", token);
      const ids = items.map((item) => item.id);
      expect(ids.length).toBeGreaterThan(0);
      await expect.poll(() => rowIds(page), { timeout: 60_000 }).toEqual(ids);
      await page.reload();
      await expect.poll(() => rowIds(page), { timeout: 60_000 }).toEqual(ids);
      await page.getByRole("button", { name: /English/ }).click();
      await page.waitForURL(/\/en\/payments\?.*status=review/);
      expect(new URL(page.url()).searchParams.get("operator")).toBe("nagad");
      await page.getByRole("button", { name: "Remove filter: Operator: Nagad" }).click();
      await page.waitForURL((url) => url.searchParams.get("operator") === null && url.searchParams.get("status") === "review");
    });
  });

  it("knows the six presets, and all time again", async () => {
    await withPage({ token }, async (page) => {
      await openList(page, "/payments");
      let shown = "全部时间";
      for (const [word, preset] of PRESETS) {
        await page.getByRole("button", { name: shown, exact: true }).first().click();
        await page.getByRole("dialog").getByRole("button", { name: word, exact: true }).click();
        await page.waitForURL((url) => url.searchParams.get("range") === preset);
        const isPast = preset.startsWith("prev") || preset === "yesterday";
        await page
          .getByRole("status")
          .filter({ hasText: isPast ? /共 0 条/ : /共 [1-9]/ })
          .waitFor();
        // The rows are drawn after the count.
        await expect.poll(async () => (await page.locator("tbody tr[data-id]").count()) === 0).toBe(isPast);
        shown = word;
      }
      await page.getByRole("button", { name: "清除筛选" }).first().click();
      await page.waitForURL((url) => !url.searchParams.has("range"));
    });
  });
});

describe("pages", () => {
  it("have the chosen size, remembered, and neither repeat nor skip a row there and back", async () => {
    await withPage({ token }, async (page) => {
      await openList(page, "/payments");
      await page.getByRole("combobox", { name: "每页条数" }).selectOption("10");
      await page.waitForFunction(() => document.querySelectorAll("tbody tr[data-id]").length === 10);
      const first = await rowIds(page);
      await page.getByRole("button", { name: /下一页/ }).click();
      await page.waitForURL(/cursor=/);
      await page.waitForFunction((id) => document.querySelector(`tr[data-id="${id}"]`) === null, first[0]);
      const second = await rowIds(page);
      expect(second.filter((id) => first.includes(id))).toEqual([]);
      // A row that arrives meanwhile moves nothing.
      await order(merchant, 45_600, { customer: "01955500002" });
      await page.getByRole("button", { name: /上一页/ }).click();
      await row(page, first[0] ?? "").waitFor();
      expect((await rowIds(page)).filter((id) => !first.includes(id)).length).toBeLessThanOrEqual(1);
      await page.goto("/payments");
      await page.waitForFunction(() => document.querySelectorAll("tbody tr[data-id]").length === 10);
      await page.getByRole("combobox", { name: "每页条数" }).selectOption("20");
    });
  });
});

describe("columns", () => {
  it("can be hidden and shown again, and stay so", async () => {
    await withPage({ token }, async (page) => {
      await openList(page, "/payments");
      const head = page.locator("thead th").filter({ hasText: "TrxID" });
      await head.waitFor();
      await page.getByRole("button", { name: "列设置" }).click();
      const kept = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.url().endsWith("/api/user/preferences"));
      await page.getByRole("checkbox", { name: "显示“TrxID”" }).uncheck();
      await head.waitFor({ state: "detached" });
      // What is asked for in the same moment may be answered before it.
      await kept;
      await page.reload();
      await settled(page);
      await page.locator("tbody tr[data-id]").first().waitFor();
      expect(await head.count()).toBe(0);
      await page.getByRole("button", { name: "列设置" }).click();
      await page.getByRole("button", { name: "恢复默认" }).click();
      await head.waitFor();
    });
  });
});

describe("the drawer", () => {
  it("opens by key, stands in the address, walks with j and k, and closes to its row", async () => {
    await withPage({ token }, async (page) => {
      await openList(page, "/payments");
      const ids = await rowIds(page);
      await page.locator(`tr[data-id="${ids[1]}"] a[data-link]`).click();
      await page.waitForURL((url) => url.searchParams.get("open") === ids[1]);
      await page
        .locator("[data-drawer] h2")
        .filter({ hasText: ids[1] ?? "" })
        .waitFor();
      await page.keyboard.press("j");
      await page.waitForURL((url) => url.searchParams.get("open") === ids[2]);
      await page.keyboard.press("k");
      await page.keyboard.press("k");
      await page.waitForURL((url) => url.searchParams.get("open") === ids[0]);
      await page
        .locator("[data-drawer] h2")
        .filter({ hasText: ids[0] ?? "" })
        .waitFor();
      // Keys that come faster than the screen is drawn all count.
      await page.evaluate(() => {
        for (const key of ["j", "j", "j", "k"]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      });
      await page.waitForURL((url) => url.searchParams.get("open") === ids[2]);
      await page.keyboard.press("k");
      await page.keyboard.press("k");
      await page.waitForURL((url) => url.searchParams.get("open") === ids[0]);
      await page.keyboard.press("Escape");
      await page.waitForURL((url) => !url.searchParams.has("open"));
      await page.waitForFunction((id) => document.activeElement?.closest("[data-id]")?.getAttribute("data-id") === id, ids[0]);
    });
  });
});

describe("decisions", () => {
  async function act(page: Page, made: Order, action: string): Promise<void> {
    await page.goto(`/payments?open=${made.id}`);
    await page.locator("[data-drawer]").getByRole("button", { name: action, exact: true }).click();
  }

  it("complete an order by hand, after asking for what is missing", async () => {
    const made = await order(merchant, 77_700, { customer: "01955500003" });
    await withPage({ token }, async (page) => {
      await act(page, made, "人工完成");
      const dialog = page.getByRole("dialog", { name: /^人工完成/ });
      await dialog.getByRole("button", { name: "完成并入账" }).click();
      await dialog.getByText("请填写所有必填字段").first().waitFor();
      await dialog.getByLabel(/TrxID/).fill(`HAND${Date.now().toString(36).toUpperCase()}`.slice(0, 10));
      await dialog.getByLabel(/备注|说明/).fill("已在手机上核对");
      await dialog.getByRole("button", { name: "完成并入账" }).click();
      await page.locator("[data-drawer]").getByText("已完成").first().waitFor();
      expect(await statusOf(made.id)).toMatchObject({ status: "completed", operators: [content.people.operator] });
    });
  });

  it("approve an order in review with the message that came", async () => {
    const made = await reviewed(content, merchant, 88_800, "01955500004");
    await withPage({ token }, async (page) => {
      await act(page, made, "通过");
      const dialog = page.getByRole("dialog").filter({ has: page.getByRole("radio") });
      await dialog.getByRole("radio").first().check();
      // Less came than was ordered: the server books what came, and nothing else can be asked of it.
      await dialog.getByText("只能按实收金额入账").waitFor();
      expect(await dialog.getByRole("radio", { name: "按订单金额" }).isDisabled()).toBe(true);
      await dialog.getByRole("button", { name: "通过" }).click();
      await page.locator("[data-drawer]").getByText("已完成").first().waitFor();
      expect(await statusOf(made.id)).toMatchObject({ status: "completed", received_amount: "878.00" });
    });
  });

  it("that come too late keep what was typed and say who was faster; what cannot be done any more is not sent again", async () => {
    const made = await order(merchant, 77_800, { customer: "01955500006" });
    const submit = (trx: string) => good("POST", `/v1/payments/${made.id}/trx`, merchant.secret, { trx_id: trx });
    const first = `LATE${Date.now().toString(36).toUpperCase()}`.slice(0, 10);
    await submit(first);
    const other = await tokenOf(content.people.finance, PASSWORD);
    await withPage({ token }, async (page) => {
      await act(page, made, "人工完成");
      const dialog = page.getByRole("dialog", { name: /^人工完成/ });
      expect(await dialog.getByLabel(/TrxID/).inputValue()).toBe(first);
      await dialog.getByLabel(/备注/).fill("已与付款人核对");
      const send = dialog.getByRole("button", { name: "完成并入账" });
      // Less came than was asked for: matching puts the order before a person while this one still types.
      const trx = await arrive(walletOf(content, made), 76_800, "01955500007");
      await submit(trx);
      await send.click();
      await dialog.getByText(/^系统 已于 .*当前状态：待审核。/).waitFor();
      expect(await dialog.getByLabel(/备注/).inputValue()).toBe("已与付款人核对");
      // What nobody has typed is the newest that is known.
      expect(await dialog.getByLabel(/TrxID/).inputValue()).toBe(trx);
      expect(await dialog.getByLabel(/实收金额/).inputValue()).toBe("768.00");
      const { version } = await statusOf(made.id);
      await good("POST", `/api/payments/${made.id}/reject`, other, { version, reason: "重复提交" });
      await send.click();
      await dialog.getByText(new RegExp(`^${content.people.finance} 已于 .*当前状态：已驳回，无法再执行此操作`)).waitFor();
      expect(await send.isDisabled()).toBe(true);
      expect(await dialog.getByLabel(/备注/).inputValue()).toBe("已与付款人核对");
    });
  });

  it("are not offered to an auditor", async () => {
    const made = await order(merchant, 66_650, { customer: "01955500005" });
    await withPage({ token: await tokenOf(content.people.auditor, PASSWORD) }, async (page) => {
      await page.goto(`/payments?open=${made.id}`);
      await page.locator("[data-drawer] h3").first().waitFor();
      expect(
        await page
          .locator("[data-drawer]")
          .getByRole("button", { name: /通过|驳回|人工完成|重新核查|重新通知|添加备注/ })
          .count(),
      ).toBe(0);
      expect(await page.locator("tbody input[type=checkbox]").count()).toBe(0);
    });
  });
});
