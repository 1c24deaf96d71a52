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

/**
 * Where the walk goes on once the open exception has left the list: the next one of its line, else the one before it there, then the next
 * line, then the one before it. Null when nothing is left.
 * @param before the list as it was with `id` in it
 */
export function afterwards(before: readonly Entry[], now: readonly Entry[], id: string): Entry | null {
  const at = before.findLastIndex((entry) => entry.row.id === id);
  const left = before[at];
  if (left === undefined) return null;
  const order = [...before.slice(at + 1), ...before.slice(0, at).reverse()];
  const siblings = order.filter((entry) => entry.member && entry.line === left.line);
  for (const { row } of [...siblings, ...order.filter((entry) => !entry.member && entry.line !== left.line)]) {
    const entry = now.find((one) => one.row.id === row.id && (one.member || !one.opened));
    if (entry !== undefined) return entry;
  }
  return null;
}
