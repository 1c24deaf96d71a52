const MOST_LEFT_OUT = 16;

/**
 * Whether the fast path is worth trying: after each time that it was in vain, more turns go the long way before the next try,
 * up to {@link MOST_LEFT_OUT}. One success brings it back.
 */
export class FastPathBackoff {
  private leftOut = 0;
  private turns = 0;

  /** Whether the next turn would try it. */
  get isOpen(): boolean {
    return this.turns === 0;
  }

  /** Asked once for each turn. */
  takesTurn(): boolean {
    if (this.turns === 0) return true;
    this.turns -= 1;
    return false;
  }

  /** What the try gave. */
  tried(isGood: boolean): void {
    this.leftOut = isGood ? 0 : Math.min(MOST_LEFT_OUT, Math.max(1, this.leftOut * 2));
    this.turns = this.leftOut;
  }
}
