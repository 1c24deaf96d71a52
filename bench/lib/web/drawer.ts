/** How long a drawer takes to stand there with all its content, when its row was pointed at or had the focus before. */
import type { Browser, CDPSession, Page } from "playwright-core";
import { HELD_MS, type Place, visiting } from "./visit.ts";

/** One opening. */
export interface Opening {
  /** From the click or the key to the picture that shows the drawer with what was read for it, ms by the clock. */
  readonly ms: number;
  /** The same from a click that changes one word, ms by the clock: what the machine takes for any answer just then. */
  readonly plainMs: number;
  /** Processor time of the page's thread for it, ms, with layout and picture. */
  readonly cpuMs: number;
}

/**
 * In the page: from what is clicked or pressed to the picture that shows the answer. A key on a link clicks it, too: that counts once.
 * It asks for that one picture alone: asked for all along, each would cost the page what nobody else asks of it.
 */
const WATCH = `(() => {
  globalThis.seen = { drawer: [], plain: [] };
  const button = document.body.appendChild(document.createElement("button"));
  button.id = "plain";
  button.style.cssText = "position:fixed;top:0;left:0;width:40px;height:20px;z-index:999";
  button.onclick = () => (button.textContent = String(seen.plain.length));
  let from = 0;
  // The first task after the picture: a timer would come after those of the page, which nobody waits for.
  const shown = (what) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => seen[what].push(performance.now() - from);
      port2.postMessage(null);
    });
  const watcher = new MutationObserver(() => {
    if (document.querySelectorAll("[data-drawer] h3").length < 5) return;
    watcher.disconnect();
    shown("drawer");
  });
  const begin = (event) => {
    if (event.type === "keydown" ? event.key !== "Enter" : event.detail === 0) return;
    from = event.timeStamp;
    if (event.target === button) shown("plain");
    else watcher.observe(document.body, { childList: true, subtree: true });
  };
  addEventListener("click", begin, true);
  addEventListener("keydown", begin, true);
})()`;
/** What was pointed at has been read by then. */
const READ_MS = 1200;
const SEEN_MS = 300;
const ON_ROW = { position: { x: 420, y: 12 } } as const;

async function cpu(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
}

async function answered(page: Page, what: "drawer" | "plain", count: number): Promise<number> {
  for (let tries = 0; tries < 400; tries += 1) {
    const ms = await page.evaluate<number | null>(`seen.${what}[${count - 1}] ?? null`);
    if (ms !== null) return ms;
    await page.waitForTimeout(50);
  }
  throw new Error(`After a click no ${what} stood there within 20 s.`);
}

async function openOne(page: Page, cdp: CDPSession, index: number): Promise<Opening> {
  await page.mouse.click(20, 10, { delay: HELD_MS });
  const plainMs = await answered(page, "plain", index + 1);
  const row = page.locator("tbody tr[data-id]").nth(index);
  const byMouse = index % 2 === 0;
  if (byMouse) await row.hover(ON_ROW);
  else await row.locator("a[data-link]").focus();
  await page.waitForTimeout(READ_MS);
  if (byMouse) {
    await page.mouse.down();
    await page.waitForTimeout(HELD_MS);
  }
  const before = await cpu(cdp);
  if (byMouse) await page.mouse.up();
  else await page.keyboard.press("Enter");
  const ms = await answered(page, "drawer", index + 1);
  const cpuMs = (await cpu(cdp)) - before;
  await page.waitForTimeout(SEEN_MS);
  await page.keyboard.press("Escape");
  await page.waitForSelector("[data-drawer]", { state: "detached" });
  await page.waitForTimeout(SEEN_MS);
  return { ms, plainMs, cpuMs };
}

/** Opens so many drawers, in turns by a click on a row that was pointed at and by Enter on one with the focus. The first one, which brings the code, is not counted. */
export function openings(browser: Browser, place: Place, count: number): Promise<Opening[]> {
  return visiting(browser, place, "/payments?size=50", async (page) => {
    await page.evaluate(WATCH);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
    const found: Opening[] = [];
    for (let index = 0; index <= count; index += 1) found.push(await openOne(page, cdp, index));
    return found.slice(1);
  });
}
