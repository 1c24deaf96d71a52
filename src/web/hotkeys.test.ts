import { expect, it, vi } from "vitest";
import { keyName, matchHotkey } from "./hotkeys.ts";

const press = (key: string, part: { ctrlKey?: boolean; metaKey?: boolean; shiftKey?: boolean } = {}) =>
  keyName({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...part });

it("names keys", () => {
  expect([press("K", { ctrlKey: true }), press("k", { metaKey: true }), press("?"), press("Enter"), press("P")]).toEqual(["mod+k", "mod+k", "?", "Enter", "p"]);
});

it("takes g p as a sequence and never as a plain p", () => {
  const [go, plain] = [vi.fn(), vi.fn()];
  const keys = { "g p": go, p: plain, j: plain };
  expect(matchHotkey(keys, "p", "g")).toBe(go);
  expect(matchHotkey(keys, "p", null)).toBe(plain);
  expect(matchHotkey(keys, "j", "g")).toBeUndefined();
});

it("knows a letter with Shift, which is the letter where it means nothing of its own", () => {
  expect([press("S", { shiftKey: true }), press("s", { shiftKey: true }), press("?", { shiftKey: true }), press("S")]).toEqual([
    "shift+s",
    "shift+s",
    "?",
    "s",
  ]);
  const [stop, plain] = [vi.fn(), vi.fn()];
  expect(matchHotkey({ "shift+s": stop, s: plain }, "shift+s", null)).toBe(stop);
  expect(matchHotkey({ j: plain }, "shift+j", null)).toBe(plain);
  expect(matchHotkey({ s: plain }, "shift+s", null)).toBeUndefined();
  expect(matchHotkey({ "shift+s": stop }, "s", null)).toBeUndefined();
});
