/** Signed requests that were already answered: a captured signature works once for a content (rule 36). */

/** Remembers keys for a while, bounded; the oldest are forgotten first. */
export class SeenOnce {
  private readonly keys = new Map<string, number>();

  constructor(
    private readonly windowMs: number,
    private readonly now: () => number,
    private readonly max = 50_000,
  ) {}

  /** True when the key was kept within the window. */
  has(key: string): boolean {
    const at = this.keys.get(key);
    return at !== undefined && this.now() - at <= this.windowMs;
  }

  /** Keeps a key; called after what it stands for has been stored. */
  keep(key: string): void {
    this.keys.delete(key);
    this.keys.set(key, this.now());
    for (const [oldest, at] of this.keys) {
      if (this.keys.size <= this.max && this.now() - at <= this.windowMs) break;
      this.keys.delete(oldest);
    }
  }
}
