/** A wallet's day as a row of the reconciliation, with the operator's own statement beside it. */
import type { Reconciliation, ReconciliationRow, WalletDaysQuery } from "../../../contract/reconciliation.schema.ts";
import type { DayAction } from "../../../contract/reconciliation.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import { businessDay, type Day } from "../../../contract/time.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { holds } from "../../platform/lists/scope.ts";
import type { Viewer } from "../../platform/lists/spec.ts";
import type { DayFigures, WalletDay } from "./days.ts";
import { Refused } from "../../platform/refusal.ts";
import { daysAsked } from "./range.ts";
import { NOT_OWN, ownLines } from "./read-detail.ts";

/** Sums of one side of a day, minor units. */
export interface Side {
  readonly payment: bigint;
  readonly paymentCount: number;
  readonly disburse: bigint;
  readonly disburseCount: number;
}
const NOTHING: Side = { payment: 0n, paymentCount: 0, disburse: 0n, disburseCount: 0 };

const apiSide = (day: DayFigures): Side => ({
  payment: day.apiPayment,
  paymentCount: Number(day.apiPaymentCount),
  disburse: day.apiDisburse,
  disburseCount: Number(day.apiDisburseCount),
});
const systemSide = (day: DayFigures): Side => ({
  payment: day.systemPayment,
  paymentCount: Number(day.systemPaymentCount),
  disburse: day.systemDisburse,
  disburseCount: Number(day.systemDisburseCount),
});

/** Sums of the imported statements by `wallet/day`: a day that lies within an import has them, if only zeros. */
export async function statementSides(q: Queryable, days: readonly { walletId: bigint; day: Day }[]): Promise<Map<string, Side>> {
  if (days.length === 0) return new Map();
  const ids = [...new Set(days.map((day) => day.walletId))];
  const [from, to] = [
    days.reduce((least, { day }) => (day < least ? day : least), days[0]?.day ?? ""),
    days.reduce((most, { day }) => (day > most ? day : most), ""),
  ];
  const covered = await q.rows<{ wallet_id: bigint; from_day: Day; to_day: Day }>(
    "select wallet_id, from_day::text as from_day, to_day::text as to_day from statement_imports where wallet_id = any ($1) and to_day >= $2 and from_day <= $3",
    [ids, from, to],
  );
  const sums = await q.rows<{ wallet_id: bigint; day: Day; payment: bigint; payments: number; disburse: bigint; disburses: number }>(
    `with ${ownLines("$1")} select wallet_id, day::text as day, coalesce(sum(amount) filter (where direction = 'credit'), 0)::bigint as payment, (count(*) filter (where direction = 'credit'))::int as payments,
       coalesce(sum(amount) filter (where direction = 'debit'), 0)::bigint as disburse, (count(*) filter (where direction = 'debit'))::int as disburses
     from statement_lines l where wallet_id = any ($1) and day between $2 and $3 and ${NOT_OWN} group by wallet_id, day`,
    [ids, from, to],
  );
  const found = new Map(
    sums.map((row): [string, Side] => [
      `${row.wallet_id}/${row.day}`,
      { payment: row.payment, paymentCount: row.payments, disburse: row.disburse, disburseCount: row.disburses },
    ]),
  );
  for (const { walletId, day } of days) {
    const key = `${walletId}/${day}`;
    if (!found.has(key) && covered.some((part) => part.wallet_id === walletId && part.from_day <= day && day <= part.to_day)) found.set(key, NOTHING);
  }
  return found;
}

const sideOut = (side: Side): ReconciliationRow["api"] => ({
  payment: formatAmount(side.payment),
  disburse: formatAmount(side.disburse),
  payment_count: side.paymentCount,
  disburse_count: side.disburseCount,
});

function actionsOf(app: Pick<App, "now">, day: WalletDay, viewer: Viewer): DayAction[] {
  const actions: DayAction[] = [];
  if (!day.closed && day.day < businessDay(app.now()) && holds(viewer, "reconciliation.close")) actions.push("close");
  if (day.closed && holds(viewer, "reconciliation.reopen")) actions.push("reopen");
  return actions;
}

const closeOf = (day: WalletDay): ReconciliationRow["close"] =>
  day.close && {
    closed_by: day.close.account,
    closed_at: day.close.closed_at.toISOString(),
    reason: day.close.reason,
    reopened_by: [...day.close.reopened_by],
    reopened_at: day.close.reopened_at?.toISOString() ?? null,
  };

/** A row of the contract. */
export function reconciliationRowOf(app: Pick<App, "publicIds" | "now">, day: WalletDay, statement: Side | null, viewer: Viewer): ReconciliationRow {
  const { figures } = day;
  return {
    wallet_id: app.publicIds.encode("wallet", day.walletId),
    wallet_name: day.walletName,
    operator: day.operator,
    date: day.day,
    api: sideOut(apiSide(figures)),
    system: sideOut(systemSide(figures)),
    statement: statement && sideOut(statement),
    payment_difference: formatAmount(figures.apiPayment - figures.systemPayment),
    disburse_difference: formatAmount(figures.apiDisburse - figures.systemDisburse),
    statement_payment_difference: formatAmountOrNull(statement && statement.payment - figures.systemPayment),
    statement_disburse_difference: formatAmountOrNull(statement && statement.disburse - figures.systemDisburse),
    opening_balance: formatAmount(figures.opening),
    estimated_balance: formatAmount(figures.estimated),
    real_balance: formatAmountOrNull(figures.real),
    real_balance_at: figures.realAt,
    difference: formatAmountOrNull(figures.real === null ? null : figures.real - figures.estimated),
    late: formatAmount(figures.late),
    closed: day.closed,
    close: closeOf(day),
    version: day.close?.version ?? 0,
    actions: actionsOf(app, day, viewer),
  };
}

const add = (one: Side, other: Side): Side => ({
  payment: one.payment + other.payment,
  paymentCount: one.paymentCount + other.paymentCount,
  disburse: one.disburse + other.disburse,
  disburseCount: one.disburseCount + other.disburseCount,
});

/** True when any two sides of the day, or its balances, do not agree. */
export function differs(day: DayFigures, statement: Side | null): boolean {
  if (day.apiPayment !== day.systemPayment || day.apiDisburse !== day.systemDisburse || day.late !== 0n) return true;
  if (statement && (statement.payment !== day.systemPayment || statement.disburse !== day.systemDisburse)) return true;
  return day.real !== null && day.real !== day.estimated;
}

/** Rows and sums of days that are read already. */
export async function reconciled(app: App, viewer: Viewer, range: { from: Day; to: Day }, days: readonly WalletDay[]): Promise<Reconciliation> {
  const statements = await statementSides(app.db, days);
  const of = (day: WalletDay): Side | null => statements.get(`${day.walletId}/${day.day}`) ?? null;
  const sum = (pick: (day: WalletDay) => Side | null): Side => days.reduce((total, day) => add(total, pick(day) ?? NOTHING), NOTHING);
  const [api, system] = [sum((day) => apiSide(day.figures)), sum((day) => systemSide(day.figures))];
  return {
    from: range.from,
    to: range.to,
    items: days.map((day) => reconciliationRowOf(app, day, of(day), viewer)),
    sums: {
      api: sideOut(api),
      system: sideOut(system),
      statement: statements.size === 0 ? null : sideOut(sum(of)),
      payment_difference: formatAmount(api.payment - system.payment),
      disburse_difference: formatAmount(api.disburse - system.disburse),
      open_days: days.filter((day) => !day.closed).length,
      differing_days: days.filter((day) => differs(day.figures, of(day))).length,
    },
  };
}

/** Refuses validation_failed, not_found, not_ready */
export async function reconciliation(ctx: UserCtx, query: WalletDaysQuery): Promise<Reconciliation | Refused> {
  const asked = await daysAsked(ctx.app, query);
  return asked instanceof Refused ? asked : reconciled(ctx.app, ctx.actor, asked.range, asked.days);
}
