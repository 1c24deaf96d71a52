/** Keeps a file his who makes it, from the moment it is taken to its end, whether rows come of it already or not. */
import { EventEmitter } from "node:events";
import type { App } from "../../platform/context.ts";
import type { Making } from "./pieces.ts";

/** Whoever makes a file says so again and again; after this without a word he is gone, ms. */
export const LEASE_MS = 60_000;
const RENEW_MS = 15_000;

/** `close`: the file is another's by now, nobody wants it any more, or the process ends. To an export it is its client. */
export class Hold extends EventEmitter {
  private readonly timer: NodeJS.Timeout;
  private isClosed = false;

  /** @param renewMs how often it says that it lives */
  constructor(
    private readonly app: App,
    private readonly making: Making,
    private readonly signal: AbortSignal,
    renewMs = RENEW_MS,
  ) {
    super();
    this.timer = setInterval(() => void this.renew(), renewMs);
    signal.addEventListener("abort", this.close);
    if (signal.aborted) this.close();
  }

  /** It has closed. */
  get destroyed(): boolean {
    return this.isClosed;
  }

  /** An earlier beginning came to nothing: this one reads from the primary. */
  get again(): boolean {
    return this.making.attempts > 1;
  }

  /** Until when the file is his who makes it. */
  readonly leaseAt = (): Date => new Date(this.app.now() + LEASE_MS);

  /** Says no more that it lives. */
  release(): void {
    clearInterval(this.timer);
    this.signal.removeEventListener("abort", this.close);
  }

  private async renew(): Promise<void> {
    const { id, attempts } = this.making;
    try {
      const kept = await this.app.db.run(
        "update export_files set lease_at = $3 where id = $1 and attempts = $2 and status = 'running' and deleted_at is null",
        [id, attempts, this.leaseAt()],
      );
      if (kept === 0) this.close();
    } catch (error) {
      this.app.log.warn({ err: error, file: id }, "a file under way could not say that it lives");
    }
  }

  private readonly close = (): void => {
    if (this.isClosed) return;
    this.isClosed = true;
    this.release();
    this.emit("close");
  };
}
