/** The idempotency key of what is sent by a press: whoever presses again because no answer came sends the same act, and it happens once. */
import { randomId } from "../api.ts";

/** One key for one act, until it has ended (`endsAct`): other content is another act. */
export class ActKey<What> {
  private act: { readonly key: string; readonly what: What } | null = null;

  constructor(private readonly isSame: (one: What, other: What) => boolean) {}

  of(what: What): string {
    if (this.act === null || !this.isSame(this.act.what, what)) this.act = { key: randomId(), what };
    return this.act.key;
  }

  end(): void {
    this.act = null;
  }
}
