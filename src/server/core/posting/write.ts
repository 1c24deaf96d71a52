/** Everything that messages, or an act of a person, change: rows by what they are of, collected before any is written. */
import { columnSet, documents, lists, plain, words, type RowOf } from "../../platform/db/columns.ts";
import type { NotificationRow } from "../outbox/queue.ts";
import type { PostedLeg } from "../ledger/post.ts";

/** Messages. */
export const SMS = columnSet({
  id: plain("message_ids", "bigint"),
  wallet_id: plain("message_wallets", "bigint"),
  device_id: plain("message_devices", "bigint"),
  operator: plain("message_operators", "text"),
  class: plain("message_classes", "text"),
  kind: plain("message_kinds", "text"),
  direction: plain("message_directions", "text"),
  amount: plain("message_amounts", "bigint"),
  fee: plain("message_fees", "bigint"),
  commission: plain("message_commissions", "bigint"),
  extra: plain("message_extras", "bigint"),
  balance: plain("message_balances", "bigint"),
  operator_time: plain("message_operator_times", "timestamptz"),
  sent_at: plain("message_sent", "timestamptz"),
  received_at: plain("message_received", "timestamptz"),
  match_status: plain("message_statuses", "text"),
  payment_id: plain("message_payments", "bigint"),
  continuity: plain("message_continuities", "text"),
  rule_version: plain("message_rule_versions", "int"),
  origin: plain("message_origins", "text"),
  booked_txn: plain("message_txns", "bigint"),
  in_suspense: plain("message_suspense", "boolean"),
  held_until: plain("message_held", "timestamptz"),
  sender: words("message_senders"),
  text: words("message_texts"),
  trx_id: words("message_trx_ids"),
  trx_key: words("message_trx_keys"),
  counterparty: words("message_counterparties"),
  reference: words("message_references"),
  rule_id: words("message_rules"),
  reasons: lists("message_reasons"),
  evidence: documents("message_evidence"),
});
/** What messages are known again by. */
export const KEYS = columnSet({ key: plain("key_hashes", "text"), sms_id: plain("key_messages", "bigint") });
/** One booking for each wallet, kind and TrxID. */
export const BOOKINGS = columnSet({
  wallet_id: plain("booking_wallets", "bigint"),
  kind: plain("booking_kinds", "text"),
  sms_id: plain("booking_messages", "bigint"),
  trx_key: words("booking_keys"),
});
/** TrxIDs and what they were used for. */
export const USED = columnSet({
  operator: plain("used_operators", "text"),
  direction: plain("used_directions", "text"),
  object_type: plain("used_types", "text"),
  object_id: plain("used_objects", "bigint"),
  sms_id: plain("used_messages", "bigint"),
  amount: plain("used_amounts", "bigint"),
  wallet_id: plain("used_wallets", "bigint"),
  trx_key: words("used_keys"),
});
/** Orders that change. */
export const PAYMENTS = columnSet({
  id: plain("payment_ids", "bigint"),
  version: plain("payment_versions", "int"),
  status: plain("payment_statuses", "text"),
  received: plain("payment_received", "bigint"),
  fee: plain("payment_fees", "bigint"),
  message_id: plain("payment_messages", "bigint"),
  paid_at: plain("payment_paid", "timestamptz"),
  notify_status: plain("payment_notify", "text"),
  reason: words("payment_reasons"),
  trx_id: words("payment_trx_ids"),
  trx_key: words("payment_trx_keys"),
  account: words("payment_accounts"),
});
/** Notifications. */
export const OUTBOX = columnSet({
  id: plain("outbox_ids", "bigint"),
  merchant_id: plain("outbox_merchants", "bigint"),
  object_type: plain("outbox_object_types", "text"),
  object_id: plain("outbox_objects", "bigint"),
  type: plain("outbox_types", "text"),
  status: plain("outbox_statuses", "text"),
  next_at: plain("outbox_next", "timestamptz"),
  give_up_at: plain("outbox_give_up", "timestamptz"),
  url: words("outbox_urls"),
  body: words("outbox_bodies"),
});
/** Trusted ends of wallets' continuity. */
export const CONTINUITIES = columnSet({
  wallet_id: plain("continuity_wallets", "bigint"),
  balance: plain("continuity_balances", "bigint"),
  last_sms_id: plain("continuity_messages", "bigint"),
  operator_time: plain("continuity_times", "timestamptz"),
  real_balance: plain("continuity_real", "bigint"),
  real_at: plain("continuity_real_at", "timestamptz"),
  frozen: plain("continuity_frozen", "boolean"),
  frozen_reason: words("continuity_frozen_reasons"),
  // All of them where one is new; empty: as they are.
  prints: lists("continuity_prints"),
});

export type SmsWrite = RowOf<typeof SMS>;
/** What a person or a later message changes of a stored message; null or absent: as it is. */
export interface SmsUpdate {
  readonly id: bigint;
  readonly version: number;
  readonly match_status: string;
  readonly held_until: string | null;
  readonly payment_id?: bigint | null;
  readonly continuity?: string | null;
  readonly reasons?: readonly string[] | null;
  readonly booked_txn?: bigint | null;
  readonly in_suspense?: boolean | null;
}
/** What is added to, or given back of, the limits of a wallet on a day of its operator; amounts in minor units. */
export interface UsageWrite {
  readonly wallet_id: bigint;
  readonly day: string;
  readonly month: string;
  readonly amount: bigint;
  readonly count: number;
}
/** What is added to the figures of an hour. */
export interface StatsWrite {
  readonly hour: string;
  readonly merchant_id: bigint;
  readonly operator: string;
  readonly count: number;
  readonly amount: bigint;
  readonly fees: bigint;
}
/** A line of an object's timeline. */
export interface EventWrite {
  readonly id: bigint;
  readonly object_type: string;
  readonly object_id: bigint;
  readonly kind: string;
  readonly actor_type: string;
  readonly actor_id: bigint | null;
  readonly account: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}
/** An alert to raise, or to renew. */
export interface AlertWrite {
  readonly id: bigint;
  readonly kind: string;
  readonly object_type: string;
  readonly object_id: bigint;
  readonly merchant_id: bigint | null;
  readonly amount: bigint | null;
  readonly data: Readonly<Record<string, unknown>>;
}
/** A break of a wallet's continuity. */
export interface DiscrepancyWrite {
  readonly id: bigint;
  readonly wallet_id: bigint;
  readonly from_balance: bigint;
  readonly to_balance: bigint;
  readonly before_sms_id: bigint | null;
  readonly after_sms_id: bigint;
  readonly skipped: boolean;
}
/** What a late message leaves of a break. */
export interface DiscrepancyUpdate {
  readonly id: bigint;
  readonly from_balance: bigint | null;
  readonly to_balance: bigint | null;
  readonly closed: boolean;
}
/** How far a wallet's books and its operator drift apart, real less books. */
export interface DifferenceWrite {
  readonly wallet_id: bigint;
  readonly kind: string;
  readonly amount: bigint;
  readonly sms_id: bigint;
}

/** What is to be written, list by list; each row once. */
export class PostingWrites {
  readonly sms: SmsWrite[] = [];
  readonly keys: RowOf<typeof KEYS>[] = [];
  readonly sms_updates: SmsUpdate[] = [];
  readonly bookings: RowOf<typeof BOOKINGS>[] = [];
  readonly used: RowOf<typeof USED>[] = [];
  readonly payments: RowOf<typeof PAYMENTS>[] = [];
  disputes: { readonly id: bigint }[] = [];
  legs: readonly PostedLeg[] = [];
  readonly outbox: NotificationRow[] = [];
  readonly continuities: RowOf<typeof CONTINUITIES>[] = [];
  readonly new_discrepancies: DiscrepancyWrite[] = [];
  readonly discrepancy_updates: DiscrepancyUpdate[] = [];
  readonly differences: DifferenceWrite[] = [];
  readonly release: UsageWrite[] = [];
  readonly usage: UsageWrite[] = [];
  readonly stats: StatsWrite[] = [];
  readonly events: EventWrite[] = [];
  alerts: AlertWrite[] = [];
}
