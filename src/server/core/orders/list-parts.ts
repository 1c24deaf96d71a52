/** What payments and payouts show alike when one of them is opened: messages, notifications, why this wallet, the fee's rule. */
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import { ROUTING_OUTCOMES, type RoutingOutcome } from "../../../contract/payments.ts";
import type { PaymentDetail } from "../../../contract/payments.schema.ts";
import type { FeeRuleJson } from "../../../contract/schema.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { messageFor, phoneFor } from "../../platform/lists/mask.ts";
import type { Viewer } from "../../platform/lists/spec.ts";
import type { DeliveryBrief } from "../../platform/lists/timeline.ts";

/** A message of a wallet as an order shows it. */
export interface MessageRaw {
  readonly id: bigint;
  readonly sender: string | null;
  readonly text: string;
  readonly kind: string;
  readonly amount: bigint | null;
  readonly trx_id: string | null;
  readonly counterparty: string | null;
  readonly reference: string | null;
  readonly match_status: string;
  readonly received_at: Date;
}
export type MessageLink = PaymentDetail["messages"][number];

/** Columns of {@link MessageRaw}. */
export const MESSAGE_COLUMNS = "id, sender, text, kind, amount, trx_id, counterparty, reference, match_status, received_at";

/** @param rank how well it fits the order, 0 to 100, with the reasons; null: it belongs to it */
export function messageLink(app: App, row: MessageRaw, viewer: Viewer, rank: { score: number; reasons: string[] } | null): MessageLink {
  return {
    id: app.publicIds.encode("sms", row.id),
    sender: phoneFor(viewer, row.sender),
    text: messageFor(viewer, row.text) ?? "",
    kind: row.kind,
    amount: formatAmountOrNull(row.amount),
    trx_id: row.trx_id,
    counterparty: phoneFor(viewer, row.counterparty),
    reference: messageFor(viewer, row.reference),
    match_status: row.match_status,
    received_at: row.received_at.toISOString(),
    score: rank?.score ?? null,
    reasons: rank?.reasons ?? [],
  };
}

/** Notifications of an object. */
export function deliveryLinks(app: App, deliveries: readonly DeliveryBrief[]): PaymentDetail["deliveries"] {
  return deliveries.map((item) => ({
    id: app.publicIds.encode("delivery", item.id),
    type: item.type,
    status: item.status,
    attempts: item.attempts,
    last_code: item.last_code,
    created_at: idIso(item.id),
  }));
}

/** A wallet that was considered: short, as acceptance keeps it (ids stay below 2^53), or named, as payouts keep it. */
type Considered =
  | readonly [walletId: number, result: RoutingOutcome, shareBps: number | null]
  | { readonly wallet_id: string; readonly result: RoutingOutcome; readonly share_bps: number | null };

/** Why this wallet and not the others, as it is kept with an order. */
export interface StoredRouting {
  /** Left out where it is the moment in which the order was made. */
  readonly at?: string;
  readonly chosen: number | string | null;
  readonly wallets: readonly Considered[];
  readonly rest?: Partial<Record<RoutingOutcome, number>>;
}

/** The considered wallets with their names. @param orderId the order that it is kept with */
export async function routingShown(app: App, q: Queryable, stored: StoredRouting | null, orderId: bigint): Promise<PaymentDetail["routing"]> {
  if (!stored) return null;
  const wallets = stored.wallets.map((one) =>
    "wallet_id" in one
      ? { id: BigInt(one.wallet_id), result: one.result, share_bps: one.share_bps }
      : { id: BigInt(one[0]), result: one[1], share_bps: one[2] },
  );
  const ids = wallets.map((one) => one.id);
  const named = await q.rows<{ id: bigint; name: string }>("select id, name from wallets where id = any($1::bigint[])", [ids]);
  const names = new Map(named.map((wallet) => [wallet.id, wallet.name]));
  return {
    at: stored.at ?? idIso(orderId),
    chosen: stored.chosen === null ? null : app.publicIds.encode("wallet", BigInt(stored.chosen)),
    wallets: wallets.map(({ id, ...rest }) => ({ wallet_id: app.publicIds.encode("wallet", id), wallet_name: names.get(id) ?? "", ...rest })),
    rest: ROUTING_OUTCOMES.flatMap((result) => {
      const count = stored.rest?.[result] ?? 0;
      return count > 0 ? [{ result, count }] : [];
    }),
  };
}

/** The columns that hold an order's own fee rule. */
export interface FeeColumns {
  readonly fee_rate_bps: number;
  readonly fee_fixed: bigint;
  readonly fee_min: bigint | null;
  readonly fee_max: bigint | null;
}

/** The fee rule that the order was taken under. */
export function feeRuleShown(row: FeeColumns): FeeRuleJson {
  return {
    rate_bps: row.fee_rate_bps,
    fixed: formatAmount(row.fee_fixed),
    min: formatAmountOrNull(row.fee_min),
    max: formatAmountOrNull(row.fee_max),
  };
}
