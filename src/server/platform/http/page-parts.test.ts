import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadsOf, type PageParts, readParts, schemeOf, withParts, withScheme } from "./page-parts.ts";
import { PAGES } from "./static.ts";

const WEB = join(import.meta.dirname, "../../../web");
const HTML = '<head><script type="module" src="/assets/index-1.js"></script><link rel="modulepreload" href="/assets/react-1.js"></head><body></body>';
const MANIFEST: PageParts["manifest"] = {
  "index.html": { file: "assets/index-1.js", isEntry: true, imports: ["_react.js"] },
  "_react.js": { file: "assets/react-1.js" },
  "_format.js": { file: "assets/format-1.js", imports: ["_react.js", "index.html"] },
  "screens/signin/index.tsx": { file: "assets/signin-1.js", imports: ["_format.js", "index.html"], css: ["assets/signin-1.css"] },
  "screens/home/index.tsx": { file: "assets/home-1.js" },
  "screens/payments/index.tsx": { file: "assets/payments-1.js", imports: ["_format.js"], css: ["assets/payments-1.css"] },
  "frame/shell.tsx": { file: "assets/shell-1.js", css: ["assets/shell-1.css"] },
  "i18n/zh/first.ts": { file: "assets/first-1.js" },
  "i18n/zh/rest.ts": { file: "assets/rest-1.js" },
  "i18n/en/first.ts": { file: "assets/first-2.js", imports: ["_format.js"] },
};
const NAMED: PageParts = { manifest: MANIFEST, firstPaint: {} };
const hrefs = (html: string): string[] => [...html.matchAll(/<link rel="([^"]*)"[^>]*href="([^"]*)"/g)].map(([, rel, href]) => `${rel} ${href}`);

describe("a page's links to what it will load", () => {
  it("name what sign-in needs, with what that needs, each once, and not what the page names already", () => {
    expect(hrefs(withParts(HTML, NAMED, "/signin", "zh"))).toEqual([
      "modulepreload /assets/react-1.js",
      "preload /assets/signin-1.css",
      "modulepreload /assets/first-1.js",
      "modulepreload /assets/signin-1.js",
      "modulepreload /assets/format-1.js",
    ]);
    expect(hrefs(withParts(HTML, NAMED, "/signin", "en")).slice(2)).toEqual([
      "modulepreload /assets/first-2.js",
      "modulepreload /assets/format-1.js",
      "modulepreload /assets/signin-1.js",
    ]);
  });
  it("name the frame and the screen of every other page", () => {
    expect(hrefs(withParts(HTML, NAMED, "/payments", "zh")).slice(1)).toEqual([
      "preload /assets/shell-1.css",
      "preload /assets/payments-1.css",
      "modulepreload /assets/first-1.js",
      "modulepreload /assets/rest-1.js",
      "modulepreload /assets/shell-1.js",
      "modulepreload /assets/payments-1.js",
      "modulepreload /assets/format-1.js",
    ]);
    expect(withParts(HTML, NAMED, "/", "zh")).toContain("/assets/home-1.js");
    // Messages that few screens need come with those.
    expect(["/sms", "/payments"].map((path) => loadsOf(path, "en").sources.includes("i18n/en/seldom.ts"))).toEqual([true, false]);
  });
  it("leave a page that nobody knows, and a web without a manifest, as they are", () => {
    expect(withParts(HTML, NAMED, "", "zh")).toBe(HTML);
    expect(withParts(HTML, { manifest: {}, firstPaint: {} }, "/signin", "zh")).toBe(HTML);
  });
  it("are made of sources that exist", () => {
    const named = PAGES.flatMap((path) => [...loadsOf(path, "zh").sources, ...loadsOf(path, "en").sources]);
    expect(named.length).toBeGreaterThan(PAGES.length);
    expect(named.filter((source) => !existsSync(join(WEB, source)))).toEqual([]);
  });
});

describe("what a page shows before its program", () => {
  const PAGE = `<html lang="zh-CN">${HTML.replace("<body>", '<body><div id="root"></div>')}</html>`;
  const parts: PageParts = {
    manifest: MANIFEST,
    firstPaint: { "/signin": { zh: "<h1>登录</h1>", en: "<h1>$& Sign in</h1>" }, "/payments": { zh: "<h1>代收</h1>", en: "<h1>Payment</h1>" } },
  };

  it("stands in its root in the page's language, and waits for styles only", () => {
    const zh = withParts(PAGE, parts, "/signin", "zh");
    expect(zh).toContain('<html lang="zh-CN">');
    expect(zh).toContain('<div id="root"><h1>登录</h1></div>');
    expect(zh).toContain('<link rel="stylesheet" crossorigin href="/assets/signin-1.css">');
    const scripts = [...zh.matchAll(/<(?:script|link rel="modulepreload")[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.length).toBe(5);
    expect(scripts.filter((tag) => !tag.includes('fetchpriority="low"'))).toEqual([]);
    const en = withParts(PAGE, parts, "/signin", "en");
    expect(en).toContain('<html lang="en">');
    expect(en).toContain('<div id="root"><h1>$& Sign in</h1></div>');
  });

  it("is drawn with the page's own styles in the frame: those of the screen come later", () => {
    const page = withParts(PAGE, parts, "/payments", "zh");
    expect(page).toContain('<div id="root"><h1>代收</h1></div>');
    expect(page).toContain('<link rel="preload" as="style" fetchpriority="low" crossorigin href="/assets/payments-1.css">');
    expect(page).not.toContain('rel="stylesheet"');
  });

  it("is nothing on a page that nobody knows, which says its language", () => {
    expect(withParts(PAGE, parts, "", "zh")).toBe(PAGE);
    expect(withParts(PAGE, parts, "", "en")).toBe(PAGE.replace("zh-CN", "en"));
  });

  it("has the colours that a cookie says", () => {
    expect([undefined, "", "theme=auto", "theme=dark", "a=b; theme=light", "mytheme=dark", "theme=darker", 'theme="><script>'].map(schemeOf)).toEqual([
      null,
      null,
      null,
      "dark",
      "light",
      null,
      null,
      null,
    ]);
    expect(withScheme(PAGE, "dark")).toContain('<html data-scheme="dark" data-mantine-color-scheme="dark" lang="zh-CN">');
    expect(withScheme(PAGE, null)).toContain('<html data-scheme="auto" lang="zh-CN">');
  });

  it("is read from beside a built web, and is nothing where that says nothing", () => {
    const dir = mkdtempSync(join(tmpdir(), "floatdesk-parts-"));
    try {
      expect(readParts(dir)).toEqual({ manifest: {}, firstPaint: {} });
      mkdirSync(join(dir, ".vite"));
      writeFileSync(join(dir, ".vite/first-paint.json"), JSON.stringify(parts.firstPaint));
      expect(readParts(dir)).toEqual({ manifest: {}, firstPaint: parts.firstPaint });
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
