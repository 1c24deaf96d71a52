/**
 * The balance continuity of a wallet: `before ± amount ± fee or commission = after`, over every message that moves money
 * (rules 15 and 73). All amounts are minor units.
 */

/** A message as the continuity sees it. */
export interface ContinuityLink {
  /** Signed effect on the wallet: amount, operator's fee and printed commission together. */
  readonly deltaMinor: bigint;
  /** Printed balance after the movement; null when none is printed. */
  readonly balanceMinor: bigint | null;
  /** Messages that do the same have printed a balance on this wallet: one without is not taken at its word. */
  readonly owesBalance: boolean;
  /** Most that an operator may add silently (commission), ≥ 0. */
  readonly toleranceMinor: bigint;
}

/** An open discrepancy: the balance jumps from `from` to `to` without a message that explains it. */
export interface Discrepancy {
  readonly id: bigint;
  readonly fromMinor: bigint;
  readonly toMinor: bigint;
  /** The continuity has gone over it: what is missing in it stands as a difference, and a late message may still close it. */
  readonly skipped: boolean;
}

export type ContinuityVerdict =
  | { readonly state: "fits"; readonly nextMinor: bigint /** Commission that the operator added without saying so. */; readonly silentMinor: bigint }
  /** No anchor yet, or no printed balance where none is expected: holds nothing. */
  | { readonly state: "unknown"; readonly nextMinor: bigint | null }
  /** A balance is expected and not printed: whoever forges a message need not know it. The next printed balance shows whether it happened ({@link countedIn}). */
  | { readonly state: "unprinted"; readonly nextMinor: bigint }
  /** Fits into an open discrepancy; `rest` is what remains of it, null when it is closed. The anchor stays. */
  | {
      readonly state: "repairs";
      readonly discrepancyId: bigint;
      readonly rest: { readonly fromMinor: bigint; readonly toMinor: bigint } | null;
      readonly silentMinor: bigint;
    }
  | { readonly state: "misfit" /** Balance before the message, by its own print. */; readonly beforeMinor: bigint };

function closes(beforeMinor: bigint, link: ContinuityLink, afterMinor: bigint): bigint | null {
  const silent = afterMinor - (beforeMinor + link.deltaMinor);
  return silent >= 0n && silent <= link.toleranceMinor ? silent : null;
}

/**
 * Judges one message against the wallet's last balance and its open discrepancies.
 * @param anchorMinor balance after the last message that fits; null when none is known
 */
export function judge(anchorMinor: bigint | null, discrepancies: readonly Discrepancy[], link: ContinuityLink): ContinuityVerdict {
  const after = link.balanceMinor;
  if (after === null && anchorMinor !== null && link.owesBalance) return { state: "unprinted", nextMinor: anchorMinor + link.deltaMinor };
  if (after === null) return { state: "unknown", nextMinor: anchorMinor === null ? null : anchorMinor + link.deltaMinor };
  if (anchorMinor === null) return { state: "unknown", nextMinor: after };
  const silent = closes(anchorMinor, link, after);
  if (silent !== null) return { state: "fits", nextMinor: after, silentMinor: silent };
  const before = after - link.deltaMinor;
  for (const discrepancy of discrepancies) {
    const silentHere = closes(discrepancy.fromMinor, link, after);
    if (silentHere !== null)
      return {
        state: "repairs",
        discrepancyId: discrepancy.id,
        rest: after === discrepancy.toMinor ? null : { fromMinor: after, toMinor: discrepancy.toMinor },
        silentMinor: silentHere,
      };
    if (after === discrepancy.toMinor)
      return {
        state: "repairs",
        discrepancyId: discrepancy.id,
        // Not all of it: what closes it from its beginning is found above.
        rest: { fromMinor: discrepancy.fromMinor, toMinor: before },
        silentMinor: 0n,
      };
  }
  return { state: "misfit", beforeMinor: before };
}

/** Most messages without a balance that are looked at together: 2^8 ways to choose among them. */
const MOST_UNPRINTED = 8;

/**
 * Which messages without a balance a later one that prints it has counted in: those behind which it fits, if there is one way alone to choose them.
 * @param unprinted effects of the messages, in the order in which they happened; of more than eight the first eight are looked at
 * @param link the message that prints a balance and does not fit by itself
 * @param together whether several of them may explain it; else one alone: among many amounts some sum is soon that of a message that is only late
 * @returns their indexes; empty: none, or several ways
 */
export function countedIn(anchorMinor: bigint | null, unprinted: readonly bigint[], link: ContinuityLink, together: boolean): number[] {
  const few = unprinted.slice(0, MOST_UNPRINTED);
  if (anchorMinor === null || link.balanceMinor === null) return [];
  let found: number[] = [];
  for (let way = 1; way < 1 << few.length; way += 1) {
    const chosen = [...few.keys()].filter((index) => (way >> index) & 1);
    if (!together && chosen.length > 1) continue;
    const beforeMinor = chosen.reduce((sum, index) => sum + (few[index] as bigint), anchorMinor);
    if (closes(beforeMinor, link, link.balanceMinor) === null) continue;
    if (found.length > 0) return [];
    found = chosen;
  }
  return found;
}
