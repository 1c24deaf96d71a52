/** Orders of the queue and positions in them: a key, then the id, so that no two rows share a place. */
import type { ExceptionSort } from "../../../contract/exceptions.ts";
import type { PublicIds } from "../../platform/db/ids.ts";
import { raw, sql, type Sql } from "../../platform/lists/sql.ts";
import { refusedField, type Refused } from "../../platform/refusal.ts";

/** A position: `next`, behind it; `prev`, before it. */
export interface QueueCursor {
  readonly direction: "next" | "prev";
  readonly key: bigint;
  readonly id: bigint;
}

interface Order {
  readonly mark: string;
  /** Expression over `al`, a bigint. */
  readonly key: string;
  readonly keyDown: boolean;
  readonly idDown: boolean;
}
const ORDERS = {
  "-amount": { mark: "m", key: "coalesce(abs(al.amount), -1)", keyDown: true, idDown: false },
  since: { mark: "o", key: "(extract(epoch from al.since) * 1000000)::bigint", keyDown: false, idDown: false },
  "-since": { mark: "n", key: "(extract(epoch from al.since) * 1000000)::bigint", keyDown: true, idDown: true },
} as const satisfies Record<ExceptionSort, Order>;

/** The expression a sort orders by. */
export function keySql(sort: ExceptionSort): Sql {
  return raw(ORDERS[sort].key);
}

/** `order by` of a sort, or of its reverse. */
export function orderSql(sort: ExceptionSort, reversed: boolean): Sql {
  const { key, keyDown, idDown } = ORDERS[sort];
  const way = (down: boolean): string => (down !== reversed ? "desc" : "asc");
  return raw(`${key} ${way(keyDown)}, al.id ${way(idDown)}`);
}

/** Rows behind (or before) a position. */
export function beyondSql(sort: ExceptionSort, cursor: QueueCursor): Sql {
  const { key, keyDown, idDown } = ORDERS[sort];
  const reversed = cursor.direction === "prev";
  const than = (down: boolean): Sql => raw(down !== reversed ? "<" : ">");
  return sql`(${raw(key)} ${than(keyDown)} ${cursor.key} or (${raw(key)} = ${cursor.key} and al.id ${than(idDown)} ${cursor.id}))`;
}

/** Writes a position for the address. */
export function writeQueueCursor(publicIds: PublicIds, sort: ExceptionSort, cursor: QueueCursor): string {
  return `${ORDERS[sort].mark}${cursor.direction === "next" ? "n" : "p"}.${cursor.key}.${publicIds.encode("exception", cursor.id)}`;
}

/** Reads a position that was written for the same order; anything else is refused. */
export function readQueueCursor(publicIds: PublicIds, sort: ExceptionSort, unchecked: string): QueueCursor | Refused {
  const [mark, key, text, more] = unchecked.split(".");
  const direction = mark === `${ORDERS[sort].mark}n` ? "next" : mark === `${ORDERS[sort].mark}p` ? "prev" : null;
  const id = text === undefined ? null : publicIds.decode("exception", text);
  if (direction === null || more !== undefined || id === null || key === undefined || !/^-?\d{1,18}$/.test(key)) return refusedField("cursor");
  return { direction, key: BigInt(key), id };
}
