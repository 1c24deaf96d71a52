/**
 * What stands typed when a session ends by itself: kept in the memory of this page, and given back to the same person where it was typed.
 * Signing out forgets it, and so does the sign-in of somebody else. No secret is ever among it.
 */
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";

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
  open.clear(); // nothing is open any more, nor does what was being sent get an answer
}

/** Somebody is signed in: what another one has typed is forgotten. */
export function keepTypedFor(person: string): void {
  if (owner !== person) forgetTyped();
  owner = person;
}

/** Nothing of what was typed is given back to anybody. */
export function forgetTyped(): void {
  owner = null;
  open.clear();
  kept.clear();
  for (const listener of forgetting) listener();
}

/** Runs when what was typed is to be forgotten: for whoever keeps it longer than it is open. */
export function onTypedForgotten(listener: () => void): void {
  forgetting.add(listener);
}

/** A file that was chosen: its name, which is no more than said again. */
class ChosenFile {
  constructor(readonly name: string) {}
}

/** Whether something waits to be given back. */
export const hasTyped = (): boolean => [...kept.values()].some((typed) => !(typed instanceof ChosenFile));

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

/**
 * What somebody types or chooses, where it stands in no form described as data: a state that outlives the end of a session. Whoever uses it
 * says that it was given back, until it is changed.
 * @param key what is asked of what: whatever it belongs to
 * @param begin what it begins with, called once
 * @param isNothing true where nothing would be lost
 */
export function useTyped<T>(key: string, begin: () => T, isNothing: (now: T, begun: T) => boolean): readonly [T, Dispatch<SetStateAction<T>>, boolean] {
  const [before] = useState(() => typedBefore<T>(key));
  const [begun] = useState(begin);
  const [now, setNow] = useState(before ?? begun);
  useHeldTyped(key, isNothing(now, begun) ? null : now);
  return [now, setNow, now === before];
}

/**
 * Remembers that a file was chosen: its name alone, since no file is kept.
 * @param name of the one that is chosen now; null: none
 * @returns name of the one that was chosen when the session ended, until another one is; null: none
 */
export function useChosenFile(key: string, name: string | null): string | null {
  const [before, setBefore] = useState(() => typedBefore<ChosenFile>(key)?.name ?? null);
  const held = name ?? before;
  useHeldTyped(key, held === null ? null : new ChosenFile(held));
  if (name !== null && before !== null) setBefore(null);
  return name === null ? before : null;
}

/** What was typed stays held while it is sent: the answer may be that the session has ended. @param key the place that it was typed in */
export async function heldWhile<T>(key: string, typed: string, send: () => Promise<T>): Promise<T> {
  const own = {};
  open.set(own, { key, now: () => (typed.trim() === "" ? null : typed) });
  try {
    return await send();
  } finally {
    open.delete(own);
  }
}

/** A text that somebody types, given back after a sign-in. */
export type TypedText = readonly [text: string, setText: (text: string) => void, isGivenBack: boolean];

/** {@link useTyped} of a text. */
export function useTypedText(key: string, initial = ""): TypedText {
  return useTyped(
    key,
    () => initial,
    (text, begun) => text.trim() === "" || text === begun,
  );
}
