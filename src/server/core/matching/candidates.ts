/**
 * Which messages an order could be matched with, and which orders a message could pay: found and ranked here for both
 * sides, by what the acts of people accept, so that a pair is shown with one score wherever it is seen.
 */
import { samePayer, score, type Candidate, type MatchMessage } from "../../../domain/payments/matching.ts";
import type { App } from "../../platform/context.ts";
import { idAt, idTime } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { matchable } from "../posting/claims.ts";
import { matchedAs } from "../posting/lock-order.ts";
import { ownNumbers } from "../posting/own-accounts.ts";
import { takenBackSql } from "../posting/came-back.ts";
import { MESSAGE_CAN_MATCH, onItsWallet, unusable, type MatchableMessage } from "../posting/usable.ts";
import { candidateOf } from "../posting/opened.ts";
import { MESSAGE_COLUMNS, type MessageRaw } from "../orders/list-parts.ts";

/** An order as far as finding and ranking need it. */
export interface OrderSide {
  readonly id: bigint;
  readonly merchant_id: bigint;
  readonly merchant_order_id: string;
  readonly merchant_name: string | null;
  readonly operator: string;
  readonly wallet_id: bigint;
  readonly amount: bigint;
  readonly customer: string | null;
  readonly status: string;
  readonly expires_at: Date;
  readonly version: number;
  readonly trx_keys: readonly string[];
}
/** A message likewise, with what its row in a drawer shows. */
export interface MessageSide extends MessageRaw, MatchableMessage {
  readonly received_at: Date;
  readonly operator_time: Date | null;
}
export interface Rank {
  readonly score: number;
  readonly reasons: string[];
}

const WORTH_SHOWING = 30;
const SHOWN = 10;
const READ = 200;
/** Money comes after its order, or shortly before. */
const EARLY_MS = 24 * 3_600_000;
const LATE_MS = 7 * 24 * 3_600_000;

const ORDER = `p.id, p.merchant_id, m.name as merchant_name, p.merchant_order_id, p.operator, p.wallet_id, p.amount, p.customer, p.status, p.expires_at, p.version,
  array(select x.trx_key from order_trx x where x.payment_id = p.id) as trx_keys`;
const MESSAGE = `${MESSAGE_COLUMNS}, wallet_id, operator, direction, trx_key, payment_id, booked_txn, in_suspense, operator_time`;
/** Nothing has the message's TrxID, and the operator has not taken its money back: as `checkUsable` asks of one message, for statements about `s`. */
const UNSPENT = `not exists (select 1 from trx_used u where u.operator = s.operator and u.trx_key = s.trx_key and u.direction = 'credit') and not ${takenBackSql("s")}`;

/** How well a message and an order fit; null: they have nothing to do with each other, or nobody could match the one with the other. */
export function rank(app: Pick<App, "publicIds">, order: OrderSide, message: MessageSide): Rank | null {
  const status = matchedAs(order.status);
  if (status === null || unusable(message) !== null) return null;
  const pair = { operator: order.operator, walletId: order.wallet_id, trxKeys: order.trx_keys };
  if (!onItsWallet(pair, message)) return null;
  const seen = matchable(message);
  const candidate = candidateOf(
    app.publicIds,
    {
      id: order.id,
      merchantOrderId: order.merchant_order_id,
      walletId: order.wallet_id,
      amountMinor: order.amount,
      customer: order.customer,
      status,
      expiresMs: order.expires_at.getTime(),
      trxKeys: order.trx_keys,
    },
    message.reference,
  );
  // What waits with the order is shown with it, however badly it fits.
  const waits = message.payment_id === order.id;
  if (!waits && !related(candidate, seen)) return null;
  const found = score(seen, candidate);
  if (!waits && found.score < WORTH_SHOWING) return null;
  return message.payment_id === null || waits ? found : { ...found, reasons: [...found.reasons, "waits_with_other"] };
}

/** One of them names the other, or they agree in amount or payer about the same time. */
function related(order: Candidate, message: MatchMessage): boolean {
  if (order.namedByReference || order.trxKeys.includes(message.trxKey)) return true;
  const gap = message.atMs - order.createdMs;
  if (gap < -EARLY_MS || gap > LATE_MS) return false;
  return order.amountMinor === message.amountMinor || samePayer(message.counterparty, order.payer) === true;
}

const best = <T>(found: readonly T[], of: (one: T) => Rank | null, id: (one: T) => bigint): (T & { readonly rank: Rank })[] =>
  found
    .flatMap((one) => {
      const ranked = of(one);
      return ranked === null ? [] : [{ ...one, rank: ranked }];
    })
    .sort((left, right) => right.rank.score - left.rank.score || Number(id(right) - id(left)))
    .slice(0, SHOWN);

/** Messages that could pay an order, best first. */
export async function messagesFor(app: App, q: Queryable, orderId: bigint): Promise<(MessageSide & { readonly rank: Rank })[]> {
  const order = await q.one<OrderSide>(`select ${ORDER} from payments p left join merchants m on m.id = p.merchant_id where p.id = $1`, [orderId]);
  if (!order || matchedAs(order.status) === null) return [];
  const created = idTime(order.id);
  const found = await q.rows<MessageSide>(
    `select ${MESSAGE} from sms s where ${MESSAGE_CAN_MATCH} and id in (
       select id from sms c where trx_key = any ($1::text[]) and operator = $2
       union select id from sms w where payment_id = $8
       union (select id from sms s where wallet_id = $3 and id >= $4 and id < $5 and ${MESSAGE_CAN_MATCH}
                and (amount = $6 or counterparty is not null or reference is not null) order by (amount = $6) desc, (right(counterparty, 3) = $7) desc nulls last, id desc limit ${READ}))
       and ${UNSPENT}`,
    [
      order.trx_keys,
      order.operator,
      order.wallet_id,
      idAt(created - EARLY_MS),
      idAt(created + LATE_MS),
      order.amount,
      order.customer?.slice(-3) ?? null,
      order.id,
    ],
  );
  const isOwn = await ownNumbers(app);
  return best(
    found.filter((message) => !isOwn(message.counterparty)),
    (message) => rank(app, order, message),
    (message) => message.id,
  );
}

/** Orders that a message could pay, best first. */
export async function ordersFor(app: App, q: Queryable, smsId: bigint): Promise<(OrderSide & { readonly rank: Rank })[]> {
  const message = await q.one<MessageSide>(
    `select ${MESSAGE} from sms s where id = $1 and ${MESSAGE_CAN_MATCH}
       and ${UNSPENT}`,
    [smsId],
  );
  if (!message || (await ownNumbers(app))(message.counterparty)) return [];
  const named = message.reference === null ? null : app.publicIds.decode("payment", message.reference);
  const at = message.received_at.getTime();
  const found = await q.rows<OrderSide>(
    `select ${ORDER} from payments p left join merchants m on m.id = p.merchant_id
     where p.status in ('pending', 'review', 'expired', 'cancelled') and p.id in (
       select payment_id from order_trx where trx_key = $trx_key and operator = $operator
       union (select id from payments where wallet_id = $wallet_id and id >= $from_id and id < $to_id and status <> 'completed' and (amount = $amount or customer is not null)
                order by (amount = $amount) desc, (right(customer, 3) = $ending) desc nulls last, id desc limit ${READ})
       union select order_id from merchant_order_keys where direction = 'payment' and key = $order_number
       union select $named::bigint union select $payment_id::bigint)`,
    {
      trx_key: message.trx_key,
      operator: message.operator,
      wallet_id: message.wallet_id,
      from_id: idAt(at - LATE_MS),
      to_id: idAt(at + EARLY_MS),
      amount: message.amount,
      order_number: message.reference?.trim() ?? null,
      named,
      ending: message.counterparty?.slice(-3) ?? null,
      payment_id: message.payment_id,
    },
  );
  return best(
    found,
    (order) => rank(app, order, message),
    (order) => order.id,
  );
}
