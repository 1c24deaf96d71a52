/** Guesses of one-time codes: so many failures a minute for an address, one guess at a time. */
import { answerOfVerb, Refused } from "../../platform/refusal.ts";

const MINUTE_MS = 60_000;
const SWEEP_ABOVE = 10_000;

interface Subject {
  /** When tries failed, oldest first. */
  failures: number[];
  waiting: number;
  last: Promise<unknown>;
}

/**
 * Lets a subject try one after the other, so that guesses at the same moment cannot slip past the count; tries that
 * succeed do not count, since many phones may be bound from one network.
 */
export class Tries {
  private readonly subjects = new Map<string, Subject>();

  constructor(
    private readonly perMinute: number,
    private readonly now: () => number,
    private readonly maxWaiting = 100,
  ) {}

  /** Answers what `work` answers, its refusals among it, or rate_limited when too many tries failed within the last minute. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T | Refused> {
    const subject = this.subject(key);
    if (subject.waiting >= this.maxWaiting) return new Refused("rate_limited", { retryAfterSeconds: 1 });
    subject.waiting += 1;
    const mine = subject.last.then(() => this.attempt(subject, work));
    subject.last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      subject.waiting -= 1;
    }
  }

  private async attempt<T>(subject: Subject, work: () => Promise<T>): Promise<T | Refused> {
    subject.failures = subject.failures.filter((at) => this.now() - at < MINUTE_MS);
    const oldest = subject.failures[0];
    if (oldest !== undefined && subject.failures.length >= this.perMinute)
      return new Refused("rate_limited", { retryAfterSeconds: (oldest + MINUTE_MS - this.now()) / 1000 });
    const answer = await answerOfVerb(work);
    if (answer instanceof Refused) subject.failures.push(this.now());
    return answer;
  }

  private subject(key: string): Subject {
    const known = this.subjects.get(key);
    if (known) return known;
    if (this.subjects.size > SWEEP_ABOVE) {
      for (const [other, { failures, waiting }] of this.subjects)
        if (waiting === 0 && failures.every((at) => this.now() - at >= MINUTE_MS)) this.subjects.delete(other);
    }
    const made: Subject = { failures: [], waiting: 0, last: Promise.resolve() };
    this.subjects.set(key, made);
    return made;
  }
}
