/** Answers over which nothing is committed: a transaction whose work answers one is rolled back, and answers it. */

/** What a transaction answers instead of what it was asked for. It leaves nothing behind. */
export abstract class Undone {
  /** Told apart by its class alone: no row of a list is taken for one. */
  protected readonly undone = true;
}

/** Which answer a running transaction has come to. */
const ends = new WeakMap<object, Undone>();

/** Says that this transaction can end with this answer alone: whoever goes on all the same is stopped by {@link requireEnd}. */
export function endingWith<A extends Undone>(tx: object, answer: A): A {
  ends.set(tx, answer);
  return answer;
}

/**
 * Refuses to commit what went on over an answer that ends it: a call that did not look is a fault of the program.
 * @throws Error
 */
export function requireEnd(tx: object, answer: unknown): void {
  const end = ends.get(tx);
  if (end !== undefined && answer !== end) throw new Error("a transaction went on over an answer that ends it");
}
