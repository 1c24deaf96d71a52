/** What stands on the page has its room: a notice lies on no control, and a long value stays in its column. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { theContent } from "./content.ts";
import { adminToken, good, NARROW, settled, WIDE, withPage } from "./support.ts";
import { word } from "./words.ts";

let token: string;
beforeAll(async () => {
  await theContent();
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
