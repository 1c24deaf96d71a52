/** The keyboard focus goes back to where it was when a dialog closes, also when the dialog was born open or its code came late. */
import { type MouseEvent, type ReactElement, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";

/** What had the focus before a dialog, nearest first, and the dialog that one was in. */
interface Kept {
  readonly places: readonly HTMLElement[];
  readonly under: Kept | null;
}
/** The dialogs that stand open, the topmost last. */
const standing: Kept[] = [];

const isFree = (element: Element | null): boolean => element === null || element === document.body;
const inModal = (element: Element | null): boolean => element !== null && element.closest('[aria-modal="true"]') !== null;

/** The focused element and what can have the focus around it: the element itself may be gone by the time the dialog closes. */
function placesNow(from: HTMLElement | null): HTMLElement[] {
  const active = from ?? document.activeElement;
  // A button that was switched off while it was working has lost the focus to nothing: its dialog stands for it.
  const start = isFree(active) ? [...document.querySelectorAll('[aria-modal="true"]')].at(-1) : active;
  const places: HTMLElement[] = [];
  for (let place: Element | null = start ?? null; place !== null && !isFree(place); place = place.parentElement) {
    if (place instanceof HTMLElement && (place === start || place.hasAttribute("tabindex"))) places.push(place);
  }
  return places;
}

/** Focuses the first that takes it. */
function focusOne(places: readonly HTMLElement[]): boolean {
  return places.some((place) => {
    place.focus({ preventScroll: true });
    return document.activeElement === place;
  });
}

function giveBack({ places, under }: Kept): void {
  if (focusOne(places)) return;
  if (under !== null && !standing.includes(under)) giveBack(under);
}

/**
 * Remembers what has the focus when the component first renders, and gives it back when the component goes and nothing else has it.
 * @param from remembered instead, where the focused element cannot be it
 */
export function useFocusBack(from: HTMLElement | null = null): void {
  const [kept] = useState<Kept>(() => ({ places: placesNow(from), under: standing.at(-1) ?? null }));
  useEffect(() => {
    standing.push(kept);
    return () => {
      standing.splice(standing.indexOf(kept), 1);
      const atClose = document.activeElement;
      setTimeout(() => {
        const now = document.activeElement;
        // A dialog that fades out holds the focus until it is gone.
        if (isFree(now) || (now === atClose && inModal(now) && !kept.places.includes(now as HTMLElement))) giveBack(kept);
      });
    };
  }, [kept]);
}

/**
 * For a row of buttons that go with what they did: where the pressed one has gone and nothing else has the focus, the one that stands in its
 * place has it, or what is around them. @param of what they act on: none of another one's has it @returns hears of each press in the row
 */
export function useSuccessor(of: string): (event: MouseEvent<HTMLElement>) => void {
  const pressed = useRef<{ of: string; button: Element; row: HTMLElement; at: number; around: readonly HTMLElement[] } | null>(null);
  useLayoutEffect(() => {
    const was = pressed.current;
    if (was === null || was.button.isConnected) return;
    pressed.current = null;
    if (was.of !== of) return;
    const next = was.row.isConnected ? [...was.row.children].at(Math.min(was.at, was.row.children.length - 1)) : undefined;
    if (isFree(document.activeElement)) focusOne(next instanceof HTMLElement ? [next, ...was.around] : was.around);
  });
  return ({ target, currentTarget: row }) => {
    const at = target instanceof Node ? [...row.children].findIndex((one) => one.contains(target)) : -1;
    const button = row.children[at];
    pressed.current = button ? { of, button, row, at, around: placesNow(row) } : null;
  };
}

/** Place of one dialog, mounted only while it is open: the dialog's code may arrive later, the focus is remembered now. */
export function DialogPlace({ children, from = null }: { children?: ReactNode; from?: HTMLElement | null }): ReactElement {
  useFocusBack(from);
  return <Suspense fallback={null}>{children}</Suspense>;
}
