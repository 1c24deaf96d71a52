/** Events of a transaction: they go out once it is committed, and are forgotten where it was taken back. */
import type { App, OutgoingEvent } from "./context.ts";

export class Outgoing {
  private pending: OutgoingEvent[] = [];

  constructor(private readonly app: Pick<App, "events" | "wakeOutbox">) {}

  emit(...events: readonly OutgoingEvent[]): void {
    this.pending.push(...events);
  }

  forget(): void {
    this.pending = [];
  }

  /** Sends what there is, once. */
  publish(): void {
    const events = this.pending;
    this.forget();
    if (events.length === 0) return;
    this.app.events.publish(events);
    // What was queued for a merchant goes now that it is committed.
    this.app.wakeOutbox();
  }
}
