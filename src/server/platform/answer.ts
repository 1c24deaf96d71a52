/** What a verb answers: what it was asked for, or one of the three other things that can come of it. None of them is thrown. */
import type { ErrorCode } from "../../contract/errors.ts";
import type { Tx } from "./db/pool.ts";
import { Undone } from "./db/undone.ts";
import type { Refused } from "./refusal.ts";

/**
 * The act waits for somebody else: the verb's own work is rolled back, then `Ctx.tx` runs `keep` in a transaction of its own.
 * What that answers becomes `data`, sent with the code's status as a success (202 `approval_required`).
 */
export class Waiting extends Undone {
  constructor(
    readonly code: ErrorCode,
    readonly keep: (tx: Tx) => Promise<unknown>,
    /** The answer's data, once kept. */
    readonly data: unknown = null,
  ) {
    super();
  }
}

/** What the first call with this `Idempotency-Key` answered. Nothing is done again. */
export class StoredAnswer extends Undone {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super();
  }
}

/** Every answer but the one that was asked for; `instanceof Undone` finds them, nothing else is. */
export type OtherAnswer = Refused | Waiting | StoredAnswer;
export const isOther = (answer: unknown): answer is OtherAnswer => answer instanceof Undone;
export type Answer<T> = T | OtherAnswer;

/**
 * What was asked for, where nothing else can come of it: no key, nobody to approve it, nothing that is refused (jobs, exports).
 * @throws Error when something else came
 */
export function doneOf<T>(answer: Answer<T>): T {
  if (answer instanceof Undone) throw new Error("an act that cannot be refused was not done");
  return answer;
}
