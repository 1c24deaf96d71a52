/** Keeps each screen's query and scroll for an hour and puts the scroll back when the screen returns. */
import { useEffect, useLayoutEffect } from "react";
import { useLocation } from "react-router";
import { keepRouteState, routeState } from "../route-state.ts";
import type { ScreenName } from "../screens.ts";

/** Rows may arrive after the screen: the scroll is tried again for this long. */
const TRY_MS = 1500;

/** Mounted once, in the frame. */
export function useKeepRoute(screen: ScreenName | null): void {
  const { search, hash } = useLocation();
  useEffect(() => {
    if (screen !== null) keepRouteState(screen, { search });
  }, [screen, search]);
  useLayoutEffect(() => {
    if (screen === null) return;
    const stop = hash === "" ? scrollTo(routeState(screen)?.scroll ?? 0) : showAnchor(hash.slice(1));
    const note = (): void => keepRouteState(screen, { scroll: Math.round(window.scrollY) });
    window.addEventListener("scrollend", note);
    return () => {
      stop();
      window.removeEventListener("scrollend", note);
    };
  }, [screen, hash]);
}

/** Scrolls once the page is long enough; gives up when somebody scrolls first. */
function scrollTo(target: number): () => void {
  if (target === 0) {
    window.scrollTo(0, 0);
    return () => undefined;
  }
  return repeat(() => {
    const reachable = document.documentElement.scrollHeight - window.innerHeight >= target;
    if (reachable) window.scrollTo(0, target);
    return reachable;
  });
}

function showAnchor(id: string): () => void {
  return repeat(() => {
    const place = document.getElementById(id);
    place?.scrollIntoView({ block: "start" });
    return place !== null;
  });
}

function repeat(attempt: () => boolean): () => void {
  const until = performance.now() + TRY_MS;
  let frame = 0;
  const stop = (): void => cancelAnimationFrame(frame);
  const step = (): void => {
    if (!attempt() && performance.now() < until) frame = requestAnimationFrame(step);
  };
  step();
  window.addEventListener("wheel", stop, { once: true, passive: true });
  window.addEventListener("touchstart", stop, { once: true, passive: true });
  return stop;
}
