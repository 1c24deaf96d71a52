/** The paying side of a native phone: waits for a task, works it, answers; one after the other, as a person would. */
import type { DeviceTask, DeviceTaskAnswer, DeviceTaskAnswered } from "../src/contract/devices.schema.ts";
import type { Envelope } from "../src/contract/envelope.ts";
import type { Answer, Http } from "./http.ts";

/** Seconds that a poll waits at the product, and how much longer the phone waits for its answer. */
const WAIT_S = 20;
const PATIENCE_MS = 10_000;
const AGAIN_MS = 1_000;

/** Works one task to its end. */
export type Work = (task: DeviceTask, payer: Payer) => Promise<void>;

export class Payer {
  private readonly stopped = new AbortController();
  /** The first trouble, so that a run that went wrong says why. */
  trouble: string | null = null;
  private running: Promise<void> | null = null;

  constructor(
    readonly key: string,
    private readonly token: string,
    private readonly http: Http,
    private readonly work: Work,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  stop(): void {
    this.stopped.abort();
  }

  /** Tells what became of a task; sent again until the product has answered, which is harmless. */
  answer(task: DeviceTask, body: DeviceTaskAnswer): Promise<Answer<DeviceTaskAnswered>> {
    return this.http.send<DeviceTaskAnswered>({
      method: "POST",
      path: `/device/tasks/${task.id}`,
      headers: { authorization: `Bearer ${this.token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  private async run(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      try {
        const task = await this.poll();
        if (task) await this.work(task, this);
      } catch (error) {
        if (this.stopped.signal.aborted) return;
        this.trouble ??= `${this.key}: ${error instanceof Error ? error.message : String(error)}`;
        await new Promise((done) => setTimeout(done, AGAIN_MS));
      }
    }
  }

  /** Never repeated by itself: a task whose answer was lost may have been given out, and only once. */
  private async poll(): Promise<DeviceTask | null> {
    const response = await fetch(`${this.http.base}/device/tasks?wait=${WAIT_S}`, {
      headers: { authorization: `Bearer ${this.token}` },
      signal: AbortSignal.any([this.stopped.signal, AbortSignal.timeout(WAIT_S * 1000 + PATIENCE_MS)]),
    });
    // The wrapper of every answer is the contract's.
    const envelope = (await response.json()) as Envelope<DeviceTask | null>;
    if (!envelope.success) throw new Error(`the product answered a poll for tasks with ${response.status} ${envelope.error.code}`);
    return envelope.data;
  }
}
