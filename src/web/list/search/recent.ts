/** What a person searched for last, kept with the account: nothing but what was typed. */
import { preference, setPreferences, usePreferences } from "../../prefs.ts";

const KEPT = 8;
const LENGTH_MAX = 100;
const keyOf = (place: string): string => `recent.${place}`;

function read(unchecked: unknown): readonly string[] {
  return Array.isArray(unchecked) ? unchecked.filter((one): one is string => typeof one === "string").slice(0, KEPT) : [];
}

/** The searches that are remembered of a place (a list, the palette), the last one first. */
export function useRecent(place: string): readonly string[] {
  return read(usePreferences()[keyOf(place)]);
}

/** Remembers a search; one that is known comes to the front, one that went on from the last takes its place. */
export function remember(place: string, text: string): void {
  const typed = text.trim().slice(0, LENGTH_MAX);
  if (typed === "") return;
  const before = read(preference(keyOf(place)));
  if (before[0] === typed) return;
  const rest = before.filter((one, at) => one !== typed && !(at === 0 && typed.startsWith(one)));
  void setPreferences({ [keyOf(place)]: [typed, ...rest].slice(0, KEPT) });
}

/** Forgets them. */
export function forgetRecent(place: string): void {
  void setPreferences({ [keyOf(place)]: [] });
}
