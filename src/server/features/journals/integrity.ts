/** The integrity line above the journals: chains unbroken and sums agreeing for the merchants' accounts in view. */
import type { App } from "../../platform/context.ts";
import { KeptAnswers } from "../../platform/kept.ts";
import { Refused } from "../../platform/refusal.ts";
import { rowsOf } from "../../platform/lists/page.ts";
import { scopePredicate } from "../../platform/lists/scope.ts";
import type { Viewer } from "../../platform/lists/spec.ts";
import { allOf, equals, raw, sql, type Sql } from "../../platform/lists/sql.ts";

/** Result of one run. */
export interface JournalIntegrity {
  readonly ok: boolean;
  readonly checked_at: string;
  readonly accounts: number;
  readonly entries: number;
}

const RESULTS = new KeptAnswers<JournalIntegrity>(5_000);

interface Found {
  readonly accounts: number;
  readonly entries: bigint;
  readonly ok: boolean;
}
/** Beyond so many entries the line checks the ends of the chains and leans on the last full ledger integrity check. */
const WHOLE_CHAIN_CAP = 500_000n;

/** Every entry that is here: numbered without a gap from 1, or from where the archived months end, each beginning where the one before ended, sums and ends agreeing. */
const wholeChains = (accounts: Sql): Sql => sql`
  with seen as (${accounts}),
  opened as materialized (select o.* from account_openings o where o.account_id in (select id from seen)),
  chained as (
    select e.account_id, e.seq, e.amount, e.before_balance, e.after_balance,
      coalesce(lag(e.seq) over w, o.seq, 0) as seq_before, coalesce(lag(e.after_balance) over w, o.balance, 0) as balance_before
    from entries e left join opened o on o.account_id = e.account_id where e.merchant_id in (select owner_id from seen) and e.account_id in (select id from seen)
    window w as (partition by e.account_id order by e.seq)),
  summed as (
    select account_id, max(seq) as last_seq, sum(amount) as total,
      bool_and(seq = seq_before + 1 and before_balance = balance_before and after_balance = before_balance + amount) as unbroken
    from chained group by account_id)
  select count(*)::int as accounts, coalesce(sum(seen.seq), 0)::bigint as entries,
    coalesce(bool_and(seen.balance = coalesce(o.balance, 0) + coalesce(s.total, 0) and seen.seq = coalesce(s.last_seq, o.seq, 0) and coalesce(s.unbroken, true)), true) as ok
  from seen left join summed s on s.account_id = seen.id left join opened o on o.account_id = seen.id`;

/** The ends: the last entry of each account is the one its row names, with its balance; nothing lies behind it. */
const chainEnds = (accounts: Sql): Sql => sql`
  with seen as (${accounts})
  select count(*)::int as accounts, coalesce(sum(seen.seq), 0)::bigint as entries,
    coalesce(bool_and((seen.seq = 0 and seen.balance = 0
        or exists (select 1 from account_openings o where o.account_id = seen.id and o.seq = seen.seq and o.balance = seen.balance) or exists (select 1 from entries e where e.account_id = seen.id and e.seq = seen.seq and e.after_balance = seen.balance))
      and not exists (select 1 from entries e where e.account_id = seen.id and e.seq > seen.seq)), true)
      and coalesce((select p.ok from integrity_checks p order by p.id desc limit 1), true) as ok
  from seen`;

/** Checks the accounts in view with one statement, so that entries written meanwhile do not disturb it. */
async function check(app: App, viewer: Viewer, merchantId: bigint | null): Promise<JournalIntegrity> {
  const scope = scopePredicate(viewer, "a.owner_id");
  const all = [raw("a.kind = 'merchant'"), ...(scope ? [scope] : []), ...equals("a.owner_id", merchantId)];
  const accounts = sql`select a.id, a.owner_id, a.balance, a.seq from accounts a where ${allOf(all)}`;
  const [size] = await rowsOf<{ entries: bigint }>(app.db, sql`select coalesce(sum(seq), 0)::bigint as entries from (${accounts}) seen`);
  const [row] = await rowsOf<Found>(app.db, (size?.entries ?? 0n) > WHOLE_CHAIN_CAP ? chainEnds(accounts) : wholeChains(accounts));
  if (!row) throw new Error("a count answered no row");
  return { ok: row.ok, checked_at: new Date(app.now()).toISOString(), accounts: row.accounts, entries: Number(row.entries) };
}

/** The result, shared for a few seconds by all who ask for the same accounts: it reads every entry in view. */
export async function journalIntegrity(app: App, viewer: Viewer, merchantId: bigint | null): Promise<JournalIntegrity | Refused> {
  const own = viewer.type === "merchant" || viewer.merchantId !== null ? viewer.merchantId : null;
  // Another merchant's id is answered as one that does not exist.
  if (own !== null && merchantId !== null && merchantId !== own) return new Refused("not_found");
  const key = `${viewer.type === "user" ? viewer.userType : viewer.type}/${own}/${merchantId}`;
  return RESULTS.of(app, key, () => check(app, viewer, merchantId));
}
