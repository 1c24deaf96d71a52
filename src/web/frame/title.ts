/** What the browser's tab says: the object that is open, the tab, the screen. Whoever has several open tells them apart, also in the history. */
import { useEffect, useLayoutEffect } from "react";
import { useLocation } from "react-router";
import { useText } from "../i18n/keys.ts";
import type { ScreenName } from "../screens.ts";
import { useStore } from "../store.ts";
import { tabInView } from "../tab-in-view.ts";
import { useScreenWords } from "./not-built.tsx";

/** Screens that are as long as what stands on them; all others are lists, which fill the window. */
const FLOWING: ReadonlySet<ScreenName> = new Set(["index", "queue", "statistics", "config", "settings", "profile"]);

export function useTitle(screen: ScreenName | null): void {
  const t = useText();
  const words = useScreenWords(screen);
  const tab = useStore(tabInView);
  const open = new URLSearchParams(useLocation().search).get("open");
  useEffect(() => {
    document.title = [screen === null ? null : open, tab, words, t("common.app")].filter(Boolean).join(" · ");
  }, [screen, open, tab, words, t]);
  useLayoutEffect(() => {
    document.documentElement.dataset.page = screen !== null && FLOWING.has(screen) ? "flow" : "fill";
  }, [screen]);
}
