/** What the server writes into a page for its address: what it shows before its program runs, and what it will load by itself. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Locale } from "../../../contract/locale.ts";
import { WITH_SELDOM } from "../../../contract/message-parts.ts";

const chunk = z.object({
  file: z.string(),
  isEntry: z.boolean().optional(),
  imports: z.array(z.string()).optional(),
  css: z.array(z.string()).optional(),
});
/** What the build writes beside the pages. */
const MANIFEST = z.record(z.string(), chunk);
const FIRST_PAINT = z.record(z.string(), z.object({ zh: z.string(), en: z.string() }));

/** A built web's own notes. */
export interface PageParts {
  /** Files by source. */
  readonly manifest: z.infer<typeof MANIFEST>;
  /** What pages show before their program has arrived: HTML by address without the language, and by language. */
  readonly firstPaint: z.infer<typeof FIRST_PAINT>;
}

/** Reads a built web's notes; empty where there are none. */
export function readParts(dir: string): PageParts {
  const read = <T>(name: string, shape: z.ZodType<T>, none: T): T => {
    const file = join(dir, ".vite", name);
    return existsSync(file) ? shape.parse(JSON.parse(readFileSync(file, "utf8"))) : none;
  };
  return { manifest: read("manifest.json", MANIFEST, {}), firstPaint: read("first-paint.json", FIRST_PAINT, {}) };
}

/** What a page will load once its first script runs. */
interface Loads {
  readonly sources: readonly string[];
  /** What the page shows before its program is drawn with their styles, so it waits for them. Otherwise the page's own styles are enough. */
  readonly shownWith?: true;
}
/** Screens whose code lies under another name than their address. */
const FOLDERS: Readonly<Record<string, string>> = { "/": "home" };

/** What an address without its language will load; nothing for an empty one, which nobody knows. */
export function loadsOf(path: string, locale: Locale): Loads {
  if (path === "") return { sources: [] };
  if (path === "/signin") return { sources: [`i18n/${locale}/first.ts`, "screens/signin/index.tsx"], shownWith: true };
  const messages = ["first", "rest", ...(WITH_SELDOM.includes(path) ? ["seldom"] : [])].map((part) => `i18n/${locale}/${part}.ts`);
  return { sources: [...messages, "frame/shell.tsx", `screens/${FOLDERS[path] ?? path.slice(1)}/index.tsx`] };
}

/** Scripts and styles of an address that the page does not name already. */
function filesOf(html: string, manifest: PageParts["manifest"], sources: readonly string[]): { scripts: string[]; styles: string[] } {
  const [scripts, styles] = [new Set<string>(), new Set<string>()];
  const take = (source: string): void => {
    const found = manifest[source];
    // The entry's own files stand in the page.
    if (!found || found.isEntry || scripts.has(found.file)) return;
    scripts.add(found.file);
    for (const style of found.css ?? []) styles.add(style);
    found.imports?.forEach(take);
  };
  sources.forEach(take);
  const unnamed = (files: ReadonlySet<string>): string[] => [...files].map((file) => `href="/${file}"`).filter((href) => !html.includes(href));
  return { scripts: unnamed(scripts), styles: unnamed(styles) };
}

/**
 * The page of an address in its language, with links to what it will load in its head. Where it shows something by itself, that
 * waits for the styles that it is drawn with alone: everything else comes after them.
 * @param path the address without its language, "" for one that nobody knows
 */
export function withParts(html: string, { manifest, firstPaint }: PageParts, path: string, locale: Locale): string {
  const shown = firstPaint[path]?.[locale];
  const { sources, shownWith } = loadsOf(path, locale);
  const { scripts, styles } = filesOf(html, manifest, sources);
  const links = (kind: string, hrefs: readonly string[]): string => hrefs.map((href) => `<link ${kind} crossorigin ${href}>\n`).join("");
  const stylesNow = shown !== undefined && shownWith === true;
  const page = html
    .replace('<html lang="zh-CN"', locale === "en" ? '<html lang="en"' : "$&")
    .replace("</head>", (end) => links(stylesNow ? 'rel="stylesheet"' : 'rel="preload" as="style"', styles) + links('rel="modulepreload"', scripts) + end);
  if (shown === undefined) return page;
  return page
    .replace('<div id="root"></div>', () => `<div id="root">${shown}</div>`)
    .replace(/<(script type="module"|link rel="modulepreload"|link rel="preload" as="style")/g, '<$1 fetchpriority="low"');
}

/** The page marked with the choice of colours, and with the colours themselves where they do not follow the system: it has them before its program runs. */
export function withScheme(html: string, scheme: "light" | "dark" | null): string {
  const colours = scheme === null ? "" : `data-mantine-color-scheme="${scheme}" `;
  return html.replace("<html ", `<html data-scheme="${scheme ?? "auto"}" ${colours}`);
}

/** The choice of colours in a request's cookies; null for none or the system's. */
export function schemeOf(cookies: string | undefined): "light" | "dark" | null {
  const found = /(?:^|;)\s*theme=(light|dark)\s*(?:;|$)/.exec(cookies ?? "")?.[1];
  return found === "light" || found === "dark" ? found : null;
}
