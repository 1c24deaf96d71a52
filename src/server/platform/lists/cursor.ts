/** Keyset cursors: a position between two rows, opaque outside, refused when it is not one of ours. */
import type { IdKind } from "../../../contract/ids.ts";
import type { PublicIds } from "../db/ids.ts";
import { refuseField } from "../refusal.ts";

/** `next`: rows behind the position in the list's order; `prev`: rows before it. */
export interface Cursor {
  readonly direction: "next" | "prev";
  readonly id: bigint;
}
export type Sort = "-created_at" | "created_at";

const MARKS = { "next-created_at": "a", "prev-created_at": "b", nextcreated_at: "c", prevcreated_at: "d" } as const;

/** Writes a position. The public form of the id hides the stored one. */
export function writeCursor(publicIds: PublicIds, kind: IdKind, sort: Sort, cursor: Cursor): string {
  return `${MARKS[`${cursor.direction}${sort}`]}.${publicIds.encode(kind, cursor.id)}`;
}

/** Reads a position written for the same list and order; anything else is refused. */
export function readCursor(publicIds: PublicIds, kind: IdKind, sort: Sort, unchecked: string): Cursor {
  const direction = unchecked[0] === MARKS[`next${sort}`] ? "next" : unchecked[0] === MARKS[`prev${sort}`] ? "prev" : null;
  const text = unchecked.slice(2);
  const id = direction === null || unchecked[1] !== "." ? null : publicIds.decode(kind, text);
  if (direction === null || id === null || publicIds.encode(kind, id) !== text) return refuseField("cursor");
  return { direction, id };
}
