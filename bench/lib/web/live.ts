/** What one live change to a row of 200 costs the page, and what moves while its rows arrive. */
import type { Browser, Page } from "playwright-core";
import { blocksWhile } from "./script-blocks.ts";
import { SLOWED } from "./handling.ts";
import { type Place, visiting } from "./visit.ts";

/** Until a change has been told, read and drawn. Home's figures follow it some seconds later: no part of this one, nor of the next. */
const [DRAWN_MS, QUIET_MS] = [500, 5000];

interface Change {
  readonly id: string;
  readonly version: number;
}

/** Layout shift of the page so far. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0;
        new PerformanceObserver((entries) => {
          for (const entry of entries.getEntries())
            total += (entry as PerformanceEntry & { value: number; hadRecentInput: boolean }).hadRecentInput
              ? 0
              : (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(total), 200);
      }),
  );
}

async function change({ base, token }: Place, page: Page, { id, version }: Change): Promise<void> {
  const [changed] = await Promise.all([
    fetch(`${base}/api/payments/${id}/note`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}`, "idempotency-key": `note-${id}` },
      body: JSON.stringify({ version, text: "seen" }),
    }),
    page.waitForResponse((response) => response.url().includes(`/api/payments/${id}`), { timeout: 15_000 }),
  ]);
  if (!changed.ok) throw new Error(`the note was answered ${changed.status}: ${await changed.text()}`);
  await page.waitForTimeout(DRAWN_MS);
}

/** Rows in view, as the server has them. */
async function rowsInView({ base, token }: Place, count: number): Promise<Change[]> {
  const answer = await fetch(`${base}/api/payments?size=200`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { data: { items: Change[] } }).data.items.slice(2, 2 + count);
}

/** All script from a change on the server to a quiet page, ms of processor time on the slowed processor, for so many changes. */
export function liveChanges(browser: Browser, place: Place, count: number): Promise<{ times: number[]; shift: number }> {
  return visiting(browser, place, "/payments?size=200", async (page) => {
    const shift = await shiftOf(page);
    const times: number[] = [];
    for (const row of await rowsInView(place, count)) {
      const { script } = await blocksWhile(browser, page, () => change(place, page, row));
      times.push(script * SLOWED);
      await page.waitForTimeout(QUIET_MS);
    }
    return { times, shift };
  });
}
