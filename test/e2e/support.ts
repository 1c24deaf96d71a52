/** What the browser tests share: the running product, its public interfaces, one browser, pages in a language and a scheme. */
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, expect, inject } from "vitest";
import type { TestProduct } from "../support/pg.ts";
import type { Locale } from "../../src/web/screens.ts";

export const SCHEMES = ["light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];
export const WIDE = { width: 1440, height: 900 } as const;
export const NARROW = { width: 390, height: 844 } as const;

let own: TestProduct | null = null;
/** From now on this file works on a product of its own. */
export function useProduct(product: TestProduct): void {
  own = product;
  admin = null;
}

/** The product of this worker, which the run has started; without one, or without a browser, there is nothing to test. */
export function theProduct(): TestProduct {
  if (own !== null) return own;
  const worker = Number(process.env["VITEST_POOL_ID"] ?? 1);
  const product = inject("products")[worker - 1];
  if (product === undefined) throw new Error(`The browser tests need the built product, one for worker ${worker}.`);
  return product;
}

export interface Answer<T> {
  readonly status: number;
  readonly success: boolean;
  readonly data: T;
  readonly error?: { readonly code: string; readonly fields?: Record<string, string> };
}

/** What the runs' browsers and calls are known again by at sign-in: none of them is a new device. */
const DEVICE = "e2e".padEnd(43, "-");

/** One call of a public interface; `token` is any bearer credential. */
export async function call<T = Record<string, unknown>>(method: string, path: string, token: string | null = null, body?: unknown): Promise<Answer<T>> {
  const answer = await fetch(theProduct().baseUrl + path, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(path === "/api/signin" ? { cookie: `device=${DEVICE}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, ...((await answer.json()) as Omit<Answer<T>, "status">) }; // the wrapper of every answer
}

/** As {@link call}, for what must succeed. */
export async function good<T = Record<string, unknown>>(method: string, path: string, token: string | null = null, body?: unknown): Promise<T> {
  const answer = await call<T>(method, path, token, body);
  if (!answer.success) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.error)}`);
  return answer.data;
}

/** Signs in through the API and answers the token. */
export async function tokenOf(account: string, password: string): Promise<string> {
  return (await good<{ token: string }>("POST", "/api/signin", null, { account, password })).token;
}

/** The first row of a list that has one: on a busy machine a list may answer before it has looked far enough. */
export async function firstRow<T extends { id: string }>(path: string, token: string): Promise<T> {
  for (let tries = 0; tries < 50; tries += 1) {
    const [row] = (await good<{ items: T[] }>("GET", path, token)).items;
    if (row) return row;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${path} has no row`);
}

let admin: Promise<string> | null = null;
/** The first admin's token, one for each file. */
export function adminToken(): Promise<string> {
  admin ??= tokenOf(theProduct().adminAccount, theProduct().adminPassword);
  return admin;
}

let browser: Promise<Browser> | null = null;
function theBrowser(): Promise<Browser> {
  const executablePath = theProduct().chromium;
  if (executablePath === null) throw new Error("No Chromium: set CHROMIUM_PATH.");
  // As root (a container) the browser's own sandbox cannot start.
  browser ??= chromium.launch({ executablePath, args: process.geteuid?.() === 0 ? ["--no-sandbox"] : [] });
  return browser;
}
afterAll(async () => {
  if (browser !== null) await (await browser).close();
  browser = null;
});

export interface View {
  readonly locale?: Locale;
  readonly scheme?: Scheme;
  readonly size?: { readonly width: number; readonly height: number };
  /** Signed in under this token from the first page on. */
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
  context.setDefaultTimeout(15_000);
  await context.addCookies([{ name: "device", value: DEVICE, url: `${theProduct().baseUrl}/api/signin`, httpOnly: true, sameSite: "Strict" }]);
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
