/** One payment with everything around it: why this wallet, what happened, entries, messages, notifications. */
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import type { PaymentDetail } from "../../../contract/payments.schema.ts";
import type { TimelineItem } from "../../../contract/schema.ts";
import type { WalletType } from "../../../contract/operators.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import { messagesFor } from "../../core/matching/candidates.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
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
} from "../../core/orders/list-parts.ts";
import { besideFor, phonesIn } from "../../platform/lists/mask.ts";
import { findRaw } from "../../platform/lists/page.ts";
import { isStaff } from "../../platform/lists/scope.ts";
import type { Viewer } from "../../platform/lists/spec.ts";
import { deliveriesOf, entriesOf, eventsOf, happened, inOrder, notified, THE_MERCHANT } from "../../platform/lists/timeline.ts";
import { PAYMENT_LIST, paymentRowOf, type PaymentRaw } from "./queries.ts";

interface More extends FeeColumns {
  readonly notify_url: string | null;
  readonly message_id: bigint | null;
  readonly routing: StoredRouting | null;
}

const READ = 200;

/** Messages that could pay an order, best first; none when the viewer has no such order. */
export async function messageCandidates(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<MessageLink[]> {
  const row = await findRaw(q, PAYMENT_LIST, id, viewer);
  return row ? candidates(app, q, id, viewer) : [];
}

async function candidates(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<MessageLink[]> {
  return (await messagesFor(app, q, id)).map((message) => messageLink(app, message, viewer, message.rank));
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
 * @param beside who reads the messages that may belong to it: of a payment that is shown for a reason, whoever asked, as ever
 * Refuses not_found, alike for a missing payment and another merchant's
 */
export async function paymentDetail(app: App, q: Queryable, id: bigint, viewer: Viewer, beside: Viewer = viewer): Promise<PaymentDetail | Refused> {
  const row = await findRaw(q, PAYMENT_LIST, id, viewer);
  if (!row) return new Refused("not_found");
  const staff = isStaff(viewer);
  const [more, submitted, events, deliveries, entries, messages] = await Promise.all([
    q.one<More>("select notify_url, fee_rate_bps, fee_fixed, fee_min, fee_max, message_id, routing from payments where id = $1", [id]),
    q.rows<{ trx_id: string }>("select trx_id from order_trx where payment_id = $1 order by at", [id]),
    eventsOf(app, q, "payment", id, viewer),
    deliveriesOf(q, id),
    entriesOf(app, q, "payment", id, viewer, beside),
    staff ? q.rows<MessageRaw>(`select ${MESSAGE_COLUMNS} from sms where payment_id = $1 order by id limit ${READ}`, [id]) : [],
  ]);
  if (!more) return new Refused("not_found");
  const [routing, ranked] = staff ? await Promise.all([routingShown(app, q, more.routing, id), candidates(app, q, id, beside)]) : [null, []];
  return {
    ...paymentRowOf(app, row, viewer),
    ...phonesIn(viewer, { metadata: row.metadata }),
    notify_url: more.notify_url,
    // Bounded by a check of the database.
    wallet_type: row.wallet_type as WalletType | null,
    fee_rule: feeRuleShown(more),
    submitted_trx: submitted.map((item) => item.trx_id),
    routing,
    timeline: inOrder([...ownTimeline(row), ...events, ...notified(deliveries)]),
    entries,
    messages: messages.map((message) => messageLink(app, message, viewer, null)),
    candidates: besideFor(beside, ranked),
    deliveries: deliveryLinks(app, deliveries),
  };
}
