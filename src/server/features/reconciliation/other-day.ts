/** Of a pair whose sides stand on different days: on which day the side stands that is not here. */
import type { ReconciliationPair } from "../../../contract/reconciliation.schema.ts";
import type { PairSide } from "../../../contract/reconciliation.ts";
import { businessDay, type Day } from "../../../contract/time.ts";
import { idTime } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { bookedDays, type DayPair } from "./read-detail.ts";

/** The key of the order that a pair without one belongs to; null: it has one, or belongs to none. */
const orderKeyOf = ({ message, order, statement }: DayPair): string | null => (order === null ? (message?.orderKey ?? statement?.orderKey ?? null) : null);

function lacking(pair: DayPair, booked: ReadonlyMap<string, Day>): { readonly side: PairSide; readonly date: Day | null } {
  const { message, order } = pair;
  if (order === null) return { side: "order", date: booked.get(orderKeyOf(pair) ?? "") ?? null };
  if (message === null && !order.answered) return { side: "message", date: order.messageId === null ? null : businessDay(idTime(order.messageId)) };
  return { side: "statement", date: order.listedOn };
}

/** Reads it for the pairs of a day; the answer tells it of one of them, null where it is no such pair or the day is not known. */
export async function elsewhereOf(q: Queryable, pairs: readonly DayPair[], day: Day): Promise<(pair: DayPair) => ReconciliationPair["elsewhere"]> {
  const others = pairs.filter(({ group }) => group === "other_day");
  const booked = await bookedDays(
    q,
    others.flatMap((pair) => orderKeyOf(pair) ?? []),
  );
  return (pair) => {
    if (pair.group !== "other_day") return null;
    const { side, date } = lacking(pair, booked);
    return date === null || date === day ? null : { side, date };
  };
}
