/** Keyboard: single keys, `g p` sequences and Ctrl K, off while someone types. */
import { useEffect, useRef } from "react";

/** A key as `mod+k`, `?`, `/`, `j`, `shift+s`, or a sequence of two: `g p`. */
export type Hotkeys = Readonly<Record<string, (event: KeyboardEvent) => void>>;
const SEQUENCE_MS = 1200;
/** Letters that mean something of their own with Shift, wherever one is. */
const SHIFTED = /^shift\+[sch]$/;
const FIELDS = "textarea,select,input:not([type=checkbox],[type=radio],[type=button],[type=submit])";
/** Key presses of the page, watched once: when a `g` began a sequence, where the key that is down was pressed, and what holds for the press under way. */
let began = Number.NEGATIVE_INFINITY;
let held: EventTarget | null = null;
let present: { before: string | null; taken: boolean } = { before: null, taken: false };

const isTyping = (target: EventTarget | null): boolean => target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELDS));

/** Name of a pressed key: `mod+k` with Ctrl or ⌘, `shift+s` for a letter with Shift, else the character. */
export function keyName(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return `mod+${key}`;
  return event.altKey ? `alt+${key}` : event.shiftKey && /^[a-z]$/.test(key) ? `shift+${key}` : key;
}

/** The handler that a key press means, given the first key of a sequence. */
export function matchHotkey(keys: Hotkeys, pressed: string, before: string | null): ((event: KeyboardEvent) => void) | undefined {
  const of = (name: string) => keys[before === null ? name : `${before} ${name}`];
  // A letter that means nothing with Shift is the letter: whoever holds Shift or Caps Lock by accident is understood.
  return of(pressed) ?? (SHIFTED.test(pressed) ? undefined : of(pressed.replace("shift+", "")));
}

/** What takes the keys for itself while it is open: dialogs, panels and menus. A drawer does not, not even where it covers the page: its keys are the list's. */
const TAKES_KEYS = '[role="dialog"]:not([data-drawer]),[role="menu"]';
/** Keys that mean their act once, however long they are held: all but those that move. */
const ONCE = /^(Enter|Escape|(shift\+)?[^jk ])$/;

/** Listens while mounted. Nothing is heard under what is open unless `inDialogs`; in fields only keys with Ctrl or ⌘, which the browser never gets. */
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
      const taken = present.taken && !inDialogs;
      if (plain && (taken || isTyping(event.target))) return;
      const handler = matchHotkey(latest.current, name, present.before);
      if (handler === undefined) return;
      event.preventDefault();
      if (!taken) handler(event);
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [enabled, inDialogs]);
}

/**
 * Whether a press is nobody's. A key that is held acts where it was pressed: by then what it opened has the focus, and takes nothing of it. Only a
 * field goes on with what was begun in it: letters, and in a text of several lines Enter. And what an input method takes is its own: Safari tells
 * of it once the word is whole, so that it looks like any other Enter.
 */
function isNobodys(event: KeyboardEvent): boolean {
  const { key, target } = event;
  if (!event.repeat) {
    held = target;
    return event.keyCode === 229 && (key === "Enter" || key === "Escape");
  }
  const goesOn = target === held && isTyping(target) && (key.length === 1 || target instanceof HTMLTextAreaElement);
  return !goesOn && ONCE.test(keyName(event));
}

/**
 * Looks at each press before everybody else: whether it is somebody's, whether it is the second of a sequence, and whether a dialog was open.
 * Started once for the page.
 */
export function watchSequences(): () => void {
  const pressed = (event: KeyboardEvent): void => {
    if (isNobodys(event)) {
      if (event.repeat) event.preventDefault();
      return event.stopImmediatePropagation();
    }
    const isPlain = !isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey;
    const before = isPlain && event.timeStamp - began < SEQUENCE_MS ? "g" : null;
    // Escape may have closed the dialog by the time that others are asked: it was the dialog's key all the same.
    present = { before, taken: document.querySelector(TAKES_KEYS) !== null };
    began = isPlain && event.key.toLowerCase() === "g" && before === null ? event.timeStamp : Number.NEGATIVE_INFINITY;
  };
  window.addEventListener("keydown", pressed, true);
  return () => window.removeEventListener("keydown", pressed, true);
}
