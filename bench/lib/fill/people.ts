/**
 * SQL that writes what people do with money in a month: transfers of float, withdrawals, manual operations; and what follows from
 * each in the books, in messages and in notifications, by the postings of `src/domain/ledger/`.
 *
 * Ids. `fill.act` gives ids that no order and nothing of an order has (their lowest bits are never 3 beside the 256): its time,
 * what it is (`WHAT`), and for a transaction's legs which of them.
 */
import { DEVICE_AFTER_WALLET } from "../seed.ts";
import { bounds, operatorOf, type FillBase } from "./orders.ts";
import { MERCHANTS, STAFF, WALLETS, type FillMonth } from "./size.ts";

/** What an id of `fill.act` belongs to; below 64. */
export const WHAT = {
  transfer: 1,
  transferOut: 2,
  transferIn: 3,
  withdrawal: 4,
  withdrawalHeld: 5,
  withdrawalEnded: 6,
  withdrawalTold: 7,
  manual: 8,
  manualApplied: 9,
  batch: 10,
  job: 11,
  approval: 12,
  ended: 13,
  open: 14,
  signin: 15,
  /** Rows of the audit trail: one kind for each source. */
  audit: 20,
} as const;

export const ACT_FUNCTION = `
  create function fill.act(at timestamptz, what int, leg int default 0) returns bigint language sql immutable parallel safe return id_at(at) | 259 | (what << 2) | (leg::bigint << 9);`;

/** Moments of a month, evenly: `i` from 0, `n` that no other month has, `at`, `waits` for the newest of the running month. */
export const moments = (month: FillMonth, count: number): string => `(select i, n, at, ${month.isNewest} and i >= ${count - openOf(count)} as waits
    from (select i, ${month.firstPayment} + i as n, to_timestamp((${month.startMs} + i * ${month.spanMs}::double precision / ${Math.max(1, count)}) / 1000.0) as at from generate_series(0::bigint, ${count - 1}) i) instants offset 0)`;

/** Of so many the newest that nobody has ended yet. */
const openOf = (count: number): number => Math.min(100, Math.max(4, Math.round(count / 20)));

/** Somebody of staff; `next` for another one than `who`. */
export const staffOf = (base: FillBase, who: string): string => `${base.user} + (${who}) % ${STAFF}`;
/** The admin of a merchant. */
export const merchantUser = (base: FillBase, merchant: string): string => `${base.user + BigInt(STAFF)} + (${merchant} - ${base.merchant})`;
/** A merchant, as often as it is big. */
const merchantBy = (base: FillBase, salt: number): string =>
  `${base.merchant} + least(${MERCHANTS - 1}, floor(${MERCHANTS} * power(fill.share(n, ${salt}), 2.2)))::bigint`;
const taka = (salt: number, most: number): string => `(100 + floor(power(fill.share(n, ${salt}), 2) * ${most}))::bigint * 100`;
/** A TrxID of people's own, by a letter that no order's begins with. */
const trxBy = (letter: "T" | "U"): string => `'${letter}' || lpad(upper(to_hex((n * 92821) % 268435456)), 9, '0')`;

/** Between own wallets, bought and sold; the newest wait or are on their way. */
function transfersSql(month: FillMonth, base: FillBase): string {
  return `insert into transfers (id, kind, from_wallet_id, to_wallet_id, amount, status, maker, checker, note, reason, approved_at, completed_at, out_at, out_sms_id, out_trx_id, out_trx_key, in_at, in_sms_id, in_trx_id, in_trx_key, version)
    select fill.act(at, ${WHAT.transfer}), kind, source, target, amount, status, ${staffOf(base, "n")}, case when status in ('completed', 'processing', 'failed') then ${staffOf(base, "n + 1")} end,
      case n % 3 when 0 then 'float for the evening' when 1 then '' else 'level the wallets' end, case status when 'failed' then 'the agent was closed' end,
      case when status in ('completed', 'processing', 'failed') then at + interval '2 minutes' end, case status when 'completed' then at + interval '6 minutes' end,
      case when sent then at + interval '4 minutes' end, case when sent then fill.act(at + interval '4 minutes', ${WHAT.transferOut}) end, case when sent then trx end, case when sent then trx end,
      case when came then at + interval '6 minutes' end, case when came then fill.act(at + interval '6 minutes', ${WHAT.transferIn}) end, case when came then trx end, case when came then trx end, 3
    from (select *, status in ('completed', 'processing') and source is not null as sent, status = 'completed' and target is not null as came from (
      select n, at, kind, ${trxBy("T")} as trx, ${taka(31, 3000)} as amount, case when kind <> 'b2b_in' then ${base.wallet} + n * 7 % ${WALLETS} end as source, case when kind <> 'b2b_out' then ${base.wallet} + (n * 7 + 10) % ${WALLETS} end as target,
        case when waits then (array['pending', 'processing'])[1 + i % 2] when u < 0.93 then 'completed' when u < 0.97 then 'failed' else 'cancelled' end as status
      from (select *, (array['wallet', 'b2b_in', 'wallet', 'b2b_out'])[1 + n % 4] as kind, fill.share(n, 32) as u from ${moments(month, month.people.transfers)} m) drawn offset 0) named) whole`;
}

/** Paid from outside, every tenth from a wallet; the newest wait for their approval or their payment. */
function withdrawalsSql(month: FillMonth, base: FillBase): string {
  return `insert into withdrawals (id, merchant_id, receiving_account, amount, note, submitter, approver, payer, status, reason, reference, wallet_id, paid_at, max_available, approved_at, cost, trx_key, sms_id, outside_key, version)
    select fill.act(at, ${WHAT.withdrawal}), merchant, 'BRAC Bank 15' || lpad((merchant % 1000000)::text, 8, '0'), amount, case when n % 5 = 0 then 'weekly' else '' end, case when n % 2 = 0 then ${merchantUser(base, "merchant")} else ${staffOf(base, "n")} end,
      case when status in ('approved', 'paid') then ${staffOf(base, "n + 1")} end, case status when 'paid' then ${staffOf(base, "n + 2")} end, status, case status when 'rejected' then 'the account is not the merchant''s' end,
      case when paid and own then trx when paid then 'BK' || n end, case when paid and own then ${base.wallet} + n * 11 % ${WALLETS} end, case when paid then ended end, 2 * amount, case when status in ('approved', 'paid') then at + interval '3 minutes' end,
      case when paid and own then 0 end, case when paid and own then trx end, case when paid and own then fill.act(ended, ${WHAT.withdrawalEnded}) end, case when paid and not own then 'bk' || n end, 3
    from (select *, status = 'paid' as paid, at + interval '8 minutes' as ended from (
      select n, at, ${merchantBy(base, 33)} as merchant, ${taka(34, 4000)} as amount, n % 10 = 3 as own, ${trxBy("U")} as trx,
        case when waits then (array['pending', 'approved'])[1 + i % 2] when fill.share(n, 35) < 0.95 then 'paid' else 'rejected' end as status
      from ${moments(month, month.people.withdrawals)} m offset 0) drawn) whole`;
}

/** Of ten kinds; those about a message or an order were refused. Wallets bring their balances along in the first month. */
function manualSql(month: FillMonth, base: FillBase): string {
  return `insert into manual_operations (id, kind, merchant_id, wallet_id, sms_id, payment_id, amount, note, maker, checker, status, reason, expires_at, decided_at, version)
    select fill.act(at, ${WHAT.manual}), kind, case when kind like 'merchant%' or kind in ('assign_message', 'payment_reversal') then merchant end, case when kind not like 'merchant%' then wallet end,
      case when kind in ('assign_message', 'write_off') then s.id end, case when kind in ('assign_message', 'payment_reversal') then p.id end, amount, 'as the statement of ' || to_char(at, 'DD/MM') || ' shows', ${staffOf(base, "n")},
      case when status in ('applied', 'rejected') then ${staffOf(base, "n + 1")} end, status, case status when 'rejected' then 'already booked' end, case status when 'requested' then ${base.until} else at + interval '1 day' end, case when status <> 'requested' then at + interval '5 minutes' end, 2
    from (select *, case when waits and not about then 'requested' when about or fill.share(n, 37) > 0.9 then case when n % 3 = 0 then 'lapsed' else 'rejected' end else 'applied' end as status from (
      select *, kind in ('assign_message', 'write_off', 'payment_reversal') as about, ${merchantBy(base, 36)} as merchant, ${base.wallet} + i % ${WALLETS} as wallet, ${taka(38, 300)} as amount from (
        select *, (array[${month.isFirst ? "'opening'" : "'merchant_debit'"}, 'merchant_credit', 'wallet_credit', 'wallet_debit', 'b2b_credit', 'b2b_debit', 'write_off', 'assign_message', 'payment_reversal', 'wallet_credit'])[1 + case when i < ${WALLETS} then n % 10 else 1 + n % 9 end] as kind
        from ${moments(month, month.people.manual)} m) kinds offset 0) drawn offset 0) whole
    left join lateral (select id from fill.strays where whole.about and id between ${bounds(month)} order by id offset whole.i % 50 limit 1) s on true
    left join lateral (select id from payments_${month.name} where whole.about and status = 'completed' offset whole.i % 50 limit 1) p on true
    where not whole.about or (s.id is not null and p.id is not null)`;
}

/** What people do with money in a month. */
export const workSql = (month: FillMonth, base: FillBase): string[] => [transfersSql(month, base), withdrawalsSql(month, base), manualSql(month, base)];

/** One leg: when its transaction is, which it is, which of its legs, whose account and by how much it changes. */
interface LegSql {
  readonly of: string;
  readonly owner?: string;
  readonly kind: string;
  readonly change: string;
}
interface TransactionSql {
  readonly from: string;
  readonly at: string;
  readonly what: number;
  readonly ref: string;
  readonly where: string;
  readonly legs: readonly LegSql[];
}

const TRANSACTIONS: readonly TransactionSql[] = [
  {
    from: "transfers",
    at: "x.out_at",
    what: WHAT.transferOut,
    ref: "transfer",
    where: "x.out_at is not null",
    legs: [
      { of: "'wallet'", owner: "x.from_wallet_id", kind: "case x.kind when 'wallet' then 'transfer_out' else 'b2b_out' end", change: "-x.amount" },
      {
        of: "case x.kind when 'wallet' then 'transit' else 'b2b' end",
        kind: "case x.kind when 'wallet' then 'transfer_out' else 'b2b_out' end",
        change: "x.amount",
      },
    ],
  },
  {
    from: "transfers",
    at: "x.in_at",
    what: WHAT.transferIn,
    ref: "transfer",
    where: "x.in_at is not null",
    legs: [
      { of: "'wallet'", owner: "x.to_wallet_id", kind: "case x.kind when 'wallet' then 'transfer_in' else 'b2b_in' end", change: "x.amount" },
      {
        of: "case x.kind when 'wallet' then 'transit' else 'b2b' end",
        kind: "case x.kind when 'wallet' then 'transfer_in' else 'b2b_in' end",
        change: "-x.amount",
      },
    ],
  },
  {
    from: "withdrawals",
    at: "time_of_id(x.id)",
    what: WHAT.withdrawalHeld,
    ref: "withdrawal",
    where: "true",
    legs: [
      { of: "'merchant'", owner: "x.merchant_id", kind: "'withdrawal_hold'", change: "-x.amount" },
      { of: "'hold'", owner: "x.merchant_id", kind: "'withdrawal_hold'", change: "x.amount" },
    ],
  },
  {
    from: "withdrawals",
    at: "x.paid_at",
    what: WHAT.withdrawalEnded,
    ref: "withdrawal",
    where: "x.status = 'paid'",
    legs: [
      { of: "case when x.wallet_id is null then 'settlement' else 'wallet' end", owner: "coalesce(x.wallet_id, 0)", kind: "'withdrawal'", change: "-x.amount" },
      { of: "'hold'", owner: "x.merchant_id", kind: "'withdrawal'", change: "-x.amount" },
    ],
  },
  {
    from: "withdrawals",
    at: "time_of_id(x.id) + interval '8 minutes'",
    what: WHAT.withdrawalEnded,
    ref: "withdrawal",
    where: "x.status = 'rejected'",
    legs: [
      { of: "'hold'", owner: "x.merchant_id", kind: "'withdrawal_release'", change: "-x.amount" },
      { of: "'merchant'", owner: "x.merchant_id", kind: "'withdrawal_release'", change: "x.amount" },
    ],
  },
  {
    from: "manual_operations",
    at: "x.decided_at",
    what: WHAT.manualApplied,
    ref: "manual",
    where: "x.status = 'applied'",
    legs: [
      {
        of: "case when x.merchant_id is null then 'wallet' else 'merchant' end",
        owner: "coalesce(x.merchant_id, x.wallet_id)",
        kind: "x.kind",
        change: "case when x.kind like '%debit' then -x.amount else x.amount end",
      },
      // Across a merchant stands what we gave, across a wallet what it came from.
      {
        of: "case when x.kind like 'b2b%' then 'b2b' else 'adjustments' end",
        kind: "x.kind",
        change: "case when (x.kind like '%debit') = (x.merchant_id is null) then x.amount else -x.amount end",
      },
    ],
  },
];

/** Legs of what people did in a month, in the columns of an order's legs (`legsSql`). */
export function workLegsSql(month: FillMonth): string {
  const parts = TRANSACTIONS.flatMap(({ from, at, what, ref, where, legs }) =>
    legs.map(
      ({ of, owner, kind, change }, leg) =>
        `select ${at}, ${what}, ${leg}, ${of}, ${owner ?? "0"}::bigint, ${kind}, ${change}, '${ref}', x.id from ${from} x where x.id between ${bounds(month)} and ${where}`,
    ),
  );
  return `select fill.act(l.at, l.what, l.leg) as id, a.id as account_id, fill.act(l.at, l.what) as txn_id, l.kind, l.change as amount, a.normal::int as normal, l.ref_type, l.ref_id,
      case l.of when 'merchant' then l.owner end as merchant_id
    from (${parts.join(" union all ")}) l (at, what, leg, of, owner, kind, change, ref_type, ref_id) join accounts a on a.kind = l.of and a.owner_id = l.owner`;
}

/** Flows of wallets in a month that no order explains, by day. */
export const workFlowsSql = (month: FillMonth): string => `insert into wallet_flows (wallet_id, day, side, ref_type, kind, credit, debit, count)
  select a.owner_id, business_day(l.id), 'wallet', l.ref_type, l.kind, coalesce(sum(l.amount) filter (where l.amount > 0), 0), coalesce(-sum(l.amount) filter (where l.amount < 0), 0), count(*)
  from (${workLegsSql(month)}) l join accounts a on a.id = l.account_id and a.kind = 'wallet' group by a.owner_id, 2, l.ref_type, l.kind`;

/** Messages of transfers and withdrawals: `id, wallet_id, kind, direction, amount, trx, at, transfer_id, withdrawal_id`. */
const MESSAGES = `(
  select out_sms_id as id, from_wallet_id as wallet_id, case kind when 'wallet' then 'send_money' else 'b2b_out' end as kind, 'debit' as direction, amount, out_trx_id as trx, out_at as at, id as transfer_id, null::bigint as withdrawal_id from transfers where out_sms_id is not null
  union all select in_sms_id, to_wallet_id, case kind when 'wallet' then 'receive' else 'b2b_in' end, 'credit', amount, in_trx_id, in_at, id, null from transfers where in_sms_id is not null
  union all select sms_id, wallet_id, 'cash_out_sent', 'debit', amount, trx_key, paid_at, null, id from withdrawals where sms_id is not null)`;

/** A month's messages of transfers and withdrawals, with the balance that the wallet's entry left. */
export function workMessagesSql(month: FillMonth, base: FillBase): string {
  return `insert into sms_${month.name} (id, wallet_id, device_id, operator, sender, text, class, kind, direction, amount, fee, balance, trx_id, trx_key, counterparty, operator_time, received_at, match_status, transfer_id, withdrawal_id,
      continuity, booked_txn, in_suspense, rule_id, rule_version)
    select m.id, m.wallet_id, m.wallet_id + ${DEVICE_AFTER_WALLET}, w.operator, case w.operator when 'bkash' then 'bKash' else 'NAGAD' end, 'B2B transfer Tk ' || fill.money(m.amount) || '. Balance Tk ' || fill.money(e.after_balance) || '. TrxID ' || m.trx, 'money',
      m.kind, m.direction, m.amount, 0, e.after_balance, m.trx, m.trx, '01700000002', m.at, m.at, 'matched', m.transfer_id, m.withdrawal_id, 'fits', m.id, false, 'bench', 1
    from ${MESSAGES} m join (select ${base.wallet} + w as id, ${operatorOf("w")} as operator from generate_series(0, ${WALLETS - 1}) w) w on w.id = m.wallet_id join entries_${month.name} e on e.id = m.id where m.id between ${bounds(month)}`;
}

/** Rows of `trx_used` and `sms_bookings` of what people moved. */
export const WORK_TRX = `select w.operator, m.trx, m.direction, case when m.transfer_id is null then 'withdrawal' else 'transfer' end, coalesce(m.transfer_id, m.withdrawal_id), m.id, m.amount, m.wallet_id, m.at from ${MESSAGES} m join wallets w on w.id = m.wallet_id`;
export const WORK_BOOKINGS = `select m.wallet_id, m.kind, m.trx, m.id from ${MESSAGES} m`;

/** Notifications of withdrawals that have ended. */
export const workNoticesSql = (
  month: FillMonth,
): string => `insert into deliveries_${month.name} (id, merchant_id, object_type, object_id, type, url, body, status, attempts, attempt_log, last_code, delivered_at)
  select fill.act(time_of_id(id) + interval '8 minutes', ${WHAT.withdrawalTold}), merchant_id, 'withdrawal', id, 'withdrawal.' || status, case when merchant_id % 10 <> 0 then 'https://shop-' || merchant_id % 200 || '.example/notify' end,
    '{"type":"withdrawal.' || status || '","data":{"amount":"' || fill.money(amount) || '"}}', case when merchant_id % 10 = 0 then 'none' else 'delivered' end, case when merchant_id % 10 = 0 then 0 else 1 end, '[]', case when merchant_id % 10 <> 0 then 200 end,
    time_of_id(id) + interval '8 minutes' from withdrawals where status in ('paid', 'rejected') and id between ${bounds(month)}`;
