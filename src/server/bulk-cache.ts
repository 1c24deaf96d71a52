/**
 * Rows kept for a second that are refreshed together: the first caller that finds its row too old reloads every row that
 * was asked for lately with one statement. A thousand merchants under load cost one look-up a second, not a thousand.
 */
export class BulkCache<V> {
  private readonly entries = new Map<string, { value: V | null; at: number; usedAt: number }>();
  private wanted = new Set<string>();
  private loading: Promise<void> | null = null;
  /** Moves with each forgetting: what was read before it is not kept after it. */
  private generation = 0;

  /**
   * @param load answers the rows of these keys; a key without a row is missing from the map
   * @param ttlMs how old an answer may be
   */
  constructor(
    private readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
    private readonly ttlMs = 1000,
    private readonly maxEntries = 20_000,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The row of a key, at most `ttlMs` old; null when there is none. */
  async get(key: string): Promise<V | null> {
    for (let tries = 0; ; tries += 1) {
      const now = this.now();
      const found = this.entries.get(key);
      if (found && now - found.at < this.ttlMs) {
        found.usedAt = now;
        return found.value;
      }
      // A load that is under way may not have this key: the next one has.
      if (tries > 10) throw new Error("a row could not be refreshed in time");
      this.wanted.add(key);
      await this.refresh();
    }
  }

  /** Forgets everything, after a change of this process. */
  clear(): void {
    this.generation += 1;
    this.entries.clear();
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
    const lately = [...this.entries].filter(([, entry]) => startedAt - entry.usedAt < 2 * this.ttlMs).map(([key]) => key);
    const keys = [...new Set([...this.wanted, ...lately])];
    this.wanted = new Set();
    if (this.entries.size > this.maxEntries) this.entries.clear();
    const { generation } = this;
    const rows = await this.load(keys);
    if (generation !== this.generation) return;
    for (const key of keys) this.entries.set(key, { value: rows.get(key) ?? null, at: startedAt, usedAt: this.entries.get(key)?.usedAt ?? startedAt });
  }
}
