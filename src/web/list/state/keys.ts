/** Keys of a list: which key means what, and where `j` and `k` lead. Pure, so that it is tested without a screen. */

export const LIST_COMMANDS = ["search", "next", "previous", "close", "select", "reload", "copy"] as const;
export type ListCommand = (typeof LIST_COMMANDS)[number];
/** Key -> command; `Enter` opens without our help, because `j` and `k` move the focus along the rows' links. hotkeys.ts keeps keys quiet while someone types. */
export const LIST_KEYS = { "/": "search", j: "next", k: "previous", Escape: "close", x: "select", r: "reload", c: "copy" } as const satisfies Record<
  string,
  ListCommand
>;

export interface Cursor {
  /** The row that keys act on. */
  readonly active: string | null;
  /** The row whose drawer is open. */
  readonly open: string | null;
}

/** The neighbour of a row, or the first (last, going up) when the row is not among them. */
export function neighbour(ids: readonly string[], from: string | null, step: 1 | -1): string | null {
  if (ids.length === 0) return null;
  const at = from === null ? -1 : ids.indexOf(from);
  if (at < 0) return (step === 1 ? ids[0] : ids[ids.length - 1]) ?? null;
  return ids[Math.min(ids.length - 1, Math.max(0, at + step))] ?? null;
}

/** Moves the cursor; with the drawer open it takes the drawer along. Commands that do not move leave it as it is. */
export function moveCursor(cursor: Cursor, command: ListCommand, ids: readonly string[]): Cursor {
  switch (command) {
    case "next":
    case "previous": {
      const active = neighbour(ids, cursor.open ?? cursor.active, command === "next" ? 1 : -1);
      return { active, open: cursor.open === null ? null : active };
    }
    case "close":
      return cursor.open === null ? cursor : { active: cursor.open, open: null };
    default:
      return cursor;
  }
}
