interface Entry<I, O> {
  readonly item: I;
  readonly done: (value: O) => void;
  readonly failed: (error: unknown) => void;
}

/** Callers that are told of their answers in one turn of the event loop. */
const TOLD_AT_ONCE = 8;

/**
 * Micro-batches without a timer: while one batch is under way the next one collects; it goes as soon as the lane is
 * free, or when it may follow. One bad item never fails its neighbours: a batch that raises is repeated item by item (rule 77).
 */
export class Batcher<I, O> {
  private readonly queues: Entry<I, O>[][];
  /** Batches under way by lane. */
  private readonly busy: number[];
  /** Batches whose callers have yet to be told. */
  private telling = 0;

  /**
   * @param work handles a batch and answers each item, in order
   * @param maxBatch items of one batch at most
   * @param lanes batches under way at once
   * @param maxQueue items waiting at most, in all lanes; beyond it callers are refused through `onFull`
   * @param laneOf the lane of an item, 0 to `lanes` - 1: what takes the same lane keeps its order
   * @param mayFollow asked while one batch of a lane is under way, with how many items wait in the lane: whether the next one goes before
   *   that is answered. More than two are never under way
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
    private readonly mayFollow: (waiting: number) => boolean = () => false,
  ) {
    this.queues = Array.from({ length: lanes }, () => []);
    this.busy = this.queues.map(() => 0);
  }

  /** Adds one item and waits for its own answer. */
  submit(item: I): Promise<O> {
    if (this.waiting >= this.maxQueue) this.onFull();
    const lane = this.laneOf(item);
    return new Promise<O>((done, failed) => {
      this.queueOf(lane).push({ item, done, failed });
      if (this.isFree(lane)) queueMicrotask(() => void this.flush(lane));
    });
  }

  /** Items that wait. */
  get waiting(): number {
    return this.queues.reduce((sum, queue) => sum + queue.length, 0);
  }

  /** Resolves when nothing waits and nothing is under way. */
  async idle(): Promise<void> {
    while (this.busy.some((batches) => batches > 0) || this.waiting > 0 || this.telling > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  private isFree(lane: number): boolean {
    const batches = this.busy[lane];
    return batches === 0 || (batches === 1 && this.mayFollow(this.queueOf(lane).length));
  }

  private queueOf(lane: number): Entry<I, O>[] {
    const queue = this.queues[lane];
    if (!queue) throw new RangeError("an item belongs to no lane");
    return queue;
  }

  private async flush(lane: number): Promise<void> {
    const queue = this.queueOf(lane);
    if (queue.length === 0 || !this.isFree(lane)) return;
    this.busy[lane] = (this.busy[lane] ?? 0) + 1;
    const batch = queue.splice(0, this.maxBatch);
    let answer = (): void => undefined;
    try {
      answer = await this.runBatch(batch);
    } finally {
      this.busy[lane] = (this.busy[lane] ?? 1) - 1;
      if (queue.length === 0) answer();
      else {
        // The lane goes on before its callers do: what they do with their answers fills the time of the next batch.
        this.later(answer);
        void this.flush(lane);
      }
    }
  }

  /** Runs a batch and answers what tells its callers. */
  private async runBatch(batch: readonly Entry<I, O>[]): Promise<() => void> {
    try {
      const answers = await this.work(batch.map((entry) => entry.item));
      return () => this.settle(batch, answers);
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1 && only) return () => only.failed(error);
      for (const entry of batch) {
        try {
          this.settle([entry], await this.work([entry.item]));
        } catch (single) {
          entry.failed(single);
        }
      }
      return () => undefined;
    }
  }

  /** Tells the callers, a few at a time: what the next batch waits for need not wait for all of them. */
  private settle(batch: readonly Entry<I, O>[], answers: readonly (O | BatchFailure)[], from = 0): void {
    const to = Math.min(batch.length, from + TOLD_AT_ONCE);
    for (let index = from; index < to; index += 1) {
      const entry = batch[index] as Entry<I, O>;
      const answer = answers[index] as O | BatchFailure;
      if (answer instanceof BatchFailure) entry.failed(answer.cause);
      else entry.done(answer);
    }
    if (to < batch.length) this.later(() => this.settle(batch, answers, to));
  }

  /** Tells callers in a turn of the event loop of its own. */
  private later(tell: () => void): void {
    this.telling += 1;
    setImmediate(() => {
      this.telling -= 1;
      tell();
    });
  }
}

/** The failure of one item in a batch that otherwise went through. */
export class BatchFailure {
  constructor(readonly cause: unknown) {}
}
