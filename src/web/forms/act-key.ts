/** The idempotency key of what is sent by a press: whoever presses again because no answer came sends the same act, and it happens once. */
import { type CallError, randomId } from "../api.ts";

/** One key for one act, until it has ended (`endsAct`): other content is another act. */
export class ActKey<What> {
  private act: { readonly key: string; readonly what: What } | null = null;

  constructor(private readonly isSame: (one: What, other: What) => boolean) {}

  of(what: What): string {
    if (this.act === null || !this.isSame(this.act.what, what)) this.act = { key: randomId(), what };
    return this.act.key;
  }

  /** What was sent and has got no answer yet; null: nothing. */
  open(): What | null {
    return this.act?.what ?? null;
  }

  end(): void {
    this.act = null;
  }
}

/**
 * Whether the next try is a new act. A definite answer ends the old one; after a lost connection, a 5xx or
 * "still running" the first try may have arrived, so the same key is sent again with the same values.
 */
export function endsAct(error: CallError): boolean {
  return error.status > 0 && error.status < 500 && error.code !== "idempotency_running";
}
