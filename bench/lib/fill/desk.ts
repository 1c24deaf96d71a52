/**
 * What people have at their desks: who they are, batches, bulk jobs, requests for approval, exceptions, and the trail of all that they
 * did. It hangs on orders that are there, and is written when the indexes are: every lookup is along one.
 */
import type pg from "pg";
import { loadPublicIds, type PublicIds } from "../../../src/server/platform/db/ids.ts";
import { Db } from "../../../src/server/platform/db/pool.ts";
import { hashPassword } from "../../../src/server/core/session/passwords.ts";
import type { IdKind } from "../../../src/contract/ids.ts";
import { ADMIN_PASSWORD } from "../product.ts";
import { DEVICE_AFTER_WALLET, idAt, type SeededMerchant } from "../seed.ts";
import type { FillBase } from "./orders.ts";
import { merchantUser, moments, staffOf, WHAT } from "./people.ts";
import { STAFF, WALLETS, type FillMonth } from "./size.ts";

/** Rows of one statement into the trail. */
const TRAIL_ROWS = 5000;
/** Payouts of a batch at most. */
const BATCH_ROWS = 20;

/**
 * The admin that a bench signs in as, further staff, some of them with a role of their own, and an admin for each merchant; none of the
 * others has a password that anybody knows. @returns the first one's id; the others follow
 */
export async function seedUsers(owner: pg.Client, merchants: readonly SeededMerchant[], atMs: number): Promise<bigint> {
  const first = idAt(atMs);
  const at = new Date(atMs);
  await owner.query(
    "insert into user_roles (name, user_type, permissions, created_at) values ('Reads payments', 'operator', array['payments.see', 'sms.see'], $1), ('Reads books', 'auditor', array['journals.see', 'audit.see'], $1), ('Counter', 'merchant_admin', array['payments.see'], $1)",
    [at],
  );
  await owner.query(
    `insert into users (id, account, email, password_hash, user_type, role_id)
     select $1::bigint + n, name, name || '@bench.invalid', case n when 0 then $2 else 'none' end, type, case when n > 4 then (select id from user_roles where user_type = type) end
     from (select n, case n when 0 then 'admin' else 'staff' || n end as name, (array['admin', 'finance', 'operator', 'auditor'])[1 + n % 4] as type from generate_series(0, $3 - 1) n) s`,
    [first, await hashPassword(ADMIN_PASSWORD), STAFF],
  );
  await owner.query(
    `insert into users (id, account, email, password_hash, user_type, merchant_id, role_id)
     select $1::bigint + place, 'merchant' || place, 'merchant' || place || '@bench.invalid', 'none', 'merchant_admin', id, case when place % 5 = 0 then (select id from user_roles where user_type = 'merchant_admin') end from unnest($2::bigint[]) with ordinality as m (id, nth) cross join lateral (select $3::bigint + nth - 1 as place) p`,
    [first, merchants.map(({ id }) => id), STAFF],
  );
  await owner.query(
    `with made as (insert into wallet_templates (operator, wallet_type, name, is_default, created_at) values ('bkash', 'personal', 'Shops', true, $1), ('nagad', 'personal', 'Shops', true, $1) returning id, operator),
      editions as (insert into wallet_template_editions (template_id, edition, collect, payout, payments_open, disburses_open, min_amount, max_amount, daily_max, month_max, cool_interval, saved_by, saved_at)
        select id, 1, true, true, true, true, 100, 5000000, 900000000000, 9000000000000, 0, 'admin', $1 from made)
     update wallets w set template_id = m.id, template_edition = 1 from made m where m.operator = w.operator and w.id % 3 = 0`,
    [at],
  );
  return first;
}

/** Moments of all months that hold orders. */
const always = (months: readonly FillMonth[], count: (month: FillMonth) => number): string =>
  `(${months
    .filter((month) => count(month) > 0)
    .map((month) => `select n, at, waits from ${moments(month, count(month))} m`)
    .join(" union all ")})`;

/** A fifth of the payouts were ordered by files; some files were stopped before their last row. */
const batchesSql = (base: FillBase): string => `
  with placed as (select *, (row_number() over (partition by merchant_id order by id) - 1) / ${BATCH_ROWS} as part from disburses),
  files as (select merchant_id, part, min(id) as first, max(id) as last, count(*)::int as count, sum(amount) as amount, sum(fee) as fee, (part + merchant_id) % 50 = 0 as stopped from placed where (part + merchant_id) % 5 = 0 group by merchant_id, part),
  made as (insert into disburse_batches (id, merchant_id, user_id, account, maker, session_id, remote_ip, started_at, file_name, hash, status, stop_reason, row_count, created, stopped, amount, fee, finished_at, version)
    select fill.act(time_of_id(first) - interval '1 second', ${WHAT.batch}, (merchant_id % 8)::int), merchant_id, ${merchantUser(base, "merchant_id")}, 'merchant' || merchant_id - ${base.merchant}, ${merchantUser(base, "merchant_id")}, 0, '10.2.0.7', time_of_id(first) - interval '1 second', 'payouts-' || part || '.csv', sha256(convert_to(merchant_id || '/' || part, 'UTF8')),
      case when stopped then 'stopped' else 'done' end, case when stopped then 'by_person' end, count + stopped::int, count, stopped::int, amount, fee, time_of_id(last) + interval '1 second', 2 from files returning id, merchant_id, file_name, stopped),
  lines as (select b.id as batch_id, row_number() over (partition by b.id order by p.id) as line, p.* from made b join placed p on p.merchant_id = b.merchant_id and b.file_name = 'payouts-' || p.part || '.csv')
  insert into disburse_batch_rows (batch_id, line, merchant_order_id, operator, amount_text, customer, user_ref, amount, status, order_id)
    select batch_id, line, merchant_order_id, operator, fill.money(amount), customer, '', amount, 'created', id from lines
    union all select id, ${BATCH_ROWS + 1}, 'never-' || id, 'bkash', '500.00', '01700000003', '', 50000, 'stopped', null from made where stopped = 1`;

/** Jobs on what was there when they were made: done, some taken back, the newest paused. */
const jobsSql = (months: readonly FillMonth[], base: FillBase): string[] => [
  `create table fill.jobs as select fill.act(at, ${WHAT.job}) as id, n, at, waits, 1 + floor(30 * fill.share(n, 41))::int as size,
     (array['payments.notify', 'disburses.recheck', 'withdrawal.approve', 'payments.recheck'])[1 + n % 4] as act, (array['payment', 'disburse', 'withdrawal', 'payment'])[1 + n % 4] as about from ${always(months, ({ people }) => people.jobs)} m`,
  `insert into bulk_items (job_id, position, object_id, object_version, amount, merchant_id, label, status, code, at)
   select j.id, row_number() over (partition by j.id order by o.id desc), o.id, 1, o.amount, o.merchant_id, o.label, case when j.waits then 'waiting' when o.id % 29 = 0 then 'failed' when o.id % 31 = 0 then 'blocked' when j.n % 17 = 0 then 'skipped' else 'done' end,
     case when not j.waits and (o.id % 29 = 0 or o.id % 31 = 0) then 'wrong_state' end, case when not j.waits then j.at + interval '1 minute' end
   from fill.jobs j cross join lateral (
     (select id, amount, merchant_id, merchant_order_id as label from payments p where j.about = 'payment' and p.id < j.id order by id desc limit j.size)
     union all (select id, amount, merchant_id, merchant_order_id from disburses d where j.about = 'disburse' and d.id < j.id order by id desc limit j.size)
     union all (select id, amount, merchant_id, receiving_account from withdrawals w where j.about = 'withdrawal' and w.id < j.id order by id desc limit j.size)) o`,
  `insert into bulk_jobs (id, act, maker, account, session_id, remote_ip, status, pause_reason, item_count, waiting, blocked, done, failed, skipped, amount, done_amount, started_at, ended_at, version)
   select j.id, j.act, ${staffOf(base, "j.n")}, 'staff' || j.n % ${STAFF}, 0, '10.2.0.8', case when j.waits then 'paused' when j.n % 17 = 0 then 'cancelled' else 'done' end, case when j.waits then 'by_person' end, count(*), count(*) filter (where i.status = 'waiting'),
     count(*) filter (where i.status = 'blocked'), count(*) filter (where i.status = 'done'), count(*) filter (where i.status = 'failed'), count(*) filter (where i.status = 'skipped'), sum(i.amount), coalesce(sum(i.amount) filter (where i.status = 'done'), 0),
     j.at + interval '30 seconds', case when not j.waits then j.at + interval '90 seconds' end, 3 from fill.jobs j join bulk_items i on i.job_id = j.id group by j.id, j.act, j.n, j.at, j.waits`,
];

/** The newest object of each kind before something: `{kind}_id` and what an exception or a request about it says. */
const nearest = (id: string): string => `
  left join lateral (select id, amount, merchant_id, wallet_id from payments p where p.id < ${id} order by id desc limit 1) p on true
  left join lateral (select id, amount, merchant_id, wallet_id from disburses d where d.id < ${id} order by id desc limit 1) d on true
  left join lateral (select id, amount, wallet_id from sms s where s.id < ${id} order by id desc limit 1) s on true`;

/** Requests for a second approval: decided, lapsed, taken back; the newest wait. */
const approvalsSql = (months: readonly FillMonth[], base: FillBase): string => `
  insert into approvals (id, kind, object_type, object_id, action, object_version, payload, amount, maker, checker, status, expires_at, decided_at, version, sealed, reason)
  select m.id, kind, about, object, split_part(kind, '.', 2), 1, '{}', amount, ${staffOf(base, "n")}, case when status in ('approved', 'rejected') then ${staffOf(base, "n + 1")} end, status,
    case status when 'waiting' then ${base.until} else at + interval '1 day' end, case when status <> 'waiting' then at + interval '7 minutes' end, case status when 'waiting' then 1 else 2 end, '\\x00', case status when 'rejected' then 'ask the customer first' end
  from (select m.*, case m.about when 'payment' then p.id when 'disburse' then d.id when 'sms' then s.id else ${base.merchant} + n % 200 end as object, case m.about when 'payment' then p.amount when 'disburse' then d.amount when 'sms' then s.amount end as amount
    from (select *, fill.act(at, ${WHAT.approval}) as id, (array['payments.complete', 'disburses.complete', 'sms.match', 'merchants.fees', 'payments.approve'])[1 + n % 5] as kind, (array['payment', 'disburse', 'sms', 'merchant', 'payment'])[1 + n % 5] as about,
        case when waits then 'waiting' when fill.share(n, 42) < 0.8 then 'approved' when n % 3 = 0 then 'rejected' when n % 3 = 1 then 'lapsed' else 'cancelled' end as status
      from ${always(months, ({ people }) => people.approvals)} a) m ${nearest("m.id")}) m where object is not null`;

/** Exceptions that have ended, and those that a person has to end; those whose cause stands are found by the product's own sweep. */
const exceptionsSql = (months: readonly FillMonth[], base: FillBase): string => `
  insert into alerts (id, kind, object_type, object_id, merchant_id, wallet_id, amount, status, claimed_by, claimed_at, resolved_by, resolved_at, muted_until, note, version, since, alerted_at)
  select m.id, kind, about, case about when 'payment' then p.id when 'disburse' then d.id when 'sms' then s.id when 'device' then w + ${DEVICE_AFTER_WALLET} else w end,
    case about when 'payment' then p.merchant_id when 'disburse' then d.merchant_id end, case about when 'payment' then p.wallet_id when 'disburse' then d.wallet_id when 'sms' then s.wallet_id else w end, case about when 'payment' then p.amount when 'disburse' then d.amount when 'sms' then s.amount end,
    status, case status when 'claimed' then ${staffOf(base, "n")} end, case status when 'claimed' then at + interval '3 minutes' end, case when status = 'resolved' and n % 2 = 0 then ${staffOf(base, "n")} end, case status when 'resolved' then at + interval '10 minutes' end,
    case status when 'muted' then now() + interval '20 days' end, case when status <> 'open' and n % 3 = 0 then 'called the agent' end, 2, at, at
  from (select n, at, fill.act(at, ${WHAT.ended}) as id, (array['payment_review', 'disburse_unknown', 'sms_unmatched', 'wallet_gap', 'sms_suspicious', 'device_silent'])[1 + n % 6] as kind, (array['payment', 'disburse', 'sms', 'wallet', 'sms', 'device'])[1 + n % 6] as about,
      'resolved' as status, ${base.wallet} + n % ${WALLETS} as w from ${always(months, ({ people }) => people.ended)} e
    union all select n, at, fill.act(at, ${WHAT.open}), (array['trx_repeated', 'disburse_differs', 'debit_unexplained', 'disburse_returned', 'payment_reversed', 'manual_completion_differs'])[1 + n % 6], (array['sms', 'disburse', 'sms', 'disburse', 'sms', 'payment'])[1 + n % 6],
      case when n % 10 < 6 then 'open' when n % 10 < 9 then 'claimed' else 'muted' end, ${base.wallet} + n % ${WALLETS} from ${always(months, ({ people }) => people.open)} o) m ${nearest("m.id")}
  on conflict do nothing`;

/** What people have at their desks, when everything that it hangs on has its indexes. */
export const deskSql = (months: readonly FillMonth[], base: FillBase): string[] => [
  batchesSql(base),
  ...jobsSql(months, base),
  approvalsSql(months, base),
  exceptionsSql(months, base),
  `create table fill.signins as select fill.act(at, ${WHAT.signin}) as id, ${staffOf(base, "n")} as who, at from ${always(months, ({ people }) => people.signins)} m`,
];

/** Sources of the trail: what was done, to what, by whom and when. Each row's id is of its instant and its source. */
const TRAIL: readonly { readonly action: string; readonly type: IdKind; readonly from: string; readonly who: string; readonly at: string }[] = [
  { action: "'user.signin'", type: "user", from: "(select who as id, who, at from fill.signins) x", who: "x.who", at: "x.at" },
  { action: "'transfers.create'", type: "transfer", from: "transfers x", who: "x.maker", at: "time_of_id(x.id)" },
  { action: "'transfers.approve'", type: "transfer", from: "transfers x where x.checker is not null", who: "x.checker", at: "x.approved_at" },
  { action: "'withdrawal.submit'", type: "withdrawal", from: "withdrawals x", who: "x.submitter", at: "time_of_id(x.id)" },
  { action: "'withdrawal.approve'", type: "withdrawal", from: "withdrawals x where x.approver is not null", who: "x.approver", at: "x.approved_at" },
  { action: "'withdrawal.paid'", type: "withdrawal", from: "withdrawals x where x.status = 'paid'", who: "x.payer", at: "x.paid_at" },
  { action: "'manual.request'", type: "manual", from: "manual_operations x", who: "x.maker", at: "time_of_id(x.id)" },
  {
    action: "case x.status when 'applied' then 'manual.apply' else 'manual.reject' end",
    type: "manual",
    from: "manual_operations x where x.checker is not null",
    who: "x.checker",
    at: "x.decided_at",
  },
  { action: "'approvals.request'", type: "approval", from: "approvals x", who: "x.maker", at: "time_of_id(x.id)" },
  {
    action: "case x.status when 'approved' then 'approvals.approve' else 'approvals.reject' end",
    type: "approval",
    from: "approvals x where x.checker is not null",
    who: "x.checker",
    at: "x.decided_at",
  },
  { action: "'bulk.start'", type: "bulk", from: "bulk_jobs x", who: "x.maker", at: "x.started_at" },
  { action: "'batches.submit'", type: "batch", from: "disburse_batches x", who: "x.user_id", at: "time_of_id(x.id)" },
  { action: "'exception.resolve'", type: "exception", from: "alerts x where x.resolved_by is not null", who: "x.resolved_by", at: "x.resolved_at" },
];

/** The trail of all of it, sealed as the product seals. */
export async function writeTrail(owner: pg.Client, appUrl: string): Promise<void> {
  const db = new Db({ url: appUrl, max: 1 });
  try {
    const ids: PublicIds = await loadPublicIds(db);
    for (const [place, { action, type, from, who, at }] of TRAIL.entries()) {
      const { rows } = await owner.query<{ id: string; action: string; object: string; who: string; at: Date }>(
        `select fill.act(${at}, ${WHAT.audit + place}, (x.id % 8)::int)::text as id, ${action} as action, x.id::text as object, (${who})::text as who, ${at} as at from ${from}`,
      );
      const trail = rows.map(({ object, ...row }) => ({ ...row, object: ids.encode(type, BigInt(object)) }));
      for (let first = 0; first < trail.length; first += TRAIL_ROWS)
        await owner.query(
          `insert into audit (id, actor_type, actor_id, account, ip, action, object_type, object_id, at)
           select r.id, 'user', r.who, u.account, '10.2.0.9', r.action, $2, r.object, r.at from jsonb_to_recordset($1::jsonb) r (id bigint, who bigint, action text, object text, at timestamptz) join users u on u.id = r.who on conflict do nothing`,
          [JSON.stringify(trail.slice(first, first + TRAIL_ROWS)), type],
        );
    }
  } finally {
    await db.close();
  }
  for (let sealed = 1; sealed > 0; ) sealed = (await owner.query<{ sealed: number }>("select audit_seal() as sealed")).rows[0]?.sealed ?? 0;
}
