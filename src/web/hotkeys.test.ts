import { expect, it, vi } from "vitest";
import { keyName, matchHotkey } from "./hotkeys.ts";

const press = (key: string, part: { ctrlKey?: boolean; metaKey?: boolean } = {}) => keyName({ key, ctrlKey: false, metaKey: false, altKey: false, ...part });

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
