/** Where exceptions about wallets are found, and whether they still stand. */
import { OPERATORS } from "../../../contract/operators.ts";
import { limitDay } from "../../core/acceptance/limits.ts";
import { at, is, type Detectors, type Measure } from "../../core/alerts/detectors.ts";
import { BREAK_SUMS } from "../../core/parties/measures.ts";
import { join, raw, sql, type Sql } from "../../platform/lists/sql.ts";

/** Wallets that take orders and are near one of their limits. Limit days follow each operator's clock (rule 14). @param wallet alias of the wallets */
export function nearLimit(m: Measure, wallet = "x"): Sql {
  const of = (column: string): string => `${wallet}.${column}`;
  const days = join(
    OPERATORS.map((operator) => {
      const { day, month } = limitDay(operator, m.nowMs);
      return sql`(${operator}, ${day}::date, ${month}::date)`;
    }),
    ", ",
  );
  const near = (used: string, limit: string): Sql =>
    sql`(${raw(limit)} > 0 and ${raw(used)}::numeric * 100 >= ${raw(limit)}::numeric * ${m.nearLimitPercent}::int)`;
  return sql`${raw(of("deleted_at"))} is null and ${raw(of("enabled"))} and exists (select 1 from wallet_usage u join (values ${days}) c (operator, day, month) on c.operator = ${raw(of("operator"))}
    where u.wallet_id = ${raw(of("id"))} and ((u.day = c.day and (${near("u.day_amount", of("daily_max"))} or ${near("u.day_count", of("daily_count_max"))}))
      or (u.month = c.month and (${near("u.month_amount", of("month_max"))} or ${near("u.month_count", of("month_count_max"))}))))`;
}

export const WALLET_DETECTORS: Detectors = {
  wallet_gap: {
    object: "wallet",
    from: `${BREAK_SUMS} x`,
    id: "x.wallet_id",
    where: is("true"),
    since: "x.since",
    wallet: "x.wallet_id",
    amount: "x.amount",
    moves: true,
  },
  books_differ: {
    object: "wallet",
    from: "wallet_continuity x",
    id: "x.wallet_id",
    where: is("x.difference <> 0"),
    since: "coalesce(x.difference_since, now())",
    wallet: "x.wallet_id",
    amount: "x.difference",
    moves: true,
  },
  // Said by a person, a phone or an operator's answer, and no message of the operator has come in time.
  wallet_unreported: {
    object: "wallet",
    from: "(select m.wallet_id, min(m.said_at) as since, sum(m.amount)::bigint as amount from unreported_movements m where m.ended_at is null group by m.wallet_id) x",
    id: "x.wallet_id",
    where: (m) => sql`x.since <= ${at(m.nowMs - m.proofWaitMinutes * 60_000)}`,
    since: "x.since",
    wallet: "x.wallet_id",
    amount: "x.amount",
    moves: true,
  },
  wallet_negative: {
    object: "wallet",
    from: "accounts x",
    id: "x.owner_id",
    where: is("x.kind = 'wallet' and x.balance < 0"),
    wallet: "x.owner_id",
    amount: "x.balance",
    moves: true,
  },
  // A wallet is deleted with nothing on it. Its phone may go on reporting: money that moved is real and is booked.
  wallet_deleted_moves: {
    object: "wallet",
    from: `(select w.id, a.balance as amount, (select min(s.received_at) from sms s where s.wallet_id = w.id and s.booked_txn is not null and s.id >= id_at(w.deleted_at)) as since
      from wallets w join accounts a on a.kind = 'wallet' and a.owner_id = w.id where w.deleted_at is not null and a.balance <> 0) x`,
    id: "x.id",
    where: is("true"),
    since: "coalesce(x.since, now())",
    wallet: "x.id",
    amount: "x.amount",
    moves: true,
  },
  wallet_near_limit: { object: "wallet", from: "wallets x", id: "x.id", where: (m) => nearLimit(m), wallet: "x.id" },
};
