// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { cookieText, readCookie } from "../cookies.ts";
import { inLocale, objectPath, pathTo, screenAt, splitPath } from "../paths.ts";
import { LOCALES, SCREEN_NAMES, SCREENS } from "../screens.ts";
import { currentLocale, detectLocale, localeOf, showLocale } from "./locale.ts";

beforeEach(() => {
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

  it("lets a prefix win, reads known addresses without prefix as Chinese, and follows the person elsewhere", () => {
    vi.spyOn(navigator, "languages", "get").mockReturnValue(["en-US"]);
    expect(localeOf("/en/payments", true)).toBe("en");
    expect(localeOf("/payments", true)).toBe("zh");
    expect(localeOf("/", true)).toBe("en");
    expect(localeOf("/nowhere", false)).toBe("en");
    expect(localeOf("/en/nowhere", false)).toBe("en");
  });
});

describe("the cookie", () => {
  it("lasts 365 days on every path, Lax, and Secure on https", () => {
    expect(cookieText("locale", "en", false)).toBe("locale=en; Path=/; SameSite=Lax; Max-Age=31536000");
    expect(cookieText("locale", "en", true)).toBe("locale=en; Path=/; SameSite=Lax; Max-Age=31536000; Secure");
  });

  it("follows the language that is shown, as does <html lang>", () => {
    showLocale("en");
    expect([readCookie("locale"), document.documentElement.lang, currentLocale()]).toEqual(["en", "en", "en"]);
    showLocale("zh");
    expect([readCookie("locale"), document.documentElement.lang]).toEqual(["zh", "zh-CN"]);
  });
});

describe("addresses", () => {
  it("are the specification's fifteen, twice", () => {
    expect(SCREEN_NAMES).toHaveLength(15);
    const all = LOCALES.flatMap((locale) => SCREEN_NAMES.map((name) => pathTo(locale, name)));
    expect(new Set(all).size).toBe(30);
    expect(all).toContain("/");
    expect(all).toContain("/en");
    expect(all).toContain("/en/withdrawal");
    for (const locale of LOCALES) for (const name of SCREEN_NAMES) expect(screenAt(pathTo(locale, name))).toBe(name);
  });

  it("know what is not a screen", () => {
    for (const path of ["/nothing", "/en/nothing", "/english", "/payments/1", "/zh", "/zh/payments"]) expect(screenAt(path)).toBeNull();
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
