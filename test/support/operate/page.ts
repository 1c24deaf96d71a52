/** The command blocks of docs/operate.md, for the tests that run them. */
import { readFileSync } from "node:fs";

export interface Block {
  /** Which test runs it; empty: none does. */
  readonly mark: string;
  /** Why none does. */
  readonly reason: string | undefined;
  /** What stands between its fences. */
  readonly text: string;
}

export const PAGE = readFileSync(new URL("../../../docs/operate.md", import.meta.url), "utf8");

export const BLOCKS: readonly Block[] = [...PAGE.matchAll(/(?:^<!-- only looked at: (.+) -->\n)?^```sh ?([\w-]*)\n([\s\S]*?)^```$/gm)].map(
  ([, reason, mark = "", text = ""]) => ({ reason, mark, text }),
);

/** The blocks with one of these marks, as they stand, in the order of the page. */
export const blocksMarked = (...marks: readonly string[]): readonly Block[] => BLOCKS.filter(({ mark }) => marks.includes(mark));
