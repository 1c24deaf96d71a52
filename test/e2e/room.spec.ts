/** What stands on the page has its room: a notice lies on no control, and a long value stays in its column. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { Reconciliation, ReconciliationRow } from "../../src/contract/reconciliation.schema.ts";
import { dayOf } from "../../src/web/screens/wallets/days/suite.ts";
import { LOCALES } from "../../src/web/screens.ts";
import { axeFinds, axeFindsNow } from "./axe.ts";
import { outOfPlace } from "./layout.ts";
import { adminToken, firstRow, good } from "./product.ts";
import { NARROW, settled, WIDE, withPage } from "./support.ts";
import { word } from "./words.ts";

let token: string;
beforeAll(async () => {
  token = await adminToken();
});

/** Controls whose middle is not theirs, because something else lies there. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>("header button, main button, main select, main input")];
    const isCovered = (control: HTMLElement): boolean => {
      const { left, top, width, height } = control.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return there !== null && there.closest("section[aria-live]") !== null;
    };
    return controls.filter((control) => control.checkVisibility() && isCovered(control)).map((control) => control.innerText);
  });
}

describe.each([
  ["wide", WIDE],
  ["narrow", NARROW],
] as const)("a notice on a %s page", (_name, size) => {
  it("says what to do, and lets every control be pressed", async () => {
    await withPage({ token, size }, async (page, problems) => {
      await page.goto("/merchants");
      await settled(page);
      await page.route("**/*", (route) => route.abort());
      await page.getByRole("button", { name: word("zh", "merchants.action.create"), exact: true }).click();
      const notice = page.locator('[role="alert"][data-kind="bad"]');
      await notice.getByText(word("zh", "errors.code.offline")).waitFor();
      expect(await covered(page)).toEqual([]);
      await notice.getByRole("button").click();
      await notice.waitFor({ state: "detached" });
      // The browser names each call that was cut off.
      problems.length = 0;
    });
  });
});

it("a long email wraps in a drawer on a phone", async () => {
  const name = `long.${Date.now()}`;
  const email = `${"a".repeat(50)}@${"b".repeat(40)}.example.com`;
  const { id } = await good<{ id: string }>("POST", "/api/users", token, { account: name, email, user_type: "auditor" });
  await withPage({ token, size: NARROW }, async (page) => {
    await page.goto(`/users?open=${id}`);
    await settled(page);
    const shown = await page.locator(`[data-drawer] [data-copy="${email}"]`).boundingBox();
    expect((shown?.x ?? 0) + (shown?.width ?? 999)).toBeLessThanOrEqual(NARROW.width);
    expect(await page.locator("[data-drawer]").evaluate((drawer) => drawer.scrollWidth <= drawer.clientWidth)).toBe(true);
  });
});

it("the attempts of a payout need no scrolling sideways on a phone, and their outcome stands on lines of its own", async () => {
  const { id } = await firstRow("/api/disburses?status=failed,completed&size=50", token);
  await withPage({ locale: "en", token, size: NARROW }, async (page) => {
    await page.goto(`/en/disburses?open=${id}`);
    const drawer = page.getByRole("dialog");
    const attempt = drawer.getByRole("list", { name: word("en", "disburses.drawer.attempts") }).getByRole("listitem");
    await attempt.first().waitFor();
    const wide = await attempt
      .first()
      .evaluate((block) =>
        [block, ...block.querySelectorAll("*")]
          .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
          .map((part) => part.outerHTML.slice(0, 100)),
      );
    expect(wide).toEqual([]);
    expect((await attempt.first().boundingBox())?.width).toBeGreaterThan(NARROW.width - 40);
  });
});

/** What has the focus, when a bar that stands still covers its middle; null when it is seen. */
function focusHidden(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused.matches("body, [href^='#']")) return null; // the link to the content slides in
    const { left, top, width, height } = focused.getBoundingClientRect();
    if (width < 3) return null;
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return there !== null && (focused.contains(there) || there.contains(focused)) ? null : focused.outerHTML.slice(0, 160);
  });
}

describe.each([
  ["wide", { width: 1440, height: 700 }],
  ["narrow", { width: 390, height: 700 }],
] as const)("on a %s page the focus is never under a bar", (_name, size) => {
  it.each(["/payments", "/config", "/queue", "/profile", "/wallets?tab=statistics"])("%s, forth and back", async (path) => {
    await withPage({ token, size }, async (page) => {
      await page.goto(path);
      await settled(page);
      for (const key of ["Tab", "Shift+Tab"]) {
        for (let step = 0; step < 45; step += 1) {
          await page.keyboard.press(key);
          expect(await focusHidden(page)).toBe(null);
        }
      }
    });
  });

  it("in a form, where it goes to what is wrong", async () => {
    await withPage({ token, size }, async (page) => {
      await page.goto("/users");
      await settled(page);
      await page.getByRole("button", { name: word("zh", "users.action.create"), exact: true }).click();
      const dialog = page.locator('[role="dialog"]:not([data-drawer])');
      await dialog.locator("button[type=submit]").click();
      await dialog.locator(":focus[aria-invalid]").waitFor();
      expect(await focusHidden(page)).toBe(null);
    });
  });
});

it.each([
  ["/payments", "cancelled", "payments.status.cancelled"],
  ["/sms", "review", "sms.status.review"],
] as const)("on a phone %s?status=%s shows which status is chosen, also when the counts have come", async (path, status, name) => {
  await withPage({ token, size: NARROW }, async (page) => {
    await page.goto(`${path}?status=${status}`);
    await settled(page);
    const chosen = page.locator("main [aria-pressed='true']").filter({ hasText: word("zh", name) });
    await page.locator("main [aria-pressed='false'] :text-matches('^[0-9]+$')").first().waitFor();
    await expect.poll(async () => ((await chosen.boundingBox())?.x ?? 999) + ((await chosen.boundingBox())?.width ?? 0)).toBeLessThanOrEqual(NARROW.width);
  });
});

it("the look at every screen finds what is out of its place, and nothing else", async () => {
  const right = [
    `<p style="position:sticky;top:0">a bar</p><div style="width:80px;overflow:auto"><button style="width:300px">reached by scrolling</button></div>`,
    `<p title="whole" style="width:60px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">ends in dots and is told</p>`,
    `<a href="#" style="display:block;width:300px;height:90px">figure</a><button style="position:relative;left:270px;top:-60px;width:20px;height:20px">i</button>`,
    `<p style="height:0;overflow:hidden">folded away</p><label style="display:block">name <input value="1"></label>`,
  ];
  const wrong = {
    "cut off": `<p style="width:60px;overflow:hidden;white-space:nowrap">cut without any dots</p>`,
    "no way to read": `<p style="width:60px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">dots and no tip at all</p>`,
    "lie on one another": `<p style="margin:0">first words</p><p style="margin:-12px 0 0">second words</p>`,
    "outside of the window": `<div style="position:fixed;left:-40px"><button>to the left of it</button></div>`,
    "wider than the window": `<p style="width:5000px">wide</p>`,
    button: `<button style="width:90px">one</button><button style="margin-left:-40px;width:90px">other</button>`,
  };
  await withPage({ size: NARROW }, async (page) => {
    await page.setContent(right.join(""));
    expect(await outOfPlace(page)).toEqual([]);
    for (const [fault, body] of Object.entries(wrong)) {
      await page.setContent(body);
      expect(new Set((await outOfPlace(page)).map((line) => line.includes(fault))), fault).toEqual(new Set([true]));
    }
  });
});

it("axe finds what nobody can read, press or hear, and in a dialog only its own targets too small", async () => {
  const small = ["one", "two"].map((name) => `<button style="width:12px;height:12px;padding:0;margin:0;border:0" aria-label="${name}"></button>`).join("");
  const body = `<main><h1>page</h1><p style="color:#999;background:#fff">grey words</p><button></button>${small}</main>`;
  await withPage({ size: NARROW }, async (page) => {
    const rules = async (dialog: boolean): Promise<string[]> => (await axeFinds(page, dialog)).map((line) => line.split(":")[0] ?? "").sort();
    const show = (more: string) => page.setContent(`<!doctype html><html lang="en"><title>page</title>${body}${more}</html>`);
    await show("");
    expect(await rules(false)).toEqual(["button-name", "color-contrast", "target-size"]);
    // The words of a finding lead to its place.
    expect((await axeFinds(page, false)).find((line) => line.startsWith("color-contrast"))).toMatch(/^color-contrast: p .*2\.8\d/s);
    await show(`<div role="dialog" aria-label="asks"><button style="padding:9px">yes</button></div>`);
    expect(await rules(true)).toEqual(["button-name", "color-contrast"]);
    await show(`<div role="dialog" aria-label="asks">${small}</div>`);
    expect(await rules(true)).toEqual(["button-name", "color-contrast", "target-size"]);
    expect((await axeFindsNow(page, '[role="dialog"]')).length).toBe(0);
    expect((await axeFindsNow(page)).map((line) => line.split(":")[0]).sort()).toEqual(["button-name", "color-contrast"]);
    await show(`<iframe title="other" srcdoc="<p>words</p>"></iframe>`);
    await expect(axeFinds(page, false)).rejects.toThrow("frames");
  });
});

const CLOSED_AT = "2026-11-01T04:00:00.000Z";
/** A month of a wallet, with sums of millions and each state in its longest word. */
function aMonth(): Reconciliation {
  const side = { payment: "91234.00", disburse: "14460.00", payment_count: 90, disburse_count: 9 };
  const items = Array.from(
    { length: 31 },
    (_none, at): ReconciliationRow => ({
      ...dayOf(1, `2026-10-${String(at + 1).padStart(2, "0")}`),
      wallet_name: "Nagad 个人 01",
      api: side,
      system: side,
      statement: at === 2 ? null : side,
      payment_difference: at === 3 ? "294.00" : "0.00",
      disburse_difference: at === 4 ? "-2270.00" : "0.00",
      estimated_balance: "156754.49",
      real_balance: "156754.49",
      unmatched: at === 3 ? 1 : 0,
      in_review: at === 4 ? 1 : 0,
      close: at === 5 ? { closed_by: "lin", closed_at: CLOSED_AT, reason: null, reopened_by: ["lin", "mei"], reopened_at: CLOSED_AT } : null,
    }),
  );
  const none = { payment: "0.00", disburse: "0.00", payment_count: 0, disburse_count: 0 };
  const sums = { api: none, system: none, statement: none, payment_difference: "0.00", disburse_difference: "0.00", open_days: 31, differing_days: 2 };
  return { from: "2026-10-01", to: "2026-10-31", items, sums };
}

it.each(LOCALES)("a month's reconciliation shows its last column at 1440 px without scrolling, in %s", async (locale) => {
  // Less a bar to scroll by, which a headless browser does not draw.
  await withPage({ locale, token, size: { ...WIDE, width: WIDE.width - 15 } }, async (page) => {
    await page.route("**/api/reconciliation?*", (route) => route.fulfill({ json: { success: true, data: aMonth() } }));
    await page.goto(`${locale === "zh" ? "" : "/en"}/wallets?tab=reconciliation&from=2026-10-01&to=2026-10-31`);
    await settled(page);
    const head = page.getByRole("columnheader", { name: word(locale, "reconciliation.step.unmatched") });
    await page.getByText("Nagad 个人 01").first().waitFor();
    const shown = await head.boundingBox();
    const frame = await page.getByRole("group", { name: word(locale, "reconciliation.table.reconciliation") }).boundingBox();
    expect((shown?.x ?? 0) + (shown?.width ?? 9999)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
  });
});
