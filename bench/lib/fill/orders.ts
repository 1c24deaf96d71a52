/**
 * SQL that writes a month's orders, set-based, and what is read off them alone. Everything is a function of an order's number, so
 * the same size gives the same orders; only the clock differs.
 *
 * Ids. An order's lower twelve bits hold its number modulo 2048, so that what follows from it has ids of its own without asking: of the
 * 512 places for blocks of four that a millisecond has (`entry_id_in`), payments use those that are minted, payouts the others.
 *
 * `offset 0` keeps a level of a query to itself: else what it computes would be computed again wherever it is named.
 */
import { EPOCH_MS } from "../seed.ts";
import { MERCHANTS, WALLETS, type FillMonth } from "./size.ts";

/** What the statements of a fill share. */
export interface FillBase {
  /** Ids of the first merchant and wallet; the others follow. */
  readonly merchant: bigint;
  readonly wallet: bigint;
  /** Id of the first user; the others follow, staff before the merchants' admins. */
  readonly user: bigint;
  /** Number of the first payment that is pending. */
  readonly firstPending: number;
  /** Until when pending payments wait, an instant in SQL. */
  readonly until: string;
}

/** Share of a day's wave: at night a fifth of the middle. */
const WAVE_MS = Math.round((0.8 * 86_400_000) / (2 * Math.PI));

/** Functions of a fill, in a schema of their own that it drops at its end. */
export const FILL_FUNCTIONS = `
  create schema fill;
  -- A number from 0 up to 1, the same for each n and what.
  create function fill.share(n bigint, what int) returns double precision language sql immutable parallel safe return ((hashint8extended(n, what) >> 11) & 1048575) / 1048576.0::double precision;
  create function fill.id(ms bigint, n bigint) returns bigint language sql immutable parallel safe return ((ms - ${EPOCH_MS}) << 12) | (((n >> 8) & 7) << 9) | (n & 255);
  create function fill.ms(id bigint) returns bigint language sql immutable parallel safe return (id >> 12) + ${EPOCH_MS};
  create function fill.number(id bigint) returns bigint language sql immutable parallel safe return (((id >> 9) & 7) << 8) | (id & 255);
  -- The first of the four ids that follow from an order at an instant.
  create function fill.block(id bigint, at timestamptz) returns bigint language sql immutable parallel safe
    return id_at(at) | ((((fill.number(id) & 511) >> 6)) << 9) | ((fill.number(id) & 63) << 2);
  create function fill.money(minor bigint) returns text language sql immutable parallel safe return (minor / 100)::text || '.' || lpad((minor % 100)::text, 2, '0');`;

/** Operator of a wallet by its place. */
export const operatorOf = (wallet: string): string => `case when ${wallet} % 10 < 7 then 'bkash' else 'nagad' end`;
/** Instant of the i-th of `count` orders: rising, with a wave over the day. */
const instantOf = (month: FillMonth, count: number): string =>
  `${month.startMs}::bigint + (i::double precision * ${month.spanMs} / ${count} + ${WAVE_MS} * (cos(2 * pi() * i::double precision * ${month.spanMs} / ${count} / 86400000) - 1))::bigint`;
const trxOf = (operator: string, salt: string): string =>
  `case ${operator} when 'bkash' then ${salt} || to_char(to_timestamp(ms / 1000.0), 'Y') || chr(64 + extract(month from to_timestamp(ms / 1000.0))::int) || lpad(upper(to_hex((n * 92821) % 268435456)), 7, '0')
    else '7' || ${salt} || lpad(upper(to_hex((n * 92821) % 268435456)), 7, '0') end`;
const phoneOf = (who: string): string => `'01' || (3 + ${who} % 7) || lpad(((${who}) * 92821 % 100000000)::text, 8, '0')`;

/** Payments of a month. Merchants are of very different size; one in two hundred amounts has odd paisa. */
export function paymentsSql(month: FillMonth, base: FillBase): string {
  return `insert into payments_${month.name} (id, merchant_id, merchant_order_id, operator, wallet_id, amount, received_amount, fee, fee_rate_bps, fee_fixed, trx_id, trx_key, customer, status, reason,
      expires_at, paid_at, remote_ip, notify_url, message_id, notify_status, notify_attempts, notify_last_code, request_hash, version)
    select id, merchant, 'o-' || n, operator, ${base.wallet} + w, amount, case when done then amount end, case when done then (amount * 150 + 5000) / 10000 end, 150, 0,
      case when done then trx end, case when done then trx end, customer, status, case status when 'rejected' then 'not our customer' when 'cancelled' then 'cancelled by merchant' end,
      case status when 'pending' then ${base.until} else to_timestamp(ms / 1000.0) + interval '15 minutes' end, case when done then paid end, '10.0.' || n % 200 || '.7',
      case when merchant % 10 <> 0 then 'https://shop-' || merchant % 200 || '.example/notify' end, case when done then fill.block(id, paid) end,
      case when status in ('pending', 'review') then 'none' when merchant % 10 = 0 then 'none' when told < 0.0003 then 'failed' when told < 0.0004 then 'stopped' else 'delivered' end,
      case when status in ('pending', 'review') or merchant % 10 = 0 then 0 when told < 0.0004 then 8 else 1 end,
      case when status in ('pending', 'review') or merchant % 10 = 0 then null when told < 0.0004 then 500 else 200 end, '\\x00', case when status = 'pending' then 1 else 2 end
    from (select *, status = 'completed' as done, to_timestamp(ms / 1000.0) + interval '1 millisecond' * (paid_ms - ms) as paid, ${trxOf("operator", "'D'")} as trx from (
      select n, w, ms, amount, customer, told, ${base.merchant} + least(${MERCHANTS - 1}, floor(${MERCHANTS} * power(fill.share(n, 1), 2.2)))::bigint as merchant, fill.id(ms, n) as id, ${operatorOf("w")} as operator,
        case when n >= ${base.firstPending} then 'pending' when u < 0.93 then 'completed' when u < 0.986 then 'expired' when u < 0.9985 then 'cancelled' when u < 0.99995 then 'rejected' else 'review' end as status,
        raw - raw % 4 + (n >> 9) % 4 as paid_ms
      from (select *, ms + 5000 + (290000 * late * late)::bigint as raw from (
        select n, ${instantOf(month, month.payments)} as ms, floor(${WALLETS} * fill.share(n, 2))::bigint as w, fill.share(n, 5) as u, fill.share(n, 6) as late, fill.share(n, 8) as told,
          (100 + floor(power(fill.share(n, 3), 3) * 20000))::bigint * 100 + case when n % 200 = 7 then n % 100 else 0 end as amount,
          ${phoneOf("floor(1000000 * fill.share(n, 7))::bigint")} as customer
        from (select i, ${month.firstPayment} + i as n from generate_series(0::bigint, ${month.payments - 1}) i) numbers offset 0) spread offset 0) drawn offset 0) named offset 0) whole`;
}

/** Payouts of a month: nearly all completed by the wallet's phone. */
export function payoutsSql(month: FillMonth, base: FillBase): string {
  return `insert into disburses_${month.name} (id, merchant_id, merchant_order_id, operator, wallet_id, amount, fee, fee_rate_bps, fee_fixed, cost, trx_id, trx_key, customer, status, reason, paid_at,
      remote_ip, attempt_count, notify_status, notify_attempts, notify_last_code, request_hash, version)
    select id, merchant, 'p-' || n, operator, case when done or status = 'failed' then ${base.wallet} + w end, amount, 500, 0, 500, case when done then 0 end, case when done then trx end, case when done then trx end,
      customer, status, case when not done then 'not paid' end, case when done then ended end, '10.1.' || n % 200 || '.7', case when done or status = 'failed' then 1 else 0 end,
      case when merchant % 10 = 0 then 'none' else 'delivered' end, case when merchant % 10 = 0 then 0 else 1 end, case when merchant % 10 <> 0 then 200 end, '\\x00', 4
    from (select *, status = 'completed' as done, to_timestamp(ms / 1000.0) + interval '1 millisecond' * (ended_ms - ms) as ended, ${trxOf("operator", "'E'")} as trx from (
      select n, w, ms, amount, customer, ${base.merchant} + least(${MERCHANTS - 1}, floor(${MERCHANTS} * power(fill.share(n, 11), 2.2)))::bigint as merchant, fill.id(ms, n) as id, ${operatorOf("w")} as operator,
        case when u < 0.97 then 'completed' when u < 0.985 then 'failed' when u < 0.995 then 'rejected' else 'cancelled' end as status, (ms + 8000 + (240000 * late)::bigint) & ~1 as ended_ms
      from (select n, (${instantOf(month, month.payouts)}) | 1 as ms, floor(${WALLETS} * fill.share(n, 12))::bigint as w, fill.share(n, 15) as u, fill.share(n, 16) as late,
          (100 + floor(power(fill.share(n, 13), 3) * 4000))::bigint * 100 as amount, ${phoneOf("floor(1000000 * fill.share(n, 17))::bigint")} as customer
        from (select i, ${month.firstPayout} + i as n from generate_series(0::bigint, ${month.payouts - 1}) i) numbers offset 0) drawn offset 0) named offset 0) whole`;
}

/** Messages of a month that belong to no order. Every fourth is money that nothing explains, and stands in suspense. */
export function straysSql(month: FillMonth, base: FillBase): string {
  return `insert into fill.strays (id, wallet_id, operator, status, amount)
    select fill.id(ms, n) | 256, ${base.wallet} + n * 7 % ${WALLETS}, ${operatorOf(`(n * 7 % ${WALLETS})`)},
      (array['unmatched', 'unparsed', 'unmatched', 'suspicious', 'unmatched', 'ignored', 'unmatched', 'duplicate', 'unmatched', 'other', 'unmatched', 'review'])[1 + n % 12], 10000 + n * 7919 % 500000
    from (select i as n, ${instantOf(month, month.strays)} as ms from generate_series(0::bigint, ${month.strays - 1}) i) numbers`;
}

/** When a payout ended: for those that did not complete, some seconds after they were made. */
const ENDED = "coalesce(d.paid_at, time_of_id(d.id) + interval '30 seconds')";

/** Legs of a month's orders and strays: id, account, transaction, kind, change, side, reference, merchant. */
export function legsSql(month: FillMonth): string {
  return `
    select b + l as id, case l when 0 then w.id when 3 then f.id else m.id end as account_id, b as txn_id, case when l < 2 then 'payment' else 'payment_fee' end as kind,
      case l when 2 then -p.fee when 3 then p.fee else p.received_amount end as amount, case l when 0 then 1 else -1 end as normal, 'payment' as ref_type, p.id as ref_id, case when l in (1, 2) then p.merchant_id end as merchant_id
    from (select *, fill.block(id, paid_at) as b from payments_${month.name} where status = 'completed' offset 0) p
      join accounts w on w.kind = 'wallet' and w.owner_id = p.wallet_id join accounts m on m.kind = 'merchant' and m.owner_id = p.merchant_id join accounts f on f.kind = 'fees' cross join generate_series(0, 3) l
    union all
    select fill.block(d.id, time_of_id(d.id)) + 256 + l, case l when 0 then m.id else h.id end, fill.block(d.id, time_of_id(d.id)) + 256, 'disburse_hold', case l when 0 then -1 else 1 end * (d.amount + d.fee), -1,
      'disburse', d.id, case l when 0 then d.merchant_id end
    from disburses_${month.name} d join accounts m on m.kind = 'merchant' and m.owner_id = d.merchant_id join accounts h on h.kind = 'hold' and h.owner_id = d.merchant_id cross join generate_series(0, 1) l
    union all
    select b + 256 + l, case l when 0 then w.id when 1 then h.id else f.id end, b + 256, case l when 2 then 'disburse_fee' else 'disburse' end, case l when 0 then -d.amount when 1 then -(d.amount + d.fee) else d.fee end,
      case l when 0 then 1 else -1 end, 'disburse', d.id, null
    from (select *, fill.block(id, paid_at) as b from disburses_${month.name} where status = 'completed' offset 0) d
      join accounts w on w.kind = 'wallet' and w.owner_id = d.wallet_id join accounts h on h.kind = 'hold' and h.owner_id = d.merchant_id join accounts f on f.kind = 'fees' cross join generate_series(0, 2) l
    union all
    select b + 256 + l, case l when 0 then h.id else m.id end, b + 256, 'disburse_release', case l when 0 then -1 else 1 end * (d.amount + d.fee), -1, 'disburse', d.id, case l when 1 then d.merchant_id end
    from (select *, fill.block(id, ${ENDED}) as b from disburses_${month.name} d where status <> 'completed' offset 0) d
      join accounts m on m.kind = 'merchant' and m.owner_id = d.merchant_id join accounts h on h.kind = 'hold' and h.owner_id = d.merchant_id cross join generate_series(0, 1) l
    union all
    select x.id + l, case l when 0 then w.id else s.id end, x.id, 'suspense', x.amount, case l when 0 then 1 else -1 end, 'sms', x.id, null
    from fill.strays x join accounts w on w.kind = 'wallet' and w.owner_id = x.wallet_id join accounts s on s.kind = 'suspense' and s.operator = x.operator cross join generate_series(0, 1) l
    where x.status = 'unmatched' and x.id between ${bounds(month)}`;
}

/** First and last id of a month's time, for `between`. */
export function bounds(month: FillMonth): string {
  const first = BigInt(month.startMs - EPOCH_MS) << 12n;
  return `${first} and ${first + (BigInt(month.spanMs + 15 * 60_000) << 12n)}`;
}
