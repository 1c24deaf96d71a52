/**
 * Answers that may be some seconds old, kept in memory: figures of the past, and what is asked of many orders. Home is read by everybody
 * who is signed in, again and again; whoever comes while an answer is being read waits for the same one.
 */
import type { App } from "../../platform/context.ts";

interface Kept {
  readonly atMs: number;
  readonly answer: Promise<unknown>;
}
/** Merchants' people ask for their own, so that there are many; the oldest goes first. */
const MOST = 500;
const stores = new WeakMap<App, Map<string, Kept>>();

/**
 * The answer to `load`, not older than `forMs`. What fails is not kept.
 * @param key of everything that the answer depends on
 */
export function kept<T>(app: App, key: string, forMs: number, load: () => Promise<T>): Promise<T> {
  const store = stores.get(app) ?? new Map<string, Kept>();
  stores.set(app, store);
  const known = store.get(key);
  const nowMs = app.now();
  if (known !== undefined && nowMs >= known.atMs && nowMs - known.atMs < forMs) return known.answer as Promise<T>; // a key stands for one question
  const answer = load();
  store.delete(key);
  store.set(key, { atMs: nowMs, answer });
  answer.catch(() => store.get(key)?.answer === answer && store.delete(key));
  const [oldest] = store.keys();
  if (oldest !== undefined && store.size > MOST) store.delete(oldest);
  return answer;
}
