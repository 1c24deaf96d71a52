/** The list as it is walked through: lines, and behind the opened one its members. Pure. */
import type { ExceptionLine, ExceptionRow } from "../../../contract/exceptions.schema.ts";

/** One place in the list. */
export interface Entry {
  readonly line: string;
  readonly row: ExceptionRow;
  /** How many the line holds. */
  readonly count: number;
  readonly amount: string | null;
  readonly opened: boolean;
  readonly member: boolean;
}

/** Lines with the members of the opened one behind it. A line of one is its exception. */
export function entriesOf(lines: readonly ExceptionLine[], opened: string, members: readonly ExceptionRow[]): Entry[] {
  return lines.flatMap((line): Entry[] => {
    const isOpen = line.key === opened && line.count > 1;
    const head: Entry = { line: line.key, row: line.first, count: line.count, amount: line.amount, opened: isOpen, member: false };
    if (!isOpen) return [head];
    return [head, ...members.map((row): Entry => ({ line: line.key, row, count: 1, amount: row.amount, opened: false, member: true }))];
  });
}
