/** Reads what the days of wallets are made of: a fixed number of statements, however many wallets and days. */
import type { WalletFlowRow } from "../../../contract/reconciliation.schema.ts";
import type { Operator } from "../../../contract/operators.ts";
import { addDays, type Day } from "../../../contract/time.ts";
import { REPORTED_PAYOUTS, REPORTED_RECEIPTS, type DayFlow } from "../../../domain/statements/wallet-days.ts";
import type { Queryable } from "../../platform/db/pool.ts";

export interface WalletOfDays {
  readonly id: bigint;
  readonly name: string;
  readonly operator: Operator;
  readonly deleted_at: Date | null;
  readonly account_id: bigint;
  /** Balance up to where the books are added up. */
  readonly balance: bigint;
  readonly first_day: Day | null;
  /** Last day with an entry. */
  readonly last_day: Day | null;
}
export interface CloseRaw {
  readonly wallet_id: bigint;
  readonly day: Day;
  readonly opening: bigint;
  readonly estimated: bigint;
  readonly real: bigint;
  readonly reason: string | null;
  /** Flows and figures as they were. */
  readonly flows: readonly WalletFlowRow[];
  readonly figures: Readonly<Record<string, string | null>>;
  readonly account: string;
  readonly closed_at: Date;
  readonly reopened_at: Date | null;
  readonly reopened_by: readonly string[];
  readonly version: number;
}
export interface RealRaw {
  readonly balance: bigint;
  readonly at: Date;
}
export interface ReportRaw {
  readonly payment: bigint;
  readonly payment_count: number;
  readonly disburse: bigint;
  readonly disburse_count: number;
}

/** Keys are `wallet/day`, openings and `realBefore` by wallet: the state at the beginning of the range. */
export interface DaysRead {
  readonly wallets: readonly WalletOfDays[];
  readonly openings: ReadonlyMap<bigint, bigint>;
  readonly changes: ReadonlyMap<string, bigint>;
  readonly flows: ReadonlyMap<string, readonly DayFlow[]>;
  readonly reports: ReadonlyMap<string, ReportRaw>;
  readonly reals: ReadonlyMap<string, RealRaw>;
  readonly realBefore: ReadonlyMap<bigint, RealRaw>;
  readonly closes: ReadonlyMap<string, CloseRaw>;
}

const keyOf = (row: { readonly wallet_id: bigint; readonly day: Day }): string => `${row.wallet_id}/${row.day}`;

/** Wallets that lived in the range, by name; `walletId` null: all. A deleted one lives on where its phone still brings money in. */
export function walletsOfDays(q: Queryable, range: { from: Day; to: Day; walletId: bigint | null }): Promise<WalletOfDays[]> {
  return q.rows<WalletOfDays>(
    `select w.id, w.name, w.operator, w.deleted_at, a.id as account_id, coalesce(r.balance, 0)::bigint as balance,
       (select min(d.day)::text from account_days d where d.account_id = a.id) as first_day, (select max(d.day)::text from account_days d where d.account_id = a.id) as last_day
     from wallets w join accounts a on a.kind = 'wallet' and a.owner_id = w.id left join ledger_rollup r on r.account_id = a.id
     where ($1::bigint is null or w.id = $1) and (w.deleted_at is null or (w.deleted_at at time zone 'Asia/Shanghai')::date >= $2::date or r.balance <> 0
         or exists (select 1 from account_days d where d.account_id = a.id and d.day >= $2::date))
       and (w.id < day_start($3::date + 1) or exists (select 1 from account_days d where d.account_id = a.id and d.day <= $3::date))
     order by w.name, w.id`,
    [range.walletId, range.from, range.to],
  );
}

async function readFlows(q: Queryable, ids: readonly bigint[], from: Day, to: Day): Promise<Map<string, DayFlow[]>> {
  const rows = await q.rows<{ wallet_id: bigint; day: Day; side: string; ref_type: string; kind: string; credit: bigint; debit: bigint; count: bigint }>(
    "select wallet_id, day::text as day, side, ref_type, kind, credit, debit, count from wallet_flows where wallet_id = any ($1) and day between $2 and $3",
    [ids, from, to],
  );
  const flows = new Map<string, DayFlow[]>();
  for (const row of rows) {
    const list = flows.get(keyOf(row)) ?? [];
    flows.set(keyOf(row), list);
    list.push({ side: row.side, refType: row.ref_type, kind: row.kind, creditMinor: row.credit, debitMinor: row.debit, count: Number(row.count) });
  }
  return flows;
}

/** The last balance reported before the range began. */
function readRealBefore(q: Queryable, ids: readonly bigint[], from: Day): Promise<{ wallet_id: bigint; balance: bigint; at: Date }[]> {
  return q.rows(
    `select distinct on (wallet_id) wallet_id, balance, at from (
       select w as wallet_id, x.balance, x.at from unnest($1::bigint[]) w cross join lateral (
         select s.balance, coalesce(s.operator_time, s.received_at) as at from sms s
         where s.wallet_id = w and s.id < day_start($2) and s.balance is not null and s.continuity <> 'break' and s.match_status in ('matched', 'unmatched', 'review', 'held')
         order by s.id desc limit 1) x
       union all
       select w, r.balance, r.at from unnest($1::bigint[]) w cross join lateral (
         select balance, at from wallet_real_balances where wallet_id = w and day < $2 order by day desc limit 1) r
     ) known order by wallet_id, at desc`,
    [ids, from],
  );
}

/** What was reported on the days themselves beside messages: kept by the job, and the latest as it stands now. */
function readReals(q: Queryable, ids: readonly bigint[], from: Day, to: Day): Promise<{ wallet_id: bigint; day: Day; balance: bigint; at: Date }[]> {
  return q.rows(
    `select wallet_id, day::text as day, balance, at from wallet_real_balances where wallet_id = any ($1) and day between $2 and $3
     union all
     select wallet_id, (real_balance_at at time zone 'Asia/Shanghai')::date::text, real_balance, real_balance_at from wallet_continuity
     where wallet_id = any ($1) and real_balance is not null and (real_balance_at at time zone 'Asia/Shanghai')::date between $2 and $3`,
    [ids, from, to],
  );
}

/** Closes of wallets from the day before the range on. */
async function readCloses(q: Queryable, ids: readonly bigint[], from: Day, to: Day): Promise<Map<string, CloseRaw>> {
  const rows = await q.rows<CloseRaw>(
    `select c.wallet_id, c.day::text as day, c.opening, c.estimated, c.real, c.reason, c.flows, c.figures, c.account, c.closed_at, c.reopened_at, c.version,
       array(select u.account from unnest(c.reopened_by) with ordinality as b (id, n) join users u on u.id = b.id order by b.n) as reopened_by
     from day_closes c where c.wallet_id = any ($1) and c.day between $2 and $3`,
    [ids, addDays(from, -1), to],
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
}

async function readReports(q: Queryable, ids: readonly bigint[], from: Day, to: Day, reals: Map<string, RealRaw>): Promise<Map<string, ReportRaw>> {
  const rows = await q.rows<ReportRaw & { wallet_id: bigint; day: Day; real_balance: bigint | null; real_at: Date | null }>(
    "select wallet_id, day::text as day, payment, payment_count, disburse, disburse_count, real_balance, real_at from wallet_reports_of($1, $2, $3, $4, $5)",
    [ids, from, to, REPORTED_RECEIPTS, REPORTED_PAYOUTS],
  );
  for (const row of rows) if (row.real_balance !== null && row.real_at !== null) reals.set(keyOf(row), { balance: row.real_balance, at: row.real_at });
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Reads everything of a range. */
export async function readDays(q: Queryable, range: { from: Day; to: Day; walletId: bigint | null }): Promise<DaysRead> {
  const { from, to } = range;
  const wallets = await walletsOfDays(q, range);
  const ids = wallets.map((wallet) => wallet.id);
  const byAccount = new Map(wallets.map((wallet) => [wallet.account_id, wallet]));
  const changed = await q.rows<{ account_id: bigint; day: Day; change: bigint }>(
    "select account_id, day::text as day, change from account_days where account_id = any ($1) and day >= $2",
    [[...byAccount.keys()], from],
  );
  const openings = new Map(wallets.map((wallet) => [wallet.id, wallet.balance]));
  const changes = new Map<string, bigint>();
  for (const row of changed) {
    const id = (byAccount.get(row.account_id) as WalletOfDays).id; // asked for by these accounts
    openings.set(id, (openings.get(id) ?? 0n) - row.change);
    changes.set(`${id}/${row.day}`, row.change);
  }
  const reals = new Map<string, RealRaw>();
  const reports = await readReports(q, ids, from, to, reals);
  for (const row of await readReals(q, ids, from, to)) {
    const known = reals.get(keyOf(row));
    if (!known || row.at.getTime() >= known.at.getTime()) reals.set(keyOf(row), row);
  }
  const realBefore = new Map((await readRealBefore(q, ids, from)).map((row) => [row.wallet_id, row]));
  return {
    wallets,
    openings,
    changes,
    flows: await readFlows(q, ids, addDays(from, -1), to),
    reports,
    reals,
    realBefore,
    closes: await readCloses(q, ids, from, to),
  };
}
