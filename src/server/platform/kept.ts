/** Answers that many people ask for and that cost the database much: kept for a while, or read once for all who ask at the same time. */
import type { App } from "./context.ts";

interface Kept<T> {
  readonly at: number;
  readonly answer: Promise<T>;
}
type Stores<V> = WeakMap<App, Map<string, V>>;

/** What is kept of a product, by key. */
function storeOf<V>(stores: Stores<V>, app: App): Map<string, V> {
  const store = stores.get(app) ?? new Map<string, V>();
  stores.set(app, store);
  return store;
}

/** Keys that are remembered of a product, at most; the oldest goes first. */
const MOST = 500;

/** Answers that may be a little old. Whoever comes while an answer is being read waits for the same one; what fails is not kept. */
export class KeptAnswers<T> {
  private readonly stores: Stores<Kept<T>> = new WeakMap();

  /** @param forMs how old an answer may be */
  constructor(private readonly forMs: number) {}

  /**
   * The answer to `load`, or the one that is kept.
   * @param key of everything that the answer depends on
   */
  of(app: App, key: string, load: () => Promise<T>): Promise<T> {
    const store = storeOf(this.stores, app);
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

interface Reading<T> {
  readonly now: Promise<T>;
  next: Promise<T> | null;
}

/**
 * Answers that are never older than the question: whoever asks while one is being read shares the next one, which begins when that one has
 * ended. A crowd that comes at once, as dashboards do that were told of the same change, costs two readings.
 */
export class SharedAnswers<T> {
  private readonly stores: Stores<Reading<T>> = new WeakMap();

  /**
   * An answer to `load` that began after the call.
   * @param key of everything that the answer depends on
   */
  of(app: App, key: string, load: () => Promise<T>): Promise<T> {
    const store = storeOf(this.stores, app);
    const begin = (): Promise<T> => {
      const reading: Reading<T> = { now: load(), next: null };
      store.set(key, reading);
      const end = (): void => {
        if (reading.next === null) store.delete(key);
      };
      reading.now.then(end, end);
      return reading.now;
    };
    const reading = store.get(key);
    if (reading === undefined) return begin();
    reading.next ??= reading.now.then(begin, begin);
    return reading.next;
  }
}
