/** Lighthouse scores of sign-in and payments list, mobile and desktop. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse, { desktopConfig } from "lighthouse";
import { chromium } from "playwright-core";
import { BROWSER_ARGS, chromiumPath } from "./browser.ts";
import { freePort } from "./product.ts";
import { median } from "./report.ts";

export interface Scores {
  /** Middle of the visits, and all of them. */
  readonly performance: number;
  readonly visits: readonly number[];
  readonly accessibility: number;
  readonly shift: number;
}
interface Visit {
  readonly performance: number;
  readonly accessibility: number;
  readonly shift: number;
}

const PAGES = [
  ["signin", "/signin", false],
  ["payments", "/payments", true],
] as const;
const FORMS = ["mobile", "desktop"] as const;
type Form = (typeof FORMS)[number];
const VISITS = Number(process.env["BENCH_VISITS"] ?? 3);
/** The stream of events never ends: a page that has been open for so long has loaded. */
const LOADED_MS = 12_000;
/** A visit takes some twenty seconds; now and then one never comes back, its browser gone. */
const VISIT_MS = 60_000;
const TRIES = 3;

class TooLate extends Error {}
class NoScore extends Error {}

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

/** One visit with an empty cache, under Lighthouse's own throttling (processor slowed, slow network on mobile). */
async function visit(url: string, token: string | null, form: Form): Promise<Visit> {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), "floatdesk-lighthouse-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    // The pages are measured as their addresses say: in Chinese.
    args: [...BROWSER_ARGS, "--accept-lang=zh-CN", `--remote-debugging-port=${port}`],
    headless: true,
  });
  try {
    if (token !== null) {
      const page = await context.newPage();
      await page.goto(new URL("/robots.txt", url).href);
      await page.evaluate((value) => localStorage.setItem("token", value), token);
      await page.close();
    }
    const run = lighthouse(
      url,
      { port, onlyCategories: ["performance", "accessibility"], disableStorageReset: true, maxWaitForLoad: LOADED_MS, logLevel: "error" },
      form === "desktop" ? desktopConfig : undefined,
    );
    const report = (await inTime(run, VISIT_MS))?.lhr;
    // A page whose picture it missed has no score, which is not the score 0.
    if (typeof report?.categories["performance"]?.score !== "number") throw new NoScore("Lighthouse gave no score");
    return {
      performance: Math.round((report?.categories["performance"]?.score ?? 0) * 100),
      accessibility: Math.round((report?.categories["accessibility"]?.score ?? 0) * 100),
      shift: Number((report?.audits["cumulative-layout-shift"]?.numericValue ?? 0).toFixed(3)),
    };
  } finally {
    await inTime(context.close(), 10_000).catch(() => undefined); // a browser that is gone may not say so
    rmSync(profile, { recursive: true, force: true });
  }
}

/** As {@link visit}; one that does not come back, or without a score, is made again. */
async function visited(url: string, token: string | null, form: Form): Promise<Visit> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await visit(url, token, form);
    } catch (error) {
      if (!(error instanceof TooLate || error instanceof NoScore) || tries === TRIES) throw error;
      console.log(`${error.message}: the page is visited again`);
    }
  }
}

/** Several visits to each page in each form, in turns; each in a browser of its own, so that nothing is in its cache. */
export async function lighthouseScores(base: string, token: string): Promise<Record<string, Scores>> {
  const all = new Map<string, Visit[]>();
  for (let round = 0; round < VISITS; round += 1)
    for (const [name, path, signedIn] of PAGES)
      for (const form of FORMS) {
        const key = `${name}_${form}`;
        const seen = await visited(base + path, signedIn ? token : null, form);
        console.log(`Lighthouse, ${key}: ${seen.performance}`);
        all.set(key, [...(all.get(key) ?? []), seen]);
      }
  return Object.fromEntries(
    [...all].map(([key, visits]) => [
      key,
      {
        performance: median(visits.map(({ performance }) => performance)),
        visits: visits.map(({ performance }) => performance),
        accessibility: Math.min(...visits.map(({ accessibility }) => accessibility)),
        shift: Math.max(...visits.map(({ shift }) => shift)),
      },
    ]),
  );
}
