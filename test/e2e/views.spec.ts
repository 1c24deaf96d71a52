/** Views: everything that a list shows under a name and an address, one's own and shared. */
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { theContent } from "./content.ts";
import { type Content, PASSWORD } from "./parties.ts";
import { adminToken, good, tokenOf } from "./product.ts";
import { NARROW, openList, withPage } from "./support.ts";

let content: Content;
let clerk: string;
beforeAll(async () => {
  content = await theContent();
  clerk = await tokenOf(content.people.operator, PASSWORD);
});

interface Saved {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  readonly layout: Record<string, unknown>;
}
const saved = async (token: string, name: string): Promise<Saved | undefined> =>
  (await good<{ items: Saved[] }>("GET", "/api/views?list=payments", token)).items.find((view) => view.name === name);
const heads = (page: Page): Promise<string[]> => page.locator("thead th").allInnerTexts();

it("keeps filters, order, dates, columns and row height together; a colleague opens it by its address", async () => {
  const name = `晚班 ${Date.now()}`;
  await withPage({ token: clerk }, async (page) => {
    await openList(page, "/payments");
    await page.getByRole("button", { name: /^已完成/ }).click();
    await page.getByRole("button", { name: "全部时间", exact: true }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "近 7 天", exact: true }).click();
    await page.waitForURL(/range=last_7_days/);
    await page.getByRole("button", { name: "视图", exact: true }).click();
    const menu = page.getByRole("dialog", { name: "视图" });
    await menu.getByRole("textbox", { name: /视图名称/ }).fill(name);
    await menu.getByRole("checkbox", { name: "与同事共享" }).check();
    await menu.getByRole("button", { name: "保存为新视图" }).click();
    await page.getByText(`视图：${name}`).waitFor();
    expect(await page.getByText("已更改").count()).toBe(0);
    // Columns belong to it, too: what is changed is said, and saved into it.
    await page.getByRole("button", { name: "列设置" }).click();
    const columns = page.getByRole("dialog", { name: "列设置" });
    await columns.getByText("紧凑").click();
    await columns.getByRole("checkbox", { name: "显示“客户”" }).uncheck();
    await page.keyboard.press("Escape");
    await page.getByText("已更改").waitFor();
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await expect.poll(async () => (await saved(clerk, name))?.layout, { timeout: 60_000 }).toMatchObject({ density: "compact", hidden: ["customer"] });
    await page.getByText("已更改").waitFor({ state: "detached" });
  });
  const view = await saved(clerk, name);
  expect(view?.query).toBe("range=last_7_days&status=completed");
  const admin = await adminToken();
  await withPage({ token: admin, locale: "en" }, async (page) => {
    await openList(page, `/en/payments?view=${view?.id ?? ""}`);
    await page.getByText(`View: ${name}`).waitFor();
    expect(new URL(page.url()).searchParams.get("range")).toBe("last_7_days");
    expect(await heads(page)).not.toContain("Customer");
    // Somebody else's: changes can be saved under another name, or taken back.
    await page.getByRole("button", { name: /Remove filter: Last 7 days/ }).click();
    await page.getByText("Changed", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Save", exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Reset", exact: true }).click();
    await page.waitForURL(/range=last_7_days/);
    await page.getByText("Changed", { exact: true }).waitFor({ state: "detached" });
  });
});

it("keeps the days of the statistics and how they are shown, and opens them by their address", async () => {
  const name = `月度图表 ${Date.now()}`;
  await withPage({ token: await adminToken() }, async (page) => {
    const plots = page.getByRole("button", { name: "图表", exact: true });
    await page.goto("/wallets?tab=statistics");
    await page.getByRole("button", { name: "本月", exact: true }).click();
    await page.waitForURL(/range=this_month/);
    await plots.click();
    await page.waitForURL(/by=plots/);
    await page.getByRole("button", { name: "视图", exact: true }).click();
    const menu = page.getByRole("dialog", { name: "视图" });
    await menu.getByRole("textbox", { name: /视图名称/ }).fill(name);
    await menu.getByRole("button", { name: "保存为新视图" }).click();
    await page.getByText(`视图：${name}`).waitFor();
    expect(await page.getByText("已更改", { exact: true }).count()).toBe(0);
    const view = new URL(page.url()).searchParams.get("view") ?? "";
    await page.getByRole("button", { name: "按日", exact: true }).click();
    await page.getByText("已更改", { exact: true }).waitFor();
    await page.goto(`/wallets?tab=statistics&view=${view}`);
    await page.getByText(`视图：${name}`).waitFor();
    await page.waitForURL(/by=plots/);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get("tab"), searchParams.get("range"), await plots.getAttribute("aria-pressed")]).toEqual(["statistics", "this_month", "true"]);
    expect(await page.getByText("已更改", { exact: true }).count()).toBe(0);
  });
});

it("counts its rows in the menu, opens by default, is deleted and comes back under Z", async () => {
  const { id } = await good<Saved>("POST", "/api/views", clerk, { list: "payments", name: "仅 Nagad", query: "operator=nagad" });
  await withPage({ token: clerk, size: NARROW }, async (page) => {
    await page.goto("/payments");
    await page.locator("li[data-id]").first().waitFor();
    await page.getByRole("button", { name: "视图", exact: true }).click();
    const menu = page.getByRole("dialog", { name: "视图" });
    const { total } = await good<{ total: { value: number } }>("GET", "/api/payments?operator=nagad&only=total", clerk);
    await menu.getByRole("listitem").filter({ hasText: "仅 Nagad" }).getByText(String(total.value), { exact: true }).waitFor();
    await menu.getByRole("button", { name: "视图“仅 Nagad”的操作" }).click();
    await menu.getByRole("checkbox", { name: "打开此列表时默认使用" }).first().click();
    await menu.getByText("默认", { exact: true }).waitFor();
    await page.goto("/payments");
    await page.waitForURL(new RegExp(`view=${id}.*operator=nagad`));
    await page.getByText("视图：仅 Nagad").waitFor();
    await page.getByRole("button", { name: "视图", exact: true }).click();
    await menu.getByRole("button", { name: "视图“仅 Nagad”的操作" }).click();
    await menu.getByRole("button", { name: "删除视图“仅 Nagad”" }).click();
    await page.waitForURL((url) => !url.searchParams.has("view") && url.searchParams.get("operator") === "nagad");
    await page.keyboard.press("Escape");
    await page.keyboard.press("z");
    await expect.poll(() => saved(clerk, "仅 Nagad"), { timeout: 60_000 }).toMatchObject({ id });
  });
  await good("DELETE", `/api/views/${id}`, clerk);
});

it("shows a merchant's people nothing of the platform's views, but the filters of the link", async () => {
  const { id } = await good<Saved>("POST", "/api/views", clerk, { list: "payments", name: "ours alone", query: "status=review", shared: true });
  const token = await tokenOf(content.people.merchant_admin, PASSWORD);
  await withPage({ token, locale: "en" }, async (page) => {
    await openList(page, `/en/payments?view=${id}&status=completed`);
    await page.getByText("This view was deleted or is not shared with you", { exact: false }).waitFor();
    await page.waitForURL((url) => !url.searchParams.has("view") && url.searchParams.get("status") === "completed");
    expect(await page.getByText("ours alone").count()).toBe(0);
  });
});
