/** The screens that this version has, and the code behind each: what routes lead to and the menu offers. */
import type { ComponentType } from "react";
import { WITH_SELDOM } from "../contract/message-parts.ts";
import { meets } from "../contract/needed.ts";
import type { Permission } from "../contract/permissions.ts";
import { withMessages } from "./i18n/index.ts";
import { screenAt } from "./paths.ts";
import { type ScreenName, screenRow, tabNeeds } from "./screens.ts";

export type ScreenLoader = () => Promise<{ default: ComponentType }>;
/** A screen is a folder with an index.tsx. */
const FILES = import.meta.glob<{ default: ComponentType }>("./screens/*/index.tsx");
const FOLDERS: Partial<Record<ScreenName, string>> = { index: "home" };

/** What fetches a screen's code, with messages of its own where it has some; undefined where nobody has built it yet. */
export function loaderOf(name: ScreenName): ScreenLoader | undefined {
  const load = FILES[`./screens/${FOLDERS[name] ?? name}/index.tsx`];
  return load && WITH_SELDOM.includes(screenRow(name).path) ? () => withMessages("seldom", load()) : load;
}

/** True when this version has the screen; the menu hides the others. */
export function isBuilt(name: ScreenName): boolean {
  return loaderOf(name) !== undefined;
}

/** Whether a person who may do this can open a screen here. */
export function reaches(may: (permission: Permission) => boolean, name: ScreenName): boolean {
  return isBuilt(name) && meets(may, screenRow(name).permission);
}

/** Whether a person may open what stands at an address of the dashboard: its screen, and the list of it that the address is about. */
export function reachesPlace(may: (permission: Permission) => boolean, to: string): boolean {
  const { pathname, searchParams } = new URL(to, "http://dashboard");
  const screen = screenAt(pathname);
  if (screen === null || !reaches(may, screen)) return false;
  // A bare address shows whichever list its reader has; a filter or an object is of one of them.
  return searchParams.size === 0 || meets(may, tabNeeds(screen, searchParams.get("tab")));
}

/** Fetches a screen's code before it is opened (hover on its menu entry). */
export function preload(name: ScreenName): void {
  void loaderOf(name)?.().catch(() => undefined); // a failure shows when the screen is really opened
}
