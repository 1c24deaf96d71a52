import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SOURCES, withParts, type Manifest } from "./page-parts.ts";

const WEB = join(import.meta.dirname, "../../web");
const HTML = '<head><script type="module" src="/assets/index-1.js"></script><link rel="modulepreload" href="/assets/react-1.js"></head><body></body>';
const MANIFEST: Manifest = {
  "index.html": { file: "assets/index-1.js", isEntry: true, imports: ["_react.js"] },
  "_react.js": { file: "assets/react-1.js" },
  "_format.js": { file: "assets/format-1.js", imports: ["_react.js", "index.html"] },
  "screens/signin/index.tsx": { file: "assets/signin-1.js", imports: ["_format.js", "index.html"], css: ["assets/signin-1.css"] },
  "i18n/zh/first.ts": { file: "assets/first-1.js" },
  "i18n/en/first.ts": { file: "assets/first-2.js", imports: ["_format.js"] },
};
const hrefs = (html: string): string[] => [...html.matchAll(/<link rel="([^"]*)"[^>]*href="([^"]*)"/g)].map(([, rel, href]) => `${rel} ${href}`);

describe("a page's links to what it will load", () => {
  it("name what sign-in needs, with what that needs, each once, and not what the page names already", () => {
    expect(hrefs(withParts(HTML, MANIFEST, "/signin", "zh"))).toEqual([
      "modulepreload /assets/react-1.js",
      "preload /assets/signin-1.css",
      "modulepreload /assets/first-1.js",
      "modulepreload /assets/signin-1.js",
      "modulepreload /assets/format-1.js",
    ]);
    expect(hrefs(withParts(HTML, MANIFEST, "/signin", "en")).slice(2)).toEqual([
      "modulepreload /assets/first-2.js",
      "modulepreload /assets/format-1.js",
      "modulepreload /assets/signin-1.js",
    ]);
  });
  it("leave other pages, and a web without a manifest, as they are", () => {
    expect(withParts(HTML, MANIFEST, "/payments", "zh")).toBe(HTML);
    expect(withParts(HTML, {}, "/signin", "zh")).toBe(HTML);
  });
  it("are made of sources that exist", () => {
    const named = Object.values(SOURCES).flatMap((of) => [...of("zh"), ...of("en")]);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((source) => !existsSync(join(WEB, source)))).toEqual([]);
  });
});
