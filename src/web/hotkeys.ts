/** Keyboard: single keys, `g p` sequences and Ctrl K, off while someone types. */
import { useEffect, useRef } from "react";

/** A key as `mod+k`, `?`, `/`, `j`, `shift+s`, or a sequence of two: `g p`. */
export type Hotkeys = Readonly<Record<string, (event: KeyboardEvent) => void>>;
const SEQUENCE_MS = 1200;
/** Letters that mean something of their own with Shift, wherever one is. */
const SHIFTED: ReadonlySet<string> = new Set(["shift+s", "shift+c", "shift+h"]);
/** Key presses of the page, watched once: what was pressed last, and what that means for the press under way. */
let last: { key: string; at: number } | null = null;
let present: { at: number; before: string | null; underDialog: boolean } = { at: -1, before: null, underDialog: false };

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(target.type);
}

/** Name of a pressed key: `mod+k` with Ctrl or ⌘, `shift+s` for a letter with Shift, else the character. */
export function keyName(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return `mod+${key}`;
  return event.altKey ? `alt+${key}` : event.shiftKey && /^[a-z]$/.test(key) ? `shift+${key}` : key;
}

/** The handler that a key press means, given the first key of a sequence. */
export function matchHotkey(keys: Hotkeys, pressed: string, before: string | null): ((event: KeyboardEvent) => void) | undefined {
  const of = (name: string) => (before === null ? undefined : keys[`${before} ${name}`]) ?? (before === "g" ? undefined : keys[name]);
  // A letter that means nothing with Shift is the letter: whoever holds Shift or Caps Lock by accident is understood.
  return of(pressed) ?? (pressed.startsWith("shift+") && !SHIFTED.has(pressed) ? of(pressed.slice("shift+".length)) : undefined);
}

/** A dialog that takes the keys for itself. A drawer does not, not even where it covers the page: its keys are the list's. */
const TAKES_KEYS = '[role="dialog"][aria-modal="true"]:not([data-drawer])';

const isUnderDialog = (): boolean => document.querySelector(TAKES_KEYS) !== null;

/** Listens while mounted. Keys with Ctrl or ⌘ work everywhere; others not in fields and not under an open dialog unless `inDialogs`. */
export function useHotkeys(keys: Hotkeys, options: { enabled?: boolean; inDialogs?: boolean } = {}): void {
  const latest = useRef(keys);
  latest.current = keys;
  const { enabled = true, inDialogs = false } = options;
  useEffect(() => {
    if (!enabled) return;
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const name = keyName(event);
      const plain = !name.startsWith("mod+");
      const seen = present.at === event.timeStamp ? present : null;
      // Escape may have closed the dialog before this listener is asked: it was the dialog's key all the same.
      if (plain && (isTyping(event.target) || (!inDialogs && (seen?.underDialog || isUnderDialog())))) return;
      const before = seen?.before ?? null;
      const handler = matchHotkey(latest.current, name, before);
      if (handler === undefined) return;
      event.preventDefault();
      handler(event);
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [enabled, inDialogs]);
}

/** Remembers the first key of sequences, and whether a dialog was open when a key was pressed; started once for the page. It listens in the capture phase, so before every {@link useHotkeys}. */
export function watchSequences(): () => void {
  const pressed = (event: KeyboardEvent): void => {
    const isPlain = !isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey;
    const before = last !== null && event.timeStamp - last.at < SEQUENCE_MS ? last.key : null;
    present = { at: event.timeStamp, before: isPlain ? before : null, underDialog: isUnderDialog() };
    const key = event.key.toLowerCase();
    last = isPlain && key === "g" && before !== "g" ? { key, at: event.timeStamp } : null;
  };
  window.addEventListener("keydown", pressed, true);
  return () => window.removeEventListener("keydown", pressed, true);
}
