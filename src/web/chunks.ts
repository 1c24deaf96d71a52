/**
 * A code chunk that does not arrive (a new version was deployed): reload, at most once in 10,000 ms, else show the error page. Never away
 * from a server that does not answer: the browser's own error page would take the place of everything, and stay.
 */
import { ASK_EVERY_MS, pause, untilThere, wouldLoad } from "./there.ts";

/** Time within which the page reloads at most once (docs/specification.md, section 9). */
export const RELOAD_GUARD_MS = 10_000;
const KEY = "fd-chunk-reload";

/** What the guard needs of a browser; replaced in tests. */
export interface GuardPlace {
  readonly storage: Pick<Storage, "getItem" | "setItem">;
  readonly reload: () => void;
  readonly now: () => number;
}
const here = (): GuardPlace => ({ storage: sessionStorage, reload: () => location.reload(), now: Date.now });

/** Reloads unless that happened within the last {@link RELOAD_GUARD_MS}. @returns true when it reloads */
export function reloadOnce(place: GuardPlace = here()): boolean {
  try {
    const last = Number(place.storage.getItem(KEY) ?? Number.NaN);
    if (place.now() - last < RELOAD_GUARD_MS) return false;
    place.storage.setItem(KEY, String(place.now()));
  } catch {
    return false; // without storage nothing would stop a loop
  }
  place.reload();
  return true;
}

/**
 * Reloads as {@link reloadOnce} does, once the server answers. Where that was waited for, it goes on until the page may be reloaded: who was
 * told that it reloads by itself need do nothing.
 * @param away told, once, that it does not
 * @param gone ends the asking
 */
export async function reloadWhenThere(away?: () => void, gone?: AbortSignal): Promise<void> {
  let waited = false;
  const tell = (): void => {
    if (!waited) away?.();
    waited = true;
  };
  while (await untilThere(gone, tell)) {
    if (reloadOnce() || !waited) return;
    await pause(ASK_EVERY_MS);
  }
}

/** True for the errors that browsers throw when a module cannot be fetched. */
export function isChunkError(problem: unknown): boolean {
  const message = problem instanceof Error ? problem.message : String(problem);
  return /dynamically imported module|importing a module script failed|error loading dynamically|unable to preload|failed to load module script/i.test(message);
}

/**
 * Runs a screen's import; when its chunk does not arrive from a server that answers, the page is loaded anew at the address that was asked for.
 * @param target address that the navigation leads to
 */
export async function orReload<T>(load: () => Promise<T>, target: () => string): Promise<T> {
  try {
    return await load();
  } catch (problem) {
    if (!isChunkError(problem) || !(await wouldLoad(target())) || !reloadOnce({ ...here(), reload: () => loadAnew(target()) })) throw problem;
    return new Promise<T>(() => undefined); // the page is about to go; nothing may flash
  }
}

function loadAnew(target: string): void {
  if (new URL(target, location.href).href === location.href) location.reload();
  else location.assign(target);
}
