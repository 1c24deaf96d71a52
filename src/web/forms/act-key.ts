/** The idempotency key of what is sent by a press: whoever presses again because no answer came sends the same act, and it happens once. */
import { type CallError, isLost, randomId, type Result } from "../api.ts";

/**
 * Whether a refusal says nothing of the act: no answer came, the first try still runs, or nobody let the person in (401, 403, 429: the
 * password is asked for again, the session has ended), which is before anybody looks what became of an earlier try.
 */
export const isOpen = (error: CallError): boolean => isLost(error) || error.code === "idempotency_running" || isShut(error);
const isShut = ({ status }: CallError): boolean => status === 401 || status === 403 || status === 429;

/** One key for one act, until it has ended: other content is another act. */
export class ActKey<What> {
  private act: { readonly key: string; readonly what: What; maybeDone?: true; unheard?: true } | null = null;

  constructor(private readonly isSame: (one: What, other: What) => boolean = Object.is) {}

  of(what: What): string {
    if (this.act === null || !this.isSame(this.act.what, what)) this.act = { key: randomId(), what };
    return this.act.key;
  }

  /** What was sent and has got no answer yet; null: nothing. */
  open(): What | null {
    return this.act?.what ?? null;
  }

  /** No answer came to what was sent, so it may have been done: whoever leaves it and begins anew makes another act of it. */
  isUnsure(): boolean {
    return this.act?.unheard === true;
  }

  /**
   * Takes the answer. A definite one ends the act, and the next try is a new one. After a lost connection, a 5xx or "still running" it may
   * have been done: the same key is sent again with the same values, however often the person is refused at the door meanwhile.
   */
  heard(answer: Result<unknown>): void {
    if (this.act === null) return;
    if (!answer.success && isOpen(answer.error) && (this.act.maybeDone || !isShut(answer.error))) {
      this.act.maybeDone = true;
      if (answer.error.code === "no_answer") this.act.unheard = true;
    } else this.act = null;
  }
}
