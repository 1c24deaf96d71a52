/** Sealed days: the one tab that the filled product has nothing of, since its first day has not ended. Rows in every state, in every width and both colours. */
import { beforeAll, expect, it } from "vitest";
import type { SealList, SealRow } from "../../src/contract/seals.schema.ts";
import { LOCALES, type Locale } from "../../src/web/screens.ts";
import { amountsOn } from "./amounts.ts";
import { axeFinds } from "./axe.ts";
import { outOfPlace, SIZES, stands } from "./layout.ts";
import { adminToken } from "./product.ts";
import { at, SCHEMES, type Scheme, settled, withPage } from "./support.ts";
import { untranslated, word } from "./words.ts";

let token: string;
beforeAll(async () => {
  token = await adminToken();
});

const SEALED_AT = "2026-11-01T16:00:05.000Z";
const KEY = "dsk_aa5afa865b4194ff";
const hash = (of: number): string => of.toString(16).repeat(64).slice(0, 64);
function sealed(of: number, more: Partial<SealRow>): SealRow {
  return {
    day: `2026-10-${String(of).padStart(2, "0")}`,
    hash: hash(of),
    root: hash(of + 1),
    audit_root: hash(of + 2),
    key_id: KEY,
    currency: "BDT",
    entries: 1_634_200,
    accounts: 24,
    debits: "123345455.03",
    credits: "123345455.03",
    audit_rows: 3_600,
    sealed_at: SEALED_AT,
    checked: null,
    archived: false,
    ...more,
  };
}
const LISTED: SealList = {
  items: [
    sealed(31, {}),
    sealed(30, { checked: { ok: true, fault: null, checked_at: SEALED_AT } }),
    sealed(29, { checked: { ok: false, fault: "entries", checked_at: SEALED_AT } }),
    sealed(28, { archived: true }),
  ],
  next: "2026-10-28",
  waiting: 3,
  archived: [
    {
      month: "2026-09",
      first_day: "2026-09-01",
      last_day: "2026-09-30",
      entries: 1_634_200,
      audit_rows: 3_600,
      root: hash(9),
      folder: "archive/2026-09",
      by: "admin",
      archived_at: SEALED_AT,
    },
  ],
};

it.each(LOCALES.flatMap((locale) => SCHEMES.map((scheme): [Locale, Scheme] => [locale, scheme])))(
  "sealed days are accessible, complete in their language and fit every width, in %s and %s",
  async (locale, scheme) => {
    await withPage({ token, locale, scheme, size: SIZES[0] }, async (page) => {
      await page.route(/\/api\/seals(\?|$)/, (route) => route.fulfill({ json: { success: true, data: LISTED } }));
      await page.goto(at(locale, "/journals?tab=seals"));
      await page.getByText("2026/10/31").first().waitFor();
      await settled(page);
      const faults: string[] = [];
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await stands(page);
        faults.push(...(await outOfPlace(page)).map((fault) => `${size.width} px: ${fault}`));
        if (size.width === 390 || size.width === 1440) faults.push(...(await axeFinds(page, false)).map((rule) => `${size.width} px: axe: ${rule}`));
      }
      expect(faults).toEqual([]);
      const { foreign, keys } = await untranslated(page, locale, new Set(["English", "中文"]));
      expect([...foreign, ...keys]).toEqual([]);
      expect(await page.getByRole("columnheader", { name: word(locale, "seals.column.turnover") }).count()).toBe(1);
      await page.keyboard.press("Shift+H");
      await page.locator("[data-covered]").first().waitFor();
      expect(await amountsOn(page)).toEqual([]);
    });
  },
);
