/**
 * What waits, as data: where each kind of exception is found, and whether its cause still stands. Each line reads an
 * index of what is open, so a sweep costs what is open and not what there is.
 */
import type { ExceptionKind } from "../../../contract/exceptions.ts";
import { OPERATORS } from "../../../contract/operators.ts";
import type { App } from "../../platform/context.ts";
import { limitDay } from "../acceptance/limits.ts";
import { join, raw, sql, type Sql } from "../../platform/lists/sql.ts";
import { BREAK_SUMS } from "../parties/measures.ts";

/** What the predicates are measured by. */
export interface Measure {
  readonly nowMs: number;
  readonly nearLimitPercent: number;
  readonly queuedAlertHours: number;
  readonly proofWaitMinutes: number;
}

/** The measure of this moment. */
export function measureOf(app: App): Measure {
  const { wallet_near_limit_percent, queued_alert_hours, proof_wait_minutes } = app.config.current;
  return { nowMs: app.now(), nearLimitPercent: wallet_near_limit_percent, queuedAlertHours: queued_alert_hours, proofWaitMinutes: proof_wait_minutes };
}

interface Cause {
  /** Type of the object, as public ids name it. */
  readonly object: string;
  readonly from: string;
  /** The object's stored id. */
  readonly id: string;
  readonly where: (m: Measure) => Sql;
  /** Since when it waits; null: since the sweep saw it. */
  readonly since?: string;
  readonly merchant?: string;
  readonly wallet?: string;
  readonly amount?: string;
  /** Raised by whoever saw it happen: the sweep only ends it. */
  readonly raised?: true;
  /** Its amount changes while it stands: the sweep keeps the alert's at what it is now. */
  readonly moves?: true;
}

/** A payout without a wallet is no news before this, ms. */
const QUEUED_AFTER_MS = 60_000;
/** No refusal for so long: wallets take orders again. */
const NO_WALLET_QUIET_MS = 30 * 60_000;

const at = (ms: number): Sql => sql`to_timestamp(${ms}::float8 / 1000)`;
const is = (text: string) => (): Sql => raw(text);
const order = (object: "payment" | "disburse", where: Cause["where"]): Cause => ({
  object,
  from: `${object}s x`,
  id: "x.id",
  where,
  merchant: "x.merchant_id",
  wallet: "x.wallet_id",
  amount: "x.amount",
});
const message = (where: string): Cause => ({
  object: "sms",
  from: "sms x",
  id: "x.id",
  where: is(where),
  since: "x.received_at",
  wallet: "x.wallet_id",
  amount: "x.amount",
});
/** Counted from when it began to wait for a wallet: its intake, its approval or its reset. */
const queued = (m: Measure, fromMs: number, toMs: number | null): Sql => {
  const older = sql`x.status in ('pending', 'approved') and x.queued_at < ${at(m.nowMs - fromMs)}`;
  return toMs === null ? older : sql`${older} and x.queued_at >= ${at(m.nowMs - toMs)}`;
};

/** Limit days follow each operator's clock (decision 14). */
function nearLimit(m: Measure): Sql {
  const days = join(
    OPERATORS.map((operator) => {
      const { day, month } = limitDay(operator, m.nowMs);
      return sql`(${operator}, ${day}::date, ${month}::date)`;
    }),
    ", ",
  );
  const near = (used: string, limit: string): Sql =>
    sql`(${raw(limit)} > 0 and ${raw(used)}::numeric * 100 >= ${raw(limit)}::numeric * ${m.nearLimitPercent}::int)`;
  return sql`x.deleted_at is null and x.enabled and exists (select 1 from wallet_usage u join (values ${days}) c (operator, day, month) on c.operator = x.operator
    where u.wallet_id = x.id and ((u.day = c.day and (${near("u.day_amount", "x.daily_max")} or ${near("u.day_count", "x.daily_count_max")}))
      or (u.month = c.month and (${near("u.month_amount", "x.month_max")} or ${near("u.month_count", "x.month_count_max")}))))`;
}

/** Every kind whose cause can be looked up. Kinds that are missing here end by a person alone. */
export const CAUSES: Partial<Record<ExceptionKind, Cause>> = {
  payment_review: order("payment", is("x.aside = 'review'")),
  sms_unmatched: message("x.match_status in ('unmatched', 'review') and x.payment_id is null"),
  sms_suspicious: message("x.match_status = 'suspicious'"),
  sms_unparsed: message("x.match_status = 'unparsed'"),
  disburse_review: order("disburse", is("x.status = 'review'")),
  disburse_unknown: order("disburse", is("x.status = 'unknown'")),
  disburse_queued: { ...order("disburse", (m) => queued(m, QUEUED_AFTER_MS, m.queuedAlertHours * 3_600_000)), since: "x.queued_at" },
  disburse_overdue: { ...order("disburse", (m) => queued(m, m.queuedAlertHours * 3_600_000, null)), since: "x.queued_at" },
  disburse_by_hand: order("disburse", is("x.status = 'processing' and exists (select 1 from wallets w where w.id = x.wallet_id and w.api_type = 'manual')")),
  disburse_attempt_failed: order("disburse", is("x.status = 'attempt_failed'")),
  transfer_waiting: {
    object: "transfer",
    from: "transfers x",
    id: "x.id",
    where: is("x.status = 'pending'"),
    since: "time_of_id(x.id)",
    wallet: "x.from_wallet_id",
    amount: "x.amount",
  },
  withdrawal_waiting: {
    object: "withdrawal",
    from: "withdrawals x",
    id: "x.id",
    where: is("x.status in ('pending', 'approved')"),
    since: "time_of_id(x.id)",
    merchant: "x.merchant_id",
    amount: "x.amount",
  },
  approval_waiting: {
    object: "approval",
    from: "approvals x",
    id: "x.id",
    where: (m) => sql`x.status = 'waiting' and x.expires_at > ${at(m.nowMs)}`,
    since: "time_of_id(x.id)",
    amount: "x.amount",
  },
  manual_waiting: {
    object: "manual",
    from: "manual_operations x",
    id: "x.id",
    // One that stands in the approvals' inbox is there already.
    where: (m) =>
      sql`x.status = 'requested' and x.expires_at > ${at(m.nowMs)} and not exists (select 1 from approvals a where a.status = 'waiting' and a.object_type = 'manual' and a.object_id = x.id)`,
    since: "time_of_id(x.id)",
    merchant: "x.merchant_id",
    wallet: "x.wallet_id",
    amount: "x.amount",
  },
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
    from: "wallet_chain x",
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
  wallet_near_limit: { object: "wallet", from: "wallets x", id: "x.id", where: nearLimit, wallet: "x.id" },
  device_silent: {
    object: "device",
    from: "devices x",
    id: "x.id",
    raised: true,
    where: is(`x.revoked_at is null and exists (select 1 from device_links l join wallets w on w.id = l.wallet_id
      where l.device_id = x.id and l.ended_at is null and l.bound_at is not null and w.deleted_at is null and w.enabled and w.api_type = 'app')`),
  },
  delivery_failed: {
    object: "merchant",
    from: "merchants x",
    id: "x.id",
    raised: true,
    where: is("exists (select 1 from outbox o where o.merchant_id = x.id and o.status in ('failed', 'stopped'))"),
  },
  no_wallet: {
    object: "operator",
    from: "alerts x",
    id: "x.object_id",
    raised: true,
    where: (m) => sql`x.id = al.id and coalesce((x.data ->> 'last_at')::timestamptz, x.since) > ${at(m.nowMs - NO_WALLET_QUIET_MS)}`,
  },
  proof_broken: { object: "books", from: "(select ok from proofs order by id desc limit 1) x", id: "null::bigint", raised: true, where: is("not x.ok") },
};

const entries = (): [ExceptionKind, Cause][] => Object.entries(CAUSES) as [ExceptionKind, Cause][]; // keys of the table above

/** New rows of one kind in one sweep at most; the next sweep goes on. */
export const SWEEP_BATCH = 500;

/** What stands and is not on the desk yet: `kind, type, oid, m, w, a, s`. */
export function missingSql(m: Measure): Sql {
  const parts = entries()
    .filter(([, cause]) => cause.raised !== true)
    .map(
      ([
        kind,
        cause,
      ]) => sql`(select ${kind}::text as kind, ${cause.object}::text as type, ${raw(cause.id)} as oid, ${raw(cause.merchant ?? "null::bigint")} as m,
        ${raw(cause.wallet ?? "null::bigint")} as w, ${raw(cause.amount ?? "null::bigint")} as a, ${cause.since === undefined ? at(m.nowMs) : raw(cause.since)} as s
        from ${raw(cause.from)} where ${cause.where(m)}
        and not exists (select 1 from alerts l where l.kind = ${kind} and l.object_id = ${raw(cause.id)} and l.status in ('open', 'claimed', 'muted')) limit ${SWEEP_BATCH})`,
    );
  return join(parts, " union all ");
}

/** Open alerts whose amount is another by now: `id, a`. */
export function movedSql(): Sql {
  const parts = entries()
    .filter(([, cause]) => cause.moves === true)
    .map(
      ([kind, cause]) => sql`(select l.id, ${raw(cause.amount ?? "null::bigint")} as a from alerts l join ${raw(cause.from)} on ${raw(cause.id)} = l.object_id
        where l.kind = ${kind} and l.status in ('open', 'claimed', 'muted') and l.amount is distinct from ${raw(cause.amount ?? "null::bigint")})`,
    );
  return join(parts, " union all ");
}

/** True of alert `al` while its cause stands; null where nobody can look it up. */
export function standsSql(m: Measure): Sql {
  const cases = entries().map(([kind, cause]) => {
    const same = cause.id === "null::bigint" || cause.object === "operator" ? raw("true") : sql`${raw(cause.id)} = al.object_id`;
    return sql`when ${kind} then exists (select 1 from ${raw(cause.from)} where ${same} and (${cause.where(m)}))`;
  });
  return sql`case al.kind ${join(cases, " ")} end`;
}
