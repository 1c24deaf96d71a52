/**
 * Every place loaded once in a language, and looked at whole: at every width, in both colours, with amounts hidden and shown, by axe, and
 * word by word. Which place is loaded wide and which narrow, in which colours, and where axe looks follows from its number, so that both
 * languages together see each choice with each other.
 */
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import type { Locale } from "../../src/web/screens.ts";
import { amountsOn, cover, uncover } from "./amounts.ts";
import { axeFinds } from "./axe.ts";
import { outOfPlace, type Size, SIZES, stands } from "./layout.ts";
import { theProduct } from "./product.ts";
import { keepEvidence, openContext, type Scheme, watchProblems } from "./support.ts";
import { isWritten, type Place, placesIn, show, tokenFor } from "./sweep.ts";
import { untranslated } from "./words.ts";
import { unseen, worthOf } from "./worth.ts";

/** The other language's own name, and what is written the same for everybody. */
const SAME_EVERYWHERE = new Set(["English", "中文"]);
const TITLES = { zh: "收付台", en: "Floatdesk" } as const;

/** How a place is gone through. */
interface Way {
  readonly sizes: readonly Size[];
  /** The scheme up to 768 px, and the one from there on. */
  readonly schemes: Readonly<Record<"narrow" | "wide", Scheme>>;
  /** The widths at which axe looks. */
  readonly axeAt: readonly number[];
  /** It comes while amounts are hidden. */
  readonly covered: boolean;
}
const isNarrow = ({ width }: Size): boolean => width <= 768;

/** The way through a place: each is seen by axe on a phone and on a desk, light and dark, once in each language. */
function wayOf(at: number, place: Place, locale: Locale): Way {
  const language = locale === "zh" ? 0 : 1;
  const swapped = at % 4 > 1;
  const [phone, desk] = [390, 1440];
  const seen = place.brief === true ? SIZES.filter(({ width }) => width === phone || width === desk) : SIZES;
  return {
    sizes: at % 2 === language ? seen : seen.toReversed(),
    schemes: swapped ? { narrow: "dark", wide: "light" } : { narrow: "light", wide: "dark" },
    axeAt: place.only === undefined ? [at % 2 === language ? phone : desk] : [phone, desk],
    covered: at % 2 === language && place.who !== null && !isWritten(place),
  };
}

/** To look at them: E2E_SHOTS=<folder> keeps pictures of every place on a phone and on a desk, light and dark. */
async function keepPictures(page: Page, name: string, { width }: Size, scheme: Scheme): Promise<void> {
  if (process.env.E2E_SHOTS === undefined || (width !== 390 && width !== 1440)) return;
  // The page's own scheme last: it goes on in it.
  for (const colorScheme of [scheme === "light" ? "dark" : "light", scheme] as const) {
    await page.emulateMedia({ colorScheme });
    await stands(page);
    // A picture is of the last frame that was painted, which can be an earlier one.
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(process.env.E2E_SHOTS, `${name}-${width}-${colorScheme}.png`) });
  }
}

const LANGS = { zh: "zh-CN", en: "en" } as const;

/** What is wrong with its words; empty is right. What the server writes whole has a title of its own. */
async function wordFaults(page: Page, place: Place, locale: Locale): Promise<string[]> {
  const { foreign, keys } = await untranslated(page, locale, SAME_EVERYWHERE);
  const { lang, title } = await page.evaluate(() => ({ lang: document.documentElement.lang, title: document.title }));
  const isTitled = title.length > TITLES[locale].length && (isWritten(place) || title.includes(TITLES[locale]));
  return [
    ...foreign.map((text) => `foreign: ${text}`),
    ...keys.map((text) => `key: ${text}`),
    ...(lang === LANGS[locale] ? [] : [`lang: ${lang}`]),
    ...(isTitled ? [] : [`title: ${title}`]),
  ];
}

interface Seen {
  readonly faults: readonly string[];
  /** It says amounts when they are not hidden, and came while they were. */
  readonly hadAmounts: boolean;
}

/** Goes through the widths of a page that stands. */
async function widthFaults(page: Page, place: Place, locale: Locale, way: Way): Promise<string[]> {
  const faults: string[] = [];
  const worth = await worthOf(place, locale);
  let told: Scheme | null = null;
  for (const size of way.sizes) {
    const scheme = way.schemes[isNarrow(size) ? "narrow" : "wide"];
    // Being told anew what holds already, a page computes all of its styles.
    if (scheme !== told) await page.emulateMedia({ colorScheme: scheme });
    told = scheme;
    if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
    await stands(page);
    const found = [
      ...(await outOfPlace(page)),
      ...(worth === null ? [] : (await unseen(page, worth)).map((what) => `not in view: ${what}`)),
      ...(way.axeAt.includes(size.width) ? (await axeFinds(page, place.press !== undefined)).map((rule) => `axe, ${scheme}: ${rule}`) : []),
    ];
    if (size === way.sizes[0] || size === way.sizes.at(-1)) found.push(...(await wordFaults(page, place, locale)));
    faults.push(...found.map((fault) => `${size.width} px: ${fault}`));
    await keepPictures(page, `${place.name}-${locale}`, size, scheme);
  }
  return faults;
}

/** Opens a place and goes through it. In a dialog somebody types, so there the key would be a letter. */
async function visit(page: Page, place: Place, locale: Locale, way: Way): Promise<Seen> {
  const problems = watchProblems(page);
  const [first] = way.sizes;
  await page.setViewportSize(first ?? SIZES[0]);
  const shown = await show(page, place, locale);
  const coming = way.covered ? await amountsOn(page) : [];
  const switches = way.covered && place.press === undefined && shown === null;
  const uncovered = switches ? await uncover(page) : 0;
  const faults = await widthFaults(page, place, locale, way);
  const again = switches ? await cover(page) : [];
  page.removeAllListeners();
  return {
    faults: [
      ...(shown === null ? [] : [shown]),
      ...[...coming, ...again].slice(0, 5).map((said) => `said while hidden: ${said}`),
      ...faults,
      ...problems.map((problem) => `console: ${problem}`),
    ],
    hadAmounts: uncovered > 0,
  };
}

/** Whether amounts are hidden on the next page of this browser. */
async function setCovered(context: BrowserContext, covered: boolean): Promise<void> {
  await context.clearCookies({ name: "amounts" });
  if (covered) await context.addCookies([{ name: "amounts", value: "hidden", url: theProduct().baseUrl }]);
}

/** What is wrong with any place in this language, by its name (empty is right), and how many had amounts to hide. */
export async function sweep(locale: Locale): Promise<{ found: Record<string, readonly string[]>; withAmounts: number }> {
  const found: Record<string, readonly string[]> = {};
  let withAmounts = 0;
  for (const who of ["admin", "merchant", null] as const) {
    const context = await openContext({ locale, size: SIZES[0], ...tokenFor(who) });
    const page = await context.newPage();
    for (const [at, place] of placesIn(locale).filter(([, place]) => place.who === who)) {
      const way = wayOf(at, place, locale);
      await setCovered(context, way.covered);
      const { faults, hadAmounts } = await visit(page, place, locale, way);
      if (hadAmounts) withAmounts += 1;
      if (faults.length === 0) continue;
      found[place.name] = faults;
      await keepEvidence(page, place.name, faults);
    }
    await context.close();
  }
  return { found, withAmounts };
}
