/** Whole rows of a COPY, written into memory that is there already: nothing is made for a row, and nothing has to be swept away. */
import type { CopyOut } from "./copy-out.ts";
import type { RowForm } from "./export-rows.ts";

/** What a file's rows pass through in one piece, bytes. */
export const BLOCK_BYTES = 256 * 1024;

/** The rows of a COPY in a form, a block at a time. */
export class RowBlocks {
  /** The row under way has been looked at and did not fit. */
  private isHeld = false;
  /** What is left of a row that is wider than a block. */
  private wide: Uint8Array = new Uint8Array(0);
  /** Rows that have been written. */
  rows = 0;

  constructor(
    private readonly copy: Pick<CopyOut, "next" | "more" | "bytes" | "start" | "end">,
    private readonly form: RowForm,
  ) {}

  /**
   * Fills a block from `from` on; answers where it ends, `from`: there are no more rows.
   * @throws what ended the COPY
   */
  async readInto(block: Uint8Array, from = 0): Promise<number> {
    let used = this.putWide(block, from);
    for (;;) {
      while (this.isHeld || this.copy.next()) {
        const { bytes, start, end } = this.copy;
        const room = this.form.room(end - start);
        if (used + room > block.length) {
          if (used > from) {
            this.isHeld = true;
            return used;
          }
          const made = new Uint8Array(room);
          this.wide = made.subarray(0, this.form.write(bytes, start, end, made, 0));
          used = this.putWide(block, from);
        } else used = this.form.write(bytes, start, end, block, used);
        this.isHeld = false;
        this.rows += 1;
      }
      if (used === block.length || !(await this.copy.more())) return used;
    }
  }

  private putWide(block: Uint8Array, from: number): number {
    const part = this.wide.subarray(0, block.length - from);
    if (part.length === 0) return from;
    block.set(part, from);
    this.wide = this.wide.subarray(part.length);
    return from + part.length;
  }
}
