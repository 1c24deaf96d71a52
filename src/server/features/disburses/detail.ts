/** One payout with everything around it: attempts, evidence, why this wallet, what happened, entries, messages, notifications. */
import { formatAmount } from "../../../contract/money.ts";
import type { DisburseDetail } from "../../../contract/disburses.schema.ts";
import type { TimelineItem } from "../../../contract/schema.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import { deliveryLinks, feeRuleShown, routingShown, type FeeColumns, type StoredRouting } from "../../core/orders/list-parts.ts";
import { besideFor, phonesIn } from "../../platform/lists/mask.ts";
import { findRaw } from "../../platform/lists/page.ts";
import { isStaff } from "../../platform/lists/scope.ts";
import type { Viewer } from "../../platform/lists/spec.ts";
import { deliveriesOf, entriesOf, eventsOf, happened, inOrder, notified, THE_MERCHANT } from "../../platform/lists/timeline.ts";
import { continuityOf, evidenceOf, nearMessages, ownMessages } from "./evidence.ts";
import { DISBURSE_LIST, disburseRowOf, type DisburseRaw } from "./queries.ts";
import { lastAttempt, readDisburse } from "../../core/payouts/store.ts";

interface More extends FeeColumns {
  readonly notify_url: string | null;
  readonly routing: StoredRouting | null;
}

/** What a merchant's people may read of a payout's life: where the merchant sees `processing`, nothing happens. */
const TOLD: ReadonlySet<string> = new Set(["review", "accept", "approved", "completed", "completed_by_hand", "returned", "failed", "rejected", "cancelled"]);

const created = (row: DisburseRaw): TimelineItem =>
  happened(idIso(row.id), "created", { amount: formatAmount(row.amount), merchant_order_id: row.merchant_order_id }, THE_MERCHANT);

/** What only staff see: answers, messages, the wallet's balance, why this wallet. */
async function inside(app: App, q: Queryable, id: bigint, stored: StoredRouting | null, viewer: Viewer, beside: Viewer) {
  const [order, attempt] = await Promise.all([readDisburse(q, id), lastAttempt(q, id)]);
  const open = order !== null && attempt !== null && ["processing", "unknown", "attempt_failed", "pending"].includes(order.status);
  const [routing, evidence, messages, candidates, continuity] = await Promise.all([
    routingShown(app, q, stored, id),
    evidenceOf(q, id),
    ownMessages(app, q, id, viewer),
    open ? nearMessages(app, q, order, attempt, beside) : [],
    open ? continuityOf(q, attempt.walletId) : null,
  ]);
  return { routing, evidence: phonesIn(viewer, evidence), messages, candidates: besideFor(beside, candidates), continuity: besideFor(beside, continuity) };
}

/**
 * The payout with its surroundings. Merchants' users get the same shape without attempts, evidence, wallets' inner life,
 * messages and what staff wrote.
 * @param beside who reads the messages near it, and the wallet's balances
 * Refuses not_found, alike for a missing payout and another merchant's
 */
export async function disburseDetail(app: App, q: Queryable, id: bigint, viewer: Viewer, beside: Viewer = viewer): Promise<DisburseDetail | Refused> {
  const row = await findRaw(q, DISBURSE_LIST, id, viewer);
  if (!row) return new Refused("not_found");
  const staff = isStaff(viewer);
  const [more, events, deliveries, entries] = await Promise.all([
    q.one<More>("select notify_url, fee_rate_bps, fee_fixed, fee_min, fee_max, routing from disburses where id = $1", [id]),
    eventsOf(app, q, "disburse", id, viewer),
    deliveriesOf(q, id),
    entriesOf(app, q, "disburse", id, viewer, beside),
  ]);
  if (!more) return new Refused("not_found");
  const known = staff
    ? await inside(app, q, id, more.routing, viewer, beside)
    : { routing: null, evidence: [], messages: [], candidates: [], continuity: null };
  const told = staff ? events : events.filter((item) => TOLD.has(item.kind));
  const queued = staff && (row.status === "pending" || row.status === "approved");
  return {
    ...disburseRowOf(app, row, viewer),
    ...phonesIn(viewer, { metadata: row.metadata }),
    notify_url: more.notify_url,
    fee_rule: feeRuleShown(more),
    queued_since: queued ? (row.queued_at?.toISOString() ?? null) : null,
    timeline: inOrder([created(row), ...told, ...notified(deliveries)]),
    entries,
    ...known,
    deliveries: deliveryLinks(app, deliveries),
  };
}
