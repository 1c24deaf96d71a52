interface Entry<I, O> {
  readonly item: I;
  readonly done: (value: O) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Micro-batches without a timer: while one batch is under way the next one collects; it goes as soon as the lane is
 * free. One bad item never fails its neighbours: a batch that raises is repeated item by item (performance text).
 */
export class Batcher<I, O> {
  private readonly queues: Entry<I, O>[][];
  private readonly busy: boolean[];

  /**
   * @param work handles a batch and answers each item, in order
   * @param maxBatch items of one batch at most
   * @param lanes batches under way at once
   * @param maxQueue items waiting at most, in all lanes; beyond it callers are refused through `onFull`
   * @param laneOf the lane of an item, 0 to `lanes` - 1: what takes the same lane keeps its order
   */
  constructor(
    private readonly work: (items: readonly I[]) => Promise<readonly (O | BatchFailure)[]>,
    private readonly maxBatch: number,
    lanes = 1,
    private readonly maxQueue = 20_000,
    private readonly onFull: () => never = () => {
      throw new Error("the queue is full");
    },
    private readonly laneOf: (item: I) => number = () => 0,
  ) {
    this.queues = Array.from({ length: lanes }, () => []);
    this.busy = this.queues.map(() => false);
  }

  /** Adds one item and waits for its own answer. */
  submit(item: I): Promise<O> {
    if (this.waiting >= this.maxQueue) this.onFull();
    const lane = this.laneOf(item);
    return new Promise<O>((done, failed) => {
      this.queueOf(lane).push({ item, done, failed });
      if (!this.busy[lane]) queueMicrotask(() => void this.flush(lane));
    });
  }

  /** Items that wait. */
  get waiting(): number {
    return this.queues.reduce((sum, queue) => sum + queue.length, 0);
  }

  /** Resolves when nothing waits and nothing is under way. */
  async idle(): Promise<void> {
    while (this.busy.includes(true) || this.waiting > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  private queueOf(lane: number): Entry<I, O>[] {
    const queue = this.queues[lane];
    if (!queue) throw new RangeError("an item belongs to no lane");
    return queue;
  }

  private async flush(lane: number): Promise<void> {
    const queue = this.queueOf(lane);
    if (this.busy[lane] || queue.length === 0) return;
    this.busy[lane] = true;
    const batch = queue.splice(0, this.maxBatch);
    try {
      await this.runBatch(batch);
    } finally {
      this.busy[lane] = false;
      if (queue.length > 0) void this.flush(lane);
    }
  }

  private async runBatch(batch: readonly Entry<I, O>[]): Promise<void> {
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

  private settle(batch: readonly Entry<I, O>[], answers: readonly (O | BatchFailure)[]): void {
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
