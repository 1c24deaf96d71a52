import { currentSpan, inSpan, type Span } from "./trace/tracing.ts";

interface Entry<I, O> {
  /** What it is asked for by, where that is traced. */
  readonly span: Span | null;
  readonly item: I;
  readonly done: (value: O) => void;
  readonly failed: (error: unknown) => void;
}

/** Callers that are told of their answers in one turn of the event loop. */
const ALERTED_AT_ONCE = 8;

/** How a {@link Batcher} works. */
export interface BatcherOptions<I, O> {
  /** Handles a batch and answers each item, in order. */
  readonly work: (items: readonly I[]) => Promise<readonly O[]>;
  /** Handles one item of a batch that raised; else {@link work} does, with it alone. */
  readonly alone?: (item: I) => Promise<O>;
  /** Items of one batch at most. */
  readonly maxBatch: number;
  /** Batches under way at once. */
  readonly lanes?: number;
  /** Items waiting at most, in all lanes; beyond it callers are refused through {@link onFull}. */
  readonly maxQueue?: number;
  readonly onFull?: () => never;
  /** The lane of an item, 0 to `lanes` - 1: what takes the same lane keeps its order. */
  readonly laneOf?: (item: I) => number;
  /**
   * Asked while one batch of a lane is under way, with how many items wait in the lane: whether the next one goes before that is
   * answered. More than two are never under way.
   */
  readonly mayFollow?: (waiting: number) => boolean;
  /**
   * Asked while a lane is free: how long, ms, those that wait let more come in. 0: they go at once, as they do where nothing is
   * said. Nobody waits twice, and a lane's first batch never does.
   * @param before how many the lane's last batch had
   */
  readonly holdMs?: (waiting: number, before: number) => number;
}

/**
 * Micro-batches: while one batch is under way the next one collects; it goes as soon as the lane is free, or when it may follow,
 * unless it is to let more come in for a moment. One bad item never fails its neighbours: a batch that raises is repeated item by
 * item (rule 77), one of a single item is not.
 */
export class Batcher<I, O> {
  private readonly queues: Entry<I, O>[][];
  /** Batches under way by lane. */
  private readonly busy: number[];
  /** Items of each lane's last batch; 0: there was none, or what waits has waited for more. */
  private readonly before: number[];
  /** What ends the waiting for more, by lane. */
  private readonly holds: (NodeJS.Timeout | undefined)[] = [];
  /** Batches whose callers have yet to be told. */
  private telling = 0;

  private readonly how: Required<BatcherOptions<I, O>>;

  constructor(options: BatcherOptions<I, O>) {
    this.how = {
      alone: async (item) => (await options.work([item]))[0] as O,
      lanes: 1,
      maxQueue: 20_000,
      onFull: () => {
        throw new Error("the queue is full");
      },
      laneOf: () => 0,
      mayFollow: () => false,
      holdMs: () => 0,
      ...options,
    };
    this.queues = Array.from({ length: this.how.lanes }, () => []);
    this.busy = this.queues.map(() => 0);
    this.before = this.queues.map(() => 0);
  }

  /** Adds one item and waits for its own answer. */
  submit(item: I): Promise<O> {
    if (this.waiting >= this.how.maxQueue) this.how.onFull();
    const lane = this.how.laneOf(item);
    return new Promise<O>((done, failed) => {
      this.queueOf(lane).push({ span: currentSpan(), item, done, failed });
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
    return batches === 0 || (batches === 1 && this.how.mayFollow(this.queueOf(lane).length));
  }

  private queueOf(lane: number): Entry<I, O>[] {
    const queue = this.queues[lane];
    if (!queue) throw new RangeError("an item belongs to no lane");
    return queue;
  }

  /** Whether those that wait in a free lane let more come in. */
  private isHeld(lane: number, waiting: number): boolean {
    const before = this.before[lane] ?? 0;
    const ms = before === 0 ? 0 : this.how.holdMs(waiting, before);
    if (ms > 0) this.holds[lane] ??= setTimeout(() => this.letGo(lane), ms);
    return ms > 0;
  }

  private letGo(lane: number): void {
    this.holds[lane] = undefined;
    this.before[lane] = 0;
    void this.flush(lane);
  }

  private async flush(lane: number): Promise<void> {
    const queue = this.queueOf(lane);
    if (queue.length === 0 || !this.isFree(lane) || this.isHeld(lane, queue.length)) return;
    clearTimeout(this.holds[lane]);
    this.holds[lane] = undefined;
    this.busy[lane] = (this.busy[lane] ?? 0) + 1;
    const batch = queue.splice(0, this.how.maxBatch);
    this.before[lane] = batch.length;
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
      const answers = await this.traced(batch, () => this.how.work(batch.map((entry) => entry.item)));
      return () => this.tell(batch, answers);
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1 && only) return () => only.failed(error);
      for (const entry of batch) {
        try {
          this.tell([entry], [await this.traced([entry], () => this.how.alone(entry.item))]);
        } catch (single) {
          entry.failed(single);
        }
      }
      return () => undefined;
    }
  }

  /** A batch belongs to the first of its callers, and names the others. */
  private traced<T>(batch: readonly Entry<I, O>[], work: () => Promise<T>): Promise<T> {
    const [first, ...others] = batch.flatMap(({ span }) => span ?? []);
    return first === undefined ? work() : inSpan({ name: "batch", parent: first, links: others }, work, () => ({ "floatdesk.batch.size": batch.length }));
  }

  /** Tells the callers, a few at a time: what the next batch waits for need not wait for all of them. */
  private tell(batch: readonly Entry<I, O>[], answers: readonly O[], from = 0): void {
    const to = Math.min(batch.length, from + ALERTED_AT_ONCE);
    for (let index = from; index < to; index += 1) {
      const entry = batch[index] as Entry<I, O>;
      entry.done(answers[index] as O);
    }
    if (to < batch.length) this.later(() => this.tell(batch, answers, to));
  }

  /** Tells callers in a turn of the event loop of its own. */
  private later(tellAll: () => void): void {
    this.telling += 1;
    setImmediate(() => {
      this.telling -= 1;
      tellAll();
    });
  }
}
