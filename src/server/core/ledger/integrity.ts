/** The ledger integrity check: reads everything, reports figures and the first wrong rows, repairs nothing. */
import { SNAPSHOT } from "../../platform/db/snapshot.ts";
import { type FindingFact, INTEGRITY_CHECK_NAMES, INTEGRITY_CHECKS, type IntegrityCheckName, isFindingAmount } from "../../../contract/integrity.ts";
import { formatAmount } from "../../../contract/money.ts";
import { raiseAlert } from "../alerts/raise.ts";
import type { App } from "../../platform/context.ts";
import { toJson, type Queryable, type Tx } from "../../platform/db/pool.ts";

/** One thing that is wrong: `id` as people know it, `row` as it is stored, and what was held against each other. */
export interface Finding {
  readonly check: IntegrityCheckName;
  readonly id: string;
  readonly row: string;
  readonly facts: Readonly<Record<string, string>>;
}
export interface IntegrityResult {
  readonly ok: boolean;
  readonly checked_at: string;
  readonly entries: number;
  readonly accounts: number;
  readonly orders: number;
  readonly findings: readonly Finding[];
}

/** SQL by name; each answers the rows that break it: id, and facts by the names of {@link FindingFact}, amounts in minor units. */
export type IntegrityChecks = Readonly<Partial<Record<IntegrityCheckName, string>>>;

/** What no single statement can tell, by name: read in the check's snapshot, and kept with its result. */
export type IntegrityReads = Readonly<Partial<Record<IntegrityCheckName, (tx: Tx, parts: ReadParts) => Promise<IntegrityRead>>>>;
export interface IntegrityRead {
  readonly findings: readonly Found[];
  readonly keep: (q: Queryable) => Promise<void>;
}
/** What a check finds: the id as it is stored. */
interface Found {
  readonly id: string;
  readonly facts: Readonly<Partial<Record<FindingFact, string>>>;
}
export interface ReadParts extends Pick<App, "publicIds"> {
  /** Read everything, however long it takes; otherwise a part in turn. */
  readonly everything: boolean;
}

/** What must be true of the ledger, of payments and of what stands frozen and held. */
export const LEDGER_CHECKS: IntegrityChecks = {
  transaction_sums_to_zero:
    "select txn_id::text as id, jsonb_build_object('off', sum(amount * normal)) as facts from entries group by txn_id having sum(amount * normal) <> 0",
  books_sum_to_zero: "select 'all' as id, jsonb_build_object('off', sum(balance * normal)) as facts from accounts having sum(balance * normal) <> 0",
  // An account goes on from what it held where the archived months end.
  balance_is_sum: `select a.id::text as id, jsonb_build_object('account', a.kind, 'stored', a.balance, 'entries', coalesce(o.balance, 0) + coalesce(e.total, 0)) as facts
    from accounts a left join (select account_id, sum(amount) as total from entries group by account_id) e on e.account_id = a.id
    left join account_openings o on o.account_id = a.id where a.balance <> coalesce(o.balance, 0) + coalesce(e.total, 0)`,
  chain_unbroken: `select account_id::text as id, jsonb_build_object('seq', seq) as facts from (
      select account_id, e.seq, before_balance, coalesce(lag(after_balance) over w, o.balance, 0) as previous, row_number() over w + coalesce(o.seq, 0) as expected
      from entries e left join account_openings o using (account_id) window w as (partition by account_id order by e.seq)) c
    where before_balance <> previous or seq <> expected`,
  last_is_balance: `select a.id::text as id, jsonb_build_object('account', a.kind, 'stored', a.balance, 'entries', coalesce(l.after_balance, o.balance, 0), 'seq', a.seq, 'last_seq', coalesce(l.seq, o.seq, 0)) as facts from accounts a
    left join lateral (select after_balance, seq from entries e where e.account_id = a.id order by seq desc limit 1) l on true
    left join account_openings o on o.account_id = a.id
    where coalesce(l.after_balance, o.balance, 0) <> a.balance or coalesce(l.seq, o.seq, 0) <> a.seq`,
  balance_not_negative:
    "select id::text as id, jsonb_build_object('account', kind, 'stored', balance) as facts from accounts where balance < 0 and not may_go_negative",
  payment_entries: `select p.id::text as id, jsonb_build_object('order', p.received_amount - p.fee, 'entries', coalesce(e.total, 0)) as facts
    from payments p left join (select ref_id, sum(amount) as total from entries where ref_type = 'payment' and kind in ('payment', 'payment_fee') and merchant_id is not null group by ref_id) e on e.ref_id = p.id
    where p.status = 'completed' and (p.id >= archived_before() or e.total is not null) and p.received_amount - p.fee <> coalesce(e.total, 0)`,
  payment_without_completion: `select e.ref_id::text as id, '{}'::jsonb as facts from entries e join payments p on p.id = e.ref_id
    where e.ref_type = 'payment' and e.kind = 'payment' and p.status <> 'completed' group by e.ref_id`,
  trx_pays_once: `select t.operator || ' ' || t.trx_key as id, jsonb_build_object('orders', count(*)) as facts from payments t where t.status = 'completed' and t.reversed_at is null and t.trx_key is not null group by t.operator, t.trx_key having count(*) > 1`,
  payment_has_trx: `select p.id::text as id, '{}'::jsonb as facts from payments p left join trx_used u on u.operator = p.operator and u.trx_key = p.trx_key and u.direction = 'credit' and u.object_id = p.id
    where p.status = 'completed' and p.reversed_at is null and u.object_id is null and not exists (select 1 from unreported_movements m where m.object_type = 'payment' and m.object_id = p.id and m.ended_at is null)`,
  payment_notified: `select p.id::text as id, '{}'::jsonb as facts from payments p where p.status in ('completed', 'rejected', 'expired', 'cancelled')
    and not exists (select 1 from outbox o where o.object_id = p.id) and not exists (select 1 from deliveries d where d.object_id = p.id)`,
  suspense_is_messages: `select a.operator as id, jsonb_build_object('stored', a.balance, 'messages', coalesce(s.total, 0), 'manual', coalesce(h.total, 0) + f.total) as facts from accounts a
    left join (select operator, sum(amount + coalesce(extra, 0)) as total from sms where in_suspense group by operator) s on s.operator = a.operator
    left join (select account_id, sum(amount) as total from entries where kind not in ('suspense', 'payment', 'write_off', 'reported') group by account_id) h on h.account_id = a.id
    cross join lateral (select coalesce(sum((m.by_hand ->> a.operator)::bigint), 0) as total from archived_months m) f
    where a.kind = 'suspense' and a.balance <> coalesce(s.total, 0) + coalesce(h.total, 0) + f.total`,
  // A payment that was reversed before the operator's word for it came has left what that word will bring.
  unexplained_is_messages: `select a.operator as id, jsonb_build_object('stored', a.balance, 'messages', coalesce(s.total, 0), 'reversed', coalesce(p.total, 0)) as facts from accounts a
    left join (select operator, sum(amount - coalesce(extra, 0)) as total from sms where direction = 'debit' and booked_txn is not null and match_status in ('unmatched', 'ignored')
      and not ('written_off' = any (reasons)) group by operator) s on s.operator = a.operator
    left join (select p.operator, sum(p.received_amount) as total from payments p where p.reversed_at is not null
      and not exists (select from sms o where o.payment_id = p.id and o.kind = 'reversal' and o.match_status = 'matched')
      and not exists (select from unreported_movements u where u.object_type = 'payment' and u.object_id = p.id and u.ended_by = 'taken_back') group by p.operator) p on p.operator = a.operator
    where a.kind = 'unexplained' and a.balance <> coalesce(s.total, 0) - coalesce(p.total, 0)`,
  pending_has_slot:
    "select p.id::text as id, '{}'::jsonb as facts from payments p where p.status = 'pending' and not exists (select 1 from open_payments o where o.payment_id = p.id and o.expired_at is null)",
  slot_is_open_order:
    "select o.payment_id::text as id, jsonb_build_object('status', p.status) as facts from open_payments o left join payments p on p.id = o.payment_id where p.status is null or p.status not in ('pending', 'expired')",
  frozen_is_open_holds: `select w.id::text as id, jsonb_build_object('stored', w.frozen_balance, 'orders_hold', coalesce(t.total, 0) + coalesce(f.total, 0)) as facts from wallets w left join (
      select a.wallet_id, sum(a.frozen) as total from disburses d join disburse_attempts a on a.disburse_id = d.id and a.no = d.attempt_count where d.status in ('processing', 'unknown') group by a.wallet_id) t on t.wallet_id = w.id
    left join (select from_wallet_id, sum(frozen) as total from transfers where status = 'processing' group by from_wallet_id) f on f.from_wallet_id = w.id
    where w.frozen_balance <> coalesce(t.total, 0) + coalesce(f.total, 0)`,
  hold_is_open_orders: `select a.owner_id::text as id, jsonb_build_object('stored', a.balance, 'orders_hold', coalesce(d.total, 0) + coalesce(w.total, 0)) as facts from accounts a
    left join (select merchant_id, sum(amount + fee) as total from disburses where status in ('pending', 'review', 'approved', 'processing', 'unknown', 'attempt_failed') group by merchant_id) d on d.merchant_id = a.owner_id
    left join (select merchant_id, sum(amount) as total from withdrawals where status in ('pending', 'approved') group by merchant_id) w on w.merchant_id = a.owner_id
    where a.kind = 'hold' and a.balance <> coalesce(d.total, 0) + coalesce(w.total, 0)`,
  audit_sealed:
    "select a.id::text as id, jsonb_build_object('since', a.at) as facts from audit a where a.at < now() - interval '60 seconds' and not exists (select 1 from audit_seals s where s.audit_id = a.id)",
  audit_archived: `select a.id::text as id, '{}'::jsonb as facts from audit a join audit_seals s on s.audit_id = a.id
    where s.seq <= (select coalesce(max(audit_to), 0) from archived_months)`,
  audit_chain: `select c.audit_id::text as id, jsonb_build_object('seq', c.seq) as facts from (
      select s.seq, s.audit_id, s.hash, coalesce(lag(s.hash) over (order by s.seq), '\\x00'::bytea) as previous, row_number() over (order by s.seq) as expected from audit_seals s) c
    left join audit a on a.id = c.audit_id where c.seq > (select coalesce(max(audit_to), 0) from archived_months) and (a.id is null or c.seq <> c.expected or audit_digest(c.previous, a) <> c.hash)`,
};
const FINDINGS_PER_CHECK = 20;

/** Amounts stay whole numbers of any size; what is not there is left out. */
const factsAsTexts = (sql: string): string =>
  `select id, coalesce((select jsonb_object_agg(key, value) from jsonb_each_text(facts) where value is not null), '{}') as facts from (${sql} limit ${FINDINGS_PER_CHECK}) found`;

function findingOf(publicIds: App["publicIds"], check: IntegrityCheckName, { id, facts }: Found): Finding {
  const kind = INTEGRITY_CHECKS[check];
  const said = Object.entries(facts).map(([name, value]) => [name, isFindingAmount(name) ? formatAmount(BigInt(value)) : value]);
  return { check, id: kind === null ? id : publicIds.encode(kind, BigInt(id)), row: id, facts: Object.fromEntries(said) };
}

type Read = Omit<IntegrityResult, "checked_at"> & { readonly keeps: readonly IntegrityRead["keep"][] };

async function read(tx: Tx, app: Parts): Promise<Read> {
  await tx.run(SNAPSHOT);
  await tx.run("set local statement_timeout = '30min'");
  const figures = await tx.one<{ entries: bigint; accounts: bigint; orders: bigint }>(
    "select (select count(*) from entries) as entries, (select count(*) from accounts) as accounts, (select count(*) from payments) + (select count(*) from disburses) as orders",
  );
  const findings: Finding[] = [];
  const keeps: IntegrityRead["keep"][] = [];
  for (const check of INTEGRITY_CHECK_NAMES) {
    const sql = app.offers.integrityChecks[check];
    const look = app.offers.integrityReads[check];
    const done = await look?.(tx, { publicIds: app.publicIds, everything: app.everything ?? false });
    const found = [...(sql === undefined ? [] : await tx.rows<Found>(factsAsTexts(sql))), ...(done?.findings.slice(0, FINDINGS_PER_CHECK) ?? [])];
    findings.push(...found.map((one) => findingOf(app.publicIds, check, one)));
    if (done) keeps.push(done.keep);
  }
  return {
    keeps,
    ok: findings.length === 0,
    entries: Number(figures?.entries ?? 0n),
    accounts: Number(figures?.accounts ?? 0n),
    orders: Number(figures?.orders ?? 0n),
    findings,
  };
}

type Parts = Pick<App, "db" | "ids" | "now" | "log" | "publicIds"> & {
  readonly offers: { readonly integrityChecks: IntegrityChecks; readonly integrityReads: IntegrityReads };
  /** See {@link ReadParts}. */
  readonly everything?: boolean;
};
interface Turn {
  readonly running: Promise<IntegrityResult>;
  /** For all who asked while {@link running} was reading. */
  next: Promise<IntegrityResult> | null;
}
const turns = new WeakMap<Parts["db"], Turn>();

/**
 * Runs every check on one snapshot, taken after the call, and keeps the result; a broken check raises an alert. It reads
 * everything: one is under way at a time, and those who ask meanwhile share the next.
 */
export function checkIntegrity(app: Parts): Promise<IntegrityResult> {
  const turn = turns.get(app.db);
  if (!turn) {
    const running = check(app).finally(() => turns.delete(app.db));
    turns.set(app.db, { running, next: null });
    return running;
  }
  turn.next ??= turn.running.then(
    () => checkIntegrity(app),
    () => checkIntegrity(app),
  );
  return turn.next;
}

async function check(app: Parts): Promise<IntegrityResult> {
  const { keeps, ...result } = await app.db.tx((tx) => read(tx, app));
  const checkedAt = new Date(app.now()).toISOString();
  await app.db.tx(async (tx) => {
    for (const done of keeps) await done(tx);
    await keep(app, tx, result, checkedAt);
  });
  if (!result.ok) app.log.error({ findings: result.findings.slice(0, 5) }, "the ledger integrity check has findings");
  return { ...result, checked_at: checkedAt };
}

/** The result and its alert, both or none. */
async function keep(app: Parts, tx: Tx, result: Omit<IntegrityResult, "checked_at">, checkedAt: string): Promise<void> {
  await tx.run("insert into integrity_checks (id, ok, entries, accounts, orders, findings, checked_at) values ($1, $2, $3, $4, $5, $6, $7)", [
    app.ids.next(),
    result.ok,
    result.entries,
    result.accounts,
    result.orders,
    toJson(result.findings),
    checkedAt,
  ]);
  if (result.ok) return;
  await raiseAlert(app, tx, { kind: "proof_broken", object: { type: "books", id: null }, data: { findings: result.findings.slice(0, 20) } });
}

/** The newest result, null before the first. */
export async function lastIntegrityCheck(app: Pick<App, "db">): Promise<IntegrityResult | null> {
  const row = await app.db.one<{ ok: boolean; entries: bigint; accounts: bigint; orders: bigint; findings: Finding[]; checked_at: Date }>(
    "select ok, entries, accounts, orders, findings, checked_at from integrity_checks order by id desc limit 1",
  );
  return row
    ? {
        ok: row.ok,
        checked_at: row.checked_at.toISOString(),
        entries: Number(row.entries),
        accounts: Number(row.accounts),
        orders: Number(row.orders),
        findings: row.findings,
      }
    : null;
}
