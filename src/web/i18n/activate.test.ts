// @vitest-environment happy-dom
/** Switching the language: what moves with it, and what stays when its messages do not arrive. */
import { expect, it, vi } from "vitest";
import { readCookie } from "../cookies.ts";
import { switchLocale } from "../frame/language-switch.tsx";
import { setNavigator } from "../nav.ts";
import { activate, startMessages, withMessages } from "./index.ts";
import { text } from "./keys.ts";
import { chooseLocale, currentLocale } from "./locale.ts";

vi.mock("./en/rest.ts", () => {
  throw new Error("the file is gone");
});
const went: string[] = [];
setNavigator((to) => void went.push(to));
const place = (pathname: string) => ({ pathname, search: "?a=1", hash: "", state: null });

it("applies the messages, and moves only an address that names a language", async () => {
  startMessages();
  await activate("zh");
  expect(await switchLocale("en", place("/nothing"))).toBe(true);
  expect([currentLocale(), text("common.required"), readCookie("locale")]).toEqual(["en", "Please fill in all required fields", "en"]);
  expect(went).toEqual([]);
  expect(await switchLocale("zh", place("/en/nothing"))).toBe(true);
  expect(await switchLocale("en", place("/signin"))).toBe(true);
  expect(went).toEqual(["/nothing?a=1", "/en/signin?a=1"]);
});

it("logs messages that cannot be loaded, and the old language stands", async () => {
  expect(await activate("zh", "rest")).toBe(true);
  chooseLocale("zh");
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  went.length = 0;
  expect(await switchLocale("en", place("/payments"))).toBe(false);
  expect(logged.mock.calls.map(([words]) => words)).toEqual(['messages of "en" could not be loaded']);
  expect([currentLocale(), document.documentElement.lang, readCookie("locale"), text("common.required"), went]).toEqual([
    "zh",
    "zh-CN",
    "zh",
    "请填写所有必填字段",
    [],
  ]);
});

it("brings further messages in the language that stands, also after one that could not be loaded", async () => {
  expect(await withMessages("seldom", Promise.resolve("code"))).toBe("code");
  expect(text("rules.tabs.rules")).toMatch(/\p{Script=Han}/u);
});
