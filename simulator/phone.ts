/** A phone with a forwarding app: a queue, one request at a time, silence, and messages that overtake each other. */
import type { Sms } from "./bank.ts";
import { forward, heartbeat, nativeMessages, type Bound, type Forwarded, type PhoneRequest, type Sim } from "./forwarders.ts";
import { expectData, type Http } from "./http.ts";

/** What the product made of a message. */
export type Stored = "stored" | "duplicate";

interface Waiting extends Forwarded {
  readonly done: (result: Stored) => void;
  readonly failed: (error: Error) => void;
  readonly queuedMs: number;
}

/** What both device surfaces answer. */
interface DeviceAnswer {
  readonly items?: readonly { readonly result: string }[];
}

/** How long a message waits for one that overtakes it. */
const SWAP_MS = 4_000;
const BATCH = 25;
const BEAT_MS = 30_000;

export class Phone {
  private readonly queue: Waiting[] = [];
  private pumping = false;
  private stopped = false;
  private silentUntilMs = 0;
  private counter: number;
  private timer: NodeJS.Timeout | null = null;
  /** Refuses no more than the first trouble, so that a run that went wrong says why. */
  trouble: string | null = null;

  /** @param cards which card belongs to which wallet; null: the phone has one */
  constructor(
    readonly key: string,
    private readonly bound: Bound,
    private readonly cards: ReadonlyMap<string, Sim>,
    private readonly http: Http,
    private readonly now: () => number,
  ) {
    this.counter = now() * 100;
  }

  /** Hands a message to the app; resolves when the product has answered for it. */
  deliver(sms: Sms): Promise<Stored> {
    return new Promise<Stored>((done, failed) => {
      this.queue.push({ sms, sim: this.cards.get(sms.wallet) ?? null, done, failed, queuedMs: this.now() });
      this.pump();
    });
  }

  /** No network for a while; what comes meanwhile waits in the phone. */
  silence(ms: number): void {
    this.silentUntilMs = Math.max(this.silentUntilMs, this.now() + ms);
  }

  /** Messages that wait. */
  get waiting(): number {
    return this.queue.length;
  }

  /** Starts the app's own sign of life, if it has one. */
  start(): void {
    this.timer ??= setInterval(() => void this.beat(), BEAT_MS);
    this.timer.unref();
  }

  stop(): void {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    for (const item of this.queue.splice(0)) item.failed(new Error("the run was stopped"));
  }

  /** One sign of life; false when the app has none. */
  async beat(): Promise<boolean> {
    if (this.silentUntilMs > this.now()) return true;
    const battery = 100 - (Math.floor(this.now() / 600_000) % 80);
    const request = heartbeat(this.bound, this.http.base, this.now(), this.queue.length, battery);
    if (request === null) return false;
    await this.send(request).catch((error: unknown) => this.note(error));
    return true;
  }

  private note(error: unknown): void {
    this.trouble ??= `${this.key}: ${error instanceof Error ? error.message : String(error)}`;
  }

  private pump(): void {
    if (this.pumping || this.stopped) return;
    this.pumping = true;
    void this.run().finally(() => {
      this.pumping = false;
    });
  }

  private async run(): Promise<void> {
    while (this.queue.length > 0 && !this.stopped) {
      const batch = this.silentUntilMs > this.now() ? [] : this.next();
      if (batch.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
      else await this.forwardAll(batch);
    }
  }

  /** Takes the next messages out of the queue; empty while the first one waits to be overtaken. */
  private next(): Waiting[] {
    const [first] = this.queue;
    if (!first) return [];
    if (first.sms.swap && first.queuedMs + SWAP_MS > this.now()) {
      const other = this.queue.findIndex((item, index) => index > 0 && item.sms.wallet === first.sms.wallet && !item.sms.firm && !item.sms.swap);
      if (other < 0) return [];
      const [overtaking] = this.queue.splice(other, 1);
      this.queue.shift();
      return [overtaking as Waiting, first];
    }
    // Only the native app sends several at once.
    const many = this.bound.app === "native" ? BATCH : 1;
    const end = this.queue.findIndex((item, index) => index > 0 && (index >= many || item.sms.swap));
    return this.queue.splice(0, end < 0 ? this.queue.length : end);
  }

  private async forwardAll(batch: readonly Waiting[]): Promise<void> {
    // An overtaking pair goes one by one, or the product could put it right without noticing.
    if (this.bound.app === "native" && !batch.some((item) => item.sms.swap)) return this.forwardTogether(batch);
    for (const item of batch) {
      try {
        const data = await this.send(forward(this.bound, item, this.http.base, this.now(), this.nextCounter()));
        this.answered(item, data.items?.[0]?.result);
      } catch (error) {
        this.note(error);
        item.failed(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  private async forwardTogether(batch: readonly Waiting[]): Promise<void> {
    try {
      const data = await this.send(nativeMessages(this.bound, batch, this.nextCounter()));
      for (const [index, item] of batch.entries()) this.answered(item, data.items?.[index]?.result);
    } catch (error) {
      this.note(error);
      for (const item of batch) item.failed(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private answered(item: Waiting, result: string | undefined): void {
    if (result === "stored" || result === "duplicate") item.done(result);
    else {
      const error = new Error(`a message was answered ${result ?? "without a result"}`);
      this.note(error);
      item.failed(error);
    }
  }

  private nextCounter(): number {
    this.counter += 1;
    return this.counter;
  }

  private async send(request: PhoneRequest): Promise<DeviceAnswer> {
    return expectData(
      await this.http.send<DeviceAnswer>({ method: request.method, path: request.path, headers: request.headers, body: request.body }),
      request.path.replace(/(hooks\/).*/, "$1…"),
    );
  }
}
