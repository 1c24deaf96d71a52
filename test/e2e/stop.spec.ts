/** The emergency stop, by keys alone: in both languages, and on a phone. */
import { beforeAll, describe, expect, it } from "vitest";
import { LOCALES } from "../../src/web/screens.ts";
import { axeFindsNow } from "./axe.ts";
import { adminToken, good } from "./product.ts";
import { at, NARROW, settled, WIDE, withPage } from "./support.ts";
import { word } from "./words.ts";

let token: string;
beforeAll(async () => {
  token = await adminToken();
});

describe("the emergency stop", () => {
  it.each(LOCALES.flatMap((locale) => [WIDE, NARROW].map((size) => ({ locale, size, width: size.width }))))(
    "opens by Shift S, stops by keys and is taken back by Z in $locale at $width px",
    async ({ locale, size }) => {
      await withPage({ token, locale, size }, async (page) => {
        await page.goto(at(locale, "/payments"));
        await settled(page);
        await page.keyboard.press("Shift+S");
        const box = page.getByRole("checkbox", { name: `Nagad ${word(locale, "switches.direction.in")}`, exact: true });
        await box.waitFor();
        expect(await axeFindsNow(page, '[role="dialog"]')).toEqual([]);
        await box.focus();
        await page.keyboard.press("Space");
        const stop = page.getByRole("dialog").getByRole("button", { name: word(locale, "switches.form.submit") });
        await expect.poll(() => stop.isEnabled()).toBe(true);
        const reason = page.getByRole("dialog").getByLabel(word(locale, "switches.form.reason"));
        await reason.fill("stop.spec");
        await stop.focus();
        await page.keyboard.press("Enter");
        // Others are engaged by what the product was filled with.
        const engaged = async (): Promise<number> =>
          (await good<{ items: { reason: string }[] }>("GET", "/api/switches", token)).items.filter(({ reason }) => reason === "stop.spec").length;
        await expect.poll(engaged).toBe(1);
        await page.getByRole("dialog").getByText("stop.spec").first().waitFor();
        // A reason that is not sent yet would be asked about.
        await expect.poll(() => reason.inputValue()).toBe("");
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
        await page.keyboard.press("z");
        await expect.poll(engaged).toBe(0);
      });
    },
  );
});
