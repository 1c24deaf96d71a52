/** A signed-in page of the product on a desk's screen, as the web bench visits it. */
import type { Browser, Page } from "playwright-core";

/** Where the product is, and who visits it. */
export interface Place {
  readonly base: string;
  readonly token: string;
}

/** A finger holds the button of the mouse for as long, ms: what the press itself draws has been drawn when it is let go. */
export const HELD_MS = 60;

/** Opens a page with an empty cache, at rest once its rows stand there, and closes it after the work. */
export async function visiting<T>(browser: Browser, { base, token }: Place, path: string, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ locale: "zh-CN", viewport: { width: 1440, height: 900 } });
  await context.addInitScript((value) => localStorage.setItem("token", value), token);
  // The loader of these benches names functions with a helper that the page does not have.
  await context.addInitScript("globalThis.__name = (made) => made");
  try {
    const page = await context.newPage();
    await page.goto(base + path);
    await page.waitForSelector("tbody tr[data-id]");
    await page.waitForTimeout(3000);
    return await work(page);
  } finally {
    await context.close();
  }
}
