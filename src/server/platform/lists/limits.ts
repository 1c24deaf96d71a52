/** How long a list may search before it answers with what it has found (docs/decisions/0036). */

/** Bounds of one answer. Tests make them small, or large where a busy machine must not show. */
export interface SearchLimits {
  /** Most time in the database, ms: for the page, and beside it for its count and for its sums. */
  readonly budgetMs: number;
  /** Of it for the one statement that is tried first where an index serves the question, ms. 0: it is not tried. */
  readonly servedMs: number;
  /** The same where none does: enough for what is not rare. */
  readonly triedMs: number;
  /** What a window of a search should cost, ms: windows grow and shrink towards it. */
  readonly windowMs: number;
  /** The first window of a search, in ids. */
  readonly firstSpan: bigint;
  /** How long rows wait for what comes without them too: a queue that is being brought up to date, suggestions beside its rows, ms. */
  readonly waitMs: number;
  /** A clock that never goes back, ms. */
  readonly clock: () => number;
}

export const SEARCH_LIMITS: SearchLimits = {
  budgetMs: 150,
  servedMs: 100,
  triedMs: 30,
  windowMs: 20,
  // A minute: ids hold 4,096 places per ms.
  firstSpan: 60_000n << 12n,
  waitMs: 40,
  clock: () => performance.now(),
};

/** How much more, or less, time lists have than is usual: for what has bounds of its own beside theirs. */
export const shareOf = ({ budgetMs }: Pick<SearchLimits, "budgetMs">): number => budgetMs / SEARCH_LIMITS.budgetMs;

/** The same where an answer may search for `budgetMs`: each part of it grows or shrinks with the whole. */
export function limitsWithin(budgetMs: number): SearchLimits {
  const share = shareOf({ budgetMs });
  const { servedMs, triedMs, windowMs } = SEARCH_LIMITS;
  return { ...SEARCH_LIMITS, budgetMs, servedMs: servedMs * share, triedMs: triedMs * share, windowMs: windowMs * share };
}

/** A count that is asked for alone stands beside a name in a menu: what is not cheap is not worth its time. */
export function countLimits(limits: SearchLimits): SearchLimits {
  return { ...limits, budgetMs: limits.budgetMs / 2, servedMs: limits.servedMs / 2, triedMs: limits.triedMs };
}

/** Total and sums that rows bring along only where they are quick, ms: what takes longer is asked for by itself. */
const SOON_MS = 12;

/** Bounds of what rows do not wait for. */
export function soonLimits(limits: SearchLimits): SearchLimits {
  const ms = Math.min(SOON_MS, limits.budgetMs);
  return { ...limits, budgetMs: ms, servedMs: ms, triedMs: ms };
}

/** How long the one statement that is tried first may run, ms. */
export function firstMs(question: { readonly served: boolean }, limits: SearchLimits): number {
  return question.served ? limits.servedMs : limits.triedMs;
}
