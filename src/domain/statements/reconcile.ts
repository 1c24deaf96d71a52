/** Puts the sides of a wallet's day beside each other: messages, orders and the lines of the operator's statement. Minor units. */
import type { ReconciliationGroup } from "../../contract/reconciliation.ts";
import type { Day } from "../../contract/time.ts";

export type FlowDirection = "credit" | "debit";

/** A movement as one side knows it. `orderKey`, `messageId`: what it is tied to already, wherever that stands. */
export interface MessageSide {
  readonly id: bigint;
  readonly direction: FlowDirection;
  readonly trxKey: string | null;
  readonly trxId: string | null;
  readonly amountMinor: bigint;
  /** The order that this message paid, as `type/id`; null: none. */
  readonly orderKey: string | null;
}
export interface OrderSide {
  /** `type/id`. */
  readonly key: string;
  readonly direction: FlowDirection;
  readonly trxKey: string | null;
  readonly trxId: string | null;
  readonly amountMinor: bigint;
  /** The message behind it; null: completed by a person or an answer, without one. */
  readonly messageId: bigint | null;
  /** The operator's own interface reported it: that stands for a message. */
  readonly answered: boolean;
  /** The other day on which the imported statement has its line; null: on none. */
  readonly listedOn: Day | null;
}
export interface StatementSide {
  readonly direction: FlowDirection;
  readonly trxKey: string;
  readonly trxId: string;
  readonly amountMinor: bigint;
  /** The order of this wallet that carries its TrxID, as `type/id`; where it does not stand on the day, it stands on another. */
  readonly orderKey: string | null;
}

/** The sides of one movement; at least one is there. */
export interface Pair<M extends MessageSide = MessageSide, O extends OrderSide = OrderSide, S extends StatementSide = StatementSide> {
  readonly group: ReconciliationGroup;
  readonly direction: FlowDirection;
  readonly message: M | null;
  readonly order: O | null;
  readonly statement: S | null;
}

const keyOf = (direction: FlowDirection, trxKey: string): string => `${direction}/${trxKey}`;

function groupOf(message: MessageSide | null, order: OrderSide | null, statement: StatementSide | null, expected: boolean): ReconciliationGroup {
  if (order && (message || order.answered)) {
    if ((message && message.amountMinor !== order.amountMinor) || (statement && statement.amountMinor !== order.amountMinor)) return "amount_differs";
    if (statement) return "matched";
    return order.listedOn !== null ? "other_day" : expected ? "not_on_statement" : "matched";
  }
  // The other side exists, but on another day.
  if (message && message.orderKey !== null) return "other_day";
  if (order && order.messageId !== null) return "other_day";
  if (message) return "only_message";
  if (order) return "only_order";
  return "only_statement";
}

/**
 * Pairs the sides of a day. A message and an order belong together where one names the other, else by TrxID and
 * direction; a line of the statement joins them by TrxID. Each side stands in exactly one pair.
 * @param expected true where an imported statement should have a line for the movement
 */
export function pairDay<M extends MessageSide, O extends OrderSide, S extends StatementSide>(
  messages: readonly M[],
  orders: readonly O[],
  statement: readonly S[],
  expected: (message: M | null, order: O) => boolean,
): Pair<M, O, S>[] {
  const byKey = new Map(orders.map((order) => [order.key, order]));
  const byMessage = new Map(orders.flatMap((order) => (order.messageId === null ? [] : [[order.messageId, order] as const])));
  const byTrx = new Map(orders.flatMap((order) => (order.trxKey === null ? [] : [[keyOf(order.direction, order.trxKey), order] as const])));
  const lines = new Map(statement.map((line) => [keyOf(line.direction, line.trxKey), line]));
  const freeOrders = new Set(orders);
  const freeLines = new Set(statement);
  const takeLine = (direction: FlowDirection, trxKey: string | null): S | null => {
    const line = trxKey === null ? undefined : lines.get(keyOf(direction, trxKey));
    return line && freeLines.delete(line) ? line : null;
  };
  const pairs: Pair<M, O, S>[] = messages.map((message) => {
    const named = (message.orderKey === null ? undefined : byKey.get(message.orderKey)) ?? byMessage.get(message.id);
    const found = named ?? (message.trxKey === null || message.orderKey !== null ? undefined : byTrx.get(keyOf(message.direction, message.trxKey)));
    const order = found && freeOrders.delete(found) ? found : null;
    const line = takeLine(message.direction, message.trxKey ?? order?.trxKey ?? null);
    return { group: groupOf(message, order, line, order !== null && expected(message, order)), direction: message.direction, message, order, statement: line };
  });
  for (const order of freeOrders) {
    const line = takeLine(order.direction, order.trxKey);
    pairs.push({
      group: groupOf(null, order, line, order.answered && expected(null, order)),
      direction: order.direction,
      message: null,
      order,
      statement: line,
    });
  }
  for (const line of freeLines)
    pairs.push({ group: line.orderKey !== null ? "other_day" : "only_statement", direction: line.direction, message: null, order: null, statement: line });
  return pairs;
}

/** What a pair adds to the day's difference to the operator's own statement in its direction: statement less booked. */
export function statementDifferenceOf(pair: Pair): bigint {
  return (pair.statement?.amountMinor ?? 0n) - (pair.order?.amountMinor ?? 0n);
}

/** What a pair adds to the day's difference in its direction: reported less booked. */
export function differenceOf(pair: Pair): bigint {
  const reported = pair.message?.amountMinor ?? (pair.order?.answered ? pair.order.amountMinor : 0n);
  return reported - (pair.order?.amountMinor ?? 0n);
}
