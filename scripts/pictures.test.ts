/** docs/screens.md shows every screen, and every tab of one. */
import { expect, it } from "vitest";
import { LISTS } from "../src/web/screens/lists.ts";
import { SCREEN_TABS, SCREENS, type ScreenName } from "../src/web/screens.ts";
import { PLACES } from "./lib/picture-places.mjs";

const shown = PLACES.map(([, , path]) => new URL(path, "http://floatdesk.invalid"));
const names = Object.keys(SCREENS) as ScreenName[]; // keys of a literal: exactly its names

it("every screen has its picture", () => {
  expect(names.filter((name) => shown.every(({ pathname }) => pathname !== SCREENS[name].path))).toEqual([]);
});

it("every tab has its picture", () => {
  const ofScreens = Object.entries(SCREEN_TABS).flatMap(([name, tabs]) => Object.keys(tabs).map((tab) => [name as ScreenName, tab] as const)); // its own keys
  const ofLists = Object.values(LISTS).flatMap(({ screen, tab }) => (tab === undefined ? [] : [[screen, tab] as const]));
  const missing = [...ofScreens, ...ofLists].filter(([screen, tab]) => {
    const tabs: readonly string[] = Object.keys((SCREEN_TABS as Partial<Record<ScreenName, object>>)[screen] ?? {});
    // The first is what the plain address opens.
    return tabs[0] !== tab && shown.every(({ pathname, searchParams }) => pathname !== SCREENS[screen].path || searchParams.get("tab") !== tab);
  });
  expect(missing).toEqual([]);
});
