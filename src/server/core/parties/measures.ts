/**
 * What stands between a wallet's books and its operator, in two measures. Every screen, file and alert that names one of
 * them takes it from here, so that a wallet says the same number wherever it is looked at.
 *
 * - Difference: the operator's balance, as the last message that fits the balance continuity printed it, less the books.
 * - Breaks: where a later message's balance does not follow from what stood before it; each between two messages, and
 *   their sum. They are not part of the difference: what follows a break waits, and moves neither side.
 */
import type { WalletBreak } from "../../../contract/wallets.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { PublicIds } from "../../platform/db/ids.ts";

/**
 * Real less books, minor units; null while no balance is known. Of a row of `wallet_continuity` and one of `accounts`. Once the
 * books have been held against a printed balance it is the sum of the named differences; before, of what was reported otherwise.
 */
export const differenceSql = (continuity: string, account: string): string =>
  `(case when ${continuity}.continuity = 'kept' then ${continuity}.difference else ${continuity}.real_balance - ${account}.balance end)`;

/**
 * Open breaks, each once: `wallet_id, id, amount, since, before_sms_id, after_sms_id`. A break is kept from the last
 * message that fits, and so is every one after it while what follows waits. Its own part is what is missing since the
 * message that came before it behind the earlier break; without one, since the message that fits. `wallet`: the id of one
 * wallet in the statement; null: of all.
 */
const openBreaks = (wallet: string | null): string => `(select g.wallet_id, g.id, g.to_balance - coalesce(m.balance, g.from_balance) as amount, g.since,
    coalesce(m.id, g.before_sms_id) as before_sms_id, g.after_sms_id
  from (select *, case when lag(from_balance) over near = from_balance then lag(after_sms_id) over near end as behind from wallet_discrepancies
    where closed_at is null and not skipped${wallet === null ? "" : ` and wallet_id = ${wallet}`} window near as (partition by wallet_id order by id)) g
  left join lateral (select s.id, s.balance from sms s where s.wallet_id = g.wallet_id and s.id >= g.behind and s.id < g.after_sms_id and s.continuity = 'break' and s.balance is not null
    order by s.id desc limit 1) m on true)`;

/** Open breaks by wallet: `wallet_id, count, amount, since`. */
export const BREAK_SUMS = `(select wallet_id, count(*)::int as count, sum(amount)::bigint as amount, min(since) as since from ${openBreaks(null)} o group by wallet_id)`;

/** Breaks that are listed at most; the count and the sum are of all. */
const LISTED = 20;

/** Count, sum and the first of the open breaks of a wallet as JSON; null without any. `wallet`: its id in the statement. */
export const breaksJson = (wallet: string): string =>
  `(select case when count(*) = 0 then null else jsonb_build_object('count', count(*), 'amount', sum(amount)::bigint::text, 'since_ms', (extract(epoch from min(since)) * 1000)::float8,
    'items', jsonb_agg(jsonb_build_object('amount', amount::text, 'since_ms', (extract(epoch from since) * 1000)::float8, 'before', before_sms_id::text, 'after', after_sms_id::text) order by id) filter (where n <= ${LISTED})) end
  from (select o.*, row_number() over (order by o.id) as n from ${openBreaks(wallet)} o) one)`;

/** As {@link breaksJson} answers it. */
export interface BreaksRaw {
  readonly count: number;
  readonly amount: string;
  readonly since_ms: number;
  readonly items: readonly { readonly amount: string; readonly since_ms: number; readonly before: string | null; readonly after: string | null }[];
}

/** As the contract has it. */
export function breaksOf(ids: PublicIds, raw: BreaksRaw | null): { count: number; amount: string; since: string; items: WalletBreak[] } | null {
  if (raw === null) return null;
  const sms = (id: string | null): string | null => (id === null ? null : ids.encode("sms", BigInt(id)));
  return {
    count: raw.count,
    amount: formatAmount(BigInt(raw.amount)),
    since: new Date(raw.since_ms).toISOString(),
    items: raw.items.map((one) => ({
      amount: formatAmount(BigInt(one.amount)),
      since: new Date(one.since_ms).toISOString(),
      before_sms_id: sms(one.before),
      after_sms_id: sms(one.after),
    })),
  };
}
