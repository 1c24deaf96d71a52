/** Words that hold a message: marked in its drawer, called harmless with the trial in view, listed, and taken back. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { type Content, PASSWORD } from "./parties.ts";
import { theContent } from "./content.ts";
import { adminToken, call, good, theProduct, tokenOf } from "./product.ts";
import { at, settled, withPage } from "./support.ts";

const MAKER = "wu.fang";
const WORDS = "Sing along in our choir for Tk 25 a night";
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

const drawer = (page: Page) => page.locator("[data-drawer]");

/** A receipt without a balance: nothing but its words can prove it. */
const heldMessage = (): Promise<string> => doubted("You have received Tk 77.00 from 01911115555.");
/** Money that went out, as doubtful. */
const heldDebit = (): Promise<string> => doubted("Send Money Tk 78.00 to 01911115556 successful. Ref 1. Fee Tk 5.00.");

async function doubted(beginning: string): Promise<string> {
  const wallet = content.wallets[0];
  if (wallet === undefined) throw new Error("the content has wallets");
  const text = `${beginning} TrxID DKT${String(Date.now()).slice(-7)}. ${WORDS}`;
  const { items } = await good<{ items: { id: string }[] }>("POST", "/device/sms", wallet.token, { sender: "bKash", text });
  return items[0]?.id ?? "";
}

describe("words that nothing explains", () => {
  it("are called harmless from the message by two people, and taken back by one", async () => {
    const id = await heldMessage();
    await withPage({ token: maker }, async (page) => {
      await page.goto(`/sms?open=${id}`);
      await settled(page);
      expect(await drawer(page).locator("[data-raw] mark").innerText()).toBe(WORDS);
      await drawer(page).getByRole("button", { name: "标为无害", exact: true }).click();
      const form = page.getByRole("dialog", { name: "标为无害文字" });
      expect(await form.getByRole("textbox", { name: /^文字/ }).inputValue()).toBe("Sing along in our choir for Tk {n} a night");
      await form.getByText("此后会放行：1 条").waitFor();
      await form.getByRole("button", { name: "申请放行", exact: true }).click();
      await page
        .getByText(/^已提交/)
        .first()
        .waitFor();
      expect((await call<{ items: { status: string }[] }>("GET", "/api/sms/endings?operator=bkash", maker)).data.items[0]?.status).toBe("draft");

      const { items } = await good<{ items: { id: string; kind: string }[] }>("GET", "/api/approvals?status=waiting", checker);
      const asked = items.find(({ kind }) => kind === "sms.ending");
      await good("POST", `/api/approvals/${asked?.id}/approve`, checker, {});

      await page.goto("/sms?tab=rules&operator=bkash");
      const row = page.locator("[data-id]", { hasText: "Sing along in our choir" });
      await row.getByText("放行中").waitFor();
      await row.getByRole("button", { name: "撤销", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "撤销", exact: true }).click();
      await row.getByText("已撤销").waitFor();
    });
  });

  it("are only shown to whoever may not teach", async () => {
    const id = await heldMessage();
    const operator = await tokenOf(content.people.operator, PASSWORD);
    await withPage({ token: operator, locale: "en" }, async (page) => {
      await page.goto(at("en", `/sms?open=${id}`));
      await settled(page);
      await drawer(page).locator("[data-raw] mark").waitFor();
      await drawer(page).getByText("Not understood").waitFor();
      expect(await drawer(page).getByRole("button", { name: "Call harmless" }).count()).toBe(0);
    });
  });
});

describe("a message that nothing proves", () => {
  const status = async (id: string): Promise<string> => (await good<{ match_status: string }>("GET", `/api/sms/${id}`, checker)).match_status;

  it("is accepted by whoever knows that it is real, and says first what comes of it", async () => {
    const id = await heldMessage();
    const operator = await tokenOf(content.people.operator, PASSWORD);
    await withPage({ token: operator, locale: "en" }, async (page) => {
      await page.goto(at("en", `/sms?open=${id}`));
      await settled(page);
      await drawer(page).getByText("Needs a decision: choose the order, accept it as it says, or ignore.").waitFor();
      await drawer(page).getByRole("button", { name: "Accept and book", exact: true }).click();
      const form = page.getByRole("dialog", { name: /^Accept / });
      await form.getByText("else the money waits in suspense", { exact: false }).waitFor();
      await form.getByText("+77.00").waitFor();
      await form.getByRole("textbox", { name: "Note" }).fill("seen on the phone");
      await form.getByRole("button", { name: "Accept and book", exact: true }).click();
      await drawer(page).getByText("Unmatched").first().waitFor();
      expect(await drawer(page).getByRole("button", { name: "Accept and book" }).count()).toBe(0);
      await drawer(page).getByText("Accepted by a person").first().waitFor();
      expect(await status(id)).toBe("unmatched");
    });
  });

  it("says of money that went out that it stops the wallet's payouts, and is left alone at cancel", async () => {
    const id = await heldDebit();
    await withPage({ token: maker }, async (page) => {
      await page.goto(`/sms?open=${id}`);
      await settled(page);
      await drawer(page).getByText("需要人工确认：采信入账，或忽略。").waitFor();
      await drawer(page).getByRole("button", { name: "采信入账", exact: true }).click();
      const form = page.getByRole("dialog", { name: /^采信 / });
      await form.getByText("暂停该钱包代付", { exact: false }).waitFor();
      await form.getByText("−78.00").waitFor();
      await form.getByRole("button", { name: "取消", exact: true }).click();
      await form.waitFor({ state: "detached" });
      expect(await status(id)).toBe("review");
    });
  });
});
