/** Chips in a list's search and in the palette, in both languages; recent searches; what stands nearest where nothing is found. */
import { beforeAll, expect, it } from "vitest";
import { theContent } from "./content.ts";
import { type Content, PASSWORD } from "./parties.ts";
import { good, tokenOf } from "./product.ts";
import { openList, withPage } from "./support.ts";

let content: Content;
let token: string;
beforeAll(async () => {
  content = await theContent();
  token = await tokenOf(content.people.operator, PASSWORD);
});

it("turns chips of either language into the list's filters, offers what can follow, and remembers", async () => {
  await withPage({ token }, async (page) => {
    await openList(page, "/payments");
    const box = page.getByRole("combobox", { name: /TrxID/ });
    await page.keyboard.press("/");
    await page.keyboard.type("状态:待审");
    await page.getByRole("option", { name: /^待审核/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("status") === "review");
    expect(await box.inputValue()).toBe("");
    // English words are known to the Chinese page as well; a space ends a chip.
    await page.keyboard.type("operator:nagad amount:>1 ");
    await page.waitForURL((url) => url.searchParams.get("operator") === "nagad" && url.searchParams.get("min_amount") === "1.01");
    await page.getByRole("button", { name: "移除筛选：金额：≥ 1.01" }).waitFor();
    await page.keyboard.type("colour:red");
    await page.getByText("没有字段“colour”，可用：status,", { exact: false }).waitFor();
    await box.fill("");
    await page.waitForURL((url) => !url.searchParams.has("q"));
    await page.getByRole("option", { name: "operator:nagad amount:>1" }).waitFor();
    await page.getByRole("button", { name: "清除最近搜索" }).click();
    await page.getByRole("option", { name: "operator:nagad amount:>1" }).waitFor({ state: "detached" });
  });
});

it("names a merchant by its name, and says when more than one is meant", async () => {
  const [merchant] = content.merchants;
  await withPage({ token, locale: "en" }, async (page) => {
    await openList(page, "/en/payments");
    await page.keyboard.press("/");
    await page.keyboard.type(`merchant:"${merchant?.name ?? ""}"`);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("merchant_id") === merchant?.id);
  });
});

it("leads from the palette to the list, and from nothing to what stands near", async () => {
  await withPage({ token, locale: "en" }, async (page) => {
    await openList(page, "/en/sms");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("status:review amount:>1");
    const { total } = await good<{ total: { value: number } }>("GET", "/api/payments?status=review&min_amount=1.01&only=total", token);
    const line = page
      .locator("[data-action]")
      .filter({ hasText: "Payment" })
      .filter({ hasText: `Rows: ${total.value}` })
      // Not the line of the text that was half typed.
      .filter({ hasText: "1.01" });
    await line.first().click();
    await page.waitForURL(
      (url) => url.pathname === "/en/payments" && url.searchParams.get("status") === "review" && url.searchParams.get("min_amount") === "1.01",
    );
    // A day on which nothing happened: the other dates are counted, and shown.
    await page.goto("/en/payments?status=review&from=2001-01-01&to=2001-01-01");
    const near = page.getByRole("list", { name: "Near results" });
    await near.getByText("on other dates", { exact: false }).waitFor();
    await near.getByRole("button", { name: "Show" }).first().click();
    await page.waitForURL((url) => url.searchParams.get("from") === null && url.searchParams.get("status") === "review");
    await page.locator("tbody tr[data-id]").first().waitFor();
  });
});
