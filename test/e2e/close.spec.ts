/** Closing all days without difference: what came of each is in view, wide and on a phone, and none is closed that has come to differ since. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Reconciliation } from "../../src/contract/reconciliation.schema.ts";
import { addDays, businessDay } from "../../src/contract/time.ts";
import { sumsOfDays } from "../../src/contract/wallet-days.ts";
import { dayOf } from "../../src/web/screens/wallets/days/suite.ts";
import { axeFinds, DIALOG } from "./axe.ts";
import { theContent } from "./content.ts";
import { outOfPlace, stands } from "./layout.ts";
import { PASSWORD } from "./parties.ts";
import { tokenOf } from "./product.ts";
import { at, NARROW, settled, WIDE, withPage } from "./support.ts";
import { word } from "./words.ts";

let token: string;
beforeAll(async () => {
  token = await tokenOf((await theContent()).people.finance, PASSWORD);
});

const YESTERDAY = addDays(businessDay(Date.now()), -1);
const ITEMS = [1, 2, 3].map((n) => dayOf(n, YESTERDAY));
const DAYS: Reconciliation = { from: YESTERDAY, to: YESTERDAY, items: ITEMS, sums: sumsOfDays(ITEMS) };

describe.each([
  ["zh", WIDE, "light"],
  ["en", NARROW, "dark"],
] as const)("days without difference, in %s", (locale, size, scheme) => {
  it("are closed at once, each with what came of it in view", async () => {
    await withPage({ token, locale, size, scheme }, async (page) => {
      const sent: unknown[] = [];
      await page.route("**/api/reconciliation?*", (route) => route.fulfill({ json: { success: true, data: DAYS } }));
      // The second one differs by now.
      await page.route("**/api/reconciliation/*/*/close", (route) => {
        sent.push(route.request().postDataJSON());
        const [, id] = /reconciliation\/(W\d)/.exec(route.request().url()) ?? [];
        if (id !== "W2") return route.fulfill({ json: { success: true, data: { ...dayOf(1, YESTERDAY), closed: true } } });
        const error = { code: "conflict", message: "changed", details: { differences: { statement_payment_difference: "5.00" } } };
        return route.fulfill({ status: 409, json: { success: false, data: null, error } });
      });
      await page.goto(at(locale, `/wallets?tab=reconciliation&from=${YESTERDAY}&to=${YESTERDAY}`));
      await page.getByText("wallet 1").first().waitFor();
      await settled(page);
      await page.keyboard.press("Shift+C");
      const dialog = page.locator(DIALOG);
      await dialog.getByText("wallet 3").waitFor();
      await stands(page);
      expect(await axeFinds(page, true)).toEqual([]);
      await page.keyboard.press("Enter");
      const closed = dialog.getByText(word(locale, "reconciliation.state.closed"), { exact: true });
      await expect.poll(() => closed.count()).toBe(2);
      const refused = dialog.getByText(word(locale, "errors.code.conflict"));
      await refused.waitFor();
      await stands(page);
      expect(await outOfPlace(page)).toEqual([]);
      for (const told of [closed.first(), refused]) {
        const box = await told.boundingBox();
        expect((box?.x ?? 9999) + (box?.width ?? 0)).toBeLessThanOrEqual(size.width);
      }
      expect(sent).toMatchObject([{ differences: {} }, { differences: {} }, { differences: {} }]);
    });
  });
});
