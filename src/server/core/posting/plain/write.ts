/** Writes what a message, or an act of a person, changes: one fact after another, each with its own statement. */
import { toJson, type Tx } from "../../../platform/db/pool.ts";
import { insertNotifications } from "../../outbox/queue.ts";
import type { PostingWrites } from "../write.ts";

/**
 * Writes all of it. The order is that of the locks: messages, orders, continuity; the accounts, which everybody shares, as late as can be.
 * @throws Error SQLSTATE 40001 when a message or an order has another version than the one that was decided on: the transaction is repeated;
 *   unique violation when a message, a booking or a TrxID is there already
 */
export async function writePlainly(tx: Tx, writes: PostingWrites): Promise<void> {
  const one = (name: string, text: string, row: unknown): Promise<number> => tx.run(text, [toJson(row)], name);
  for (const row of writes.sms) await one("plain_new_message", NEW_MESSAGE, row);
  for (const { key, sms_id } of writes.keys)
    await tx.run(
      "insert into sms_keys (key, sms_id) values (decode($1, 'hex'), $2) on conflict (key) do update set at = now() where sms_keys.at < now() - repeat_window()",
      [key, sms_id],
      "plain_key",
    );
  for (const row of writes.sms_updates) changed(await one("plain_message", MESSAGE, row), "message");
  for (const row of writes.bookings)
    await one(
      "plain_booking",
      "insert into sms_bookings (wallet_id, kind, trx_key, sms_id) select wallet_id, kind, trx_key, sms_id from jsonb_populate_record(null::sms_bookings, $1)",
      row,
    );
  for (const row of writes.used) await one("plain_used", USED_TRX, row);
  for (const row of writes.payments) {
    changed(await one("plain_payment", PAYMENT, row), "payment");
    await tx.run("delete from open_payments where payment_id = $1", [row.id], "plain_close");
    if (ENDS.has(row.status ?? "")) await tx.run("update order_trx set open = false where payment_id = $1 and open", [row.id]);
  }
  await insertNotifications(tx, writes.outbox);
  for (const row of writes.continuities) await one("plain_continuity", CONTINUITY, row);
  if (writes.legs.length > 0) await tx.run("select ledger_post($1)", [toJson(writes.legs)], "ledger_post");
  for (const { id } of writes.disputes)
    await tx.run("update payments set disputed_at = coalesce(disputed_at, now()), version = version + 1 where id = $1", [id]);
  for (const row of writes.new_discrepancies) await one("plain_new_discrepancy", NEW_DISCREPANCY, row);
  for (const row of writes.discrepancy_updates) await one("plain_discrepancy", DISCREPANCY, row);
  for (const { wallet_id, kind, amount, sms_id } of writes.differences)
    await tx.run("select difference_noted($1, $2, $3, 'sms', $4)", [wallet_id, kind, amount, sms_id]);
  for (const row of writes.release) await one("plain_release", "select usage_release($1)", [row]);
  for (const row of writes.usage) await one("plain_usage", "select usage_add($1)", [row]);
  for (const row of writes.stats) await one("plain_statistics", STATISTICS, row);
  for (const row of writes.events) await one("plain_event", EVENT, row);
  for (const row of writes.alerts) await one("plain_alert", "select alerts_raise($1)", [row]);
  for (const { wallet_id } of writes.continuities) await tx.run("select books_checked(array[$1::bigint])", [wallet_id], "plain_books");
}

/** Statuses of a payment after which no TrxID names it any more; `expired` may still be paid late. */
const ENDS: ReadonlySet<string> = new Set(["completed", "rejected", "cancelled"]);

/** What was decided holds for the version that was read. */
function changed(count: number, what: string): void {
  if (count !== 1) throw Object.assign(new Error(`a ${what} changed meanwhile`), { code: "40001" });
}

const MESSAGE_COLUMNS = `id, wallet_id, device_id, operator, sender, text, class, kind, direction, amount, fee, commission, extra, balance, trx_id, trx_key, counterparty, reference,
  operator_time, sent_at, received_at, match_status, payment_id, continuity, reasons, evidence, rule_id, rule_version, origin, booked_txn, in_suspense, held_until`;
const NEW_MESSAGE = `insert into sms (${MESSAGE_COLUMNS}) select ${MESSAGE_COLUMNS} from jsonb_populate_record(null::sms, $1)`;
/** What the row leaves out, or has as null, stays as it is; but for the end of the waiting. */
const MESSAGE = `update sms s set match_status = x.match_status, payment_id = coalesce(x.payment_id, s.payment_id), continuity = coalesce(x.continuity, s.continuity),
    reasons = coalesce(x.reasons, s.reasons), booked_txn = coalesce(x.booked_txn, s.booked_txn), in_suspense = coalesce(x.in_suspense, s.in_suspense),
    held_until = x.held_until, processed = true, version = s.version + 1
  from jsonb_populate_record(null::sms, $1) x where s.id = x.id and s.version = x.version`;
const USED_TRX = `insert into trx_used (operator, trx_key, direction, object_type, object_id, sms_id, amount, wallet_id)
  select operator, trx_key, direction, object_type, object_id, sms_id, amount, wallet_id from jsonb_populate_record(null::trx_used, $1)`;
const PAYMENT = `update payments t set status = x.status, reason = x.reason, received_amount = x.received, fee = x.fee, trx_id = x.trx_id, trx_key = x.trx_key,
    message_id = x.message_id, paid_at = x.paid_at, staff = case when x.account is null or x.account = any (t.staff) then t.staff else t.staff || x.account end,
    notify_status = x.notify_status, notify_next_at = x.paid_at, version = t.version + 1
  from jsonb_to_record($1) as x (id bigint, version int, status text, reason text, received bigint, fee bigint, trx_id text, trx_key text, message_id bigint,
    paid_at timestamptz, account text, notify_status text)
  where t.id = x.id and t.version = x.version`;
const CONTINUITY = `update wallet_continuity c set balance = x.balance, last_sms_id = coalesce(x.last_sms_id, c.last_sms_id),
    last_operator_time = coalesce(x.operator_time, c.last_operator_time), real_balance = coalesce(x.real_balance, c.real_balance),
    real_balance_at = case when x.real_balance is null then c.real_balance_at else x.real_at end, payouts_frozen = c.payouts_frozen or x.frozen,
    payouts_frozen_reason = case when x.frozen and coalesce(c.payouts_frozen_reason, '') not in ('discrepancy', 'reversal') then x.frozen_reason else c.payouts_frozen_reason end,
    prints = coalesce(nullif(x.prints, '{}'), c.prints)
  from jsonb_to_record($1) as x (wallet_id bigint, balance bigint, last_sms_id bigint, operator_time timestamptz, real_balance bigint, real_at timestamptz,
    frozen boolean, frozen_reason text, prints text[])
  where c.wallet_id = x.wallet_id`;
const NEW_DISCREPANCY = `insert into wallet_discrepancies (id, wallet_id, from_balance, to_balance, before_sms_id, after_sms_id, since, skipped)
  select id, wallet_id, from_balance, to_balance, before_sms_id, after_sms_id, now(), skipped from jsonb_populate_record(null::wallet_discrepancies, $1)`;
const DISCREPANCY = `update wallet_discrepancies g set from_balance = coalesce(x.from_balance, g.from_balance), to_balance = coalesce(x.to_balance, g.to_balance),
    closed_at = case when x.closed then now() end, closed_by = case when x.closed then 'late message' end
  from jsonb_to_record($1) as x (id bigint, from_balance bigint, to_balance bigint, closed boolean) where g.id = x.id`;
const STATISTICS = `insert into stats_batches (hours, merchants, operators, completed_counts, completed_amounts, fees)
  select array[x.hour], array[x.merchant_id], array[x.operator], array[x.count], array[x.amount], array[x.fees]
  from jsonb_to_record($1) as x (hour timestamptz, merchant_id bigint, operator text, count int, amount bigint, fees bigint)`;
const EVENT = `insert into order_events (id, object_type, object_id, kind, actor_type, actor_id, account, data)
  select id, object_type, object_id, kind, actor_type, actor_id, account, data from jsonb_populate_record(null::order_events, $1)`;
