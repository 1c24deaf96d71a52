/** Lighthouse scores of sign-in and payments list, mobile and desktop. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse, { desktopConfig } from "lighthouse";
import { chromium } from "playwright-core";
import { BROWSER_ARGS, chromiumPath } from "./browser.ts";
import { freePort } from "./product.ts";

export interface Scores {
  readonly performance: number;
  readonly accessibility: number;
  readonly shift: number;
}

/** Runs Lighthouse with its own throttling (CPU slowed, slow network on mobile). */
export async function lighthouseScores(base: string, token: string): Promise<Record<string, Scores>> {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), "floatdesk-lighthouse-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: [...BROWSER_ARGS, `--remote-debugging-port=${port}`],
    headless: true,
  });
  const scores: Record<string, Scores> = {};
  try {
    for (const [name, path, signedIn] of [
      ["signin", "/signin", false],
      ["payments", "/payments", true],
    ] as const) {
      const page = await context.newPage();
      await page.goto(`${base}/robots.txt`);
      await page.evaluate((value) => (value === null ? localStorage.removeItem("token") : localStorage.setItem("token", value)), signedIn ? token : null);
      await page.close();
      for (const form of ["mobile", "desktop"] as const) {
        const run = await lighthouse(
          base + path,
          { port, onlyCategories: ["performance", "accessibility"], disableStorageReset: true, logLevel: "error" },
          form === "desktop" ? desktopConfig : undefined,
        );
        const report = run?.lhr;
        scores[`${name}_${form}`] = {
          performance: Math.round((report?.categories["performance"]?.score ?? 0) * 100),
          accessibility: Math.round((report?.categories["accessibility"]?.score ?? 0) * 100),
          shift: Number((report?.audits["cumulative-layout-shift"]?.numericValue ?? 0).toFixed(3)),
        };
      }
    }
    return scores;
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
