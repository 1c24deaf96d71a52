/**
 * Micro-batches without a timer: while one batch is under way the next one collects; it goes as soon as the lane is
 * free. One bad item never fails its neighbours: a batch that raises is repeated item by item (performance text).
 */
export class Batcher<I, O> {
  private queue: { item: I; done: (value: O) => void; failed: (error: unknown) => void }[] = [];
  private busy = 0;

  /**
   * @param work handles a batch and answers each item, in order
   * @param maxBatch items of one batch at most
   * @param lanes batches under way at once
   * @param maxQueue items waiting at most; beyond it callers are refused through `onFull`
   */
  constructor(
    private readonly work: (items: readonly I[]) => Promise<readonly (O | BatchFailure)[]>,
    private readonly maxBatch: number,
    private readonly lanes = 1,
    private readonly maxQueue = 20_000,
    private readonly onFull: () => never = () => {
      throw new Error("the queue is full");
    },
  ) {}

  /** Adds one item and waits for its own answer. */
  submit(item: I): Promise<O> {
    if (this.queue.length >= this.maxQueue) this.onFull();
    return new Promise<O>((done, failed) => {
      this.queue.push({ item, done, failed });
      if (this.busy < this.lanes) queueMicrotask(() => void this.flush());
    });
  }

  /** Items that wait. */
  get waiting(): number {
    return this.queue.length;
  }

  /** Resolves when nothing waits and nothing is under way. */
  async idle(): Promise<void> {
    while (this.busy > 0 || this.queue.length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  private async flush(): Promise<void> {
    if (this.busy >= this.lanes || this.queue.length === 0) return;
    this.busy += 1;
    const batch = this.queue.splice(0, this.maxBatch);
    try {
      await this.runBatch(batch);
    } finally {
      this.busy -= 1;
      if (this.queue.length > 0) void this.flush();
    }
  }

  private async runBatch(batch: typeof this.queue): Promise<void> {
    try {
      this.settle(batch, await this.work(batch.map((entry) => entry.item)));
    } catch (error) {
      if (batch.length === 1) {
        batch[0]?.failed(error);
        return;
      }
      for (const entry of batch) {
        try {
          this.settle([entry], await this.work([entry.item]));
        } catch (single) {
          entry.failed(single);
        }
      }
    }
  }

  private settle(batch: typeof this.queue, answers: readonly (O | BatchFailure)[]): void {
    batch.forEach((entry, index) => {
      const answer = answers[index] as O | BatchFailure;
      if (answer instanceof BatchFailure) entry.failed(answer.cause);
      else entry.done(answer);
    });
  }
}

/** The failure of one item in a batch that otherwise went through. */
export class BatchFailure {
  constructor(readonly cause: unknown) {}
}
