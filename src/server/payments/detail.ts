/** One payment with everything around it: why this wallet, what happened, entries, messages, notifications. */
import { formatAmount, formatAmountOrNull } from "../../contract/money.ts";
import type { PaymentDetail } from "../../contract/payments.schema.ts";
import type { TimelineItem } from "../../contract/schema.ts";
import type { WalletType } from "../../contract/operators.ts";
import { score, type Candidate, type MatchMessage } from "../../domain/matching.ts";
import { settledAs } from "../intake/lock-order.ts";
import type { App } from "../context.ts";
import { idAt, idIso, idTime } from "../db/ids.ts";
import type { Queryable } from "../db/pool.ts";
import { refuse } from "../refusal.ts";
import {
  deliveryLinks,
  feeRuleShown,
  MESSAGE_COLUMNS,
  messageLink,
  routingShown,
  type FeeColumns,
  type MessageLink,
  type MessageRaw,
  type StoredRouting,
} from "../list/order-parts.ts";
import { findRaw } from "../list/page.ts";
import { isStaff } from "../list/scope.ts";
import type { Viewer } from "../list/spec.ts";
import { deliveriesOf, entriesOf, eventsOf, happened, inOrder, notified, THE_MERCHANT } from "../list/timeline.ts";
import { PAYMENT_LIST, paymentRowOf, type PaymentRaw } from "./queries.ts";

interface More extends FeeColumns {
  readonly notify_url: string | null;
  readonly message_id: bigint | null;
  readonly routing: StoredRouting | null;
}
/** A message with what matching looks at. */
interface PayingMessage extends MessageRaw {
  readonly wallet_id: bigint | null;
  readonly trx_key: string | null;
}

const COLUMNS = `${MESSAGE_COLUMNS}, wallet_id, trx_key`;
const WORTH_SHOWING = 30;
const SHOWN = 10;
const READ = 200;
const BEFORE_MS = 24 * 3_600_000;
const AFTER_MS = 7 * 24 * 3_600_000;

/** Messages that could pay this order, best first: unexplained credits of its wallet with its amount, TrxID or payer. */
async function candidates(app: App, q: Queryable, row: PaymentRaw, submitted: readonly { trx_key: string }[], viewer: Viewer): Promise<MessageLink[]> {
  const status = settledAs(row.status);
  if (status === null) return [];
  const keys = submitted.map((item) => item.trx_key);
  const found = await q.rows<PayingMessage>(
    `select ${COLUMNS} from sms where wallet_id = $1 and id >= $2 and id < $3 and direction = 'credit' and payment_id is null
       and match_status in ('unmatched', 'review', 'held') and (amount = $4 or counterparty = $5 or trx_key = any($6::text[]) or reference = $7)
     order by id desc limit ${READ}`,
    [row.wallet_id, idAt(idTime(row.id) - BEFORE_MS), idAt(row.expires_at.getTime() + AFTER_MS), row.amount, row.customer, keys, row.merchant_order_id],
  );
  const order: Candidate = {
    id: row.id,
    walletId: row.wallet_id,
    amountMinor: row.amount,
    payer: row.customer ?? "",
    status,
    createdMs: idTime(row.id),
    expiresMs: row.expires_at.getTime(),
    trxKeys: keys,
    namedByReference: false,
  };
  return found
    .map((message) => ({ message, rank: score(matchable(message), { ...order, namedByReference: names(app, message.reference, row) }) }))
    .filter(({ rank }) => rank.score >= WORTH_SHOWING)
    .sort((left, right) => right.rank.score - left.rank.score || Number(right.message.id - left.message.id))
    .slice(0, SHOWN)
    .map(({ message, rank }) => messageLink(app, message, viewer, rank));
}

/** Messages that could pay an order, best first; none when the viewer has no such order. */
export async function messageCandidates(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<MessageLink[]> {
  const [row, submitted] = await Promise.all([
    findRaw(q, PAYMENT_LIST, id, viewer),
    q.rows<{ trx_key: string }>("select trx_key from order_trx where payment_id = $1", [id]),
  ]);
  return row ? candidates(app, q, row, submitted, viewer) : [];
}

function matchable(message: PayingMessage): MatchMessage {
  return {
    walletId: message.wallet_id ?? 0n,
    amountMinor: message.amount ?? 0n,
    trxKey: message.trx_key ?? "",
    counterparty: message.counterparty,
    reference: message.reference,
    atMs: message.received_at.getTime(),
    paidMs: message.received_at.getTime(),
  };
}

function names(app: App, reference: string | null, row: PaymentRaw): boolean {
  return reference !== null && (reference.trim() === row.merchant_order_id || app.publicIds.decode("payment", reference) === row.id);
}

function ownTimeline(row: PaymentRaw): TimelineItem[] {
  const items = [happened(idIso(row.id), "created", { amount: formatAmount(row.amount), merchant_order_id: row.merchant_order_id }, THE_MERCHANT)];
  if (row.paid_at)
    items.push(
      happened(row.paid_at.toISOString(), "completed", {
        amount: formatAmountOrNull(row.received_amount),
        fee: formatAmountOrNull(row.fee),
        trx_id: row.trx_id,
      }),
    );
  if (row.disputed_at) items.push(happened(row.disputed_at.toISOString(), "disputed"));
  if (row.reversed_at) items.push(happened(row.reversed_at.toISOString(), "reversed"));
  return items;
}

/**
 * The payment with its surroundings. Merchants' users get the same shape without wallets' inner life, messages,
 * candidates and what staff wrote.
 * @throws Refusal not_found, alike for a missing payment and another merchant's
 */
export async function paymentDetail(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<PaymentDetail> {
  const row = (await findRaw(q, PAYMENT_LIST, id, viewer)) ?? refuse("not_found");
  const staff = isStaff(viewer);
  const [more, submitted, events, deliveries, entries, messages] = await Promise.all([
    q.one<More>("select notify_url, fee_rate_bps, fee_fixed, fee_min, fee_max, message_id, routing from payments where id = $1", [id]),
    q.rows<{ trx_key: string; trx_id: string }>("select trx_key, trx_id from order_trx where payment_id = $1 order by at", [id]),
    eventsOf(app, q, "payment", id, viewer),
    deliveriesOf(q, id),
    entriesOf(app, q, "payment", id, viewer),
    staff ? q.rows<PayingMessage>(`select ${COLUMNS} from sms where payment_id = $1 order by id limit ${READ}`, [id]) : [],
  ]);
  if (!more) return refuse("not_found");
  const [routing, ranked] = staff ? await Promise.all([routingShown(app, q, more.routing, id), candidates(app, q, row, submitted, viewer)]) : [null, []];
  return {
    ...paymentRowOf(app, row, viewer),
    metadata: row.metadata === null ? null : { ...row.metadata },
    notify_url: more.notify_url,
    // Bounded by a check of the database.
    wallet_type: row.wallet_type as WalletType | null,
    fee_rule: feeRuleShown(more),
    submitted_trx: submitted.map((item) => item.trx_id),
    routing,
    timeline: inOrder([...ownTimeline(row), ...events, ...notified(deliveries)]),
    entries,
    messages: messages.map((message) => messageLink(app, message, viewer, null)),
    candidates: ranked,
    deliveries: deliveryLinks(app, deliveries),
  };
}
