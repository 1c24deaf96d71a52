/** Keyset cursors: a position between two rows, opaque outside, refused when it is not one of ours. */
import type { IdKind } from "../../../contract/ids.ts";
import type { PublicIds } from "../db/ids.ts";
import { refusedField, type Refused } from "../refusal.ts";

/** `next`: rows behind the position in the list's order; `prev`: rows before it. */
export interface Cursor {
  readonly direction: "next" | "prev";
  readonly id: bigint;
  /** Set where the rows before the position had to be searched for: how wide the next window should be, as a power of two of ids. */
  readonly span?: number;
  /** Set where the position lies inside a page that is not full yet: how many rows the page has. Only beside `span`. */
  readonly filled?: number;
}
export type Sort = "-created_at" | "created_at";

const MARKS = { "next-created_at": "a", "prev-created_at": "b", nextcreated_at: "c", prevcreated_at: "d" } as const;
const SHAPE = /^([a-d])\.([^.]+)(?:\.(\d{1,2})(?:\.(\d{1,3}))?)?$/;
/** Ids have no more bits. */
const SPAN_MAX = 53;

/** Writes a position. The public form of the id hides the stored one. */
export function writeCursor(publicIds: PublicIds, kind: IdKind, sort: Sort, cursor: Cursor): string {
  const parts = [MARKS[`${cursor.direction}${sort}`], publicIds.encode(kind, cursor.id)];
  for (const part of [cursor.span, cursor.filled]) if (part !== undefined) parts.push(String(part));
  return parts.join(".");
}

/** Reads a position written for the same list and order; anything else is refused. */
export function readCursor(publicIds: PublicIds, kind: IdKind, sort: Sort, unchecked: string): Cursor | Refused {
  const [, mark, text = "", span, filled] = SHAPE.exec(unchecked) ?? [];
  const direction = mark === MARKS[`next${sort}`] ? "next" : mark === MARKS[`prev${sort}`] ? "prev" : null;
  const id = direction === null ? null : publicIds.decode(kind, text);
  if (direction === null || id === null || (span !== undefined && Number(span) > SPAN_MAX)) return refusedField("cursor");
  const cursor = { direction, id, ...(span === undefined ? {} : { span: Number(span) }), ...(filled === undefined ? {} : { filled: Number(filled) }) } as const;
  // One text for one position.
  return writeCursor(publicIds, kind, sort, cursor) === unchecked ? cursor : refusedField("cursor");
}
