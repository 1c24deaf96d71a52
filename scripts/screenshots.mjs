// npm run screenshots: starts a demo of its own with a month behind it, opens every screen and writes docs/screenshots/ and docs/screens.md anew.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkout, fail } from "./lib/common.mjs";
import { PLACES } from "./lib/picture-places.mjs";
import { findChromium } from "./lib/tools.mjs";
import { ensureInstalled } from "./setup.mjs";

const FOLDER = join(checkout, "docs", "screenshots");
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Whatever makes no demo for so long hangs: a busy machine takes ten times as long as a quiet one. Milliseconds. */
const HUNG_MS = 1_800_000;
/** JPEG quality, percent: small enough to be kept with the sources. */
const QUALITY = 72;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Starts the demo of the pictures. */
const startDemo = (dataDir) =>
  spawn(process.execPath, [join(checkout, "scripts", "demo.mjs"), "--seed", "7", "--speed", "0.2"], {
    cwd: checkout,
    env: { ...process.env, DATA_DIR: dataDir, PORT: "0" },
    stdio: ["ignore", "inherit", "inherit"],
  });

/** What the demo's file says, once its accounts are there. @throws Error where it has ended, or hangs */
async function knownOf(child, dataDir) {
  const file = join(dataDir, "demo.json");
  for (const until = Date.now() + HUNG_MS; ; await sleep(500)) {
    if (child.exitCode !== null || Date.now() > until) throw new Error("The demo did not start.");
    if (!existsSync(file)) continue;
    const known = JSON.parse(readFileSync(file, "utf8"));
    // The simulator has made its merchants and their people once it has begun its first run.
    if (known.accounts.some(({ account }) => account === "tiger") && (known.simulator?.runs ?? 0) > 0) return known;
  }
}

async function tokenOf(address, { account, password }) {
  const answer = await fetch(`${address}/api/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account, password }),
  });
  const { success, data, error } = await answer.json();
  if (!success) throw new Error(`${account} cannot sign in: ${error.code}`);
  return data.token;
}

/** Opens a place and takes its picture once everything on it has come. */
async function take(browser, address, token, { name, path, first, locale, scheme, size }, folder) {
  const context = await browser.newContext({
    viewport: size,
    locale: locale === "zh" ? "zh-CN" : "en-GB",
    colorScheme: scheme,
    timezoneId: "Asia/Shanghai",
    reducedMotion: "reduce",
  });
  if (token !== null) await context.addInitScript((value) => localStorage.setItem("token", value), token);
  const page = await context.newPage();
  const stands = () =>
    page.evaluate(() => document.querySelector("[aria-busy='true'], [data-waiting], main[data-held]") === null && document.fonts.status === "loaded");
  // Parts of a screen come one after the other: it is there once nothing is on its way, and still nothing a moment later.
  const settled = async () => {
    await page.locator("main").first().waitFor();
    for (let still = 0; still < 3; still = (await stands()) ? still + 1 : 0) await sleep(400);
  };
  await page.goto(`${address}${locale === "zh" ? "" : "/en"}${path}`);
  await settled();
  if (first) {
    await page.locator("main [data-id]").first().click();
    await page.locator("[data-drawer], main section[data-id]").first().waitFor();
    await settled();
  }
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: "jpeg", quality: QUALITY });
  await context.close();
}

/** Every picture of a place. */
const picturesOf = ([name, what, path, who, { first = false, dark = false, phone = false }]) => [
  { name: `${name}-zh`, what, path, who, first, locale: "zh", scheme: "light", size: WIDE },
  ...(dark ? [{ name: `${name}-en-dark`, what, path, who, first, locale: "en", scheme: "dark", size: WIDE }] : []),
  ...(phone ? [{ name: `${name}-zh-phone`, what, path, who, first, locale: "zh", scheme: "light", size: PHONE }] : []),
];

function writePage(pictures) {
  const lines = PLACES.flatMap((place) => {
    const [, what] = place;
    return [
      `## ${what}`,
      "",
      ...picturesOf(place).flatMap(({ name, size }) => [
        size === PHONE ? `<img src="screenshots/${name}.jpg" width="300" alt="${what}">` : `![${what}](screenshots/${name}.jpg)`,
        "",
      ]),
    ];
  });
  writeFileSync(
    join(checkout, "docs", "screens.md"),
    `# Screens\n\nThe demo with its month of history, in ${pictures.length} pictures. Written by \`npm run screenshots\`, with every picture anew.\n\n${lines.join("\n")}`,
  );
}

const chromiumPath = await findChromium();
if (chromiumPath === null) fail("No Chromium: set CHROMIUM_PATH.");
await ensureInstalled();
const { chromium } = await import(pathToFileURL(join(checkout, "node_modules", "playwright-core", "index.mjs")).href);
/** Takes all pictures into a folder of their own: those that stand stay until every new one is there. */
async function takeAll(browser, known, folder) {
  const tokens = new Map([[null, null]]);
  for (const account of new Set(PLACES.map(([, , , who]) => who)))
    if (account !== null)
      tokens.set(
        account,
        await tokenOf(
          known.address,
          known.accounts.find((one) => one.account === account),
        ),
      );
  const pictures = PLACES.flatMap(picturesOf);
  for (const picture of pictures) await take(browser, known.address, tokens.get(picture.who), picture, folder);
  rmSync(FOLDER, { recursive: true, force: true });
  cpSync(folder, FOLDER, { recursive: true });
  writePage(pictures);
  console.log(`${pictures.length} pictures in docs/screenshots, listed in docs/screens.md`);
}

const dataDir = mkdtempSync(join(tmpdir(), "floatdesk-screenshots-"));
const pictureDir = mkdtempSync(join(tmpdir(), "floatdesk-pictures-"));
const child = startDemo(dataDir);
let browser = null;
try {
  const known = await knownOf(child, dataDir);
  browser = await chromium.launch({ executablePath: chromiumPath, args: process.geteuid?.() === 0 ? ["--no-sandbox"] : [] });
  await takeAll(browser, known, pictureDir);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await browser?.close();
  if (child.exitCode === null) {
    child.kill("SIGTERM");
    await new Promise((done) => child.once("exit", done));
  }
  for (const folder of [dataDir, pictureDir]) rmSync(folder, { recursive: true, force: true });
}
