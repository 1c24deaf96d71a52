/** What a person keeps of one list, in the account's preferences under `list.{name}`. */
import { useCallback, useMemo } from "react";
import { setPreferences, usePageSize, usePreferences } from "../../prefs.ts";
import type { PageSize } from "../state/index.ts";
import { type ListPrefs, readPrefs } from "./columns.ts";

/** The list's preferences, the page size in force without an address, and how to keep a change. */
export function useListPrefs(name: string): { prefs: ListPrefs; size: PageSize; save: (prefs: ListPrefs) => void } {
  const key = `list.${name}`;
  const raw = usePreferences()[key];
  const general = usePageSize();
  const prefs = useMemo(() => readPrefs(raw), [raw]);
  const save = useCallback((next: ListPrefs) => void setPreferences({ [key]: next }), [key]);
  return { prefs, size: prefs.size ?? general, save };
}
