// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { cookieText, readCookie } from "../cookies.ts";
import { inLocale, objectPath, pathTo, screenAt, splitPath } from "../paths.ts";
import { LOCALES, SCREEN_NAMES, SCREENS } from "../screens.ts";
import { detectLocale } from "../../contract/locale.ts";

/** A page of its own for each test: the module remembers a choice, as the page does. */
let page: typeof import("./locale.ts");
beforeEach(async () => {
  vi.restoreAllMocks();
  vi.resetModules();
  page = await import("./locale.ts");
  // biome-ignore lint/suspicious/noDocumentCookie: the test empties what the product writes
  document.cookie = "locale=; Max-Age=0; Path=/";
});

describe("detection", () => {
  it.each([
    ["en", ["zh-CN"], "en"],
    ["zh", ["en-US"], "zh"],
    [null, ["en-GB", "zh"], "en"],
    [null, ["zh-TW", "en"], "zh"],
    [null, ["fr-FR", "en-US"], "en"],
    [null, ["fr-FR", "de"], "zh"],
    [null, [], "zh"],
    ["de", ["en"], "en"],
    ["EN", ["zh"], "zh"],
  ] as const)("cookie %s and browser %s give %s", (cookie, languages, expected) => {
    expect(detectLocale(cookie, languages)).toBe(expected);
  });

  it("lets a prefix win and follows the person everywhere else", () => {
    vi.spyOn(navigator, "languages", "get").mockReturnValue(["en-US"]);
    for (const path of ["/en/payments", "/payments", "/signin", "/", "/nowhere", "/en/nowhere"]) expect([path, page.localeOf(path)]).toEqual([path, "en"]);
    page.showLocale("zh");
    for (const path of ["/payments", "/", "/nowhere"]) expect([path, page.localeOf(path)]).toEqual([path, "zh"]);
    expect(page.localeOf("/en/payments")).toBe("en");
  });
});

describe("the cookie", () => {
  it("lasts 365 days on every path, Lax, and Secure on https", () => {
    expect(cookieText("locale", "en", false)).toBe("locale=en; Path=/; SameSite=Lax; Max-Age=31536000");
    expect(cookieText("locale", "en", true)).toBe("locale=en; Path=/; SameSite=Lax; Max-Age=31536000; Secure");
  });

  it("is what was shown first, until a person chooses: an address opened in the other language changes no choice", () => {
    page.showLocale("en");
    expect([readCookie("locale"), document.documentElement.lang, page.currentLocale()]).toEqual(["en", "en", "en"]);
    page.showLocale("zh");
    expect([readCookie("locale"), document.documentElement.lang, page.currentLocale()]).toEqual(["en", "zh-CN", "zh"]);
    page.chooseLocale("zh");
    expect([readCookie("locale"), page.detectedLocale()]).toEqual(["zh", "zh"]);
  });

  it("is made anew where it says no language of ours", () => {
    // biome-ignore lint/suspicious/noDocumentCookie: what an older version or a person wrote
    document.cookie = "locale=de; Path=/";
    page.showLocale("en");
    expect(readCookie("locale")).toBe("en");
  });

  it("may be refused by the browser: a choice holds as long as the page", () => {
    vi.spyOn(document, "cookie", "get").mockReturnValue("");
    vi.spyOn(navigator, "languages", "get").mockReturnValue(["en-US"]);
    page.chooseLocale("zh");
    expect(page.detectedLocale()).toBe("zh");
  });
});

describe("addresses", () => {
  it("are the specification's fifteen, the exception queue, the actions on many, a merchant's statistics and the downloads, twice", () => {
    expect(SCREEN_NAMES).toHaveLength(19);
    const all = LOCALES.flatMap((locale) => SCREEN_NAMES.map((name) => pathTo(locale, name)));
    expect(new Set(all).size).toBe(38);
    expect(all).toContain("/");
    expect(all).toContain("/en");
    expect(all).toContain("/en/withdrawal");
    for (const locale of LOCALES) for (const name of SCREEN_NAMES) expect(screenAt(pathTo(locale, name))).toBe(name);
  });

  it("know what is not a screen", () => {
    for (const path of [
      "/nothing",
      "/en/nothing",
      "/english",
      "/payments/1",
      "/zh",
      "/zh/payments",
      "//",
      "///",
      "//payments",
      "/PAYMENTS",
      "/EN/payments",
      "/en//payments",
    ])
      expect(screenAt(path)).toBeNull();
    expect(screenAt("/payments/")).toBe("payments");
    expect(splitPath("/english")).toEqual({ locale: "zh", bare: "/english", prefixed: false });
  });

  it("keep screen, filters, drawer and hash in another language, there and back", () => {
    const place = { pathname: "/payments", search: "?status=review&open=P1", hash: "#x" };
    const english = inLocale("en", place);
    expect(english).toBe("/en/payments?status=review&open=P1#x");
    expect(inLocale("zh", { ...place, pathname: "/en/payments" })).toBe("/payments?status=review&open=P1#x");
    expect(inLocale("en", { pathname: "/", search: "", hash: "" })).toBe("/en");
    expect(inLocale("zh", { pathname: "/en", search: "", hash: "" })).toBe("/");
  });

  it("leave out empty filters and open the drawer of an object", () => {
    expect(pathTo("en", "payments", { status: "review", q: "", size: undefined })).toBe("/en/payments?status=review");
    expect(objectPath("zh", "payment", "P1")).toBe("/payments?open=P1");
    expect(objectPath("zh", "sms", "S1")).toBe("/sms?open=S1");
    expect(objectPath("zh", "galaxy", "G1")).toBeNull();
    expect(Object.values(SCREENS).every((screen) => screen.path.startsWith("/"))).toBe(true);
  });
});
