/** Token buckets in memory, one per subject. Refill is continuous; idle buckets are forgotten. */
export class RateLimiter {
  /** `used`: tokens that are gone at `at`. */
  private readonly buckets = new Map<string, { used: number; at: number }>();
  /** As it was last asked for; 0: nobody asked yet. */
  private perSecond = 0;
  private sweptAt = 0;

  /** @param onTaken hears of each token that was given away, and with -1 of each that came back unused (`shared-limits.ts`) */
  constructor(
    private readonly now: () => number,
    private readonly onTaken: (subject: string, tokens: 1 | -1) => void = () => undefined,
  ) {}

  /**
   * Takes one token.
   * @param perSecond refill rate, the same for all subjects
   * @param burst size of the bucket
   * @returns 0 when allowed, else seconds until the next token
   */
  take(subject: string, perSecond: number, burst: number): number {
    this.perSecond = perSecond;
    const bucket = this.bucket(subject);
    if (bucket.used + 1 > burst) return (bucket.used + 1 - burst) / perSecond;
    bucket.used += 1;
    this.onTaken(subject, 1);
    return 0;
  }

  /** A token that was taken before it was known whether it would be needed. */
  giveBack(subject: string): void {
    const bucket = this.bucket(subject);
    bucket.used = Math.max(0, bucket.used - 1);
    this.onTaken(subject, -1);
  }

  /** Other processes gave so many tokens of this subject away: they are missing here, too. */
  takenElsewhere(subject: string, tokens: number): void {
    if (this.perSecond > 0) this.bucket(subject).used += tokens;
  }

  /** With what has come back since it was looked at last. */
  private bucket(subject: string): { used: number; at: number } {
    const now = this.now();
    this.sweep(now);
    let bucket = this.buckets.get(subject);
    if (!bucket) this.buckets.set(subject, (bucket = { used: 0, at: now }));
    bucket.used = Math.max(0, bucket.used - (Math.max(0, now - bucket.at) / 1000) * this.perSecond);
    bucket.at = now;
    return bucket;
  }

  private sweep(now: number): void {
    if (now - this.sweptAt < 60_000) return;
    this.sweptAt = now;
    for (const [subject, bucket] of this.buckets) if (now - bucket.at > 600_000) this.buckets.delete(subject);
  }
}
