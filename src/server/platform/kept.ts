/**
 * Answers that may be a little old, kept in memory: what many people ask for again and again, and what costs the database much. Whoever comes
 * while an answer is being read waits for the same one; what fails is not kept.
 */
import type { App } from "./context.ts";

interface Kept<T> {
  readonly at: number;
  readonly answer: Promise<T>;
}
/** Keys that are remembered of a product, at most; the oldest goes first. */
const MOST = 500;

export class KeptAnswers<T> {
  private readonly stores = new WeakMap<App, Map<string, Kept<T>>>();

  /** @param forMs how old an answer may be */
  constructor(private readonly forMs: number) {}

  /**
   * The answer to `load`, or the one that is kept.
   * @param key of everything that the answer depends on
   */
  of(app: App, key: string, load: () => Promise<T>): Promise<T> {
    const store = this.stores.get(app) ?? new Map<string, Kept<T>>();
    this.stores.set(app, store);
    const known = store.get(key);
    const now = performance.now();
    if (known !== undefined && now - known.at < this.forMs) return known.answer;
    const answer = load();
    store.delete(key);
    store.set(key, { at: now, answer });
    answer.catch(() => store.get(key)?.answer === answer && store.delete(key));
    const [oldest] = store.keys();
    if (oldest !== undefined && store.size > MOST) store.delete(oldest);
    return answer;
  }
}
