/** Orders of the queue and positions in them: a key, then the id, so that no two rows share a place. */
import { EXCEPTION_INFO, SEVERITIES, type ExceptionSort } from "../../../contract/exceptions.ts";
import type { PublicIds } from "../../platform/db/ids.ts";
import { raw, sql, type Sql } from "../../platform/lists/sql.ts";
import { refusedField, type Refused } from "../../platform/refusal.ts";

/** A position: `next`, behind it; `prev`, before it. */
export interface QueueCursor {
  readonly direction: "next" | "prev";
  readonly key: bigint;
  readonly id: bigint;
}

/** An order of single exceptions, or that of lines: the most urgent first, then what waits longest. */
export type QueueOrder = ExceptionSort | "severity";

interface Order {
  readonly mark: string;
  /** Expression over `al`, a bigint. */
  readonly key: string;
  readonly keyDown: boolean;
  readonly idDown: boolean;
}
/** Microseconds since 1970. */
const SINCE = "(extract(epoch from al.since) * 1000000)::bigint";
/** Urgency as the leading digit of a key, 0 first; behind it there is room for the microseconds of 300 years. */
const URGENCY = `case ${SEVERITIES.slice(1)
  .toReversed()
  .map((severity, rank) => {
    const kinds = Object.entries(EXCEPTION_INFO).flatMap(([kind, info]) => (info.severity === severity ? [`'${kind}'`] : []));
    return `when al.kind in (${kinds.join(", ")}) then ${rank}`;
  })
  .join(" ")} else ${SEVERITIES.length - 1} end`;

const ORDERS = {
  // Of lines; of single exceptions people choose among the others.
  severity: { mark: "s", key: `(${URGENCY}) * 10000000000000000::bigint + ${SINCE}`, keyDown: false, idDown: false },
  "-amount": { mark: "m", key: "coalesce(abs(al.amount), -1)", keyDown: true, idDown: false },
  since: { mark: "o", key: SINCE, keyDown: false, idDown: false },
  "-since": { mark: "n", key: SINCE, keyDown: true, idDown: true },
} as const satisfies Record<QueueOrder, Order>;

/** The expression a sort orders by. */
export function keySql(sort: QueueOrder): Sql {
  return raw(ORDERS[sort].key);
}

/** `order by` of a sort, or of its reverse. */
export function orderSql(sort: QueueOrder, reversed: boolean): Sql {
  const { key, keyDown, idDown } = ORDERS[sort];
  const way = (down: boolean): string => (down !== reversed ? "desc" : "asc");
  return raw(`${key} ${way(keyDown)}, al.id ${way(idDown)}`);
}

/** Rows behind (or before) a position. */
export function beyondSql(sort: QueueOrder, cursor: QueueCursor): Sql {
  const { key, keyDown, idDown } = ORDERS[sort];
  const reversed = cursor.direction === "prev";
  const than = (down: boolean): Sql => raw(down !== reversed ? "<" : ">");
  return sql`(${raw(key)} ${than(keyDown)} ${cursor.key} or (${raw(key)} = ${cursor.key} and al.id ${than(idDown)} ${cursor.id}))`;
}

/** Writes a position for the address. */
export function writeQueueCursor(publicIds: PublicIds, sort: QueueOrder, cursor: QueueCursor): string {
  return `${ORDERS[sort].mark}${cursor.direction === "next" ? "n" : "p"}.${cursor.key}.${publicIds.encode("exception", cursor.id)}`;
}

/** Reads a position that was written for the same order; anything else is refused. */
export function readQueueCursor(publicIds: PublicIds, sort: QueueOrder, unchecked: string): QueueCursor | Refused {
  const [mark, key, text, more] = unchecked.split(".");
  const direction = mark === `${ORDERS[sort].mark}n` ? "next" : mark === `${ORDERS[sort].mark}p` ? "prev" : null;
  const id = text === undefined ? null : publicIds.decode("exception", text);
  if (direction === null || more !== undefined || id === null || key === undefined || !/^-?\d{1,18}$/.test(key)) return refusedField("cursor");
  return { direction, key: BigInt(key), id };
}
