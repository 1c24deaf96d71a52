/**
 * Rows kept for a moment that are refreshed together: the first caller that finds its row too old reloads every row that
 * was asked for lately with one statement. Where a number tells that nothing has changed, not even that is needed.
 */

/** How long rows are kept; every part may be left out. */
export interface BulkCacheOptions<V> {
  /** How old an answer may be, ms. */
  readonly ttlMs?: number;
  readonly maxEntries?: number;
  /** A clock in ms that never goes back. */
  readonly now?: () => number;
  /** A number that moves, in the same transaction, with every change of what is loaded: rows hold until it does. */
  readonly version?: () => Promise<bigint>;
  /** For how long a value that was loaded now holds whatever the version says, ms; null: for ever. */
  readonly holdsMs?: (value: V) => number | null;
}

/** A value, or the promise of one: `await` takes both. */
type MaybeLater<T> = T | Promise<T>;

interface Entry<V> {
  readonly value: V | null;
  readonly at: number;
  readonly until: number;
  usedAt: number;
}

/** Rows by key. */
export class BulkCache<V> {
  private entries = new Map<string, Entry<V>>();
  private wanted = new Set<string>();
  private loading: Promise<void> | null = null;
  /** Moves with each forgetting: what was read before it is not kept after it. */
  private generation = 0;
  /** All entries were loaded under this version. */
  private version: bigint | null = null;
  private versionAt = Number.NEGATIVE_INFINITY;
  private readonly ttlMs: number;
  private readonly now: () => number;

  /** @param load answers the rows of these keys; a key without a row is missing from the map */
  constructor(
    private readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
    private readonly options: BulkCacheOptions<V> = {},
  ) {
    this.ttlMs = options.ttlMs ?? 1000;
    this.now = options.now ?? (() => performance.now());
  }

  /**
   * The row of a key, at most `ttlMs` old; null when there is none. A row that is there is answered at once: nearly every
   * call finds one, and a promise for each would cost more than finding it.
   */
  get(key: string): MaybeLater<V | null> {
    const found = this.fresh(key);
    return found === undefined ? this.waitFor(key) : found;
  }

  /** The row as it is remembered; undefined when it has to be read. */
  private fresh(key: string): V | null | undefined {
    const now = this.now();
    const found = this.entries.get(key);
    if (!found || now >= found.until || now - Math.max(found.at, this.versionAt) >= this.ttlMs) return undefined;
    found.usedAt = now;
    return found.value;
  }

  private async waitFor(key: string): Promise<V | null> {
    for (let tries = 0; ; tries += 1) {
      const found = this.fresh(key);
      if (found !== undefined) return found;
      // A load that is under way may not have this key: the next one has.
      if (tries > 10) throw new Error("a row could not be refreshed in time");
      this.wanted.add(key);
      await this.refresh();
    }
  }

  /** Forgets everything, after a change of this process. */
  clear(): void {
    this.generation += 1;
    this.forget();
  }

  private forget(): void {
    this.entries = new Map();
    this.version = null;
    this.versionAt = Number.NEGATIVE_INFINITY;
  }

  private async refresh(): Promise<void> {
    if (this.loading) {
      await this.loading;
      if (this.wanted.size === 0) return;
    }
    this.loading ??= this.reload().finally(() => {
      this.loading = null;
    });
    await this.loading;
  }

  private async reload(): Promise<void> {
    // Callers of the same moment join before the statement goes.
    await Promise.resolve();
    const startedAt = this.now();
    const { generation } = this;
    // Read before the rows: a change between the two is in the rows, and moves the number once more for the next reader.
    const version = this.options.version ? await this.options.version() : null;
    if (generation !== this.generation) return;
    const unchanged = version !== null && version === this.version;
    const keys = this.due(startedAt, unchanged);
    if (!unchanged && version !== null) this.forget();
    if (this.entries.size > (this.options.maxEntries ?? 20_000)) this.entries = new Map();
    const rows = keys.length === 0 ? null : await this.load(keys);
    if (generation !== this.generation) return;
    if (rows) for (const key of keys) this.keep(key, rows.get(key) ?? null, startedAt);
    if (version === null) return;
    this.version = version;
    this.versionAt = startedAt;
  }

  /** What is to be loaded: what was asked for, and with it all that was used lately unless it still holds. */
  private due(startedAt: number, unchanged: boolean): string[] {
    const wanted = this.wanted;
    this.wanted = new Set();
    const stale = (entry: Entry<V> | undefined): boolean => !unchanged || entry === undefined || startedAt >= entry.until;
    const lately = [...this.entries].filter(([, entry]) => startedAt - entry.usedAt < 2 * this.ttlMs && stale(entry)).map(([key]) => key);
    return [...new Set([...[...wanted].filter((key) => stale(this.entries.get(key))), ...lately])];
  }

  private keep(key: string, value: V | null, at: number): void {
    const holdsMs = value === null ? null : (this.options.holdsMs?.(value) ?? null);
    this.entries.set(key, { value, at, until: holdsMs === null ? Number.POSITIVE_INFINITY : at + holdsMs, usedAt: this.entries.get(key)?.usedAt ?? at });
  }
}
