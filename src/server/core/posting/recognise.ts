/** Messages that come again: recognised by what is stored, and by what came before them in the same run. */
import { countsStill } from "./identity.ts";
import type { Incoming } from "./facts.ts";
import type { StoredSms } from "./incoming.ts";
import type { Opened } from "./opened.ts";

/** Recognises messages one after another. */
export class Recogniser {
  private readonly known: Map<string, { readonly id: bigint; readonly atMs: number }>;

  /** @param nowMs the instant of the run, ms */
  constructor(
    opened: Pick<Opened, "known">,
    private readonly nowMs: number,
  ) {
    this.known = new Map(opened.known.map((row) => [row.key, { id: row.messageId, atMs: row.atMs }]));
  }

  /** The message that this one repeats, or itself as a new one. @param bookedAs the message that has booked the same */
  recognise(item: Incoming, bookedAs: bigint | null): StoredSms {
    if (bookedAs !== null) return { id: bookedAs, result: "duplicate" };
    for (const key of item.keys) {
      const hit = this.known.get(key.key);
      if (!hit) continue;
      if (countsStill(key, hit.atMs, this.nowMs)) return { id: hit.id, result: "duplicate" };
      item.facts.reasons.push("maybe_repeated");
    }
    for (const key of item.keys) this.known.set(key.key, { id: item.id, atMs: this.nowMs });
    return { id: item.id, result: "stored" };
  }
}
