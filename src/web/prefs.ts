/**
 * Display preferences. They belong to the account (GET/PATCH /api/user/preferences); language and colour scheme stand in cookies
 * instead, because they are needed before anybody is signed in. Unknown keys of the account's preferences are left alone.
 */
import { PAGE_SIZES } from "../contract/envelope.ts";
import { DENSITIES, type Density } from "../contract/lists.ts";
import type { Preferences } from "../contract/session.schema.ts";
import { call } from "./api.ts";
import { currentToken, onSessionEnd } from "./session.tsx";
import { createStore, useStore } from "./store.ts";

export { DENSITIES };
export type { Density };
/** Row height in px for each density. */
export const ROW_HEIGHTS = { normal: 40, compact: 32 } as const satisfies Record<Density, number>;

const NONE: Preferences = {};
const store = createStore<Preferences>(NONE);
/** True once the account's preferences have been asked for, with or without an answer. */
const ready = createStore(false);
/** Under which token they were asked for: an answer to another one is nobody's any more. */
let asked: { readonly token: string | null; readonly done: Promise<void> } | null = null;
let writing: Promise<unknown> = Promise.resolve();
onSessionEnd(() => {
  store.set(NONE);
  ready.set(false);
  asked = null;
  // What waits for one that never answers any more is not sent.
  writing = Promise.resolve();
});

function oneOf<T>(values: readonly T[], unchecked: unknown, otherwise: T): T {
  return (values as readonly unknown[]).includes(unchecked) ? (unchecked as T) : otherwise; // it is in the list
}

/** The account's preferences as they arrived. */
export function usePreferences(): Preferences {
  return useStore(store);
}
/** One preference by key, outside components. */
export function preference(key: string): unknown {
  return store.get()[key];
}

/** Loads the account's preferences, once for each token; a failure leaves the defaults, and the next call asks again. */
export function loadPreferences(): Promise<void> {
  const token = currentToken();
  if (asked === null || asked.token !== token) asked = { token, done: ask(token) };
  return asked.done;
}

async function ask(token: string | null): Promise<void> {
  const answer = await call("GET /api/user/preferences", { background: true, silent401: true });
  if (asked?.token !== token) return;
  if (answer.success) store.set(answer.data);
  else asked = null;
  ready.set(true);
}

/** True when the preferences stand: what depends on them (page size, columns) waits rather than changing under the eyes. */
export function usePreferencesReady(): boolean {
  return useStore(ready);
}

/** Changes preferences at once on the page and then on the server, one write after the other, though the page is left meanwhile. */
export function setPreferences(part: Preferences): Promise<void> {
  store.set({ ...store.get(), ...part });
  const next = writing.then(async () => {
    await call("PATCH /api/user/preferences", { body: part, keepalive: true });
  });
  writing = next;
  return next;
}

/** Row density; also on `<html data-density>` for plain CSS. */
export function useDensity(): Density {
  return oneOf(DENSITIES, usePreferences().density, "normal");
}
/** Items per page when an address does not say. */
export function usePageSize(): (typeof PAGE_SIZES)[number] {
  return oneOf(PAGE_SIZES, usePreferences().page_size, 20);
}
/** How a person is told that something waits for a decision. */
export const NOTICE_WAYS = ["sounds", "desktop_notices"] as const;
export type NoticeWay = (typeof NOTICE_WAYS)[number];
const KINDS_KEYS = { sounds: "sound_kinds", desktop_notices: "desktop_kinds" } as const satisfies Record<NoticeWay, string>;

/** True when that way of telling is wanted. */
export function useNoticeWay(way: NoticeWay): boolean {
  return usePreferences()[way] === true;
}

/** Of which kinds a person is told in that way: all, until some were chosen. */
export function useNoticeKinds<Kind extends string>(way: NoticeWay, all: readonly Kind[]): ReadonlySet<Kind> {
  const chosen = usePreferences()[KINDS_KEYS[way]];
  return new Set(Array.isArray(chosen) ? all.filter((kind) => chosen.includes(kind)) : all);
}

/** Chooses of which kinds a person is told in that way. */
export function setNoticeKinds(way: NoticeWay, kinds: Iterable<string>): Promise<void> {
  return setPreferences({ [KINDS_KEYS[way]]: [...kinds] });
}
