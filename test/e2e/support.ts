/** What the browser tests share of the browser: one of it, pages in a language and a scheme, evidence of what failed. */
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect, inject } from "vitest";
import type { Locale } from "../../src/web/screens.ts";
import { DEVICE, prove, theProduct } from "./product.ts";

export const SCHEMES = ["light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];
export const WIDE = { width: 1440, height: 900 } as const;
export const NARROW = { width: 390, height: 844 } as const;

let browser: Promise<Browser> | null = null;
function theBrowser(): Promise<Browser> {
  const executablePath = inject("chromium");
  if (executablePath === null) throw new Error("No Chromium: set CHROMIUM_PATH.");
  // As root (a container) the browser's own sandbox cannot start.
  browser ??= chromium.launch({ executablePath, args: process.geteuid?.() === 0 ? ["--no-sandbox"] : [] });
  return browser;
}
/** Ends the browser of a file. */
export async function closeBrowser(): Promise<void> {
  const used = browser;
  browser = null;
  await (await used)?.close();
}

export interface View {
  readonly locale?: Locale;
  readonly scheme?: Scheme;
  readonly size?: { readonly width: number; readonly height: number };
  /** Signed in under this token from the first page on, by somebody who has just proved himself unless he ended it. */
  readonly token?: string;
  readonly timezone?: string;
}

/** A fresh profile of a person; the machine's own zone is far from Shanghai on purpose. */
export async function openContext({ locale = "zh", scheme = "light", size = WIDE, token, timezone = "America/New_York" }: View = {}): Promise<BrowserContext> {
  const context = await (await theBrowser()).newContext({
    viewport: size,
    locale: locale === "zh" ? "zh-CN" : "en-GB",
    colorScheme: scheme,
    timezoneId: timezone,
    reducedMotion: "reduce",
    baseURL: theProduct().baseUrl,
    acceptDownloads: true,
  });
  context.setDefaultTimeout(60_000);
  await context.addCookies([{ name: "device", value: DEVICE, url: `${theProduct().baseUrl}/api/signin`, httpOnly: true, sameSite: "Strict" }]);
  if (token !== undefined) await prove(token);
  // Only where none is kept: a reload must show what the product itself kept.
  if (token !== undefined) {
    await context.addInitScript((value) => {
      if (sessionStorage.getItem("e2e-token") === null) localStorage.setItem("token", value);
      sessionStorage.setItem("e2e-token", "given");
    }, token);
  }
  return context;
}

/** A folder of the failing test's own below what npm test names at its end (`TEST_FAILURES`). */
function evidenceDir(): string {
  const name = (expect.getState().currentTestName ?? "no test").replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 120);
  const dir = join(process.env.TEST_FAILURES ?? join(tmpdir(), "floatdesk-failures"), name);
  mkdirSync(dir, { recursive: true });
  return dir;
}

/** Keeps what shows why a page is wrong: its picture, its document, and the lines given. */
export async function keepEvidence(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const dir = evidenceDir();
  writeFileSync(join(dir, `${name}.txt`), `${page.url()}\n${lines.join("\n")}\n`);
  // A page that is gone has neither any more.
  await page.screenshot({ path: join(dir, `${name}.png`) }).catch(() => undefined);
  const html = await page.content().catch(() => null);
  if (html !== null) writeFileSync(join(dir, `${name}.html`), html);
}

/**
 * Runs `use` in a fresh profile. There is no second try: of a test that fails the first one must show why, so the
 * trace (every act and every call), the pages' pictures and documents and their consoles stay. `E2E_SNAPSHOTS=1` adds
 * the page before and after every act; a ninth of the processor's time, so only who looks for something asks for it.
 */
export async function withContext(view: View, use: (context: BrowserContext) => Promise<void>): Promise<void> {
  const context = await openContext(view);
  const lines: string[] = [];
  context.on("console", (message) => lines.push(`${message.type()}: ${message.text()}`));
  context.on("weberror", (error) => lines.push(String(error.error())));
  await context.tracing.start({ snapshots: process.env.E2E_SNAPSHOTS === "1" });
  try {
    await use(context);
  } catch (error) {
    for (const [index, page] of context.pages().entries()) await keepEvidence(page, `page-${index + 1}`, [String(error), ...lines]);
    await context.tracing.stop({ path: join(evidenceDir(), "trace.zip") });
    throw error;
  } finally {
    await context.close();
  }
}

/** As {@link withContext}, with one page; what the page complained about fails the test. */
export async function withPage(view: View, use: (page: Page, problems: string[]) => Promise<void>): Promise<void> {
  await withContext(view, async (context) => {
    const page = await context.newPage();
    const problems = watchProblems(page);
    await use(page, problems);
    if (problems.length > 0) throw new Error(`The page complained:\n${problems.join("\n")}`);
  });
}

/** Gathers errors of the console and of scripts from now on. A refused call is the server's right answer, not the page's fault. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of 4(01|04|09|22)/.test(message.text())) problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  return problems;
}

/** Address of a screen in a language. */
export function at(locale: Locale, path: string): string {
  if (locale === "zh") return path;
  return path === "/" ? "/en" : `/en${path}`;
}

/** Waits until the page has its style: nothing is painted before, but its elements can be asked already. */
export async function styled(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.querySelectorAll<HTMLLinkElement>("link[rel='stylesheet']")].every((link) => link.sheet !== null));
}

/** Waits until nothing on the page says that it is still loading or stands in for what is on its way. */
export async function settled(page: Page): Promise<void> {
  await page.locator("main").first().waitFor();
  await page.waitForFunction(
    () => document.querySelector("[aria-busy='true'], [data-waiting], main[data-held]") === null && document.fonts.status === "loaded",
  );
}

/** Opens a list and waits for its rows. */
export async function openList(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await settled(page);
  await page.locator("tbody tr[data-id]").first().waitFor();
}
