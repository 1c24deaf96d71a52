/** Lighthouse scores of sign-in and payments list, mobile and desktop. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse, { desktopConfig } from "lighthouse";
import { type BrowserContext, chromium } from "playwright-core";
import { BROWSER_ARGS, chromiumPath } from "./browser.ts";
import { freePort } from "./product.ts";

export interface Scores {
  readonly performance: number;
  readonly accessibility: number;
  readonly shift: number;
}

const VISITS = [
  ["signin", "/signin", false],
  ["payments", "/payments", true],
] as const;
/** A visit takes ten to twenty seconds; now and then one never comes back, its browser gone. */
const VISIT_MS = 90_000;
const TRIES = 3;

/** Runs Lighthouse with its own throttling (CPU slowed, slow network on mobile). A visit that does not come back is made again with a fresh browser. */
export async function lighthouseScores(base: string, token: string): Promise<Record<string, Scores>> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    const profile = mkdtempSync(join(tmpdir(), "floatdesk-lighthouse-"));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: chromiumPath(),
      args: [...BROWSER_ARGS, `--remote-debugging-port=${port}`],
      headless: true,
    });
    try {
      return await visitAll(context, port, base, token);
    } catch (error) {
      if (!(error instanceof TooLate) || tries === TRIES) throw error;
      console.log("Lighthouse did not come back from a page: all are visited again");
    } finally {
      await inTime(context.close(), 10_000).catch(() => undefined); // a browser that is gone may not say so
      rmSync(profile, { recursive: true, force: true });
    }
  }
}

class TooLate extends Error {}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, failed) => {
    timer = setTimeout(() => failed(new TooLate(`Lighthouse did not come back within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function visitAll(context: BrowserContext, port: number, base: string, token: string): Promise<Record<string, Scores>> {
  const scores: Record<string, Scores> = {};
  for (const [name, path, signedIn] of VISITS) {
    const page = await context.newPage();
    await page.goto(`${base}/robots.txt`);
    await page.evaluate((value) => (value === null ? localStorage.removeItem("token") : localStorage.setItem("token", value)), signedIn ? token : null);
    await page.close();
    for (const form of ["mobile", "desktop"] as const) {
      const visit = lighthouse(
        base + path,
        { port, onlyCategories: ["performance", "accessibility"], disableStorageReset: true, logLevel: "error" },
        form === "desktop" ? desktopConfig : undefined,
      );
      const report = (await inTime(visit, VISIT_MS))?.lhr;
      scores[`${name}_${form}`] = {
        performance: Math.round((report?.categories["performance"]?.score ?? 0) * 100),
        accessibility: Math.round((report?.categories["accessibility"]?.score ?? 0) * 100),
        shift: Number((report?.audits["cumulative-layout-shift"]?.numericValue ?? 0).toFixed(3)),
      };
    }
  }
  return scores;
}
