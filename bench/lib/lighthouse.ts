/** Lighthouse scores of sign-in and payments list, mobile and desktop. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse, { desktopConfig } from "lighthouse";
import { chromium } from "playwright-core";
import { BROWSER_ARGS, chromiumPath } from "./browser.ts";
import { freePort } from "./product.ts";
import { median } from "./report.ts";

/** Scores of one page, 0 to 100. */
export interface Scores {
  /** Middle of the rounds. */
  readonly performance: number;
  /** Of each round. */
  readonly rounds: readonly number[];
  /** The least of the rounds. */
  readonly accessibility: number;
  /** The most of the rounds. */
  readonly shift: number;
}

type Form = "mobile" | "desktop";

/** One visit with nothing in the browser's cache, with Lighthouse's own throttling (CPU slowed, slow network on mobile). */
async function visit(address: string, token: string | null, form: Form): Promise<{ performance: number; accessibility: number; shift: number }> {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), "floatdesk-lighthouse-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: [...BROWSER_ARGS, `--remote-debugging-port=${port}`],
    headless: true,
  });
  try {
    if (token !== null) {
      const page = await context.newPage();
      await page.goto(new URL("/robots.txt", address).href);
      await page.evaluate((value) => localStorage.setItem("token", value), token);
      await page.close();
    }
    const run = await lighthouse(
      address,
      { port, onlyCategories: ["performance", "accessibility"], disableStorageReset: true, logLevel: "error" },
      form === "desktop" ? desktopConfig : undefined,
    );
    const report = run?.lhr;
    return {
      performance: Math.round((report?.categories["performance"]?.score ?? 0) * 100),
      accessibility: Math.round((report?.categories["accessibility"]?.score ?? 0) * 100),
      shift: Number((report?.audits["cumulative-layout-shift"]?.numericValue ?? 0).toFixed(3)),
    };
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Visits each page `rounds` times, one after the other, so that a slow moment of the machine does not meet one page alone. */
export async function lighthouseScores(base: string, token: string, rounds: number): Promise<Record<string, Scores>> {
  const pages = [
    ["signin", "/signin", null],
    ["payments", "/payments", token],
  ] as const;
  const visits = new Map<string, Awaited<ReturnType<typeof visit>>[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const [name, path, signedIn] of pages)
      for (const form of ["mobile", "desktop"] as const) {
        const key = `${name}_${form}`;
        visits.set(key, [...(visits.get(key) ?? []), await visit(base + path, signedIn, form)]);
      }
  return Object.fromEntries(
    [...visits].map(([key, all]) => [
      key,
      {
        performance: median(all.map((one) => one.performance)),
        rounds: all.map((one) => one.performance),
        accessibility: Math.min(...all.map((one) => one.accessibility)),
        shift: Math.max(...all.map((one) => one.shift)),
      },
    ]),
  );
}
