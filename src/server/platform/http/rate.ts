/** Token buckets in memory, one per subject. Refill is continuous; idle buckets are forgotten. */
export class RateLimiter {
  private readonly buckets = new Map<string, { tokens: number; at: number }>();
  private sweptAt = 0;

  constructor(private readonly now: () => number) {}

  /**
   * Takes one token.
   * @param perSecond refill rate
   * @param burst size of the bucket
   * @returns 0 when allowed, else seconds until the next token
   */
  take(subject: string, perSecond: number, burst: number): number {
    const now = this.now();
    this.sweep(now);
    const bucket = this.buckets.get(subject) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    this.buckets.set(subject, bucket);
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    return (1 - bucket.tokens) / perSecond;
  }

  private sweep(now: number): void {
    if (now - this.sweptAt < 60_000) return;
    this.sweptAt = now;
    for (const [subject, bucket] of this.buckets) if (now - bucket.at > 600_000) this.buckets.delete(subject);
  }
}
