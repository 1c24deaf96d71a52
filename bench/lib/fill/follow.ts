/** SQL that writes what follows from a month's orders: entries with running balances, messages, notifications, roll-ups. */
import { bounds, legsSql } from "./orders.ts";
import { WORK_BOOKINGS, WORK_TRX, workLegsSql } from "./people.ts";
import { DEVICE_AFTER_WALLET } from "../seed.ts";
import type { FillMonth } from "./size.ts";

/** Legs of a month's orders and of what people did in it. */
const allLegsSql = (month: FillMonth): string => `${legsSql(month)} union all ${workLegsSql(month)}`;

/** What a month's legs come to, per account: makes the months independent of each other. */
export function sumsSql(month: FillMonth): string {
  return `insert into fill.sums select '${month.name}', account_id, count(*), sum(amount) from (${allLegsSql(month)}) legs group by account_id`;
}

/** Number and balance with which each account comes into each month. */
export const OPENINGS = `
  create table fill.openings as select month, account_id, coalesce(sum(count) over before, 0)::bigint as seq, coalesce(sum(change) over before, 0)::bigint as balance
    from (select m as month, a as account_id, coalesce(count, 0) as count, coalesce(change, 0) as change
      from (select distinct month as m from fill.sums) months cross join (select distinct account_id as a from fill.sums) named left join fill.sums s on s.month = m and s.account_id = a) every
    window before as (partition by account_id order by month rows between unbounded preceding and 1 preceding)`;

/** The month's entries, each account's numbered and chained in the order of ids, written in that order. */
export function entriesSql(month: FillMonth): string {
  return `insert into entries_${month.name} (id, account_id, seq, txn_id, kind, amount, normal, before_balance, after_balance, ref_type, ref_id, merchant_id)
    select l.id, l.account_id, o.seq + place, l.txn_id, l.kind, l.amount, l.normal, o.balance + run - l.amount, o.balance + run, l.ref_type, l.ref_id, l.merchant_id
    from (select *, row_number() over w as place, sum_minor(amount) over w as run from (${allLegsSql(month)}) legs window w as (partition by account_id order by id rows unbounded preceding)) l
    join fill.openings o on o.month = '${month.name}' and o.account_id = l.account_id order by l.id`;
}

/** Accounts as their entries leave them. */
export const ACCOUNTS = `
  update accounts a set balance = s.change, seq = s.count, last_entry_id = s.last
    from (select s.account_id, sum(s.count) as count, sum(s.change) as change, max(l.last) as last
      from fill.sums s join (select account_id, max(last) as last from fill.lasts group by account_id) l using (account_id) group by s.account_id) s where s.account_id = a.id`;

/** What a month's entries come to by account and day, and each account's last entry. */
export function daysSql(month: FillMonth): string {
  return `with days as (select account_id, business_day(id) as day, sum(amount) as change, count(*) as count, min(seq) as first_seq, max(seq) as last_seq, max(id) as last from entries_${month.name} group by 1, 2),
    lasts as (insert into fill.lasts select account_id, max(last) from days group by 1)
    insert into account_days select account_id, day, change, count, first_seq, last_seq from days join accounts a on a.id = account_id where a.kind in ('wallet', 'suspense', 'fees')`;
}

/** The month's flows of wallets by day, as `roll_up_account` adds them up. */
export function flowsSql(month: FillMonth): string {
  const orders = `select wallet_id, business_day(id_at(paid_at)) as day, 'payment' as ref_type, received_amount as amount, fee, 1 as sign from payments_${month.name} where status = 'completed'
      union all select wallet_id, business_day(id_at(paid_at)), 'disburse', amount, fee, -1 from disburses_${month.name} where status = 'completed'`;
  return `insert into wallet_flows (wallet_id, day, side, ref_type, kind, credit, debit, count)
    select wallet_id, day, 'wallet', ref_type, ref_type, coalesce(sum(amount) filter (where sign > 0), 0), coalesce(sum(amount) filter (where sign < 0), 0), count(*) from (${orders}) o group by wallet_id, day, ref_type
    union all select wallet_id, day, 'fees', ref_type, ref_type || '_fee', sum(fee), 0, count(*) from (${orders}) o where fee > 0 group by wallet_id, day, ref_type
    union all select wallet_id, business_day(id), 'wallet', 'sms', 'suspense', sum(amount), 0, count(*) from fill.strays where status = 'unmatched' and id between ${bounds(month)} group by 1, 2`;
}

/** How far the books are added up: to their end. */
export const ROLLED_UP =
  "insert into ledger_rollup select id, seq, balance from accounts where kind in ('wallet', 'suspense', 'fees', 'unexplained') and seq > 0";

/** The month's hourly figures: orders in the hour in which they were made, money in the hour in which it came. */
export function statsSql(month: FillMonth): string {
  const hour = (at: string): string => `date_trunc('hour', ${at})`;
  return `insert into stats_hourly (hour, merchant_id, operator, created_count, created_amount, completed_count, completed_amount, fees, disbursed_count, disbursed_amount, disburse_fees)
    select hour, merchant_id, operator, sum(a), sum(b), sum(c), sum(d), sum(e), sum(f), sum(g), sum(h) from (
      select ${hour("time_of_id(id)")} as hour, merchant_id, operator, count(*) as a, sum(amount) as b, 0 as c, 0 as d, 0 as e, 0 as f, 0 as g, 0 as h from payments_${month.name} group by 1, 2, 3
      union all select ${hour("paid_at")}, merchant_id, operator, 0, 0, count(*), sum(received_amount), sum(fee), 0, 0, 0 from payments_${month.name} where status = 'completed' group by 1, 2, 3
      union all select ${hour("paid_at")}, merchant_id, operator, 0, 0, 0, 0, 0, count(*), sum(amount), sum(fee) from disburses_${month.name} where status = 'completed' group by 1, 2, 3) parts
    group by hour, merchant_id, operator`;
}

/** The month's messages, with the balance that the wallet's entry left. */
export function messagesSql(month: FillMonth): string {
  const at = (column: string): string => `to_char(${column} at time zone 'Asia/Dhaka', 'DD/MM/YYYY HH24:MI')`;
  return `insert into sms_${month.name} (id, wallet_id, device_id, operator, sender, text, class, kind, direction, amount, fee, balance, trx_id, trx_key, counterparty, operator_time, received_at, match_status,
      payment_id, disburse_id, continuity, booked_txn, in_suspense, rule_id, rule_version)
    select m.id, m.wallet_id, m.wallet_id + ${DEVICE_AFTER_WALLET}, m.operator, case m.operator when 'bkash' then 'bKash' else 'NAGAD' end, text || fill.money(e.after_balance) || '. TrxID ' || trx || ' at ' || ${at("m.at")}, 'money', m.kind, direction,
      m.amount, 0, e.after_balance, trx, trx, who, m.at, m.at, 'matched', m.payment_id, m.disburse_id, 'fits', m.id, false, 'bench', 1
    from (
      select message_id as id, wallet_id, operator, 'You have received Tk ' || fill.money(received_amount) || ' from ' || customer || '. Fee Tk 0.00. Balance Tk ' as text, 'receive' as kind, 'credit' as direction,
        received_amount as amount, trx_id as trx, customer as who, paid_at as at, id as payment_id, null::bigint as disburse_id from payments_${month.name} where status = 'completed'
      union all select fill.block(id, paid_at) + 256, wallet_id, operator, 'Send Money Tk ' || fill.money(amount) || ' to ' || customer || ' successful. Fee Tk 0.00. Balance Tk ', 'send_money', 'debit',
        amount, trx_id, customer, paid_at, null, id from disburses_${month.name} where status = 'completed') m
    join entries_${month.name} e on e.id = m.id
    union all
    select x.id, x.wallet_id, x.wallet_id + ${DEVICE_AFTER_WALLET}, x.operator, 'bKash', case when x.status = 'unparsed' then 'Dear customer, your request is noted. ' || x.id else 'You have received Tk ' || fill.money(x.amount) || ' from 01700000001.' end, 'money',
      case when x.status = 'unparsed' then 'unknown' else 'receive' end, case when x.status = 'unparsed' then 'none' else 'credit' end, case when x.status <> 'unparsed' then x.amount end, null, e.after_balance,
      'S' || x.id, 'S' || x.id, '01700000001', time_of_id(x.id), time_of_id(x.id), x.status, null, null, case when e.id is null then 'unknown' else 'fits' end, case when e.id is not null then x.id end, e.id is not null, 'bench', 1
    from fill.strays x left join entries_${month.name} e on e.id = x.id where x.id between ${bounds(month)} order by 1`;
}

/** The month's notifications, all of them sent or given up. */
export function notificationsSql(month: FillMonth): string {
  const body = (type: string): string =>
    `'{"type":"${type}.' || o.status || '","data":{"id":"' || o.id || '","merchant_order_id":"' || merchant_order_id || '","status":"' || o.status || '","amount":"' || fill.money(amount) || '","fee":"' || coalesce(fill.money(fee), '') || '","trx_id":"' || coalesce(trx_id, '') || '","operator":"' || operator || '"}}'`;
  const tries = `case notify_status when 'none' then '[]' else '[{"at":"' || to_char(time_of_id(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '","code":' || notify_last_code || ',"ms":41,"body_start":"ok","error":null}]' end::jsonb`;
  const rows = (type: string, table: string, at: string, url: string): string =>
    `select at, merchant_id, '${type}', id, '${type}.' || status, ${url}, ${body(type)}, notify_status, notify_attempts, ${tries}, notify_last_code, time_of_id(at) from (select *, ${at} as at from ${table}_${month.name} where status not in ('pending', 'review')) o`;
  return `insert into deliveries_${month.name} (id, merchant_id, object_type, object_id, type, url, body, status, attempts, attempt_log, last_code, delivered_at)
    ${rows("payment", "payments", "case when paid_at is not null then fill.block(id, paid_at) else fill.block(id, time_of_id(id) + interval '14 minutes') + 1 end", "notify_url")}
    union all ${rows("disburse", "disburses", "fill.block(id, coalesce(paid_at, time_of_id(id) + interval '30 seconds')) + 256", "case when notify_status <> 'none' then 'https://shop-' || merchant_id % 200 || '.example/notify' end")}
    order by 1`;
}

/** What the month's messages report by wallet and finished day, as `wallet_reports_of` adds them up. */
export function reportsSql(month: FillMonth): string {
  const counted = "amount is not null and match_status in ('matched', 'unmatched', 'review')";
  // A message of a transfer or a withdrawal is neither a receipt nor a payout; the balance that it prints counts.
  const flow = (direction: string): string => `(where direction = '${direction}' and transfer_id is null and withdrawal_id is null)`;
  return `insert into wallet_reports (wallet_id, day, payment, payment_count, disburse, disburse_count, real_balance, real_at)
    select w.id, d::date, coalesce(r.payment, 0), coalesce(r.payments, 0), coalesce(r.disburse, 0), coalesce(r.disburses, 0), s.balance, s.operator_time
    from wallets w cross join generate_series(date '${firstDay(month)}', least(date '${firstDay(month)}' + interval '1 month', date_trunc('day', now() at time zone 'Asia/Shanghai')) - interval '1 day', interval '1 day') d
    left join (select wallet_id, business_day(id) as day, sum(amount) filter ${flow("credit")} as payment, count(*) filter ${flow("credit")} as payments,
        sum(amount) filter ${flow("debit")} as disburse, count(*) filter ${flow("debit")} as disburses, max(id) filter (where balance is not null) as last
      from sms_${month.name} where ${counted} group by 1, 2) r on r.wallet_id = w.id and r.day = d::date
    left join sms_${month.name} s on s.id = r.last`;
}

const firstDay = (month: FillMonth): string => `${month.name.slice(0, 4)}-${month.name.slice(4)}-01`;

/** Tables that no month divides, each in one statement. */
export const WHOLE_TABLES: Readonly<Record<string, string>> = {
  merchant_order_keys: `insert into merchant_order_keys (merchant_id, direction, key, order_id) select merchant_id, 'payment', merchant_order_id, id from payments
    union all select merchant_id, 'disburse', merchant_order_id, id from disburses`,
  trx_used: `insert into trx_used (operator, trx_key, direction, object_type, object_id, sms_id, amount, wallet_id, at)
    select operator, trx_key, 'credit', 'payment', id, message_id, received_amount, wallet_id, paid_at from payments where status = 'completed'
    union all select operator, trx_key, 'debit', 'disburse', id, fill.block(id, paid_at) + 256, amount, wallet_id, paid_at from disburses where status = 'completed'
    union all ${WORK_TRX}`,
  sms_bookings: `insert into sms_bookings (wallet_id, kind, trx_key, sms_id) select wallet_id, 'receive', trx_key, message_id from payments where status = 'completed'
    union all select wallet_id, 'send_money', trx_key, fill.block(id, paid_at) + 256 from disburses where status = 'completed'
    union all ${WORK_BOOKINGS}`,
};

/** Attempts of payouts, open payments, and wallets as their messages leave them: little of each. They come when the indexes are there. */
export const SMALL_TABLES: readonly string[] = [
  `insert into disburse_attempts (disburse_id, no, wallet_id, status, reference, trx_id, started_at, ended_at, rail, amount, cost)
    select id, 1, wallet_id, case status when 'completed' then 'completed' else 'failed' end, 'R' || id, trx_id, time_of_id(id) + interval '2 seconds', coalesce(paid_at, time_of_id(id) + interval '30 seconds'), 'app', amount, 0
    from disburses where attempt_count = 1`,
  "insert into active_attempts (disburse_id, no, completed) select disburse_id, no, true from disburse_attempts where status = 'completed'",
  "insert into open_payments (payment_id, wallet_id, amount, payer, expires_at) select id, wallet_id, amount, customer, expires_at from payments where status = 'pending'",
  `update wallet_continuity c set balance = a.balance, real_balance = a.balance, continuity = 'kept', last_sms_id = s.id, last_operator_time = s.at, real_balance_at = s.at
    from accounts a cross join lateral (select max(id) as id, max(received_at) as at from sms where wallet_id = a.owner_id and booked_txn is not null) s where a.kind = 'wallet' and a.owner_id = c.wallet_id`,
  // The newest notifications wait to be sent, long enough for any bench.
  `with newest as (select d.id from deliveries d join payments p on p.id = d.object_id and p.notify_status = 'delivered' where d.object_type = 'payment' and d.id > id_at(now() - interval '2 days') order by d.id desc limit 40),
    moved as (delete from deliveries where id in (select id from newest) returning *),
    kept as (insert into outbox (id, merchant_id, object_type, object_id, type, url, body, status, attempts, attempt_log, next_at) select id, merchant_id, object_type, object_id, type, url, body, 'waiting', 0, '[]', now() + interval '1 year' from moved)
    update payments set notify_status = 'waiting', notify_attempts = 0, notify_last_code = null where id in (select object_id from moved)`,
];
