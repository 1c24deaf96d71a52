/** What can go wrong between a merchant's system and an operator, on demand: each fault is spent by the calls it hits. */

/**
 * `drop_before`: the connection breaks before anything happened; `drop_after`: it happened, the answer is lost.
 * `status`: an HTTP status without the operator's own words, before or after it happened. `slow`: it happens at once,
 * the answer comes late. `body`: another answer instead of the right one. `wrong_signature`: a signed answer whose
 * signature is not the operator's.
 */
export type Fault =
  | { readonly kind: "drop_before" }
  | { readonly kind: "drop_after" }
  | { readonly kind: "status"; readonly status: number; readonly after?: boolean }
  | { readonly kind: "slow"; readonly ms: number }
  | { readonly kind: "body"; readonly body: unknown; readonly after?: boolean }
  | { readonly kind: "wrong_signature" };

/** The faults that wait for their calls. */
export class Faults {
  private readonly waiting: { readonly call: string; readonly fault: Fault; left: number }[] = [];

  /** The next `times` calls of this name meet the fault. */
  inject(call: string, fault: Fault, times = 1): void {
    this.waiting.push({ call, fault, left: times });
  }

  /** Takes the fault of a call, if one waits for it. */
  take(call: string): Fault | null {
    const found = this.waiting.find((entry) => entry.call === call && entry.left > 0);
    if (!found) return null;
    found.left -= 1;
    return found.fault;
  }

  /** Forgets what was not met. */
  clear(): void {
    this.waiting.length = 0;
  }
}
