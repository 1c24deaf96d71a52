/** Acts on many rows as people do them: chosen, looked at, confirmed once, followed, and kept as a page. */
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { Locale } from "../../src/web/screens.ts";
import { theContent } from "./content.ts";
import { type Content, PASSWORD } from "./parties.ts";
import { adminToken, good, tokenOf } from "./product.ts";
import { at, openList, withPage } from "./support.ts";
import { untranslated, word } from "./words.ts";

interface Row {
  readonly id: string;
  readonly version: number;
  readonly status: string;
}
let content: Content;
let finance: string;
let submitter: string;
beforeAll(async () => {
  content = await theContent();
  finance = await tokenOf(content.people.finance, PASSWORD);
  submitter = await tokenOf(content.people.merchant_admin, PASSWORD);
});

/** Ten of them are a sum that is typed before it is paid. */
const LARGE = "5000.50";
const TEN_LARGE = "50,005.00";

/** Money on the merchant's account, by two people: what large withdrawals take. */
async function credit(amount: string): Promise<void> {
  const { merchant_id } = await good<{ merchant_id: string }>("GET", "/api/user", submitter);
  const asked = await good<Row>("POST", "/api/manual", await adminToken(), { kind: "merchant_credit", merchant_id, amount, note: "线下结算" });
  await good("POST", `/api/manual/${asked.id}/apply`, finance, { version: asked.version });
}

/** Withdrawals of this mark, which the search box finds by their account. */
async function withdrawals(count: number, mark: string, amount = "1.50"): Promise<Row[]> {
  const made: Row[] = [];
  for (let one = 0; one < count; one += 1) made.push(await good<Row>("POST", "/api/withdrawal", submitter, { receiving_account: `${mark} ${one}`, amount }));
  return made;
}
const statusOf = async ({ id }: Row): Promise<string> => (await good<Row>("GET", `/api/withdrawal/${id}`, finance)).status;

/** Counts what a person does. */
function counting(page: Page) {
  let acts = 0;
  const one = async (act: () => Promise<void>): Promise<void> => {
    acts += 1;
    await act();
  };
  return {
    page,
    one,
    get acts() {
      return acts;
    },
  };
}

describe.each(["zh", "en"] as const)("ten withdrawals, in %s", (locale: Locale) => {
  it("of a large sum, behind a password that is too old, are approved in six acts, and their results stay as a page", async () => {
    const mark = `ten ${locale} ${Date.now().toString(36)}`;
    await credit("50100.00");
    const rows = await withdrawals(10, mark, LARGE);
    await good("DELETE", "/api/user/check", finance);
    await withPage({ token: finance, locale }, async (page, problems) => {
      await openList(page, at(locale, `/withdrawal?status=pending&q=${encodeURIComponent(mark)}`));
      await page.locator(`tr[data-id="${rows[9]?.id ?? ""}"]`).waitFor();
      const person = counting(page);
      const approve = word(locale, "bulk.act.withdrawal.approve");
      await person.one(() => page.getByLabel(word(locale, "list.table.selectAll")).click());
      await person.one(() =>
        page
          .getByRole("region", { name: /10/ })
          .getByRole("button", { name: word(locale, "withdrawal.action.approve"), exact: true })
          .click(),
      );
      const dialog = page.getByRole("dialog", { name: approve });
      await dialog.getByText(new RegExp(`^BDT\\s${TEN_LARGE.replace(".", "\\.")}$`)).waitFor();
      expect(await untranslated(page, locale, new Set(rows.map(({ id }) => id)))).toMatchObject({ foreign: [] });
      // What is typed goes to what has the focus: the sum, then the password. Nobody has to point at either.
      const typed = (field: Locator): Promise<void> => field.and(page.locator(":focus")).waitFor();
      await typed(dialog.getByLabel(new RegExp(TEN_LARGE)));
      await person.one(() => page.keyboard.type(TEN_LARGE));
      await person.one(() => page.keyboard.press("Enter"));
      const again = page.getByRole("dialog", { name: word(locale, "frame.recheck.title") });
      await typed(again.locator("input[type=password]"));
      for (const row of rows) expect(await statusOf(row)).toBe("pending");
      await person.one(() => page.keyboard.type(PASSWORD));
      await person.one(() => page.keyboard.press("Enter"));
      await dialog.getByText(new RegExp(`^${word(locale, "bulk.item.done")} 10$`)).waitFor();
      expect(person.acts).toBe(6);
      for (const row of rows) expect(await statusOf(row)).toBe("approved");
      await dialog.getByRole("link", { name: word(locale, "bulk.dialog.page") }).click();
      await page.waitForURL(/\/bulk\?open=O/);
      const drawer = page.locator("[data-drawer]");
      await drawer.getByRole("link", { name: rows[3]?.id ?? "" }).waitFor();
      const [file] = await Promise.all([page.waitForEvent("download"), drawer.getByRole("button", { name: word(locale, "bulk.download") }).click()]);
      expect(file.suggestedFilename()).toMatch(/^O\w+-result\.csv$/);
      // Refused once for the password, and no more.
      expect(problems.splice(0)).toEqual([expect.stringMatching(/status of 403.*\/api\/bulk\/\w+\/start/)]);
    });
  });
});

describe("everything that matches", () => {
  it("is chosen beyond the page, rejected with one reason, and what another did meanwhile is told", async () => {
    const mark = `all ${Date.now().toString(36)}`;
    const rows = await withdrawals(12, mark);
    await withPage({ token: finance }, async (page) => {
      await openList(page, `/withdrawal?size=10&q=${encodeURIComponent(mark)}`);
      await page.getByLabel(word("zh", "list.table.selectAll")).click();
      await page.getByRole("button", { name: "选择符合筛选的全部 12 项" }).click();
      await page.getByRole("button", { name: "驳回", exact: true }).last().click();
      const dialog = page.getByRole("dialog", { name: "提现：驳回" });
      await dialog.getByText(/^BDT\s18\.00$/).waitFor();
      const first = rows[0] as Row;
      await good("POST", `/api/withdrawal/${first.id}/approve`, finance, { version: 1 });
      await dialog.getByLabel(/原因/).fill("账户名不符");
      await dialog.getByRole("button", { name: "提现：驳回" }).click();
      await dialog.getByText("已完成 11").waitFor();
      await dialog.getByText("失败 1").waitFor();
      await dialog.getByRole("link", { name: first.id }).waitFor();
      expect(await statusOf(first)).toBe("approved");
      expect(await statusOf(rows[11] as Row)).toBe("rejected");
    });
  });
});

describe.each(["zh", "en"] as const)("a bank file, in %s", (locale: Locale) => {
  it("is written, comes down, and ends with the bank's references pasted back", async () => {
    const mark = `bank ${locale} ${Date.now().toString(36)}`;
    const rows = await withdrawals(3, mark);
    for (const { id, version } of rows) await good("POST", `/api/withdrawal/${id}/approve`, finance, { version });
    await withPage({ token: finance, locale }, async (page) => {
      await openList(page, at(locale, `/withdrawal?status=approved&q=${encodeURIComponent(mark)}`));
      await page.getByLabel(word(locale, "list.table.selectAll")).click();
      await page
        .getByRole("region", { name: /3/ })
        .getByRole("button", { name: word(locale, "withdrawal.action.export"), exact: true })
        .click();
      const dialog = page.getByRole("dialog", { name: word(locale, "bulk.act.withdrawal.export") });
      await dialog.getByText(/^BDT\s4\.50$/).waitFor();
      await dialog.getByRole("button", { name: word(locale, "bulk.act.withdrawal.export") }).click();
      const download = dialog.getByRole("button", { name: word(locale, "withdrawal.bankFile.download") });
      await expect.poll(() => download.evaluate((button) => button === document.activeElement)).toBe(true);
      const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
      const text = readFileSync(await file.path(), "utf8");
      for (const { id } of rows) expect(text).toContain(`1.50,${id}`);
      await dialog
        .getByRole("button", { name: word(locale, "common.close"), exact: true })
        .last()
        .click();
      await page.getByRole("button", { name: word(locale, "withdrawal.bankFile.paste") }).click();
      const paste = page.getByRole("dialog", { name: word(locale, "withdrawal.bankFile.pasteTitle") });
      const box = paste.getByRole("textbox");
      const check = paste.getByRole("button", { name: word(locale, "withdrawal.bankFile.check") });
      await box.fill(`${rows[0]?.id ?? ""}\tA\nnothing that one can read`);
      await paste.getByText(word(locale, "withdrawal.bankFile.unreadLine").replace("{{line}}", "2").replace("{{text}}", "nothing that one can read")).waitFor();
      expect(await check.isDisabled()).toBe(true);
      await box.fill(rows.map(({ id }, index) => `${id}\tREF-${id.slice(-6)}-${index}`).join("\n"));
      expect(await untranslated(page, locale, new Set(rows.map(({ id }) => id)))).toMatchObject({ foreign: [] });
      await check.click();
      const paid = page.getByRole("dialog", { name: word(locale, "bulk.act.withdrawal.paid") });
      await paid.getByRole("button", { name: word(locale, "bulk.act.withdrawal.paid") }).click();
      await paid.getByText(new RegExp(`^${word(locale, "bulk.item.done")} 3$`)).waitFor();
      for (const row of rows) expect(await statusOf(row)).toBe("paid");
    });
  });
});

describe.each(["zh", "en"] as const)("requests for a second approval, in %s", (locale: Locale) => {
  it("are approved many at once; what one asked for oneself is left out, and says why", async () => {
    const amount = locale === "zh" ? "7.31" : "7.32";
    const { merchant_id } = await good<{ merchant_id: string }>("GET", "/api/user", submitter);
    const ask = (by: string): Promise<Row> => good<Row>("POST", "/api/manual", by, { kind: "merchant_credit", merchant_id, amount, note: "线下结算" });
    await good("POST", "/api/user/check", finance, { password: PASSWORD });
    const theirs = [await ask(await adminToken()), await ask(await adminToken())];
    await ask(finance);
    await withPage({ token: finance, locale }, async (page) => {
      await openList(page, at(locale, `/manual?tab=approvals&status=waiting&min_amount=${amount}&max_amount=${amount}`));
      await page.locator("tr[data-id]").nth(2).waitFor();
      await page.getByLabel(word(locale, "list.table.selectAll")).click();
      const region = page.getByRole("region", { name: /3/ });
      await region.getByRole("button", { name: new RegExp(`^${word(locale, "approvals.action.approve")}.+2`) }).click();
      const name = word(locale, "bulk.act.approvals.approve");
      const dialog = page.getByRole("dialog", { name });
      await dialog.getByText(locale === "zh" ? /^BDT\s14\.62$/ : /^BDT\s14\.64$/).waitFor();
      await dialog.getByText(word(locale, "errors.code.same_person")).waitFor();
      await dialog.getByRole("button", { name: new RegExp(word(locale, "bulk.dialog.show").replace("{{n}}", "1").split("{{")[0] ?? "") }).click();
      await dialog.getByText(new RegExp(word(locale, "approvals.kind.manual.apply"))).waitFor();
      await dialog.getByRole("button", { name }).click();
      await dialog.getByText(new RegExp(`^${word(locale, "bulk.item.done")} 2$`)).waitFor();
      for (const row of theirs) expect((await good<Row>("GET", `/api/manual/${row.id}`, finance)).status).toBe("applied");
    });
  });
});
