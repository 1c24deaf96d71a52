/** The database's clock, so that every process and the database agree on the time (rule 80). */
import type { Db } from "./pool.ts";

const REFRESH_MS = 30_000;
/** Round trips of one measurement; the first one may also connect, which takes its time on one side only. */
const SAMPLES = 4;

/** Keeps the offset between this process's clock and the database's. */
export class DbClock {
  private offsetMs = 0;
  private timer: NodeJS.Timeout | null = null;

  private constructor(private readonly db: Db) {}

  /** Measures at once and then every half minute. */
  static async start(db: Db): Promise<DbClock> {
    const clock = new DbClock(db);
    await clock.measure();
    clock.timer = setInterval(() => void clock.measure().catch(() => undefined), REFRESH_MS);
    clock.timer.unref();
    return clock;
  }

  /** Milliseconds since 1970 by the database's clock. */
  readonly now = (): number => Date.now() + this.offsetMs;

  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  /** The answer is taken to stand in the middle of the round trip; the shortest of a few tells most exactly. */
  private async measure(): Promise<void> {
    let shortest = Number.POSITIVE_INFINITY;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const before = performance.now();
      const row = await this.db.one<{ ms: number }>("select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms");
      const tookMs = performance.now() - before;
      if (!row || tookMs >= shortest) continue;
      shortest = tookMs;
      this.offsetMs = row.ms + tookMs / 2 - Date.now();
    }
  }
}
