/**
 * What stands typed when a session ends by itself: kept in the memory of this page, and given back to the same person where it was typed.
 * Signing out forgets it, and so does the sign-in of somebody else. No secret is ever among it.
 */
import { useEffect, useRef, useState } from "react";

/** Of each place that is open: its name, and what would be lost; null: nothing. */
const open = new Map<object, { readonly key: string; readonly now: () => unknown }>();
const kept = new Map<string, unknown>();
const forgetting = new Set<() => void>();
let owner: string | null = null;

/** The session has ended by itself: what stands in the open forms is kept. */
export function keepTyped(): void {
  for (const { key, now } of open.values()) {
    const typed = now();
    if (typed !== null) kept.set(key, typed);
  }
}

/** Somebody is signed in: what another one has typed is forgotten. */
export function keepTypedFor(person: string): void {
  if (owner !== person) forgetTyped();
  owner = person;
}

/** Nothing of what was typed is given back to anybody. */
export function forgetTyped(): void {
  owner = null;
  kept.clear();
  for (const listener of forgetting) listener();
}

/** Runs when what was typed is to be forgotten: for whoever keeps it longer than it is open. */
export function onTypedForgotten(listener: () => void): void {
  forgetting.add(listener);
}

/** Whether something waits to be given back. */
export const hasTyped = (): boolean => kept.size > 0;

/** What stood in a place when the session ended, by its name; null: nothing. Whoever asks is the one who holds it: {@link useHeldTyped}. */
export function typedBefore<T>(key: string): T | null {
  return (kept.get(key) as T | undefined) ?? null; // a name has one holder
}

/** Keeps what stands in a place, should the session end; what was kept before has been given back. @param now null: nothing would be lost */
export function useHeldTyped(key: string, now: unknown): void {
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  useEffect(() => {
    const own = {};
    open.set(own, { key, now: () => latest.current });
    kept.delete(key);
    return () => void open.delete(own);
  }, [key]);
}

/** A text that somebody types: a state that outlives the end of a session. */
export function useTypedText(key: string, initial = ""): readonly [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => typedBefore<string>(key) ?? initial);
  useHeldTyped(key, text.trim() === "" || text === initial ? null : text);
  return [text, setText];
}
