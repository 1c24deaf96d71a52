/** One payout with everything around it: attempts, evidence, why this wallet, what happened, entries, messages, notifications. */
import { formatAmount, formatAmountOrNull } from "../../contract/money.ts";
import type { DisburseDetail } from "../../contract/disburses.schema.ts";
import type { TimelineItem } from "../../contract/schema.ts";
import type { App } from "../context.ts";
import { idIso } from "../db/ids.ts";
import type { Queryable } from "../db/pool.ts";
import { refuse } from "../refusal.ts";
import { findRaw } from "../list/page.ts";
import { isStaff } from "../list/scope.ts";
import type { Viewer } from "../list/spec.ts";
import { auditOf, deliveriesOf, entriesOf, eventsOf, happened, inOrder, notified } from "../list/timeline.ts";
import { chainOf, evidenceOf, nearMessages, ownMessages } from "./evidence.ts";
import { DISBURSE_LIST, disburseRowOf, type DisburseRaw } from "./queries.ts";
import { lastAttempt, readDisburse } from "./store.ts";

interface Routing {
  readonly at: string;
  readonly chosen: string | null;
  readonly wallets: readonly { readonly wallet_id: string; readonly result: string; readonly share_bps: number | null }[];
}
interface More {
  readonly notify_url: string | null;
  readonly fee_rate_bps: number;
  readonly fee_fixed: bigint;
  readonly fee_min: bigint | null;
  readonly fee_max: bigint | null;
  readonly routing: Routing | null;
}

/** What a merchant's people may read of a payout's life: where the merchant sees `processing`, nothing happens. */
const TOLD: ReadonlySet<string> = new Set(["review", "accept", "approved", "completed", "completed_by_hand", "returned", "failed", "rejected", "cancelled"]);

async function routingOf(app: App, q: Queryable, stored: Routing | null): Promise<DisburseDetail["routing"]> {
  if (!stored) return null;
  const ids = stored.wallets.map((wallet) => BigInt(wallet.wallet_id));
  const named = await q.rows<{ id: bigint; name: string }>("select id, name from wallets where id = any($1::bigint[])", [ids]);
  const names = new Map(named.map((wallet) => [wallet.id, wallet.name]));
  return {
    at: stored.at,
    chosen: stored.chosen === null ? null : app.publicIds.encode("wallet", BigInt(stored.chosen)),
    wallets: stored.wallets.map((wallet) => ({
      wallet_id: app.publicIds.encode("wallet", BigInt(wallet.wallet_id)),
      wallet_name: names.get(BigInt(wallet.wallet_id)) ?? "",
      result: wallet.result,
      share_bps: wallet.share_bps,
    })),
  };
}

const created = (row: DisburseRaw): TimelineItem =>
  happened(idIso(row.id), "created", { amount: formatAmount(row.amount), merchant_order_id: row.merchant_order_id });

/** What only staff see: answers, messages, the wallet's balance, why this wallet. */
async function inside(app: App, q: Queryable, id: bigint, stored: Routing | null, viewer: Viewer) {
  const [order, attempt] = await Promise.all([readDisburse(q, id), lastAttempt(q, id)]);
  const open = order !== null && attempt !== null && ["processing", "unknown", "attempt_failed", "pending"].includes(order.status);
  const [routing, evidence, messages, candidates, chain] = await Promise.all([
    routingOf(app, q, stored),
    evidenceOf(q, id),
    ownMessages(app, q, id, viewer),
    open ? nearMessages(app, q, order, attempt, viewer) : [],
    open ? chainOf(q, attempt.walletId) : null,
  ]);
  return { routing, evidence, messages, candidates, chain };
}

/**
 * The payout with its surroundings. Merchants' users get the same shape without attempts, evidence, wallets' inner life,
 * messages and what staff wrote.
 * @throws Refusal not_found, alike for a missing payout and another merchant's
 */
export async function disburseDetail(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<DisburseDetail> {
  const row = (await findRaw(q, DISBURSE_LIST, id, viewer)) ?? refuse("not_found");
  const staff = isStaff(viewer);
  const publicId = app.publicIds.encode("disburse", id);
  const [more, events, audited, deliveries, entries] = await Promise.all([
    q.one<More>("select notify_url, fee_rate_bps, fee_fixed, fee_min, fee_max, routing from disburses where id = $1", [id]),
    eventsOf(app, q, "disburse", id, viewer),
    staff ? auditOf(app, q, "disburse", publicId) : [],
    deliveriesOf(q, id),
    entriesOf(app, q, "disburse", id, viewer),
  ]);
  if (!more) return refuse("not_found");
  const known = staff ? await inside(app, q, id, more.routing, viewer) : { routing: null, evidence: [], messages: [], candidates: [], chain: null };
  const told = staff ? events : events.filter((item) => TOLD.has(item.kind));
  const queued = staff && (row.status === "pending" || row.status === "approved");
  return {
    ...disburseRowOf(app, row, viewer),
    metadata: row.metadata === null ? null : { ...row.metadata },
    notify_url: more.notify_url,
    fee_rule: {
      rate_bps: more.fee_rate_bps,
      fixed: formatAmount(more.fee_fixed),
      min: formatAmountOrNull(more.fee_min),
      max: formatAmountOrNull(more.fee_max),
    },
    queued_since: queued ? (row.queued_at?.toISOString() ?? null) : null,
    timeline: inOrder([created(row), ...told, ...audited, ...notified(deliveries)]),
    entries,
    ...known,
    deliveries: deliveries.map((item) => ({
      id: app.publicIds.encode("delivery", item.id),
      type: item.type,
      status: item.status,
      attempts: item.attempts,
      last_code: item.last_code,
      created_at: idIso(item.id),
    })),
  };
}
