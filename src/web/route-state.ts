/**
 * What a screen looked like when it was left: query string (filters, page, size, open drawer) and scroll. Kept for one hour per
 * screen, so that the menu leads back to the same view. Memory first, session storage so that a reload keeps it.
 */
import { useMemo } from "react";
import type { ScreenName } from "./screens.ts";

/** Life of a kept state (docs/specification.md, section 9). */
export const ROUTE_STATE_MS = 3_600_000;
const KEY = "fd-routes";
const OWNER_KEY = "fd-routes-of";

export interface RouteState {
  readonly search: string;
  readonly scroll: number;
  readonly at: number;
}
let states: Partial<Record<ScreenName, RouteState>> | null = null;
let owner: string | null = null;

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
  write(KEY, JSON.stringify(all()));
}

/** The kept state of a screen, or null when there is none or it is older than an hour. */
export function routeState(name: ScreenName, now = Date.now()): RouteState | null {
  const kept = all()[name];
  if (kept === undefined || typeof kept.search !== "string" || typeof kept.scroll !== "number" || !(now - kept.at < ROUTE_STATE_MS)) return null;
  return kept;
}

/** Forgets everything: the person signs out, or a test begins. */
export function forgetRouteStates(): void {
  states = {};
  write(OWNER_KEY, null);
  write(KEY, null);
}

/** What is kept from now on is this person's; what another one left in this tab is forgotten. */
export function keepRoutesFor(person: string): void {
  if (routesOwner() === person) return;
  forgetRouteStates();
  write(OWNER_KEY, person);
}

/** Whose the kept states are; null for nobody's. */
export function routesOwner(): string | null {
  try {
    return owner ?? sessionStorage.getItem(OWNER_KEY);
  } catch {
    return owner;
  }
}

function write(key: string, value: string | null): void {
  if (key === OWNER_KEY) owner = value;
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // memory serves
  }
}
/** Forgets memory only, as a reload does. */
export function dropRouteMemory(): void {
  states = null;
  owner = null;
}

/** The kept state of a screen and how to keep more of it (a list keeps its own scroll container here). */
export function useRouteState(name: ScreenName): { kept: RouteState | null; keep: (part: { search?: string; scroll?: number }) => void } {
  return useMemo(() => ({ kept: routeState(name), keep: (part) => keepRouteState(name, part) }), [name]);
}
