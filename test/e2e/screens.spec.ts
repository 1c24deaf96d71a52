/** What holds for the first screen, the menu, the trail and the page while it loads. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { AUDIT_FIELDS } from "../../src/contract/audit.ts";
import { LOCALES } from "../../src/web/screens.ts";
import { readKey } from "../../src/web/screens/config/keys.ts";
import { adminToken, good } from "./product.ts";
import { at, SCHEMES, settled, withPage } from "./support.ts";

let admin: string;
beforeAll(async () => {
  admin = await adminToken();
});

describe("in every scheme and language", () => {
  it.each(LOCALES.flatMap((locale) => SCHEMES.map((scheme) => ({ locale, scheme }))))(
    "the first screen is shown in $locale and $scheme without being told twice",
    async ({ locale, scheme }) => {
      await withPage({ locale, scheme }, async (page) => {
        await page.goto("/");
        await page.waitForURL(/\/signin$/);
        await settled(page);
        expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.mantineColorScheme])).toEqual([
          locale === "zh" ? "zh-CN" : "en",
          scheme,
        ]);
        expect(new URL(page.url()).pathname).toBe(at(locale, "/signin"));
      });
    },
  );
});

/** Notes every layout shift of the page from its start. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shifts: { value: number; what: string[] }[] }; // a place of our own on the page
    seen.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; sources: { node: Element | null }[] }[])
        seen.shifts.push({ value: entry.value, what: entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? "?") });
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The shifts that an eye can see. */
async function shiftsOf(page: Page): Promise<{ value: number; what: string[] }[]> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: { value: number; what: string[] }[] }).shifts); // set by watchShifts
  return shifts.filter((shift) => shift.value > 0.001);
}

describe("nothing moves under the eyes", () => {
  it.each(["/", "/payments", "/sms", "/settings"])("%s loads without a layout shift, also while order acceptance is closed", async (path) => {
    await withPage({ token: admin }, async (page) => {
      await watchShifts(page);
      const closed = await good<{ version: number }>("GET", "/api/intake", admin);
      await good("PATCH", "/api/intake", admin, { version: closed.version, operator: "nagad", disburses: false });
      await page.goto(path);
      await settled(page);
      await page.getByText("Nagad 代付 已暂停接单").waitFor();
      await page.waitForTimeout(500);
      // Read before acceptance opens again: that takes the strip away under the open page, and this one may move it.
      const shifts = await shiftsOf(page);
      const open = await good<{ version: number }>("GET", "/api/intake", admin);
      await good("PATCH", "/api/intake", admin, { version: open.version, operator: "nagad", disburses: true });
      expect(shifts).toEqual([]);
    });
  });

  it("waits for every strip when one of them is told late", async () => {
    await withPage({ token: admin }, async (page) => {
      await watchShifts(page);
      const [wallet] = (await good<{ items: { id: string }[] }>("GET", "/api/wallets", admin)).items;
      const engaged = await good<{ id: string; version: number }>("POST", "/api/switches", admin, {
        scope: "wallet",
        wallet_id: wallet?.id,
        direction: "out",
        reason: "screens.spec",
      });
      const closed = await good<{ version: number }>("GET", "/api/intake", admin);
      await good("PATCH", "/api/intake", admin, { version: closed.version, operator: "nagad", disburses: false });
      await page.route("**/api/intake", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 3000));
        await route.continue();
      });
      await page.goto("/payments");
      await page.getByText("Nagad 代付 已暂停接单").waitFor();
      await page.getByText("screens.spec").first().waitFor();
      await page.waitForTimeout(500);
      const shifts = await shiftsOf(page);
      const open = await good<{ version: number }>("GET", "/api/intake", admin);
      await good("PATCH", "/api/intake", admin, { version: open.version, operator: "nagad", disburses: true });
      await good("POST", `/api/switches/${engaged.id}/open`, admin, { version: engaged.version });
      expect(shifts).toEqual([]);
    });
  });
});

describe("the trail", () => {
  it("names no field that has no word", async () => {
    const known: ReadonlySet<string> = new Set(AUDIT_FIELDS);
    const names = (value: unknown): string[] =>
      Array.isArray(value)
        ? value.flatMap(names)
        : typeof value === "object" && value !== null
          ? Object.entries(value).flatMap(([name, inner]) => [...(known.has(name) || readKey(name) !== null ? [] : [name]), ...names(inner)])
          : [];
    const found: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: { items: { action: string; before: unknown; after: unknown }[]; next_cursor: string | null } = await good(
        "GET",
        `/api/audit?size=100${cursor === "" ? "" : `&cursor=${cursor}`}`,
        admin,
      );
      found.push(...page.items.flatMap((row) => [...names(row.before), ...names(row.after)].map((name) => `${row.action} ${name}`)));
      cursor = page.next_cursor;
    }
    expect(found).toEqual([]);
  });
});

describe("the page is the right one", () => {
  it("has a heading for every screen of the menu, and marks where one is", async () => {
    await withPage({ token: admin }, async (page) => {
      await page.goto("/");
      await settled(page);
      const links = page.locator("nav a[href]");
      const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
      expect(addresses).toContain("/payments");
      // The tabs of the first screen are no entries of the menu.
      for (const address of new Set(addresses.filter((one) => !one.includes("tab=")))) {
        await page.locator(`nav a[href="${address}"]`).first().click();
        await page.waitForURL((url) => url.pathname === address.split("?")[0]);
        const current = page.locator(`nav a[href="${address}"][aria-current="page"]`).first();
        await current.waitFor();
        const words = (await current.innerText()).replace(/\s*\d+\+?(\s|$).*/s, "").trim();
        await page.getByRole("heading", { level: 1, name: words, exact: true }).waitFor();
      }
    });
  });
});
