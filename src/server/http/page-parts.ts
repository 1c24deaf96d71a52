/** What a page will need besides its first script: named in the page, so that the browser need not find it out link by link. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** Where the build writes which source became which file. */
const MANIFEST = ".vite/manifest.json";
const chunk = z.object({
  file: z.string(),
  isEntry: z.boolean().optional(),
  imports: z.array(z.string()).optional(),
  css: z.array(z.string()).optional(),
});
/** Files by source, as Vite writes them. */
export type Manifest = Readonly<Record<string, z.infer<typeof chunk>>>;

/** Reads the manifest of a built web; empty when there is none. */
export function readManifest(dir: string): Manifest {
  const file = join(dir, MANIFEST);
  return existsSync(file) ? z.record(z.string(), chunk).parse(JSON.parse(readFileSync(file, "utf8"))) : {};
}

/**
 * Sources that a page loads by itself once its first script runs, by its address without the language. Sign-in alone: a
 * phone on a slow network saves a quarter of a second there. The other screens load so many files that all of them side by
 * side hold up those that the frame is drawn with.
 */
export const SOURCES: Readonly<Record<string, (locale: "zh" | "en") => readonly string[]>> = {
  "/signin": (locale) => [`i18n/${locale}/first.ts`, "screens/signin/index.tsx"],
};

/**
 * The page of an address with links to what it will load in its head, but for what it names already.
 * @param path the address without its language
 */
export function withParts(html: string, manifest: Manifest, path: string, locale: "zh" | "en"): string {
  const [scripts, styles] = [new Set<string>(), new Set<string>()];
  const take = (source: string): void => {
    const found = manifest[source];
    // The entry's own files stand in the page.
    if (!found || found.isEntry || scripts.has(found.file)) return;
    scripts.add(found.file);
    for (const style of found.css ?? []) styles.add(style);
    found.imports?.forEach(take);
  };
  SOURCES[path]?.(locale).forEach(take);
  const links = (kind: string, files: ReadonlySet<string>): string =>
    [...files]
      .map((file) => `href="/${file}"`)
      .filter((href) => !html.includes(href))
      .map((href) => `<link ${kind} crossorigin ${href}>\n`)
      .join("");
  return html.replace("</head>", (end) => links('rel="preload" as="style"', styles) + links('rel="modulepreload"', scripts) + end);
}
