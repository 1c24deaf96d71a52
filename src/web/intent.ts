/**
 * What a person asked for in the palette and another place has to begin: an act on an object, the form of a new one, the close of days. It stands in memory for
 * a moment and never in an address: a link must not act.
 */
import { useEffect, useRef } from "react";
import { onSessionEnd } from "./session.tsx";
import type { ListName } from "../contract/lists.ts";
import type { ScreenName } from "./screens.ts";
import { createStore, useStore } from "./store.ts";

export type Intent =
  /** `version`: that of the object when its person read what would happen. */
  | { readonly kind: "act"; readonly list: ListName; readonly id: string; readonly action: string; readonly version: number | null }
  | { readonly kind: "create"; readonly screen: ScreenName }
  /** Of the days of a range, those without difference. */
  | { readonly kind: "close"; readonly from: string; readonly to: string };

export type CloseIntent = Extract<Intent, { kind: "close" }>;

/** Whoever does not come within so many ms went elsewhere. */
const STANDS_MS = 30_000;
const store = createStore<{ readonly intent: Intent; readonly until: number } | null>(null);
onSessionEnd(() => store.set(null));

/** Asks for it; the place that it belongs to begins it when it stands there. */
export function intend(intent: Intent, now = Date.now()): void {
  store.set({ intent, until: now + STANDS_MS });
}

/**
 * Begins what is asked for here, once.
 * @param matches whether it belongs here
 * @param ready false while it cannot be begun yet
 */
export function useIntent<I extends Intent>(matches: (intent: Intent) => intent is I, ready: boolean, begin: (intent: I) => void): void {
  const standing = useStore(store);
  const isHere = standing !== null && ready && matches(standing.intent);
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => {
    if (standing === null || !isHere) return;
    store.set(null);
    if (Date.now() <= standing.until) latest.current(standing.intent as I); // `matches` has said so
  }, [standing, isHere]);
}

/** The form of a new object of this screen, where the person may make one. */
export function useCreateIntent(screen: ScreenName, may: boolean, create: () => void): void {
  useIntent((intent): intent is Extract<Intent, { kind: "create" }> => intent.kind === "create" && intent.screen === screen, may, create);
}
