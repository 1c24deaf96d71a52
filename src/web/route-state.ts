/**
 * What a screen looked like when it was left: query string (filters, page, size, open drawer) and scroll. Kept for one hour per
 * screen, so that the menu leads back to the same view. Memory first, session storage so that a reload keeps it.
 */
import { useMemo } from "react";
import type { ScreenName } from "./screens.ts";

/** Life of a kept state (specification section 9). */
export const ROUTE_STATE_MS = 3_600_000;
const KEY = "fd-routes";

export interface RouteState {
  readonly search: string;
  readonly scroll: number;
  readonly at: number;
}
let states: Partial<Record<ScreenName, RouteState>> | null = null;

function all(): Partial<Record<ScreenName, RouteState>> {
  if (states !== null) return states;
  states = {};
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    if (typeof stored === "object" && stored !== null) states = stored as Partial<Record<ScreenName, RouteState>>; // each entry is checked when read
  } catch {
    // unreadable: start anew
  }
  return states;
}

/** Remembers how a screen looks now. */
export function keepRouteState(name: ScreenName, part: { search?: string; scroll?: number }, now = Date.now()): void {
  const before = routeState(name, now);
  all()[name] = { search: part.search ?? before?.search ?? "", scroll: part.scroll ?? before?.scroll ?? 0, at: now };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(all()));
  } catch {
    // memory serves
  }
}

/** The kept state of a screen, or null when there is none or it is older than an hour. */
export function routeState(name: ScreenName, now = Date.now()): RouteState | null {
  const kept = all()[name];
  if (kept === undefined || typeof kept.search !== "string" || typeof kept.scroll !== "number" || !(now - kept.at < ROUTE_STATE_MS)) return null;
  return kept;
}

/** Forgets everything: another person signs in, or a test begins. */
export function forgetRouteStates(): void {
  states = {};
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // nothing was stored
  }
}
/** Forgets memory only, as a reload does. */
export function dropRouteMemory(): void {
  states = null;
}

/** The kept state of a screen and how to keep more of it (a list keeps its own scroll container here). */
export function useRouteState(name: ScreenName): { kept: RouteState | null; keep: (part: { search?: string; scroll?: number }) => void } {
  return useMemo(() => ({ kept: routeState(name), keep: (part) => keepRouteState(name, part) }), [name]);
}
