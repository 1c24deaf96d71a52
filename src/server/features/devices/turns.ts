/** Callers of one subject go one after the other, so that what each of them finds counts for the next. */
import { Refused } from "../../platform/refusal.ts";

interface Queue {
  waiting: number;
  last: Promise<unknown>;
}

/** One queue for each subject that somebody waits for. */
export class Turns {
  private readonly queues = new Map<string, Queue>();

  constructor(private readonly maxWaiting = 100) {}

  /** Answers what `work` answers, or rate_limited when too many wait already. */
  async run<T>(subject: string, work: () => Promise<T>): Promise<T | Refused> {
    const queue = this.queues.get(subject) ?? { waiting: 0, last: Promise.resolve() };
    if (queue.waiting >= this.maxWaiting) return new Refused("rate_limited", { retryAfterSeconds: 1 });
    this.queues.set(subject, queue);
    queue.waiting += 1;
    const mine = queue.last.then(work);
    queue.last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) this.queues.delete(subject);
    }
  }
}
